// A countdown that the page draws itself, second by second: the server only says when the time is up.

import { make, setText } from './dom.js';
import { say } from './words.js';

const SOON = 10; // seconds

/** @param {number} seconds */
export function shownTime(seconds) {
  const left = Math.ceil(seconds);
  return left < 60 ? say('{n} s', { n: left }) : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}

export class Countdown {
  element = make('span', 'clock');
  #end = 0; // on the clock of the page, in seconds
  /** @type {number | undefined} */
  #timer;

  constructor() {
    this.element.setAttribute('role', 'timer');
    this.element.ariaLabel = say('Time left');
    this.element.hidden = true;
  }

  // Count down from this many seconds; null if there is nothing to wait for.
  /** @param {number | null} left */
  draw(left) {
    clearTimeout(this.#timer);
    this.element.hidden = left === null;
    if (left === null) return;
    this.#end = performance.now() / 1000 + left;
    this.#tick();
  }

  #tick() {
    const left = Math.max(0, this.#end - performance.now() / 1000);
    setText(this.element, shownTime(left));
    this.element.classList.toggle('soon', left <= SOON);
    const pause = left - Math.ceil(left) + 1; // until the next number
    if (left > 0) this.#timer = setTimeout(() => this.element.isConnected && this.#tick(), Math.ceil(pause * 1000));
  }
}
