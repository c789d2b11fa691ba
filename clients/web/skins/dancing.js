// Matches of Dancing: the stage on a canvas, what it shows in words, and the commands.

import { make } from '../dom.js';
import { Skin } from '../skin.js';
import { Zoom } from '../zoom.js';

/** @import { Room, Thing } from '../model.js' */

const ROWS = 13; // of the tiles to the left of the board
const LEFT = 2; // their columns
const COMMANDS = ['Home', 'Help', 'Lobby', 'Slower', 'Faster', 'Pause', 'Again'];
/** @type {Record<string, string>} */
const SEATS = { 0: 'Dance', 1: 'Spoil', 3: 'Done', 4: 'Step', 5: 'Undo', 6: 'Lines' };
const MAIN = ['Dance', 'Done', 'Step'];
const CELL = /^(?:[.*]|[1-9]{1,2})$/;
const [CLOCK, PHASE, ROUND, STEP, DANCER, SPOILER] = [7, 8, 9, 10, 11, 12];
/** @type {Record<string, string>} */
const PHASES = {
  players: 'waiting for an opponent', stars: 'the spoiler is thinking', steps: 'the dancer is thinking', lines: 'waiting for the lines', over: 'the match is over',
};

// Colours that red-green colour-blind people can tell apart (after Okabe and Ito), and the ink for a digit on each.
const DANCERS = [
  ['#d55e00', '#000'], ['#2f8fd6', '#000'], ['#00a87a', '#000'], ['#f0e442', '#000'], ['#cc79a7', '#000'],
  ['#56d4e9', '#000'], ['#e69f00', '#000'], ['#a5703b', '#000'], ['#b4b4b4', '#000'],
];
const MOVED = 'ffffffff';
const CHOSEN = 'fff0f0f0';
const LIT = ['fff6f6e0', 'ffd8e8ff'];

class DancingSkin extends Skin {
  static label = 'dancing';

  /** @param {Room} model */
  static knows(model) {
    const size = model.matrix.x - LEFT;
    if (size < 2 || size > 50 || model.matrix.y !== Math.max(size, ROWS)) return false;
    if (!COMMANDS.every((name, y) => model.at(0, y)?.name === name)) return false;
    if (!Object.entries(SEATS).every(([y, name]) => model.at(1, Number(y))?.name === name)) return false;
    for (let y = CLOCK; y < ROWS; y += 1) if (model.at(0, y) === null) return false;
    const cells = model.tokens.filter(({ x, y }) => x >= LEFT && y < size);
    return cells.length === size * size && cells.every(({ name }) => CELL.test(name));
  }

  #canvas = make('canvas');
  #cells = make('div', 'cells');
  #facts = make('dl', 'facts');
  #pane = make('div', 'pane', this.#canvas, this.#cells);
  #zoom = new Zoom(this.#pane);
  #watch;

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.#canvas.setAttribute('role', 'img');
    this.#zoom.frame.classList.add('floor');
    this.board.append(this.#zoom.frame, this.#facts);
    this.actions.append(this.#zoom.button);
    this.#watch = new ResizeObserver(() => this.controller.model?.matrix && DancingSkin.knows(this.model) && this.#paint());
    this.#watch.observe(this.#pane);
  }

  end() {
    this.#watch.disconnect();
  }

  /** @param {HTMLElement} button */
  enlarges(button) {
    return this.#zoom.takes(button);
  }

  get #size() {
    return this.matrix.x - LEFT;
  }

  draw() {
    this.#paint();
    this.#drawCells();
    this.#drawFacts();
    for (const y of Object.keys(SEATS)) this.command(this.at(1, Number(y)), { isMain: MAIN.includes(SEATS[y]) });
    const isPaused = this.tileAt(0, 5).bg !== this.matrix.bg;
    for (const y of [5, 3, 4, 6, 2, 0]) this.command(this.at(0, y), { label: y === 5 && isPaused ? 'Play' : '' });
  }

  // The player whose turn it is clicks cells: then each has a button over the canvas.
  #drawCells() {
    const size = this.#size;
    const cells = this.model.tokens.filter(({ x, y }) => x >= LEFT && y < size);
    const canPlay = cells.some((tile) => tile.energy > 0);
    this.#cells.style.setProperty('--size', String(size));
    this.#cells.hidden = !canPlay;
    this.#zoom.draw(size, canPlay);
    if (!canPlay) return;
    for (const tile of cells) {
      const what = { '.': 'empty', '*': 'star' }[tile.name] ?? `dancer ${tile.name}`;
      const button = this.tile(tile, this.#cells, 'cell', `${what}, row ${tile.y}, column ${tile.x - LEFT}`);
      button.style.gridArea = `${tile.y + 1} / ${tile.x - LEFT + 1}`;
    }
  }

