// The end of a game: who has won, below the board, until the user closes it or the next game begins. In a replay it would
// only cover what people came to see.

import { by, focused, make, move, setAttribute, setText } from './dom.js';
import { isReplay } from './replay.js';
import { canShare, linkTo, offer } from './sharing.js';
import { countMore, inOneLine, rowsOf, verdictOf } from './standings.js';
import { tableIn } from './table.js';
import { firstStep, text } from './vocabulary.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Model, Thing } from './model.js' */
/** @import { Row, Verdict } from './standings.js' */

const SUDDEN = 600; // ms in which a key may still be meant for the game
const REPLAYS = 'replays'; // the address of the room with all replays
const RISE = 250; // ms

export class Ending {
  #box = by('ending');
  #again = by('again');
  #controller;
  #leave;
  /** @type {unknown} */
  #closed = null; // the result that the user has closed
  /** @type {unknown} */
  #result = null; // the one that was drawn last
  /** @type {Row[]} */
  #rows = [];
  #replay = ''; // the id of that of the game
  #drawn = '';
  #opened = -Infinity;
  /** @type {() => void} */
  #next = () => {}; // what playing again is

  // `leave` gives the focus to the board.
  /** @param {Controller} controller @param {() => void} leave */
  constructor(controller, leave) {
    this.#controller = controller;
    this.#leave = leave;
    this.#again.addEventListener('click', ({ detail }) => (detail > 0 ? this.#next() : this.again()));
    by('watch').addEventListener('click', ({ detail }) => (detail > 0 ? this.#watch() : this.watch()));
    by('share-result').addEventListener('click', () => this.#share());
    by('ending-leave').addEventListener('click', () => this.#act(this.#controller.model?.tile('home') ?? null));
    by('ending-close').addEventListener('click', () => this.close());
  }

  get isOpen() {
    return !this.#box.hidden;
  }

  // The keys that work here, and what they do.
  /** @returns {[string, string][]} */
  get keys() {
    if (!this.isOpen) return [];
    return [['Enter', say('play again')], ...(this.canWatch ? [/** @type {[string, string]} */ (['w', say('watch it again')])] : []), ['Esc', say('back to the board')]];
  }

  // Whether the game that is over can be watched again from here.
  get canWatch() {
    return this.isOpen && this.#replay !== '';
  }

  // By a key.
  watch() {
    if (!this.#isSudden) this.#watch();
  }

  #watch() {
    if (this.canWatch) this.#controller.watch(this.#replay);
  }

  again() {
    if (this.isOpen && !this.#isSudden) this.#next();
  }

  get #isSudden() {
    return performance.now() - this.#opened < SUDDEN;
  }

  /** @param {Thing | null} tile */
  #act(tile) {
    if (tile !== null) this.#controller.act(tile);
  }

  async #share() {
    const { model } = this.#controller;
    if (model === null) return;
    const words = inOneLine(model, this.#rows);
    const url = linkTo(this.#replay ? `${REPLAYS}/${this.#replay}` : model.address);
    if (canShare()) await navigator.share({ text: words, url }).catch(() => {}); // the user has changed their mind
    else offer(`${words} ${url}`, by('share-result'), (isCopied) => this.#controller.tell(isCopied ? say('Copied the result.') : `${words} ${url}`));
  }

  close() {
    this.#closed = this.#result;
    this.#hide();
  }

  #hide() {
    const hadFocus = this.#box.contains(focused());
    this.#box.hidden = true;
    document.body.classList.remove('ended');
    if (hadFocus) this.#leave();
  }

  /** @param {Model} model */
  draw(model) {
    this.#result = model.result;
    this.#rows = rowsOf(model);
    const { phase } = model.facts; // it may be the next game already: somebody has left, and a spectator has their seat
    const isNext = phase === 'playing' || (phase === 'starting' && tableIn(model) !== null);
    if (this.#rows.length === 0 || model.result === this.#closed || isNext || isReplay(model)) {
      if (this.isOpen) this.#hide();
      return;
    }
    this.#drawResult(model);
    this.#drawNext(model);
    if (!this.isOpen) this.#show();
  }

  #show() {
    const held = focused();
    this.#opened = performance.now();
    this.#box.hidden = false;
    document.body.classList.add('ended');
    move(this.#box, [{ opacity: 0, translate: '0 1rem' }, { opacity: 1, translate: '0 0' }], RISE);
    if (held === document.body || by('play').contains(held)) this.#again.focus({ preventScroll: true });
  }

  /** @param {Model} model */
  #drawResult(model) {
    const verdict = verdictOf(model, this.#rows);
    const [note, more] = [text(model.result.note), countMore(model)];
    this.#replay = text(model.result.replay);
    by('watch').hidden = this.#replay === '';
    by('ending-leave').hidden = model.tile('home') === null;
    setText(by('ending-note'), note);
    setText(by('others'), more > 0 ? say('and {n} more', { n: more }) : '');
    const drawn = JSON.stringify([verdict, this.#rows]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    by('ending-title').replaceChildren(...headline(verdict));
    by('places').replaceChildren(...this.#rows.map(card));
  }

  // What leads to the next game: at a table of one's own, to say so; elsewhere a tile; or to stay, where it begins by itself.
  /** @param {Model} model */
  #drawNext(model) {
    const table = tableIn(model);
    const tile = [firstStep(model), 'lobby'].map((role) => model.tile(role)).find((one) => one !== null && one.energy > 0) ?? null;
    const isReady = table?.ready.includes(model.me ?? '') ?? false;
    setAttribute(this.#again, 'aria-disabled', isReady ? 'true' : null);
    if (table !== null) this.#next = () => isReady || this.#controller.order('/again');
    else if (tile === null) this.#next = () => this.close();
    else this.#next = () => {
      this.#act(tile);
      this.close();
    };
    const isByTile = table === null && tile !== null && model.roleOf(tile.objid) !== 'restart';
    const words = isReady ? say('You are ready') : isByTile ? tile.name : say('Play again');
    if (this.#again.dataset.words !== words) {
      this.#again.dataset.words = words;
      this.#again.replaceChildren(words, ...(isReady ? [] : [' ', make('kbd', '', 'Enter')]));
    }
    setText(by('ready'), table === null ? '' : whoIsReady(model, table.ready, table.waitingFor));
  }
}

/** @param {Verdict} verdict */
function headline({ before, names, after }) {
  return names === '' ? [before] : [before, make('b', '', names), after];
}

/** @param {Row} row */
function card({ name, score, points, notes, isMe, isBot, hasLeft, isFirst }) {
  const [first = '', ...rest] = notes;
  const about = [isMe && say('you'), isBot && say('bot'), hasLeft && say('left'), first].filter(Boolean).join(' · ');
  const won = points && say('{points} points', { points });
  const lines = [make('strong', '', make('span', 'name', name), ' ', make('b', '', score)), ...(about ? [make('span', 'about', about)] : [])];
  const more = [...rest, won].filter(Boolean).join(' · ');
  if (more) lines.push(make('span', 'dim', more));
  const classes = [isFirst && 'first', isMe && 'me', hasLeft && 'gone'].filter(Boolean);
  return make('li', classes.join(' '), ...lines.flatMap((line) => [line, ' ']));
}

// Who wants to play again, and for whom they wait.
/** @param {Model} model @param {string[]} ready @param {string[]} waitingFor */
function whoIsReady(model, ready, waitingFor) {
  const names = (/** @type {string[]} */ objids) => objids.filter((id) => model.isHere(id)).map((id) => (id === model.me ? say('you') : (model.things.get(id)?.name ?? '')));
  const [some, others] = [names(ready).map((name) => `${name} ✓`).join(' '), names(waitingFor).join(', ')];
  const parts = [some && say('Ready: {names}', { names: some }), others && say('Waiting for {names}', { names: others })];
  return parts.filter(Boolean).join(' · ');
}
