// The line beside the board: what the room has just told the user alone, and otherwise how things stand for them.
//
// Whatever is said to everybody is in the chat, and never here.

import { by, move, setText } from './dom.js';
import { isReplay } from './replay.js';
import { isMyTurn, text } from './vocabulary.js';

/** @import { Model } from './model.js' */

const SHOWN = 8000; // ms that what was told stays, unless the user does something else
const FLASH = 250; // ms

export class Aside {
  #element = by('aside');
  /** @type {Model | null} */
  #model = null;
  /** @type {string | null} */
  #room = null;
  #told = '';
  #isOld = false; // whether the user has done something since
  /** @type {number | undefined} */
  #timer;

  // The room, or the page itself, tells the user alone.
  /** @param {string} words */
  tell(words) {
    clearTimeout(this.#timer);
    [this.#told, this.#isOld] = [words, false];
    this.#timer = setTimeout(() => this.#forget(), SHOWN);
    this.#show();
    move(this.#element, [{ opacity: 0.2 }, { opacity: 1 }], FLASH); // it may be the same words again
  }

  // The user has done something: unless the room answers in words, what it said before is over.
  acted() {
    this.#isOld = true;
  }

  #forget() {
    clearTimeout(this.#timer);
    [this.#told, this.#isOld] = ['', false];
    this.#show();
  }

  /** @param {Model} model */
  draw(model) {
    this.#model = model;
    const hasLeft = model.current !== this.#room;
    this.#room = model.current;
    if (this.#isOld || hasLeft) this.#forget();
    else this.#show();
  }

  #show() {
    const status = this.#model === null || isReplay(this.#model) ? '' : text(this.#model.you.status);
    setText(this.#element, this.#told || status);
    this.#element.classList.toggle('told', this.#told !== '');
    this.#element.classList.toggle('turn', this.#model !== null && isMyTurn(this.#model));
  }
}
