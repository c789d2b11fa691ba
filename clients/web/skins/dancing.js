// Matches of Dancing: the stage on a canvas, what it shows in words, and the commands.

import { css, inkOn, read } from '../colours.js';
import { Countdown } from '../countdown.js';
import { make } from '../dom.js';
import { isReplay } from '../replay.js';
import { Skin } from '../skin.js';
import { seatsOf } from '../vocabulary.js';
import { say } from '../words.js';
import { Zoom } from '../zoom.js';

/** @import { Thing } from '../model.js' */

const COMMANDS = ['dance', 'spoil', 'done', 'step ends', 'undo', 'lines', 'pause', 'slower', 'faster', 'again', 'lobby', 'home'];
const MAIN = ['done', 'step ends'];
/** @type {Record<string, string>} */
const SEATS = { dance: '0', spoil: '1' }; // by the roles of the tiles to sit down
const LIT = ['#fff3b0', '#8fb4ff']; // the ground of lines at the end, in turn

/**
 * What stands in a cell.
 * @typedef {object} Spot
 * @property {number[]} colours of the dancers there; in a step that is prepared there can be two
 * @property {boolean} [isStar]
 * @property {boolean} [isMoved] just now
 * @property {boolean} [isSelected]
 * @property {number} [line] at the end
 */

class DancingSkin extends Skin {
  static label = 'dancing';
  static kinds = ['dancing/1'];

