// Rooms of Tombala: the number just drawn, the board of 90, the card, the players and the commands.

import { Countdown } from '../countdown.js';
import { make, move, setAttribute, setText } from '../dom.js';
import { Skin } from '../skin.js';
import { seatsOf } from '../vocabulary.js';
import { say } from '../words.js';

const LAST = 9; // numbers before the newest
const [ROWS, COLUMNS] = [3, 9]; // of the card

class TombalaSkin extends Skin {
  static label = 'tombala';
  static kinds = ['tombala/1'];

  #ball = make('div', 'ball');
  #number = make('strong');
  #words = make('span');
  #clock = new Countdown();
  #last = make('ol', 'last');
  #ninety = make('ol', 'ninety');
  #card = make('div', 'paper');
  #seats = make('ul', 'seats');

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.#ball.append(this.#number, this.#words, this.#clock.element);
    this.#number.ariaLive = this.#words.ariaLive = 'polite';
    this.#last.setAttribute('aria-label', say('Previous numbers'));
    this.#ninety.setAttribute('aria-label', say('Numbers drawn so far'));
    this.#seats.setAttribute('aria-label', say('Players and cinkos'));
    this.#ninety.append(...Array.from({ length: 90 }, (_, at) => make('li', '', String(at + 1))));
    const left = make('div', 'left', this.#ball, this.#last);
    this.board.append(make('div', 'drawn', left, this.#ninety), this.#card, this.#seats);
  }

  draw() {
    this.#drawBall();
    this.#drawBoard();
    this.#drawCard();
    this.#drawSeats();
    const isCinko = (this.you.full ?? []).length > 0;
    const stays = this.you.card !== undefined; // whoever only watches has no card, and nothing to wait for
    this.command(this.model.tile('next'), { isMain: !isCinko, stays });
    this.command(this.model.tile('cinko'), { isMain: isCinko, stays });
    this.command(this.model.tile('auto'), { label: this.you.auto ? say('Auto mark: on') : say('Auto mark: off') });
    for (const role of ['lobby', 'home']) this.command(this.model.tile(role));
  }

  // The number just drawn; before the game the countdown, after it who has won.
  #drawBall() {
    const { drawn, phase, deadline } = this.facts;
    const newest = drawn.length === 0 ? '' : String(drawn.at(-1));
    if (this.#number.textContent !== newest && newest) move(this.#ball, [{ transform: 'scale(0.6)' }, { transform: 'none' }], 250);
    setText(this.#number, newest);
    setText(this.#words, this.#state);
    this.#clock.draw(phase === 'starting' ? this.model.secondsLeft(deadline) : null, this.model.pace);
    const last = drawn.slice(0, -1).slice(-LAST).reverse();
    if (this.#last.dataset.drawn === last.join()) return;
    this.#last.dataset.drawn = last.join();
    this.#last.replaceChildren(...last.map((/** @type {number} */ one) => make('li', '', String(one))));
  }

  get #state() {
    const { phase } = this.facts;
    if (phase === 'waiting') return say('Not started');
    if (phase === 'starting') return say('until the first number');
    if (phase !== 'over') return '';
    const winner = seatsOf(this.model).find(({ isWinner }) => isWinner);
    if (winner === undefined) return say('No winner');
    return winner.isMe ? say('You win!') : say('{name} wins', { name: winner.name });
  }

  #drawBoard() {
    const { drawn } = this.facts;
    const out = new Set(drawn);
    for (let number = 1; number <= 90; number += 1) {
      const item = this.#ninety.children[number - 1];
      item.className = out.has(number) ? (number === drawn.at(-1) ? 'out new' : 'out') : '';
      setAttribute(item, 'aria-hidden', out.has(number) ? null : 'true');
    }
  }

  // A full row that is not announced yet is lit.
  #drawCard() {
    const { full = [] } = this.you;
    this.#card.hidden = this.you.card === undefined;
    for (let row = 0; row < ROWS; row += 1) {
      for (let column = 0; column < COLUMNS; column += 1) this.#drawCell(`card/${row}/${column}`, full.includes(row));
    }
  }

  /** @param {string} role @param {boolean} isFull */
  #drawCell(role, isFull) {
    const tile = this.model.tile(role);
    if (tile === null) return;
    const { card = {}, marks = [] } = this.you;
    const number = card[role];
    const isMarked = marks.includes(number);
    const marked = isMarked ? say('{number}, marked', { number }) : String(number);
    const about = number === undefined ? say('blank') : isFull ? say('{number}, in a full row', { number: marked }) : marked;
    const button = this.tile(tile, this.#card, '', about);
    button.className = ['cell', number === undefined && 'blank', isMarked && 'marked', isFull && 'full'].filter(Boolean).join(' ');
    setText(button, String(number ?? ''));
  }

  #drawSeats() {
    const seats = seatsOf(this.model);
    const drawn = JSON.stringify(seats);
    if (this.#seats.dataset.drawn === drawn) return;
    this.#seats.dataset.drawn = drawn;
    this.#seats.replaceChildren(
      ...seats.map(({ name, score, isMe, isNext }) => {
        const cinkos = say('cinko', { n: Number(score) }, 'cinkos');
        const item = make('li', isMe ? 'me' : '', make('span', 'name', isMe ? say('you') : name), ' ', make('b', '', score), make('span', 'unseen', ` ${cinkos}`));
        if (isNext) item.append(make('span', 'waits', ' …'), make('span', 'unseen', `, ${say('not ready yet')}`));
        item.title = isNext ? say('The game is waiting for this player') : '';
        return item;
      }),
    );
  }
}

export const SKINS = [TombalaSkin];
