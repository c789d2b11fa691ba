// Rooms with doors to others: the lobbies of Tombala and of Dancing, and Replays.

import { make, setText } from '../dom.js';
import { Skin } from '../skin.js';
import { say } from '../words.js';

/** @import { Thing } from '../model.js' */

// A lobby: from there, players open tables of their own, too, if its game has them.
class Lobby extends Skin {
  #table = make('button', '', say('New table'), ' ', make('kbd', '', 'n'));

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.#table.type = 'button';
    this.#table.dataset.spot = 'table';
    this.#table.setAttribute('aria-keyshortcuts', 'n');
    this.#table.addEventListener('click', () => this.#open());
  }

  get #hasTables() {
    return this.controller.offersTables(this.model.address);
  }

  #open() {
    this.controller.showNewTable(this.model.address);
  }

  /** @returns {[string, string][]} */
  get keys() {
    return this.#hasTables ? [['n', say('open a table')]] : [];
  }

  /** @param {KeyboardEvent} event */
  takes({ key }) {
    const isTaken = key === 'n' && this.#hasTables;
    if (isTaken) this.#open();
    return isTaken;
  }

  // What is below the board.
  drawActions() {
    if (this.#hasTables && this.#table.parentNode === null) this.actions.prepend(this.#table);
    this.command(this.model.tile('home'));
  }
}

export class HallSkin extends Lobby {
  static label = 'hall';
  static kinds = ['tombala-lobby/1'];

  #cards = make('div', 'cards');
  #pills = make('div', 'pills');

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(this.#cards, this.#pills);
  }

  draw() {
    this.sweep();
    for (const [tile] of inPlaces(this, this.facts.rooms)) drawDoor(this.tile(tile, this.#cards, 'door', '', ''), tile.name, tile.text);
    for (const role of ['new', 'new timed']) {
      const tile = this.model.tile(role);
      if (tile !== null) setText(this.tile(tile, this.#pills, role === 'new' ? 'main' : 'pill'), tile.name);
    }
    this.drawActions();
  }
}

// The room Replays: a card for each finished game, and pages of them.
export class ReplaysSkin extends Skin {
  static label = 'hall';
  static kinds = ['replays/1'];

  #pills = make('div', 'pills');
  #cards = make('div', 'cards');

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(this.#pills, this.#cards);
  }

  draw() {
    this.sweep();
    for (const role of ['mine', 'all']) {
      const tile = this.model.tile(role);
      if (tile === null) continue;
      const button = this.tile(tile, this.#pills, '');
      const isChosen = this.you.page === role;
      button.className = isChosen ? 'pill chosen' : 'pill';
      button.setAttribute('aria-pressed', String(isChosen));
      setText(button, tile.name);
    }
    const cards = inPlaces(this, this.you.replays ?? {}).map(([tile, { title }]) => {
      const card = this.tile(tile, this.#cards, 'door', '', '');
      drawDoor(card, title, tile.text);
      return card;
    });
    for (const card of [...this.#cards.children]) /** @type {HTMLElement} */ (card).hidden = !cards.includes(/** @type {HTMLButtonElement} */ (card));
    for (const role of ['newer', 'older', 'refresh', 'home']) this.command(this.model.tile(role));
  }
}

/** @param {HTMLElement} button @param {string} name @param {string} about */
function drawDoor(button, name, about) {
  if (button.firstChild === null) button.append(make('strong'), ' ', make('span', 'about'));
  const [strong, words] = /** @type {HTMLElement[]} */ ([...button.children]);
  setText(strong, name);
  setText(words, about);
}

// The lobby of Dancing: matches, results, and tables to make.
export class DancingLobbySkin extends Lobby {
  static label = 'lobby';
  static kinds = ['dancing-lobby/1'];

  #lists = ['matches', 'results', 'tables'].map((fact, at) => {
    const words = [say('Matches'), say('Results'), say('New table')][at];
    const list = make('div', 'pills');
    list.setAttribute('role', 'group');
    list.setAttribute('aria-label', words);
    return { fact, list, part: make('section', '', make('h2', '', words), list) };
  });

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(...this.#lists.map(({ part }) => part));
  }

  draw() {
    this.sweep();
    for (const { fact, list, part } of this.#lists) {
      for (const [at, [tile]] of inPlaces(this, this.facts[fact]).entries()) this.#draw(tile, list, fact === 'tables' ? (at === 0 ? 'main' : 'pill') : 'match');
      part.hidden = list.children.length === 0;
    }
    this.drawActions();
  }

  /** @param {Thing} tile @param {HTMLElement} list @param {string} kind */
  #draw(tile, list, kind) {
    const button = this.tile(tile, list, kind);
    const drawn = `${tile.name}\n${tile.text}`;
    if (button.dataset.drawn === drawn) return;
    button.dataset.drawn = drawn;
    button.replaceChildren(make('strong', '', tile.name), ...(kind !== 'match' ? [] : [make('span', 'dim', tile.text)]));
  }
}

// The tiles of these facts, which are by role, in the order in which the room shows them.
/** @param {Skin} skin @param {Record<string, Record<string, any>>} facts @returns {[Thing, Record<string, any>][]} */
function inPlaces(skin, facts) {
  /** @type {[Thing, Record<string, any>][]} */
  const found = [];
  for (const [role, fact] of Object.entries(facts)) {
    const tile = skin.model.tile(role);
    if (tile !== null) found.push([tile, fact]);
  }
  return found.sort(([one], [other]) => one.y - other.y || one.x - other.x);
}

export const SKINS = [DancingLobbySkin, HallSkin, ReplaysSkin];