  #canvas = make('canvas');
  #cells = make('div', 'cells');
  #facts = make('dl', 'facts');
  #clock = new Countdown();
  #left = make('div', '', make('dt', '', say('Time left')), make('dd', '', this.#clock.element));
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
    this.#watch = new ResizeObserver(() => DancingSkin.kinds.includes(this.controller.model?.kind ?? '') && this.#paint());
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
    return this.facts.options.size;
  }

  // The board of the player whose turn it is, who may be ahead of the stage; for everybody else, the stage.
  get #board() {
    return this.you.board ?? this.facts.stage;
  }

  draw() {
    this.#paint();
    this.#drawCells();
    this.#drawFacts();
    const main = this.you.goal ? ['lines'] : this.you.seat === undefined ? ['dance'] : MAIN;
    for (const role of COMMANDS) {
      const isMine = SEATS[role] !== undefined && SEATS[role] === this.you.seat;
      const label = role === 'pause' && this.facts.stage.paused ? say('Play') : isMine ? say('Stand up') : '';
      this.command(this.model.tile(role), { isMain: !isMine && main.includes(role), label });
    }
  }

  // What stands where, by role.
  get #spots() {
    const { dancers, stars, moved = [], lines = {} } = this.#board;
    const { moves = [], selected = [] } = this.you;
    const left = new Set(moves.map((/** @type {string[]} */ [start]) => start));
    /** @type {Map<string, Spot>} */
    const spots = new Map(stars.map((/** @type {string} */ role) => [role, { colours: [], isStar: true }]));
    for (const [start, end] of moves) spots.set(end, { colours: [dancers[start]], isMoved: true });
    for (const [role, colour] of Object.entries(dancers)) {
      if (!left.has(role)) spots.set(role, { ...spots.get(role), colours: [...(spots.get(role)?.colours ?? []), colour], line: lines[role] });
    }
    for (const [roles, key] of [[moved, 'isMoved'], [selected, 'isSelected']]) {
      for (const role of roles) spots.set(role, { colours: [], ...spots.get(role), [key]: true });
    }
    return spots;
  }

  // The player whose turn it is clicks cells: then each has a button over the canvas.
  #drawCells() {
    const size = this.#size;
    const canPlay = this.you.board !== undefined && !isReplay(this.model);
    this.#cells.style.setProperty('--size', String(size));
    this.#cells.hidden = !canPlay;
    this.#zoom.draw(size, canPlay);
    if (!canPlay) return;
    const spots = this.#spots;
    for (let row = 0; row < size; row += 1) {
      for (let column = 0; column < size; column += 1) {
        const tile = this.model.tile(`cell/${row}/${column}`);
        if (tile !== null) this.#drawCell(tile, spots.get(`cell/${row}/${column}`), row, column);
      }
    }
  }

  /** @param {Thing} tile @param {Spot | undefined} spot @param {number} row @param {number} column */
  #drawCell(tile, spot, row, column) {
    const colour = spot?.colours.join(' ') ?? '';
    const what = colour !== '' ? say('dancer {colour}', { colour }) : spot?.isStar ? say('star') : say('empty');
    const button = this.tile(tile, this.#cells, 'cell', say('{what}, row {row}, column {column}', { what, row, column }));
    button.style.gridArea = `${row + 1} / ${column + 1}`;
  }

  #drawFacts() {
    const { stage, deadline, options } = this.facts;
    const { round, step } = this.#board;
    const steps = this.#board.steps ?? step;
    const shown = options.rounds === 1 ? say('step {step} of {steps}', { step, steps }) : say('round {round}, step {step} of {steps}', { round, step, steps });
    const facts = [[say('Dancer'), this.#who(true)], [say('Spoiler'), this.#who(false)], [say('Now'), this.#state], [say('Stage'), shown]].filter(([, value]) => value !== '');
    const left = this.model.secondsLeft(deadline);
    this.#clock.draw(left, this.model.pace);
    this.#left.hidden = left === null;
    const drawn = JSON.stringify(facts);
    if (this.#facts.dataset.drawn === drawn) return;
    this.#facts.dataset.drawn = drawn;
    this.#facts.replaceChildren(...facts.map(([term, value]) => make('div', '', make('dt', '', term), make('dd', '', value))), this.#left);
    const size = this.#size;
    this.#canvas.setAttribute('aria-label', say('The stage, {size} by {size}: step {step}', { size, step: stage.step }));
  }

  // Who dances in the round that is shown, or who spoils it.
  /** @param {boolean} dances */
  #who(dances) {
    const isDancer = ({ id = '', role = '' }) => (this.you.board === undefined ? id === this.facts.stage.choreographer : role === 'choreographer');
    const seat = seatsOf(this.model).find((one) => isDancer(one) === dances);
    if (seat === undefined) return '';
    return seat.isMe ? say('{name} (you)', { name: seat.name }) : seat.name;
  }

  get #state() {
    const { phase, step, cancelled } = this.facts;
    if (cancelled) return say('the match is cancelled');
    if (phase === 'waiting') return seatsOf(this.model).length < 2 ? say('waiting for an opponent') : say('no match yet');
    if (phase === 'starting') return say('about to begin');
    if (phase === 'over') return say('the match is over');
    if (this.you.board !== undefined && !isReplay(this.model)) return say('your turn');
    if (step === 'lines') return say('waiting for the lines');
    return step === 'stars' ? say('the spoiler is thinking') : say('the dancer is thinking');
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
    const spots = this.#spots;
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    for (let y = 0; y < size; y += 1) {
      for (let x = 0; x < size; x += 1) {
        context.fillStyle = grounds[(x + y) % 2];
        context.fillRect(Math.floor(x * cell), Math.floor(y * cell), Math.ceil(cell), Math.ceil(cell));
        const spot = spots.get(`cell/${y}/${x}`);
        if (spot !== undefined) this.#spot(context, spot, (x + 0.5) * cell, (y + 0.5) * cell, cell, ink);
      }
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Spot} spot @param {number} x @param {number} y @param {number} cell @param {string} ink */
  #spot(context, { colours, isStar, isMoved, isSelected, line }, x, y, cell, ink) {
    if (isStar) star(context, x, y, cell * 0.42);
    if (colours.length === 0) return;
    const colour = read(this.facts.options.palette[colours[0] - 1]);
    if (line !== undefined || isSelected) {
      context.fillStyle = LIT[(line ?? 0) % 2];
      context.fillRect(x - cell / 2, y - cell / 2, cell, cell);
    }
    context.beginPath();
    context.arc(x, y, cell * 0.4, 0, 7);
    context.fillStyle = css(colour);
    context.fill();
    if (isMoved || isSelected) {
      context.lineWidth = Math.max(1.5, cell * 0.1);
      context.strokeStyle = isSelected ? '#c00' : ink;
      context.stroke();
    }
    if (cell < 11) return;
    context.fillStyle = css(inkOn(colour));
    context.font = `700 ${Math.round(cell * (colours.length > 1 ? 0.4 : 0.5))}px system-ui, "Open Sans", sans-serif`;
    context.fillText(colours.join(''), x, y + cell * 0.03);
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
