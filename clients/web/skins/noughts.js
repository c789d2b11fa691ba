// Noughts and crosses: large cells, and above them who plays, whose turn it is, and the clock.

import { Countdown } from '../countdown.js';
import { draw, make, setText } from '../dom.js';
import { Skin } from '../skin.js';
import { say } from '../words.js';

/** @type {Record<string, string>} */
const MARKS = { X: 'M14 14L50 50M50 14L14 50', O: 'M32 12a20 20 0 1 0 .01 0Z' };
/** @type {Record<string, string>} */
const NAMES = { X: 'cross', O: 'nought' };
const SIDE = 3; // rows and columns of the usual board

class NoughtsSkin extends Skin {
  static label = 'noughts';
  static kinds = ['noughts/1'];

  #cells = make('div', 'cells');
  #seats = Object.keys(MARKS).map((mark) => ({ mark, shown: make('span', NAMES[mark]) }));
  #clock = new Countdown();

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(make('div', 'seats', ...this.#seats.map(({ shown }) => shown), this.#clock.element), this.#cells);
  }

  draw() {
    const { seats, turn, winner, deadline, options } = this.facts;
    for (const { mark, shown } of this.#seats) {
      const state = this.model.tile(`seat/${mark}`)?.text ?? '';
      setText(shown, `${mark} ${seats[mark]?.player.name ?? ''} · ${state}`);
      shown.classList.toggle('on', turn.includes(mark) || winner === mark);
    }
    this.#clock.draw(this.model.secondsLeft(deadline), this.model.pace);
    const side = options?.board ?? SIDE;
    this.#cells.style.setProperty('--side', String(side));
    for (let y = 0; y < side; y += 1) for (let x = 0; x < side; x += 1) this.#cell(x, y);
    this.command(this.model.tile('restart'), { isMain: true });
    this.command(this.model.tile('home'));
  }

  /** @param {number} x @param {number} y */
  #cell(x, y) {
    const role = `cell/${x}/${y}`;
    const tile = this.model.tile(role);
    if (tile === null) return;
    const mark = this.facts.board[role] ?? '';
    const [row, column] = [y + 1, x + 1];
    const about = mark === '' ? say('empty, row {row}, column {column}', { row, column }) : say('{mark}, row {row}, column {column}', { mark, row, column });
    const button = this.tile(tile, this.#cells, '', about, '');
    button.className = `cell ${NAMES[mark] ?? 'empty'}`;
    button.classList.toggle('last', this.facts.last === role);
    button.classList.toggle('won', this.facts.line?.includes(role) ?? false);
    if (button.dataset.mark === mark) return;
    button.dataset.mark = mark;
    button.replaceChildren(draw('svg', { viewBox: '0 0 64 64', 'aria-hidden': true }, draw('path', { d: MARKS[mark] ?? '' })));
  }
}

export const SKINS = [NoughtsSkin];
