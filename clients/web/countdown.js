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
  #left = 0; // seconds, on a clock that goes at this pace, ...
  #pace = 1;
  #since = 0; // ... when the clock of the page showed this
  /** @type {number | undefined} */
  #timer;

  constructor() {
    this.element.setAttribute('role', 'timer');
    this.element.ariaLabel = say('Time left');
    this.element.hidden = true;
  }

  // Count down from this many seconds; null if there is nothing to wait for. The clock may be faster, or stand still.
  /** @param {number | null} left @param {number} [pace] */
  draw(left, pace = 1) {
    clearTimeout(this.#timer);
    this.element.hidden = left === null;
    if (left === null) return;
    [this.#left, this.#pace, this.#since] = [left, pace, performance.now() / 1000];
    this.#tick();
  }

  #tick() {
    const left = Math.max(0, this.#left - (performance.now() / 1000 - this.#since) * this.#pace);
    setText(this.element, shownTime(left));
    this.element.classList.toggle('soon', left <= SOON);
    const pause = (left - Math.ceil(left) + 1) / this.#pace; // until the next number
    if (left > 0 && this.#pace > 0) this.#timer = setTimeout(() => this.element.isConnected && this.#tick(), Math.ceil(pause * 1000));
  }
}
