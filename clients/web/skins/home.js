// Home as a front page: how to be playing at once, a card for each game, with who is there and its other forms, and smaller
// buttons for the rest.

import { draw, make, setText } from '../dom.js';
import { Skin } from '../skin.js';
import { list, members, text as textIn } from '../vocabulary.js';
import { say } from '../words.js';
import { shapeOf } from './setcards.js';

/** @import { Thing } from '../model.js' */
/** @import { Shading, Shape } from './setcards.js' */

/** @typedef {{ room: string, title: string, about: string, kind: string, people: number, bots: number, watching: number, names?: string[], variant_of?: string, tables?: unknown }} Door */

const APART = ['records/1', 'replays/1', 'account/1']; // rooms where nobody plays

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
  static label = 'home';
  static kinds = ['home/1'];

  #hello = make('div', 'hello');
  #name = make('strong');
  #soonest = make('span', 'dim');
  #play = way('play', say('Play now'), 'Enter');
  #new = way('new', say('New table'), 'n');
  #code = way('code', say('I have a code'), 'c');
  #cards = make('div', 'cards');
  #pills = make('div', 'pills');
  /** @type {Map<string, HTMLElement>} */
  #games = new Map(); // cards by the name of the room

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.classList.add('hall');
    this.#play.classList.add('main');
    this.#hello.append(make('p', '', this.#name, ' ', this.#soonest), make('div', 'ways', this.#play, this.#new, this.#code));
    this.board.append(this.#hello, this.#cards, this.#pills);
    this.#play.addEventListener('click', () => this.#playNow());
    this.#new.addEventListener('click', () => this.controller.showNewTable());
    this.#code.addEventListener('click', () => this.controller.askForCode());
  }

  // Where the user would be playing at once; empty until the server says so. It can be asked all the same, and says why not.
  get #offer() {
    return textIn(members(this.facts.play).text);
  }

  #playNow() {
    this.controller.leaveFor('/play');
  }

  // The keys of the page's own that work here.
  /** @returns {[string, string][]} */
  get keys() {
    if (this.#hello.hidden) return [];
    return [['Enter', say('play now')], ['n', say('open a table')], ['c', say('go to the table with a code')]];
  }

  /** @param {KeyboardEvent} event */
  takes({ key }) {
    if (this.#hello.hidden) return false;
    if (key === 'n') this.controller.showNewTable();
    else if (key === 'c') this.controller.askForCode();
    else if (key === 'Enter') this.#playNow();
    else return false;
    return true;
  }

  // Help is a button of the page.
  draw() {
    this.sweep();
    /** @type {[string, Door][]} */
    const rooms = Object.entries(members(this.facts.rooms)).map(([role, room]) => [role, /** @type {Door} */ (members(room))]);
    this.#drawHello(rooms);
    for (const [role, room] of rooms) {
      const tile = this.model.tile(role);
      if (tile !== null && room.variant_of === undefined && !APART.includes(room.kind)) this.#card(tile, room);
    }
    for (const [role, room] of rooms) {
      const tile = this.model.tile(role);
      if (tile === null || (room.variant_of === undefined && !APART.includes(room.kind))) continue;
      const box = this.#games.get(room.variant_of ?? '');
      if (box === undefined) this.#pill(tile);
      else this.#variant(tile, room, box);
    }
    for (const [name, box] of this.#games) {
      if (box.firstElementChild?.tagName === 'BUTTON') continue;
      box.remove(); // the room has closed
      this.#games.delete(name);
    }
    const recharge = this.model.tile('recharge');
    if (recharge !== null) this.#pill(recharge);
  }

  /** @param {[string, Door][]} rooms */
  #drawHello(rooms) {
    const hasTables = rooms.some(([, room]) => 'table' in room);
    this.#hello.hidden = this.#offer === '' && !hasTables;
    setText(this.#name, say('Hello, {name}.', { name: this.model.myAgent?.name ?? '' }));
    setText(this.#soonest, this.#offer);
    this.#new.hidden = !hasTables;
  }

  /** @param {Thing} tile */
  #pill(tile) {
    setText(this.tile(tile, this.#pills, 'pill'), tile.name);
  }

  // Another form of a game, within its box.
  /** @param {Thing} tile @param {Door} room @param {HTMLElement} box */
  #variant(tile, room, box) {
    const button = this.tile(tile, /** @type {HTMLElement} */ (box.querySelector('.variants')), 'pill', '', '');
    const who = whoIsThere(room);
    setText(button, who === '' ? tile.name : `${tile.name} · ${who}`);
  }

  // Beside the other forms of a game: tables that everybody can join.
  /** @param {HTMLElement} box @param {Door} room */
  #drawTables(box, room) {
    const tables = tablesOf(room);
    const drawn = JSON.stringify(tables);
    if (drawn === (box.dataset.tables ?? '[]')) return;
    box.dataset.tables = drawn;
    for (const old of box.querySelectorAll('.variants .table')) old.remove();
    const buttons = tables.map(({ join, words }) => {
      const button = make('button', 'pill table', words);
      button.type = 'button';
      button.dataset.spot = `join ${join}`;
      button.addEventListener('click', () => this.controller.leaveFor(`/join ${join}`));
      return button;
    });
    box.querySelector('.variants')?.append(...buttons);
  }

  /** @param {Thing} tile @param {Door} room */
  #card(tile, room) {
    const box = this.#games.get(room.room) ?? make('div', 'game');
    this.#games.set(room.room, box);
    if (box.parentNode === null) this.#cards.append(box);
    const button = this.tile(tile, box, 'door', '', '');
    if (button.firstChild === null) {
      button.append(make('span', 'drawing'), make('strong'), ' ', make('span', 'about'), ' ', make('span', 'there'));
      box.append(make('div', 'variants'));
    }
    const [drawing, title, about, there] = /** @type {HTMLElement[]} */ ([...button.children]);
    if (drawing.dataset.of !== room.kind) {
      drawing.dataset.of = room.kind;
      const inside = (DRAWINGS.get(room.kind) ?? OTHER)();
      drawing.replaceChildren(draw('svg', { viewBox: '-1 -2 150 36', width: 150, height: 36, 'aria-hidden': true }, ...inside));
    }
    this.#drawTables(box, room);
    setText(title, room.title);
    setText(about, room.about);
    const who = whoIsThere(room);
    setText(there, who || say('nobody there yet'));
    there.classList.toggle('busy', room.people > 0);
    there.classList.toggle('bots', room.people === 0 && room.bots > 0);
  }
}

