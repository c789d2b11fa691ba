// The room Records: tables of the best, the latest and one's own, and a plot of a rating over time.

import { draw, make, setText } from '../dom.js';
import { Skin } from '../skin.js';

const PAGES = ['page/rating', 'page/wins', 'page/latest', 'page/mine', 'period/today', 'period/month', 'period/ever'];
// The table has its places in its roles: two blocks side by side, and a heading above the rows.
const BLOCK = 5;
const [HEADING, END] = [2, 13];
const [WIDTH, TOP, BOTTOM] = [600, 10, 90]; // of a plot

class RecordsSkin extends Skin {
  static label = 'records';
  static kinds = ['records/1'];

  #games = make('div', 'pills');
  #pages = make('div', 'pills');
  #tables = [make('table'), make('table')];
  #note = make('p', 'note');
  #plot = make('div', 'plot');

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(this.#games, this.#pages, make('div', 'tables', ...this.#tables), this.#plot, this.#note);
  }

  draw() {
    const { page, period, game, games, more, note = '' } = this.you;
    for (const role of PAGES) this.#pill(role, this.#pages, [`page/${page}`, `period/${period}`].includes(role));
    for (const button of this.#games.querySelectorAll('button')) button.hidden = true;
    for (const [role, title] of Object.entries(games)) this.#pill(role, this.#games, title === game);
    if (more !== undefined) this.#pill(more, this.#games, false);
    for (const role of ['refresh', 'home']) this.command(this.model.tile(role));
    this.#tables.forEach((table, side) => this.#drawTable(table, side * BLOCK));
    setText(this.#note, note);
    this.#drawPlot();
  }

  /** @param {string} role @param {Element} parent @param {boolean} isChosen */
  #pill(role, parent, isChosen) {
    const tile = this.model.tile(role);
    if (tile === null) return;
    const button = this.tile(tile, parent, '');
    button.className = isChosen ? 'pill chosen' : 'pill';
    button.setAttribute('aria-pressed', String(isChosen));
    button.hidden = false;
    setText(button, tile.name);
  }

  /** @param {HTMLTableElement} table @param {number} left */
  #drawTable(table, left) {
    const rows = [];
    for (let y = HEADING; y < END; y += 1) {
      const cells = Array.from({ length: BLOCK }, (_, at) => this.model.tile(`cell/${left + at}/${y}`)?.name ?? '');
      if (y === HEADING || cells.some(Boolean)) rows.push(cells);
    }
    const isEmpty = rows.length < 2;
    table.hidden = isEmpty;
    const drawn = JSON.stringify(rows);
    if (isEmpty || table.dataset.drawn === drawn) return;
    table.dataset.drawn = drawn;
    const [heading, ...rest] = rows;
    table.replaceChildren(
      make('thead', '', make('tr', '', ...heading.map((name) => make('th', '', name)))),
      make('tbody', '', ...rest.map((cells) => make('tr', '', ...cells.map((name) => make('td', '', name))))),
    );
  }

  #drawPlot() {
    /** @type {number[]} */
    const numbers = this.you.plot ?? [];
    const drawn = numbers.join(' ');
    if (this.#plot.dataset.drawn === drawn) return;
    this.#plot.dataset.drawn = drawn;
    this.#plot.replaceChildren(...(numbers.length === 0 ? [] : [plot(numbers)]));
  }
}

/** @param {number[]} numbers */
function plot(numbers) {
  const [lowest, highest] = [Math.min(...numbers), Math.max(...numbers)];
  const height = (/** @type {number} */ one) => (lowest === highest ? (TOP + BOTTOM) / 2 : BOTTOM - ((one - lowest) * (BOTTOM - TOP)) / (highest - lowest));
  const step = WIDTH / Math.max(1, numbers.length - 1);
  const points = numbers.map((one, at) => `${(at * step).toFixed(1)},${height(one).toFixed(1)}`);
  if (points.length === 1) points.push(`${WIDTH},${height(numbers[0]).toFixed(1)}`);
  return draw(
    'svg',
    { viewBox: '-6 0 612 100', preserveAspectRatio: 'none', 'aria-hidden': true },
    draw('polygon', { points: `0,100 ${points.join(' ')} ${WIDTH},100`, class: 'under' }),
    draw('polyline', { points: points.join(' '), class: 'over' }),
  );
}

export const SKINS = [RecordsSkin];
