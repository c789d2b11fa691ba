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
  #rows = 0;
  #isOn = false;

  // The pane has the cells, and is as wide as the frame, or wider.
  /** @param {HTMLElement} pane */
  constructor(pane) {
    this.#pane = pane;
    this.frame = make('div', 'zooms', pane);
    this.button.type = 'button';
    new ResizeObserver(() => this.draw(this.#columns, this.#isOn, this.#rows)).observe(this.frame);
    this.button.addEventListener('click', () => (this.#isLarge ? this.#reduce() : this.#enlarge(0.5, 0.5)));
  }

  get #isLarge() {
    return this.frame.classList.contains('large');
  }

  get #isSmall() {
    const { clientWidth, clientHeight } = this.frame;
    return coarse.matches && Math.min(clientWidth / this.#columns, clientHeight / this.#rows) < THUMB;
  }

  // Called after drawing, with the number of columns, whether the cells can be touched now, and the number of rows if
  // they have to fit into the height of the frame.
  /** @param {number} columns @param {boolean} isOn @param {number} [rows] */
  draw(columns, isOn, rows = 0) {
    [this.#columns, this.#isOn, this.#rows] = [columns, isOn, rows];
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