  #drawFacts() {
    const size = this.#size;
    const name = (/** @type {number} */ y) => this.tileAt(0, y).name;
    const who = (/** @type {number} */ y) => (name(y) !== '' && name(y) === this.model.myAgent?.name ? `${name(y)} (you)` : name(y));
    const facts = [
      ['Dancer', who(DANCER)], ['Spoiler', who(SPOILER)], ['Now', this.#cells.hidden ? PHASES[name(PHASE)] ?? name(PHASE) : 'your turn'],
      ['Time left', name(CLOCK)], ['Stage', `${name(ROUND)}, ${name(STEP)}`],
    ].filter(([, value]) => value !== '');
    const drawn = JSON.stringify(facts);
    if (this.#facts.dataset.drawn === drawn) return;
    this.#facts.dataset.drawn = drawn;
    this.#facts.replaceChildren(...facts.map(([term, value]) => make('div', '', make('dt', '', term), make('dd', '', value))));
    this.#canvas.setAttribute('aria-label', `The stage, ${size} by ${size}: ${name(STEP)}`);
  }

  // The canvas

  #paint() {
    const size = this.#size;
    const side = this.#pane.clientWidth;
    const ratio = devicePixelRatio;
    const pixels = Math.max(1, Math.round(side * ratio));
    if (this.#canvas.width !== pixels) this.#canvas.width = this.#canvas.height = pixels;
    const context = /** @type {CanvasRenderingContext2D} */ (this.#canvas.getContext('2d'));
    const cell = pixels / size;
    const style = getComputedStyle(this.board);
    const grounds = [style.getPropertyValue('--floor'), style.getPropertyValue('--floor-other')];
    const ink = style.getPropertyValue('--ink');
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        context.fillStyle = grounds[(x + y) % 2];
        context.fillRect(Math.floor(x * cell), Math.floor(y * cell), Math.ceil(cell), Math.ceil(cell));
        this.#spot(context, this.tileAt(x + LEFT, y), (x + 0.5) * cell, (y + 0.5) * cell, cell, ink);
      }
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Thing} tile @param {number} x @param {number} y @param {number} cell @param {string} ink */
  #spot(context, tile, x, y, cell, ink) {
    if (tile.name === '.') return;
    if (tile.name === '*') {
      star(context, x, y, cell * 0.42);
      return;
    }
    const [colour, digit] = DANCERS[Number(tile.name[0]) - 1];
    if (LIT.includes(tile.bg ?? '') || tile.bg === CHOSEN) {
      context.fillStyle = tile.bg === LIT[1] ? '#8fb4ff' : '#fff3b0';
      context.fillRect(x - cell / 2, y - cell / 2, cell, cell);
    }
    context.beginPath();
    context.arc(x, y, cell * 0.4, 0, 7);
    context.fillStyle = colour;
    context.fill();
    if (tile.fg === MOVED || tile.bg === CHOSEN) {
      context.lineWidth = Math.max(1.5, cell * 0.1);
      context.strokeStyle = tile.bg === CHOSEN ? '#c00' : ink;
      context.stroke();
    }
    if (cell < 11) return;
    context.fillStyle = digit;
    context.font = `700 ${Math.round(cell * (tile.name.length > 1 ? 0.4 : 0.5))}px system-ui, "Open Sans", sans-serif`;
    context.fillText(tile.name, x, y + cell * 0.03);
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x @param {number} y @param {number} radius */
function star(context, x, y, radius) {
  context.beginPath();
  for (let at = 0; at < 10; at += 1) {
    const r = at % 2 ? radius * 0.42 : radius;
    context.lineTo(x + r * Math.sin((at * Math.PI) / 5), y - r * Math.cos((at * Math.PI) / 5));
  }
  context.closePath();
  context.fillStyle = '#f2c14e';
  context.fill();
  context.strokeStyle = '#7d5600';
  context.lineWidth = 1;
  context.stroke();
}

export const SKINS = [DancingSkin];
