// Lobbies, with doors to other rooms: of Tombala and of Dancing.

import { make, setText } from '../dom.js';
import { Skin } from '../skin.js';

/** @import { Room, Thing } from '../model.js' */

const COLUMNS = 3; // of rooms; a further column has the other tiles

export class HallSkin extends Skin {
  static label = 'hall';

  /** @param {Room} model */
  static knows(model) {
    const names = model.tokens.filter(({ x }) => x === COLUMNS).map(({ name }) => name);
    return model.matrix.x === COLUMNS + 1 && names.includes('Help') && names.includes('New room');
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
    for (const tile of tiles.filter(({ name }) => name !== 'Help')) {
      if (tile.x === COLUMNS) this.#pill(tile);
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
    if (button.firstChild === null) button.append(make('strong'), ' ', make('span', 'about'));
    const [name, about] = /** @type {HTMLElement[]} */ ([...button.children]);
    setText(name, tile.name);
    setText(about, tile.text);
  }
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
