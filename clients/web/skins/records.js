// The room Records: tables of the best, the latest and one's own, and a plot of a rating over time.

import { draw, make, setText } from '../dom.js';
import { Skin } from '../skin.js';

/** @import { Room, Thing } from '../model.js' */

const COLUMNS = 10;
const BLOCK = 5;
const HEADING = 2;
const LINE = 13;
const COMMANDS = ['Home', 'Help', 'Refresh', 'By rating', 'By wins', 'Latest', 'Mine'];
const LEVELS = '▁▂▃▄▅▆▇█';
const PLOT = new RegExp(`^([${LEVELS}]+) (\\S+ to \\S+)$`);

class RecordsSkin extends Skin {
  static label = 'records';

  /** @param {Room} model */
  static knows(model) {
    if (model.matrix.x !== COLUMNS || model.matrix.y !== LINE + 1) return false;
    return COMMANDS.every((name, x) => model.at(x, 0)?.name === name) && model.at(0, LINE) !== null;
  }

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
    for (let x = 0; x < COLUMNS; x += 1) {
      if (x > 2) this.#pill(this.at(x, 0), this.#pages);
      this.#pill(this.at(x, 1), this.#games);
    }
    for (const x of [2, 0]) this.command(this.at(x, 0));
    this.#tables.forEach((table, side) => this.#drawTable(table, side * BLOCK));
    this.#drawLine();
  }

  /** @param {Thing | null} tile @param {Element} parent */
  #pill(tile, parent) {
    if (tile === null) return;
    const isChosen = tile.bg !== this.matrix.bg;
    const button = this.tile(tile, parent, '');
    button.className = isChosen ? 'pill chosen' : 'pill';
    button.setAttribute('aria-pressed', String(isChosen));
    button.hidden = tile.name === '';
    setText(button, tile.name);
  }

  /** @param {HTMLTableElement} table @param {number} left */
  #drawTable(table, left) {
    const rows = [];
    for (let y = HEADING; y < LINE; y += 1) {
      const cells = Array.from({ length: BLOCK }, (_, at) => this.at(left + at, y)?.name ?? '');
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

  // The last row: a note, or a plot of blocks with what they range over.
  #drawLine() {
    const line = Array.from({ length: COLUMNS }, (_, x) => this.at(x, LINE)?.name ?? '').join('');
    const found = PLOT.exec(line);
    setText(this.#note, found === null ? line : this.tileAt(0, LINE).text);
    if (this.#plot.dataset.drawn === line) return;
    this.#plot.dataset.drawn = line;
    this.#plot.replaceChildren(...(found === null ? [] : [plot(found[1])]));
  }
}

/** @param {string} blocks */
function plot(blocks) {
  const levels = [...blocks].map((block) => LEVELS.indexOf(block));
  const step = 600 / Math.max(1, levels.length - 1);
  const points = levels.map((level, at) => `${(at * step).toFixed(1)},${(90 - (level * 80) / 7).toFixed(1)}`);
  if (points.length === 1) points.push(`600,${points[0].split(',')[1]}`);
  return draw(
    'svg',
    { viewBox: '-6 0 612 100', preserveAspectRatio: 'none', 'aria-hidden': true },
    draw('polygon', { points: `0,100 ${points.join(' ')} 600,100`, class: 'under' }),
    draw('polyline', { points: points.join(' '), class: 'over' }),
  );
}

export const SKINS = [RecordsSkin];
