// Noughts and crosses: nine large cells, and above them who plays, whose turn it is, and the clock.

import { draw, make, setText } from '../dom.js';
import { Skin } from '../skin.js';

/** @import { Room, Thing } from '../model.js' */

/** @type {Record<string, string>} */
const MARKS = { X: 'M14 14L50 50M50 14L14 50', O: 'M32 12a20 20 0 1 0 .01 0Z', '.': '' };

const SEATS = 3; // the row of both players and the clock

class NoughtsSkin extends Skin {
  static label = 'noughts';

  /** @param {Room} model */
  static knows(model) {
    const { matrix } = model;
    if (matrix.x !== 4 || matrix.y !== 4) return false;
    if (!['Home', 'Help', 'Restart'].every((name, y) => model.at(3, y)?.name === name)) return false;
    if (![0, 1, 2].every((x) => model.at(x, SEATS))) return false;
    const cells = model.tokens.filter(({ x, y }) => x < 3 && y < 3);
    return cells.length === 9 && cells.every(({ name }) => Object.hasOwn(MARKS, name));
  }

  #cells = make('div', 'cells');

  #seats = [0, 1, 2].map(() => make('span'));

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(make('div', 'seats', ...this.#seats), this.#cells);
  }

  draw() {
    for (const [x, seat] of this.#seats.entries()) {
      const { name, text } = this.tileAt(x, SEATS);
      setText(seat, x < 2 ? `${name} · ${text}` : name);
      seat.classList.toggle('on', x < 2 && (text === 'to move' || text === 'wins'));
    }
    for (let y = 0; y < 3; y += 1) {
      for (let x = 0; x < 3; x += 1) this.#cell(this.tileAt(x, y));
    }
    for (const y of [2, 0]) this.command(this.at(3, y), { isMain: y === 2 });
  }

  /** @param {Thing} tile */
  #cell(tile) {
    const where = `row ${tile.y + 1}, column ${tile.x + 1}`;
    const button = this.tile(tile, this.#cells, '', `${tile.name === '.' ? 'empty' : tile.name}, ${where}`, '');
    button.className = `cell ${tile.name === 'X' ? 'cross' : tile.name === 'O' ? 'nought' : 'empty'}`;
    const winner = [0, 1].map((x) => this.tileAt(x, SEATS)).find(({ text }) => text === 'wins');
    button.classList.toggle('won', winner !== undefined && tile.bg === winner.bg);
    if (button.dataset.mark === tile.name) return;
    button.dataset.mark = tile.name;
    button.replaceChildren(draw('svg', { viewBox: '0 0 64 64', 'aria-hidden': true }, draw('path', { d: MARKS[tile.name] })));
  }
}

export const SKINS = [NoughtsSkin];
