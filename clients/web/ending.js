// The end of a game: its result over the board, until the user closes it or the next game begins. In a replay it would
// only cover what people came to see.

import { by, make, setText } from './dom.js';
import { isReplay } from './replay.js';
import { firstStep, members, text } from './vocabulary.js';
import { say } from './words.js';

/** @import { Model } from './model.js' */

export class Ending {
  #box = by('ending');
  #leave;
  #watch;
  /** @type {unknown} */
  #closed = null; // the result that the user has closed
  /** @type {unknown} */
  #result = null; // the one that was drawn last
  #replay = ''; // the id of that of the game
  #drawn = '';

  // `leave` gives the focus to the board; `watch` leads to the replay with this id.
  /** @param {() => void} leave @param {(id: string) => void} watch */
  constructor(leave, watch) {
    this.#leave = leave;
    this.#watch = watch;
    by('watch').addEventListener('click', () => this.watch());
    for (const id of ['again', 'ending-close']) by(id).addEventListener('click', () => this.close());
  }

  get isOpen() {
    return !this.#box.hidden;
  }

  // Whether the game that is over can be watched again from here.
  get canWatch() {
    return this.isOpen && this.#replay !== '';
  }

  watch() {
    if (this.canWatch) this.#watch(this.#replay);
  }

  close() {
    this.#closed = this.#result;
    this.#hide();
  }

  #hide() {
    const hadFocus = this.#box.contains(document.activeElement);
    this.#box.hidden = true;
    if (hadFocus) this.#leave();
  }

  /** @param {Model} model */
  draw(model) {
    this.#result = model.result;
    const places = placesOf(model);
    const isOn = model.facts.phase === 'playing'; // already the next game: somebody has left, and a spectator has their seat
    if (places.length === 0 || model.result === this.#closed || isOn || isReplay(model)) {
      if (this.isOpen) this.#hide();
      return;
    }
    const next = [firstStep(model), 'lobby'].map((role) => model.tile(role)).find((tile) => tile !== null && tile.energy > 0);
    by('again').hidden = !next;
    if (next) {
      setText(by('again'), next.name);
      by('again').dataset.act = next.objid;
    }
    this.#replay = text(model.result.replay);
    by('watch').hidden = this.#replay === '';
    const more = Number(model.result.more) || 0;
    setText(by('others'), more > 0 ? say('and {n} more', { n: more }) : '');
    this.#drawPlaces(places);
    this.#box.hidden = false;
  }

  /** @param {Place[]} places */
  #drawPlaces(places) {
    const drawn = JSON.stringify(places);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#box.classList.toggle('pointless', places.every(({ points }) => points === ''));
    by('places').replaceChildren(
      ...places.map(({ place, name, score, points, isMe, hasLeft }) =>
        make('tr', [isMe ? 'me' : '', hasLeft ? 'gone' : ''].join(' ').trim(), ...[`${place}.`, name, score, points].map((words) => make('td', '', words)))),
    );
  }
}

/** @typedef {{ place: string, name: string, score: string, points: string, isMe: boolean, hasLeft: boolean }} Place */

// The standings as they are shown: the best, and the user's own if it is below them.
/** @param {Model} model @returns {Place[]} */
function placesOf({ result, you, me }) {
  const { standings } = result;
  const rows = [...(Array.isArray(standings) ? standings : []), ...(you.standing === undefined ? [] : [you.standing])].map(members);
  return rows.map(({ place, name, score, points, agent, stayed }) => ({
    place: text(place),
    name: stayed === false ? say('{name} (left)', { name: text(name) }) : text(name),
    score: text(score),
    points: typeof points === 'number' ? `${points < 0 ? '' : '+'}${points}` : '',
    isMe: text(agent) === me,
    hasLeft: stayed === false,
  }));
}
