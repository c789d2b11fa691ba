// Colours: read from hex digits, and readable.

import { contrast, css, isClear, read, readable } from '../../clients/web/colours.js';
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

each(
  'ink on a ground',
  [
    [[[0, 0, 255], WHITE], [0, 0, 255]],
    [[[255, 255, 0], WHITE], BLACK],
    [[[50, 50, 50], BLACK], WHITE],
    [[[120, 120, 120], [128, 128, 128]], BLACK],
  ],
  ([ink, ground], expected) => equal(readable(ink, ground), expected),
);
