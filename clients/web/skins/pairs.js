// Boards of cards to turn: PairPanicking and Memory.

import { Countdown } from '../countdown.js';
import { make, move, setText } from '../dom.js';
import { SeatList } from '../seatlist.js';
import { Skin } from '../skin.js';
import { firstStep } from '../vocabulary.js';
import { say } from '../words.js';

const TURN = 260; // ms

/** @typedef {'hidden' | 'up' | 'wrong' | 'solved'} State */

class PairsSkin extends Skin {
  cards = make('div', 'cards');

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(this.cards);
  }

  // Draw the tile in a role, as its state is.
  /** @param {string} role @param {(name: string) => State} stateOf from the name of the tile */
  card(role, stateOf) {
    const tile = this.model.tile(role);
    if (tile === null) return;
    const state = stateOf(tile.name);
    const isHidden = state === 'hidden';
    const [row, column, name] = [tile.y + 1, tile.x + 1, tile.name];
    const about = isHidden
      ? say('hidden, row {row}, column {column}', { row, column })
      : state === 'solved'
        ? say('{name}, solved, row {row}, column {column}', { name, row, column })
        : say('{name}, row {row}, column {column}', { name, row, column });
    const button = this.tile(tile, this.cards, '', about, isHidden ? '' : tile.text);
    const before = button.dataset.state;
    button.dataset.state = state;
    button.className = `turn ${state === 'wrong' ? 'up wrong' : state}`;
    button.classList.toggle('asleep', isHidden && tile.energy <= 0);
    this.face(button, tile);
    this.paint(button, tile);
    const isTurned = before !== undefined && (before === 'hidden') !== isHidden;
    if (isTurned) move(button, [{ transform: 'perspective(400px) rotateY(90deg)' }, { transform: 'none' }], TURN);
  }

  // Draw the cards of a square board, row by row.
  /** @param {number} side @param {(x: number, y: number) => void} draw */
  each(side, draw) {
    this.cards.style.setProperty('--side', String(side));
    for (let y = 0; y < side; y += 1) for (let x = 0; x < side; x += 1) draw(x, y);
  }
}

// PairPanicking tells roles and no facts: it is played by its tiles alone, whose names say what a square shows.
class PairPanickingSkin extends PairsSkin {
  static label = 'pairs';
  static kinds = ['pairpanicking/1'];

  #clock = make('p', 'clock');

  draw() {
    this.each(8, (x, y) => this.card(`square/${x}/${y}`, (name) => (name === '?' ? 'hidden' : name === '··' ? 'solved' : 'up')));
    const first = firstStep(this.model);
    for (const role of ['restart', 'recharge']) this.command(this.model.tile(role), { isMain: role === first });
    this.command(this.model.tile('scoring'));
    if (!this.#clock.isConnected) this.actions.append(this.#clock);
    setText(this.#clock, this.model.tile('clock')?.name ?? '');
    this.command(this.model.tile('home'));
  }
}

// Memory: a square of cards, and the players beside it.
class MemorySkin extends PairsSkin {
  static label = 'memory';
  static kinds = ['memory/1'];

  #clock = new Countdown();
  #seats = new SeatList((n) => say('card', { n }, 'cards'));

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(make('div', 'beside', this.#clock.element, this.#seats.element));
  }

  draw() {
    const { options, cards, deadline } = this.facts;
    /** @type {Record<string, State>} */
    const states = { up: 'up', wrong: 'wrong', found: 'solved' };
    this.each(options.dim, (x, y) => this.card(`card/${x}/${y}`, () => states[cards[`card/${x}/${y}`]?.state] ?? 'hidden'));
    this.#clock.draw(this.model.secondsLeft(deadline), this.model.pace);
    this.#seats.draw(this.model);
    this.command(this.model.tile('home'));
  }
}

export const SKINS = [PairPanickingSkin, MemorySkin];
