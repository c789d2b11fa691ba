// Any room without a skin: who sits where, whose turn it is, the time, the matrix as a grid of buttons, and commands.
//
// All of it comes from the facts that games have in common. A room that tells none is its grid and its keys.

import { Countdown } from './countdown.js';
import { make, setAttribute, setText } from './dom.js';
import { isControl } from './replay.js';
import { SeatList } from './seatlist.js';
import { Skin } from './skin.js';
import { firstStep, isMyTurn, list, seatsOf } from './vocabulary.js';
import { say } from './words.js';
import { Zoom } from './zoom.js';

/** @import { Model, Thing } from './model.js' */

const SHORT = 3; // characters that fit into a square in large letters
const FITTING = 7; // and in small ones

export class Panel extends Skin {
  static label = 'panel';

  #news = make('strong', 'news');
  #clock = new Countdown();
  #seats = new SeatList();
  #above = make('div', 'above', this.#news, this.#clock.element);
  #tiles = make('div', 'tiles');
  #zoom = new Zoom(this.#tiles);
  #isThemed = true;

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.#news.setAttribute('role', 'status');
    this.board.append(this.#above, this.#seats.element, this.#zoom.frame);
  }

  /** @param {HTMLElement} button */
  enlarges(button) {
    return this.#zoom.takes(button);
  }

  // Until a tile has colours of its own: beside those, black and white of the room mean black and white.
  get isThemed() {
    return this.#isThemed;
  }

  draw() {
    const { model } = this;
    this.sweep();
    const left = model.secondsLeft(this.facts.deadline);
    setText(this.#news, newsOf(model));
    this.#news.classList.toggle('mine', isMyTurn(model));
    this.#clock.draw(left, model.pace);
    this.#above.hidden = this.#news.textContent === '' && left === null;
    this.#seats.draw(model);
    this.#drawGround();
    const places = this.#places(left !== null);
    this.#drawTiles(places.board);
    this.#drawActions(places.commands);
  }

  // Which tiles are the board, and which are commands below it. What the panel shows already is neither.
  /** @param {boolean} hasClock */
  #places(hasClock) {
    const hasSeats = typeof this.facts.seats === 'object';
    /** @type {Record<string, Thing[]>} */
    const found = { board: [], commands: [], shown: [] };
    for (const tile of this.model.tokens.toSorted((one, other) => one.y - other.y || one.x - other.x)) {
      const role = this.model.roleOf(tile.objid);
      const isBoard = role.split('/')[0] === this.model.boardRole;
      const isSeat = hasSeats && role.startsWith('seat/');
      const isShown = isControl(this.model, tile) || role === 'help' || (role === 'clock' && hasClock) || (isSeat && tile.energy <= 0);
      if (isShown && !isBoard) found.shown.push(tile);
      else if (!isBoard && (/^\p{L}[^/]*$/u.test(role) || isSeat)) found.commands.push(tile);
      else found.board.push(tile);
    }
    return found.board.length ? found : { board: found.commands, commands: [] };
  }

  /** @param {Thing[]} tiles */
  #drawTiles(tiles) {
    const { boardRole } = this.model;
    const selected = list(this.you.selected);
    const [left, top] = [Math.min(...tiles.map(({ x }) => x)), Math.min(...tiles.map(({ y }) => y))];
    const columns = Math.max(1, ...tiles.map(({ x }) => x - left + 1));
    this.board.style.setProperty('--columns', String(columns));
    const rows = Math.max(1, ...tiles.map(({ y }) => y - top + 1));
    const isSquare = boardRole !== '' || tiles.every(({ name }) => name.length <= FITTING);
    this.board.style.setProperty('--rows', String(rows));
    this.#tiles.classList.toggle('square', isSquare);
    this.#isThemed &&= !tiles.some((tile) => this.hasColours(tile));
    const drawn = new Set(tiles.map(({ x, y }) => this.known(x, y)));
    for (const button of [...this.#tiles.children]) if (!drawn.has(/** @type {HTMLButtonElement} */ (button))) button.remove();
    for (const tile of tiles) {
      const role = this.model.roleOf(tile.objid);
      const isBlank = tile.name === '' && tile.image === null && tile.energy <= 0;
      const about = tile.name === '' ? tile.text || say('blank') : '';
      const button = this.tile(tile, this.#tiles, '', about);
      const isBoard = boardRole !== '' && role.split('/')[0] === boardRole;
      const isSelected = selected.includes(role);
      const signs = [isBlank && 'blank', isBoard && 'board', isSelected && 'selected', tile.name.length <= SHORT && 'short'];
      button.className = ['tile', ...signs.filter(Boolean)].join(' ');
      setAttribute(button, 'aria-pressed', isSelected ? 'true' : null);
      button.style.gridColumn = String(tile.x - left + 1);
      button.style.gridRow = String(tile.y - top + 1);
      this.face(button, tile);
      this.paint(button, tile);
    }
    this.#zoom.draw(columns, true, isSquare ? rows : 0);
  }

  // Commands keep their places; below them are the keys that no tile stands for.
  /** @param {Thing[]} tiles */
  #drawActions(tiles) {
    const isLast = (/** @type {Thing} */ tile) => Number(this.model.roleOf(tile.objid) === 'home');
    const commands = tiles.toSorted((one, other) => isLast(one) - isLast(other)).flatMap((tile) => {
      const isMain = this.model.roleOf(tile.objid) === firstStep(this.model) && tile.energy > 0;
      return this.command(tile, { isMain, stays: tile.name !== '' }) ?? [];
    });
    const keys = this.model.keys.filter((key) => key.energy > 0 && !this.#hasTile(key)).map((key) => this.keyButton(key));
    const buttons = [this.#zoom.button, ...keys, ...commands];
    const { children } = this.actions;
    const isSame = children.length === buttons.length && buttons.every((button, at) => button === children[at]);
    if (!isSame) this.actions.replaceChildren(...buttons);
  }

  // Whether a tile does what this key does.
  /** @param {Thing} key */
  #hasTile(key) {
    const role = this.model.roleOf(key.objid);
    return role === 'key/help' || this.model.tile(role.replace(/^key\//, '')) !== null;
  }

  #drawGround() {
    const { image } = this.matrix;
    const url = image === null ? null : this.controller.pictures.url(this.model.things.get(image));
    this.board.style.backgroundImage = url === null ? '' : `url("${url}")`;
  }
}

// What the game waits for, in a few words.
/** @param {Model} model */
export function newsOf(model) {
  const { facts } = model;
  const seats = seatsOf(model);
  const winner = seats.find(({ isWinner }) => isWinner);
  if (facts.phase === 'waiting') return say('Waiting for players');
  if (facts.phase === 'starting') return say('About to start');
  if (facts.phase === 'over') return winner === undefined ? say('Game over') : winner.isMe ? say('You have won!') : say('{name} has won.', { name: winner.name });
  if (isMyTurn(model)) return say('Your turn');
  const names = seats.filter(({ isNext, name }) => isNext && name !== '').map(({ name }) => name);
  if (names.length === 1) return say('{name} is to move', { name: names[0] });
  return names.length ? say('Waiting for {names}', { names: names.join(', ') }) : '';
}
