// Colours: read from hex digits, and what makes them readable.

import { contrast, css, inkOn, isClear, outline, read } from '../../clients/web/colours.js';
import { each, equal, test } from './harness.js';

const [BLACK, WHITE] = [[0, 0, 0], [255, 255, 255]];

each('hex', [['ff102030', [16, 32, 48]], ['102030', [16, 32, 48]], ['0', BLACK], ['FFFFFFFF', WHITE]], (hex, rgb) => equal(read(hex), rgb));

each(
  'whether it is clear',
  [['00ffffff', true], ['0ffffff', true], ['01ffffff', false], ['ffffff', false], ['0', false]],
  (hex, expected) => equal(isClear(hex), expected),
);

test('as the page writes it', () => equal(css([1, 2, 3]), 'rgb(1 2 3)'));

test('contrast is the same either way, and 21 at most', () => {
  equal([contrast(BLACK, WHITE), contrast(WHITE, BLACK), contrast(WHITE, WHITE)].map(Math.round), [21, 21, 1]);
});

test('black or white on a ground', () => equal([WHITE, BLACK, [0, 0, 200], [0, 200, 0]].map(inkOn), [BLACK, WHITE, WHITE, BLACK]));

each(
  'an outline',
  [
    ['is not needed', [0, 0, 255], WHITE, null],
    ['of yellow on white', [255, 255, 0], WHITE, BLACK],
    ['of grey on black', [50, 50, 50], BLACK, WHITE],
    ['of black on dark green', BLACK, [0, 90, 0], WHITE],
    ['of grey on a darker grey', [119, 119, 119], [60, 60, 60], BLACK],
  ],
  (_name, ink, ground, expected) => equal(outline(ink, ground), expected),
);

test('an outlined ink can be read on its outline, whatever it is', () => {
  const shades = [0, 51, 102, 119, 120, 153, 204, 255];
  const colours = shades.flatMap((red) => shades.flatMap((green) => shades.map((blue) => [red, green, blue])));
  const worst = colours.flatMap((ink) => [BLACK, WHITE, ink, [119, 119, 119]].map((ground) => contrast(ink, outline(ink, ground) ?? ground)));
  equal(Math.min(...worst) >= 4.5, true);
});
