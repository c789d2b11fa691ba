// Halls with doors to other rooms: Home as a front page, and the lobbies of Tombala and Dancing.

import { draw, make, setText } from '../dom.js';
import { Skin } from '../skin.js';
import { shapeOf } from './setcards.js';

/** @import { Room, Thing } from '../model.js' */
/** @import { Shading, Shape } from './setcards.js' */

const COLUMNS = 3; // of rooms; in a lobby, a further column has the other tiles
const COMMANDS = ['Recharge', 'Help']; // the tiles of Home that are not rooms
const MORE = /^More of /; // the text of a variant of another game
const NOBODY = / Nobody is there now\.$/;
// The server's own words and numbers come before the first name, so a player's name cannot fake them.
const SOMEBODY = /^(.*?) There now: ((?:\d+ (?:person|people))?(?: and )?(?:\d+ bots?)?(?:, (?:\d+ of them )?watching)?): /;

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

// A small drawing for each game that we know, by what its tile is called at Home.
/** @type {Record<string, () => SVGElement[]>} */
const DRAWINGS = {
  PairPanicking: () => [...square(0, '#3b4657', '?'), ...square(38, '#f3ec8c', 'cat', '#2b2a12'), ...square(76, '#f3ec8c', 'cat', '#2b2a12'), ...square(114, '#3b4657', '?')],
  Set: () => [...card(0, 'red', 'solid', 'diamond'), ...card(28, 'blue', 'striped', 'box'), ...card(56, 'yellow', 'open', 'slash')],
  Tombala: () => [...ball(0, '#c4405a', '7'), ...ball(38, '#3f6fd6', '46'), ...ball(76, '#237a57', '89')],
  Memory: () => [...square(0, '#7a55c9', 'ab'), ...square(38, '#7a55c9', 'ab'), ...square(76, '#3b4657')],
  Dancing: () => [
    ...dancer(0, '#e0566f'), ...dancer(19, '#5b8def'), ...dancer(38, '#f2c14e'), ...dancer(57, '#5bbf8a'),
    draw('path', { d: 'M86 7l2.6 6 6.4.6-4.8 4.3 1.4 6.3-5.6-3.3-5.6 3.3 1.4-6.3-4.8-4.3 6.4-.6z', fill: '#f2c14e' }),
  ],
  'Noughts and crosses': () => [...square(0, '#274463', 'X'), ...square(38, '#64304a', 'O')],
};
const OTHER = () => [...square(0, '#3b4657'), ...square(38, '#3b4657'), ...square(76, '#3b4657')];

export class HallSkin extends Skin {
  static label = 'hall';

  /** @param {Room} model */
  static knows(model) {
    const names = model.tokens.filter(({ x }) => x === COLUMNS).map(({ name }) => name);
    if (model.matrix.x === COLUMNS + 1) return names.includes('Help') && names.includes('New room');
    return model.matrix.x === COLUMNS && isHome(model);
  }

  #cards = make('div', 'cards');
  #pills = make('div', 'pills');

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(this.#cards, this.#pills);
  }

  draw() {
    this.sweep();
    const tiles = this.model.tokens.toSorted((one, other) => one.y - other.y || one.x - other.x);
    const isCommand = (/** @type {Thing} */ { x, name }) => (isHome(this.model) ? COMMANDS.includes(name) : x === COLUMNS);
    const isSmall = (/** @type {Thing} */ { name, text }) => isHome(this.model) && (name === 'Records' || MORE.test(text));
    for (const tile of tiles.filter(({ name }) => name !== 'Help')) {
      if (isCommand(tile) || isSmall(tile)) this.#pill(tile);
      else this.#card(tile);
    }
  }

  /** @param {Thing} tile */
  #pill(tile) {
    if (tile.name === 'Home') this.command(tile);
    else setText(this.tile(tile, this.#pills, tile.name === 'New room' ? 'main' : 'pill'), tile.name);
  }

  /** @param {Thing} tile */
  #card(tile) {
    const button = this.tile(tile, this.#cards, 'door', '', '');
    if (button.firstChild === null) {
      button.append(make('span', 'drawing'), make('strong'), ' ', make('span', 'about'), ' ', make('span', 'there'));
    }
    const [drawing, name, about, there] = /** @type {HTMLElement[]} */ ([...button.children]);
    if (drawing.dataset.of !== tile.name) {
      drawing.dataset.of = tile.name;
      const known = isHome(this.model) && Object.hasOwn(DRAWINGS, tile.name);
      drawing.replaceChildren(draw('svg', { viewBox: '-1 -2 150 36', width: 150, height: 36, 'aria-hidden': true }, ...(known ? DRAWINGS[tile.name]() : OTHER())));
    }
    setText(name, tile.name);
    const found = isHome(this.model) ? SOMEBODY.exec(tile.text) : null;
    setText(about, found === null ? tile.text.replace(NOBODY, '') : found[1]);
    setText(there, found === null ? (NOBODY.test(tile.text) ? 'nobody there yet' : '') : found[2]);
    there.classList.toggle('busy', found !== null);
  }
}

// Home is the one hall without a tile that leads there.
/** @param {Room} model */
function isHome(model) {
  const names = model.tokens.map(({ name }) => name);
  return !names.includes('Home') && COMMANDS.every((name) => names.includes(name));
}

// The lobby of Dancing: matches, results, and tables to make.
export class DancingLobbySkin extends Skin {
  static label = 'lobby';

  /** @param {Room} model */
  static knows(model) {
    const isNew = [3, 4, 5, 6].every((y) => /^New \d+ x \d+$/.test(model.at(4, y)?.name ?? ''));
    return model.matrix.x === 5 && isNew && model.at(4, 0)?.name === 'Home' && model.at(4, 1)?.name === 'Help';
  }

  #lists = ['Matches', 'Results', 'New table'].map((words) => {
    const list = make('div', 'pills');
    list.setAttribute('role', 'group');
    list.setAttribute('aria-label', words);
    return { list, part: make('section', '', make('h2', '', words), list) };
  });

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(...this.#lists.map(({ part }) => part));
  }

  draw() {
    this.sweep();
    for (const tile of this.model.tokens.toSorted((one, other) => one.x - other.x || one.y - other.y)) {
      if (tile.x === 4 && tile.y < 3) continue;
      const { list } = this.#lists[tile.x >> 1]; // two columns each; and the last one
      const button = this.tile(tile, list, tile.x === 4 ? 'pill' : 'match');
      button.hidden = tile.name === '';
      if (button.dataset.drawn === `${tile.name}\n${tile.text}`) continue;
      button.dataset.drawn = `${tile.name}\n${tile.text}`;
      button.replaceChildren(make('strong', '', tile.name), ...(tile.x < 4 ? [make('span', 'dim', tile.text)] : []));
    }
    for (const { list, part } of this.#lists) part.hidden = [...list.children].every((button) => button.hasAttribute('hidden'));
    this.command(this.at(4, 0));
  }
}

export const SKINS = [DancingLobbySkin, HallSkin];
