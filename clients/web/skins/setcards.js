// The cards of Set: what is on them, in words and as shapes.

import { draw } from '../dom.js';
import { say } from '../words.js';

/** @typedef {'diamond' | 'box' | 'slash'} Shape */
/** @typedef {'solid' | 'striped' | 'open'} Shading */
/** @typedef {'red' | 'blue' | 'yellow'} Colour */
/** @typedef {{ number: number, colour: Colour, shading: Shading, shape: Shape }} Card */
/** @typedef {[number, number]} Point */
/** @typedef {{ points: Point[], half: number }} Outline corners around the middle, from -1 to 1 each way; half the width */

// The features of a card, each from 0 to 2, as docs/kinds/set.json has them; the first is the number of shapes.
/** @type {Colour[]} */
const COLOURS = ['red', 'blue', 'yellow'];
/** @type {Shading[]} */
const SHADINGS = ['open', 'striped', 'solid'];
/** @type {Shape[]} */
const SHAPES = ['diamond', 'box', 'slash'];

export const HEIGHT = 90; // of a shape
const STRIPE = 8; // from one stripe to the next

/** @type {Record<Shape, Outline>} */
const OUTLINES = {
  diamond: { points: [[0, -1], [1, 0], [0, 1], [-1, 0]], half: 24 },
  box: { points: [[-1, -0.78], [1, -0.78], [1, 0.78], [-1, 0.78]], half: 18 },
  slash: { points: [[-1, 1], [-0.2, 1], [1, -1], [0.2, -1]], half: 22 },
};

/** @param {number[]} features @returns {Card} */
export function readCard([number, colour, shading, shape]) {
  return { number: number + 1, colour: COLOURS[colour], shading: SHADINGS[shading], shape: SHAPES[shape] };
}

/** @param {Outline} outline @param {number} x @returns {Point[]} */
function corners({ points, half }, x) {
  return points.map(([across, down]) => [x + across * half, HEIGHT / 2 + (down * HEIGHT) / 2]);
}

// Where a horizontal line is inside of a shape: between its crossings with the edges.
/** @param {Point[]} points @param {number} y */
function inside(points, y) {
  const found = points.flatMap(([x, from], at) => {
    const [other, to] = points[(at + 1) % points.length];
    return from === to || y < Math.min(from, to) || y > Math.max(from, to) ? [] : [x + ((other - x) * (y - from)) / (to - from)];
  });
  return [Math.min(...found), Math.max(...found)];
}

// One shape, around this x. Its colour is the colour of text.
/** @param {Shape} shape @param {Shading} shading @param {number} x */
export function shapeOf(shape, shading, x) {
  const points = corners(OUTLINES[shape], x);
  const d = `M${points.map((point) => point.map((value) => value.toFixed(1)).join(' ')).join('L')}Z`;
  const fill = shading === 'solid' ? 'currentColor' : 'none';
  const found = [draw('path', { d, fill, stroke: 'currentColor', 'stroke-width': 5, 'stroke-linejoin': 'round' })];
  if (shading !== 'striped') return found;
  const heights = points.map(([, y]) => y);
  let lines = '';
  for (let y = Math.min(...heights) + STRIPE; y < Math.max(...heights); y += STRIPE) {
    const [from, to] = inside(points, y);
    if (to - from > 2) lines += `M${from.toFixed(1)} ${y.toFixed(1)}H${to.toFixed(1)}`;
  }
  return [...found, draw('path', { d: lines, stroke: 'currentColor', 'stroke-width': 3, fill: 'none' })];
}

const PITCH = 62; // from one shape to the next

/** @param {Card} card */
export function drawCard(card) {
  const first = 100 - ((card.number - 1) * PITCH) / 2;
  const shapes = Array.from({ length: card.number }, (_, at) => shapeOf(card.shape, card.shading, first + at * PITCH)).flat();
  return draw('svg', { viewBox: `4 -6 192 ${HEIGHT + 12}`, class: card.colour, 'aria-hidden': true }, ...shapes);
}

/** @type {Record<Shape, (n: number) => string>} */
const NAMES = {
  diamond: (n) => say('diamond', { n }, 'diamonds'),
  box: (n) => say('box', { n }, 'boxes'),
  slash: (n) => say('slash', { n }, 'slashes'),
};

// A card in words: two striped red diamonds.
/** @param {Card} card */
export function inWords(card) {
  const number = [say('one'), say('two'), say('three')][card.number - 1];
  const shading = { open: say('open'), striped: say('striped'), solid: say('solid') }[card.shading];
  const colour = { red: say('red'), blue: say('blue'), yellow: say('yellow') }[card.colour];
  const shapes = NAMES[card.shape](card.number);
  return say('{number} {shading} {colour} {shapes}', { number, shading, colour, shapes });
}
