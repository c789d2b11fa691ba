// Boards of cards to turn: PairPanicking and Memory.

import { make, move, setText } from '../dom.js';
import { Skin } from '../skin.js';

/** @import { Room, Thing } from '../model.js' */

const HIDDEN = '?';
const TURN = 260; // ms
const FACE = /^(?:\?|[a-z]{2}!?)$/;

class PairsSkin extends Skin {
  #cards = make('div', 'cards');
  /** @type {Map<string, string>} */
  #faces = new Map();

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(this.#cards);
  }

  /** @param {number} side @param {{ isSolved: (tile: Thing) => boolean, isWrong: (tile: Thing) => boolean }} given */
  drawCards(side, { isSolved, isWrong }) {
    this.#cards.style.setProperty('--side', String(side));
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        const tile = this.at(x, y);
        if (tile !== null) this.#card(tile, isSolved(tile), isWrong(tile));
      }
    }
  }

  /** @param {Thing} tile @param {boolean} isSolved @param {boolean} isWrong */
  #card(tile, isSolved, isWrong) {
    const isHidden = tile.name === HIDDEN;
    const where = `row ${tile.y + 1}, column ${tile.x + 1}`;
    const about = isHidden ? `hidden, ${where}` : isSolved ? `${tile.name}, solved, ${where}` : `${tile.name}, ${where}`;
    const button = this.tile(tile, this.#cards, '', about, isHidden ? '' : tile.text);
    const state = isHidden ? 'hidden' : isSolved ? 'solved' : 'up';
    button.className = `turn ${state}${isWrong ? ' wrong' : ''}`;
    this.face(button, tile);
    this.paint(button, tile);
    const cell = `${tile.x},${tile.y}`;
    const before = this.#faces.get(cell);
    this.#faces.set(cell, state);
    const isTurned = before !== undefined && (before === 'hidden') !== (state === 'hidden');
    if (isTurned) move(button, [{ transform: 'perspective(400px) rotateY(90deg)' }, { transform: 'none' }], TURN);
  }
}

// PairPanicking: 8 by 8 squares, and five tiles beside them.
class PairPanickingSkin extends PairsSkin {
  static label = 'pairs';

  /** @param {Room} model */
  static knows(model) {
    const { matrix } = model;
    if (matrix.x !== 9 || matrix.y !== 8) return false;
    return ['Home', 'Help', 'Scoring', 'Restart'].every((name, y) => model.at(8, y)?.name === name) && model.at(8, 4) !== null;
  }

  #clock = make('p', 'clock');

  draw() {
    this.drawCards(8, { isSolved: ({ name }) => name === '··', isWrong: () => false });
    for (const y of [3, 2]) this.command(this.at(8, y), { isMain: y === 3 });
    if (!this.#clock.isConnected) this.actions.append(this.#clock);
    setText(this.#clock, this.tileAt(8, 4).name);
    this.command(this.at(8, 0));
  }
}

// Memory: a square of cards, and the players beside it.
class MemorySkin extends PairsSkin {
  static label = 'memory';

  /** @param {Thing} given */
  static #side({ x }) {
    return x - 1;
  }

  /** @param {Room} model */
  static knows(model) {
    const side = MemorySkin.#side(model.matrix);
    if (side < 2 || side % 2 || model.matrix.y !== Math.max(side, 8)) return false;
    if (model.at(side, 0)?.name !== 'Home' || model.at(side, 1)?.name !== 'Help') return false;
    const cards = model.tokens.filter(({ x, y }) => x < side && y < side);
    return cards.length === side * side && cards.every(({ name }) => FACE.test(name));
  }

  #players = make('ul', 'players');

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(this.#players);
    this.#players.setAttribute('aria-label', 'Cards found');
  }

  draw() {
    const side = MemorySkin.#side(this.matrix);
    this.drawCards(side, {
      isSolved: ({ name, energy }) => name !== HIDDEN && energy <= 0,
      isWrong: ({ name }) => name.endsWith('!'),
    });
    this.#drawPlayers(this.model.tokens.filter(({ x, y }) => x === side && y > 1));
    this.command(this.at(side, 0));
  }

  // The number comes last, so a name cannot fake it.
  /** @param {Thing[]} tiles */
  #drawPlayers(tiles) {
    const drawn = JSON.stringify(tiles.map(({ name, bg, text }) => [name, bg, text]));
    if (this.#players.dataset.drawn === drawn) return;
    this.#players.dataset.drawn = drawn;
    this.#players.replaceChildren(
      ...tiles.map((tile) => {
        const at = tile.name.lastIndexOf(' ');
        const swatch = make('i', 'swatch');
        this.paint(swatch, tile);
        const item = make('li', '', swatch, make('span', 'name', tile.name.slice(0, at)), ' ', make('b', '', tile.name.slice(at + 1)));
        item.title = tile.text;
        return item;
      }),
    );
  }
}

export const SKINS = [PairPanickingSkin, MemorySkin];
