// Boards with cells too small for a thumb: touching one, or a button, enlarges the board, which can be scrolled then.

import { make, setText } from './dom.js';
import { say } from './words.js';

const THUMB = 44; // pixels
const LARGE = 48; // pixels of a cell that was enlarged
const coarse = matchMedia('(pointer: coarse)');

export class Zoom {
  frame;
  button = make('button', 'zoom');
  #pane;
  #columns = 1;
  #isOn = false;

  // The pane has the cells, and is as wide as the frame, or wider.
  /** @param {HTMLElement} pane */
  constructor(pane) {
    this.#pane = pane;
    this.frame = make('div', 'zooms', pane);
    this.button.type = 'button';
    new ResizeObserver(() => this.draw(this.#columns, this.#isOn)).observe(this.frame);
    this.button.addEventListener('click', () => (this.#isLarge ? this.#reduce() : this.#enlarge(0.5, 0.5)));
  }

  get #isLarge() {
    return this.frame.classList.contains('large');
  }

  get #isSmall() {
    return coarse.matches && this.frame.clientWidth / this.#columns < THUMB;
  }

  // Called after drawing, with the number of columns, and whether the cells can be touched now.
  /** @param {number} columns @param {boolean} isOn */
  draw(columns, isOn) {
    [this.#columns, this.#isOn] = [columns, isOn];
    if (this.#isLarge && !(isOn && this.#isSmall)) this.#reduce();
    this.button.hidden = !(isOn && this.#isSmall);
    setText(this.button, this.#isLarge ? say('Whole board') : say('Enlarge'));
  }

  // Whether a touch of this cell has enlarged the board: then it was not a click.
  /** @param {HTMLElement} cell */
  takes(cell) {
    if (this.#isLarge || !this.#isSmall || !this.#pane.contains(cell)) return false;
    const [inner, outer] = [cell.getBoundingClientRect(), this.#pane.getBoundingClientRect()];
    this.#enlarge(
      (inner.x + inner.width / 2 - outer.x) / outer.width,
      (inner.y + inner.height / 2 - outer.y) / outer.height,
    );
    return true;
  }

  // Enlarge around a point; x and y run from 0 to 1.
  /** @param {number} x @param {number} y */
  #enlarge(x, y) {
    const { frame } = this;
    frame.style.setProperty('--zoom', String((LARGE * this.#columns) / frame.clientWidth));
    frame.classList.add('large');
    frame.scrollTo(x * frame.scrollWidth - frame.clientWidth / 2, y * frame.scrollHeight - frame.clientHeight / 2);
    setText(this.button, say('Whole board'));
  }

  #reduce() {
    this.frame.classList.remove('large');
    this.frame.style.removeProperty('--zoom');
    setText(this.button, say('Enlarge'));
  }
}
