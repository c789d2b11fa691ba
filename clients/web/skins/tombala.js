// Rooms of Tombala: the number just drawn, the board of 90, the card, the players and the commands.

import { make, move, setAttribute, setText } from '../dom.js';
import { Skin } from '../skin.js';

/** @import { Room } from '../model.js' */
/** @import { CommandStyle } from '../skin.js' */

const COMMANDS = ['Next', 'Cinko', 'Auto mark', 'Home', 'Help', 'Lobby'];
const COMMANDS_X = 10;
const LAST_ROW = 9;
const CARD_TOP = 10;
const SEAT = /^(.+) (\d)( \.\.\.)?$/s; // read from the right: a name can end like this, too, but the cinkos come after it
const CLOCK = /^(\d+) s$/;

/** @param {string} name */
const numberOf = (name) => /^(?:([1-9]\d?)|\(([1-9]\d?)\))$/.exec(name)?.slice(1).find(Boolean) ?? null;
/** @param {string} name */
const isMarked = (name) => name.startsWith('(');

class TombalaSkin extends Skin {
  static label = 'tombala';

  /** @param {Room} model */
  static knows(model) {
    const { matrix } = model;
    if (matrix.x !== 14 || matrix.y !== 13) return false;
    if (!COMMANDS.every((name, y) => model.at(COMMANDS_X, y)?.name === name)) return false;
    for (let number = 1; number <= 90; number += 1) {
      if (numberOf(model.at((number - 1) % 10, Math.floor((number - 1) / 10))?.name ?? '') !== String(number)) return false;
    }
    for (let x = 0; x < 10; x += 1) if (model.at(x, LAST_ROW) === null) return false;
    for (let x = 0; x < 9; x += 1) for (let y = 0; y < 3; y += 1) if (model.at(x, CARD_TOP + y) === null) return false;
    return true;
  }

  #ball = make('div', 'ball');
  #number = make('strong');
  #words = make('span');
  #last = make('ol', 'last');
  #ninety = make('ol', 'ninety');
  #card = make('div', 'paper');
  #seats = make('ul', 'seats');

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.#ball.append(this.#number, this.#words);
    this.#ball.setAttribute('aria-live', 'polite');
    this.#last.setAttribute('aria-label', 'Previous numbers');
    this.#ninety.setAttribute('aria-label', 'Numbers drawn so far');
    this.#seats.setAttribute('aria-label', 'Players and cinkos');
    this.#ninety.append(...Array.from({ length: 90 }, () => make('li')));
    const left = make('div', 'left', this.#ball, this.#last);
    this.board.append(make('div', 'drawn', left, this.#ninety), this.#card, this.#seats);
  }

  draw() {
    const newest = this.tileAt(0, LAST_ROW).name;
    this.#drawBall(newest);
    this.#drawBoard(newest);
    this.#drawCard();
    this.#drawSeats();
    /** @type {Record<string, CommandStyle>} */
    const commands = { Next: { isMain: true, stays: true }, Cinko: { stays: true }, 'Auto mark': { label: this.#autoLabel } };
    for (const name of ['Next', 'Cinko', 'Auto mark', 'Lobby', 'Home']) {
      this.command(this.at(COMMANDS_X, COMMANDS.indexOf(name)), commands[name]);
    }
  }

  get #autoLabel() {
    return this.tileAt(COMMANDS_X, 2).text.startsWith('On:') ? 'Auto mark: on' : 'Auto mark: off';
  }

  // The number just drawn; before the game the countdown, after it who has won.
  /** @param {string} newest */
  #drawBall(newest) {
    const seconds = CLOCK.exec(this.at(COMMANDS_X, 9)?.name ?? '')?.[1] ?? '';
    const isOver = newest !== '' && this.tileAt(COMMANDS_X, 1).energy <= 0;
    const winner = this.#taken.find(({ cinkos }) => cinkos === '3');
    const me = this.model.myAgent?.name;
    let number = newest;
    let words = '';
    if (newest === '') [number, words] = [seconds, seconds ? 'seconds to go' : 'Not started'];
    else if (isOver) words = winner === undefined ? 'No winner' : winner.name === me ? 'You win!' : `${winner.name} wins`;
    if (this.#number.textContent !== number && newest) move(this.#ball, [{ transform: 'scale(0.6)' }, { transform: 'none' }], 250);
    setText(this.#number, number);
    setText(this.#words, words);
    const last = Array.from({ length: 9 }, (_, at) => this.tileAt(at + 1, LAST_ROW).name).filter(Boolean);
    if (this.#last.dataset.drawn === last.join()) return;
    this.#last.dataset.drawn = last.join();
    this.#last.replaceChildren(...last.map((one) => make('li', '', one)));
  }

  /** @param {string} newest */
  #drawBoard(newest) {
    for (let at = 0; at < 90; at += 1) {
      const { name } = this.tileAt(at % 10, Math.floor(at / 10));
      const item = this.#ninety.children[at];
      setText(item, String(at + 1));
      item.className = isMarked(name) ? (String(at + 1) === newest ? 'out new' : 'out') : '';
      setAttribute(item, 'aria-hidden', isMarked(name) ? null : 'true');
    }
  }

  #drawCard() {
    for (let y = CARD_TOP; y < CARD_TOP + 3; y += 1) {
      for (let x = 0; x < 9; x += 1) {
        const tile = this.tileAt(x, y);
        const number = numberOf(tile.name) ?? '';
        const about = number === '' ? 'blank' : `${number}${isMarked(tile.name) ? ', marked' : ''}`;
        const button = this.tile(tile, this.#card, '', about);
        button.className = `cell${number === '' ? ' blank' : ''}${isMarked(tile.name) ? ' marked' : ''}`;
        setText(button, number);
      }
    }
  }

  get #taken() {
    const found = [];
    for (let at = 0; at < 30; at += 1) {
      const name = this.at(11 + Math.floor(at / 10), at % 10)?.name ?? '';
      const parts = SEAT.exec(name);
      if (name !== '') found.push({ name: parts?.[1] ?? name, cinkos: parts?.[2] ?? '', isWaitedFor: parts?.[3] !== undefined });
    }
    return found;
  }

  #drawSeats() {
    const me = this.model.myAgent?.name;
    const seats = this.#taken;
    const drawn = JSON.stringify([me, seats]);
    if (this.#seats.dataset.drawn === drawn) return;
    this.#seats.dataset.drawn = drawn;
    this.#seats.replaceChildren(
      ...seats.map(({ name, cinkos, isWaitedFor }) => {
        const item = make('li', name === me ? 'me' : '', make('span', 'name', name === me ? 'you' : name), ' ', make('b', '', cinkos), make('span', 'unseen', cinkos === '1' ? ' cinko' : ' cinkos'));
        if (isWaitedFor) item.append(make('span', 'waits', ' …'), make('span', 'unseen', ', not ready yet'));
        item.title = isWaitedFor ? 'The game is waiting for this player' : '';
        return item;
      }),
    );
  }
}

export const SKINS = [TombalaSkin];
