// Home as a front page: a card for each game, with what it is and who is there, and smaller buttons for the rest.

import { draw, make, setText } from '../dom.js';
import { Skin } from '../skin.js';
import { say } from '../words.js';
import { shapeOf } from './setcards.js';

/** @import { Thing } from '../model.js' */
/** @import { Shading, Shape } from './setcards.js' */

/** @typedef {{ title: string, about: string, kind: string, people: number, bots: number, watching: number, variant_of?: string }} Door */

const APART = ['records/1', 'replays/1']; // rooms where nobody plays

/** @param {number} x @param {string} fill @param {string} [text] @param {string} [ink] */
const square = (x, fill, text = '', ink = '#fff') => [
  draw('rect', { x, y: 0, width: 32, height: 32, rx: 7, fill }),
  ...(text ? [label(x + 16, text, ink)] : []),
];
/** @param {number} x @param {string} fill @param {string} text */
const ball = (x, fill, text) => [draw('circle', { cx: x + 16, cy: 16, r: 16, fill }), label(x + 16, text, '#fff')];
/** @param {number} x @param {string} fill */
const dancer = (x, fill) => [draw('circle', { cx: x + 5, cy: 16, r: 6.5, fill })];
/** @param {number} x @param {string} colour @param {Shading} shading @param {Shape} shape */
const card = (x, colour, shading, shape) => [
  draw('g', { transform: `translate(${x} 0) scale(0.36)`, class: colour }, ...shapeOf(shape, shading, 30)),
];

/** @param {number} x @param {string} text @param {string} fill */
function label(x, text, fill) {
  const found = draw('text', { x, y: 20.5, fill, 'text-anchor': 'middle', 'font-size': 12.5, 'font-weight': 700 });
  found.textContent = text;
  return found;
}

// A small drawing for each game that we know, by the kind of its room.
/** @type {Map<string, () => SVGElement[]>} */
const DRAWINGS = new Map(Object.entries({
  'pairpanicking/1': () => [...square(0, '#3b4657', '?'), ...square(38, '#f3ec8c', 'cat', '#2b2a12'), ...square(76, '#f3ec8c', 'cat', '#2b2a12'), ...square(114, '#3b4657', '?')],
  'set/1': () => [...card(0, 'red', 'solid', 'diamond'), ...card(28, 'blue', 'striped', 'box'), ...card(56, 'yellow', 'open', 'slash')],
  'tombala-lobby/1': () => [...ball(0, '#c4405a', '7'), ...ball(38, '#3f6fd6', '46'), ...ball(76, '#237a57', '89')],
  'memory/1': () => [...square(0, '#7a55c9', 'ab'), ...square(38, '#7a55c9', 'ab'), ...square(76, '#3b4657')],
  'dancing-lobby/1': () => [
    ...dancer(0, '#e0566f'), ...dancer(19, '#5b8def'), ...dancer(38, '#f2c14e'), ...dancer(57, '#5bbf8a'),
    draw('path', { d: 'M86 7l2.6 6 6.4.6-4.8 4.3 1.4 6.3-5.6-3.3-5.6 3.3 1.4-6.3-4.8-4.3 6.4-.6z', fill: '#f2c14e' }),
  ],
  'noughts/1': () => [...square(0, '#274463', 'X'), ...square(38, '#64304a', 'O')],
}));
const OTHER = () => [...square(0, '#3b4657'), ...square(38, '#3b4657'), ...square(76, '#3b4657')];

class HomeSkin extends Skin {
  static label = 'hall';
  static kinds = ['home/1'];

  #cards = make('div', 'cards');
  #pills = make('div', 'pills');

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(this.#cards, this.#pills);
  }

  // Help is a button of the page.
  draw() {
    this.sweep();
    /** @type {[string, Door][]} */
    const rooms = Object.entries(this.facts.rooms);
    for (const [role, room] of rooms) {
      const tile = this.model.tile(role);
      if (tile === null) continue;
      if (room.variant_of === undefined && !APART.includes(room.kind)) this.#card(tile, room);
      else this.#pill(tile);
    }
    const recharge = this.model.tile('recharge');
    if (recharge !== null) this.#pill(recharge);
  }

  /** @param {Thing} tile */
  #pill(tile) {
    setText(this.tile(tile, this.#pills, 'pill'), tile.name);
  }

  /** @param {Thing} tile @param {Door} room */
  #card(tile, room) {
    const button = this.tile(tile, this.#cards, 'door', '', '');
    if (button.firstChild === null) {
      button.append(make('span', 'drawing'), make('strong'), ' ', make('span', 'about'), ' ', make('span', 'there'));
    }
    const [drawing, title, about, there] = /** @type {HTMLElement[]} */ ([...button.children]);
    if (drawing.dataset.of !== room.kind) {
      drawing.dataset.of = room.kind;
      const inside = (DRAWINGS.get(room.kind) ?? OTHER)();
      drawing.replaceChildren(draw('svg', { viewBox: '-1 -2 150 36', width: 150, height: 36, 'aria-hidden': true }, ...inside));
    }
    setText(title, room.title);
    setText(about, room.about);
    const who = whoIsThere(room);
    setText(there, who || say('nobody there yet'));
    there.classList.toggle('busy', who !== '');
  }
}

/** @param {Door} room */
function whoIsThere({ people, bots, watching }) {
  const parts = [
    people > 0 && say('{n} person', { n: people }, '{n} people'),
    bots > 0 && say('{n} bot', { n: bots }, '{n} bots'),
    watching > 0 && say('{n} watching', { n: watching }),
  ];
  return parts.filter(Boolean).join(', ');
}

export const SKINS = [HomeSkin];
