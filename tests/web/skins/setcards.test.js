// The cards of Set: read from their features, in words and as shapes.

import { drawCard, inWords, readCard, shapeOf } from '../../../clients/web/skins/setcards.js';
import { each, equal, test } from '../harness.js';

const CARD = /** @type {any} */ ({ number: 2, colour: 'blue', shading: 'striped', shape: 'box' });

test('the features of a card', () => {
  equal(readCard([1, 1, 1, 1]), CARD);
  equal(readCard([0, 0, 2, 0]), { number: 1, colour: 'red', shading: 'solid', shape: 'diamond' });
  equal(readCard([2, 2, 0, 2]), { number: 3, colour: 'yellow', shading: 'open', shape: 'slash' });
});

each(
  'a card in words',
  [
    [[0, 0, 2, 1], 'one solid red box'],
    [[1, 1, 1, 1], 'two striped blue boxes'],
    [[2, 2, 0, 2], 'three open yellow slashes'],
    [[1, 0, 0, 0], 'two open red diamonds'],
  ],
  (features, words) => equal(inWords(readCard(features)), words),
);

each('shapes on a card', [[1, 2], [2, 4], [3, 6]], (number, paths) => {
  const drawn = drawCard({ ...CARD, number });
  equal([drawn.querySelectorAll('path').length, drawn.getAttribute('class')], [paths, 'blue']); // outlines and stripes
});

each(
  'shading',
  [['solid', 1, 'currentColor'], ['open', 1, 'none'], ['striped', 2, 'none']],
  (shading, paths, fill) => {
    const found = shapeOf('diamond', shading, 100);
    equal([found.length, found[0].getAttribute('fill')], [paths, fill]);
  },
);

each('stripes stay inside', [['diamond'], ['box'], ['slash']], (shape) => {
  const [outline, stripes] = shapeOf(shape, 'striped', 100);
  const numbers = (element) => (element.getAttribute('d')?.match(/-?\d+\.\d/g) ?? []).map(Number);
  const corners = numbers(outline).filter((_, at) => at % 2 === 0);
  const ends = (stripes.getAttribute('d')?.match(/M[^H]*H[\d.]+/g) ?? []).flatMap((stripe) => {
    const [from, , to] = (stripe.match(/[\d.]+/g) ?? []).map(Number);
    return [from, to];
  });
  equal([ends.length > 8, Math.min(...ends) >= Math.min(...corners), Math.max(...ends) <= Math.max(...corners)], [true, true, true]);
});

test('shapes are around the middle of a card', () => {
  const first = (number) => Number(drawCard({ ...CARD, number, shading: 'open' }).querySelector('path')?.getAttribute('d')?.match(/[\d.]+/)?.[0]);
  equal([first(1) - first(2), first(2) - first(3)], [31, 31]);
});