// The tables of players' own that everybody can join.
/** @param {Door} room @returns {{ join: string, words: string }[]} */
function tablesOf({ tables }) {
  const all = (Array.isArray(tables) ? tables : []).map((given) => /** @type {Door & { join?: string }} */ (members(given)));
  return all.map((table) => ({ join: textIn(table.join), words: [textIn(table.title), whoIsThere({ ...table, watching: 0 })].filter(Boolean).join(' · ') })).filter(({ join }) => join !== '');
}

// A way to be playing, beside the cards.
/** @param {string} name @param {string} words @param {string} key */
function way(name, words, key) {
  const button = make('button', name, words, ' ', make('kbd', '', key));
  button.type = 'button';
  button.dataset.spot = name;
  button.setAttribute('aria-keyshortcuts', key);
  return button;
}

// People by name, and how many others.
/** @param {Door} room */
function whoIsThere({ people, bots, watching, names }) {
  const known = list(names).slice(0, people);
  const more = people - known.length;
  const parts = [
    known.join(', '),
    more > 0 && (known.length > 0 ? say('{n} more', { n: more }) : say('{n} person', { n: people }, '{n} people')),
    bots > 0 && say('{n} bot', { n: bots }, '{n} bots'),
    watching > 0 && say('{n} watching', { n: watching }),
  ];
  return parts.filter(Boolean).join(' · ');
}

export const SKINS = [HomeSkin];
