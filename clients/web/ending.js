// The end of a game as the room tells it: a ranking over the board, until the user closes it or the next game begins.
//
// Only the room itself can say so to everybody: what players say comes from their agents.

import { by, make, setText } from './dom.js';

/** @import { HeardLine, Model } from './model.js' */

const HEADING = 'Game over. The ranking:';
const PLACE = /^ *(\d{1,6})\. (.*\S) +(-?\d+(?:\.\d+)?)(?: \(([+-]\d+)\))?$/;
const MORE = /^and (\d{1,6}) more\.$/;
const NEXT = ['Restart', 'Lobby']; // tiles that lead to another game
const NEW_GAME = 3; // tiles that can be clicked, and could not at the end, mean that the next game has begun

// The tiles that can be clicked now.
/** @param {Model} model */
const enabled = (model) => new Set(model.tokens.filter(({ energy }) => energy > 0).map(({ objid }) => objid));

export class Ending {
  #box = by('ending');
  /** @type {Model | null} */
  #model = null;
  #next = 0; // the number of the first line that was not read yet
  #isReading = false;
  /** @type {string[][]} */
  #places = [];
  #more = '';
  /** @type {string | null} */
  #room = null;
  /** @type {Set<string>} */
  #tiles = new Set(); // that could be clicked when the game ended

  #leave;

  // `leave` gives the focus to the board.
  /** @param {() => void} leave */
  constructor(leave) {
    this.#leave = leave;
    for (const id of ['again', 'ending-close']) by(id).addEventListener('click', () => this.close());
  }

  get isOpen() {
    return !this.#box.hidden;
  }

  close() {
    const hadFocus = this.#box.contains(document.activeElement);
    this.#places = [];
    this.#box.hidden = true;
    if (hadFocus) this.#leave();
  }

  /** @param {Model} model */
  draw(model) {
    if (model !== this.#model) [this.#model, this.#next, this.#isReading] = [model, 0, false];
    const news = model.heard.filter(({ number }) => number >= this.#next);
    this.#next = model.linesHeard;
    for (const line of news) if (line.from === model.current) this.#hear(line, model);
    const isGone = this.#room !== model.current || [...enabled(model)].filter((tile) => !this.#tiles.has(tile)).length >= NEW_GAME;
    if (this.#places.length && isGone) this.close();
    if (this.#places.length) this.#show(model, news.length > 0);
  }

  /** @param {HeardLine} given @param {Model} model */
  #hear({ message, to, isMine }, model) {
    const isForAll = to === model.current;
    const place = PLACE.exec(message);
    if (isForAll && message === HEADING) {
      [this.#places, this.#more, this.#isReading] = [[], '', true];
      [this.#room, this.#tiles] = [model.current, enabled(model)];
    } else if (this.#isReading && isForAll && MORE.test(message)) {
      this.#more = message;
    } else if (this.#isReading && (isForAll || isMine) && place !== null) {
      this.#places.push(place.slice(1, 5));
    } else if (isForAll) {
      this.#isReading = false;
    }
  }

  /** @param {Model} model @param {boolean} isNew */
  #show(model, isNew) {
    const next = NEXT.map((word) => model.tokens.find(({ name, energy }) => name === word && energy > 0)).find(Boolean);
    by('again').hidden = next === undefined;
    if (next !== undefined) {
      setText(by('again'), next.name);
      by('again').dataset.act = next.objid;
    }
    if (this.isOpen && !isNew) return;
    const me = model.myAgent?.name;
    const hasPoints = this.#places.some(([, , , points]) => points);
    this.#box.classList.toggle('pointless', !hasPoints);
    by('places').replaceChildren(
      ...this.#places.map(([place, name, score, points = '']) =>
        make('tr', name === me ? 'me' : '', ...[`${place}.`, name, score, points].map((text) => make('td', '', text)))),
    );
    by('others').textContent = this.#more;
    this.#box.hidden = false;
  }
}
