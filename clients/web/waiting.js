// A table that waits for its game is an invitation to it: it stands where the board is, with one thing to do next. While
// a game is on, the same is behind a button.

import { Countdown } from './countdown.js';
import { by, focused, make, setText } from './dom.js';
import { isReplay } from './replay.js';
import { linkTo, offer } from './sharing.js';
import { amHost, hostOf, phaseOf, tableIn } from './table.js';
import { text } from './vocabulary.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Model } from './model.js' */
/** @import { Table } from './table.js' */
/** @import { TableView } from './tableview.js' */
/** @import { Cover } from './trail.js' */

/** @typedef {{ words: string, order: string }} Step what to do next, and the command for it; without one, it is to copy the link */

const WAITS = ['waiting', 'starting', 'over']; // the phases in which no game is on

export class Waiting {
  #section = by('waiting');
  #dialog = by('at-table', HTMLDialogElement);
  #button = by('table-button');
  #next = by('next');
  #peek = by('peek');
  #words = make('p', 'waits-for');
  #clock = new Countdown();
  #now = make('div', 'now');
  #controller;
  #leave;
  #view;
  /** @type {Step} */
  #step = { words: '', order: '' };
  #link = '';
  #isPeeking = false;
  /** @type {string | null} */
  #room = null;
  #redraw;

  // `View` draws tables; `leave` gives the focus to the board.
  /** @param {Controller} controller @param {typeof TableView} View @param {{ opened?: (panel: Cover) => void, leave?: () => void, redraw?: () => void }} [page] */
  constructor(controller, View, { opened = () => {}, leave = () => {}, redraw = () => {} } = {}) {
    this.#view = new View({ order: (command) => controller.order(command), copy: (button) => this.#copy(button) });
    this.#controller = controller;
    this.#leave = leave;
    this.#redraw = redraw;
    this.#words.setAttribute('role', 'status');
    this.#now.append(this.#words, this.#clock.element);
    this.#section.append(this.#now);
    this.#next.addEventListener('click', () => this.#go());
    this.#peek.addEventListener('click', () => {
      this.#isPeeking = !this.#isPeeking;
      this.#redraw();
    });
    this.#button.addEventListener('click', () => {
      const dialog = this.#dialog;
      dialog.showModal();
      opened({
        get isOpen() {
          return dialog.open;
        },
        close: () => dialog.close(),
      });
    });
  }

  // Whether the invitation stands where the board is.
  get isShown() {
    return !this.#section.hidden;
  }

  // What kind of table it is, while the invitation stands where the board is; else nothing.
  /** @param {Model} model */
  headline(model) {
    const table = this.isShown ? tableIn(model) : null;
    return table === null ? '' : aboutTable(model, table);
  }

  // The keys that work here, and what they do.
  /** @returns {[string, string][]} */
  get keys() {
    return this.isShown ? [['Enter', this.#step.words], ['i', say('copy the link to this table')], ['b', say('add a bot')]] : [];
  }

  /** @param {Model} model @param {boolean} isEnding whether the end of a game is shown over the board */
  draw(model, isEnding = false) {
    const table = isReplay(model) ? null : tableIn(model);
    if (model.current !== this.#room) [this.#room, this.#isPeeking] = [model.current, false];
    const waits = WAITS.includes(phaseOf(model));
    if (!waits) this.#isPeeking = false;
    const isShown = table !== null && waits && !isEnding && !this.#isPeeking;
    this.#button.hidden = table === null || isShown;
    if (table === null || isShown) this.#dialog.close();
    this.#peek.hidden = table === null || !waits || isEnding;
    setText(this.#peek, this.#isPeeking ? say('Invite') : say('Show the board'));
    document.body.classList.toggle('hosts', amHost(model));
    if (table !== null) this.#drawTable(model, table, isShown, !waits);
    this.#show(isShown);
  }

  /** @param {Model} model @param {Table} table @param {boolean} isShown @param {boolean} isOn */
  #drawTable(model, table, isShown, isOn) {
    this.#link = linkTo(table.code, table.link);
    const place = isShown ? this.#section : by('at-table-inside');
    if (this.#view.element.parentElement !== place) place.prepend(this.#view.element);
    this.#view.draw(model, table, isOn);
    setText(by('at-table-title'), model.matrix?.name ?? '');
    setText(by('at-table-about'), aboutTable(model, table));
    const step = nextStep(model, table);
    if (step.words !== this.#step.words || this.#next.childElementCount === 0) this.#next.replaceChildren(step.words, ' ', make('kbd', '', 'Enter'));
    this.#step = step;
    this.#next.classList.toggle('copying', step.order === '');
    this.#view.copyButton.classList.toggle('main', step.order === '' && isShown);
    setText(this.#words, wordsFor(model, table));
    const left = model.secondsLeft(model.facts.deadline);
    this.#clock.draw(left, model.pace);
    this.#now.hidden = left === null && this.#words.textContent === '';
  }

  // Whoever was on the board is at what is to be done next, and back on the board when the game begins.
  /** @param {boolean} isShown */
  #show(isShown) {
    this.#next.hidden = !isShown;
    if (isShown === this.isShown) return;
    const held = focused();
    const wasHere = this.#section.contains(held) || held === this.#next;
    this.#section.hidden = !isShown;
    document.body.classList.toggle('waits', isShown);
    this.#redraw();
    if (!isShown && (wasHere || held === document.body)) this.#leave();
    if (isShown && (held === document.body || (by('play').contains(held) && held !== this.#peek))) this.take();
  }

  // Give the focus to what is to be done next.
  take() {
    const button = [this.#next, this.#view.copyButton].find((one) => one.checkVisibility());
    button?.focus({ preventScroll: true });
  }

  // What a key does here; returns whether it does something.
  /** @param {KeyboardEvent} event */
  takes({ key, shiftKey }) {
    if (!this.isShown || shiftKey) return false;
    if (key === 'Enter') this.#go();
    else if (key === 'i') this.#copy(this.#view.copyButton);
    else if (key === 'b') this.#view.bring();
    else return false;
    return true;
  }

  #go() {
    if (this.#step.order !== '') this.#controller.order(this.#step.order);
    else this.#copy(this.#next.checkVisibility() ? this.#next : this.#view.copyButton);
  }

  /** @param {HTMLElement} button */
  #copy(button) {
    const link = this.#link;
    offer(link, button, (isCopied) => this.#controller.tell(isCopied ? say('Copied the link to this table.') : say('The link to this table: {link}', { link })));
  }
}

// What to do next: what the game waits for, if that is the user, or else to get more people here.
/** @param {Model} model @param {Table} table @returns {Step} */
function nextStep(model, table) {
  if (table.waitingFor.includes(model.me ?? '')) return { words: say('Play again'), order: '/again' };
  if (amHost(model) && table.whyNot === '') return { words: say('Start now'), order: '/start' };
  return { words: say('Copy link'), order: '' };
}

// What kind of table it is, and whose.
/** @param {Model} model @param {Table} table */
export function aboutTable(model, { isPublic, isLocked }) {
  const host = hostOf(model);
  const what = isLocked ? say('A locked table.') : isPublic ? say('A public table.') : say('A private table.');
  const whose = amHost(model) ? say('You are its host.') : host === null ? '' : say('{name} is its host.', { name: host.name });
  return `${what} ${whose}`.trim();
}

// What the game waits for. If the room tells the user how things stand, that says enough to everybody but the host.
/** @param {Model} model @param {Table} table */
function wordsFor(model, { waitingFor, whyNot, isHeld, ready }) {
  const named = (/** @type {string[]} */ ids) => ids.map((id) => (id === model.me ? say('you') : (model.things.get(id)?.name ?? ''))).filter(Boolean).join(', ');
  const [here, others] = [named(ready), named(waitingFor)];
  if (others !== '') return here === '' ? say('Waiting for {others}.', { others }) : say('Ready: {ready}. Waiting for {others}.', { ready: here, others });
  if (phaseOf(model) === 'starting') return say('The game is about to start.');
  if (whyNot !== '') return whyNot;
  const host = hostOf(model);
  if (!amHost(model) && text(model.you.status) !== '') return '';
  if (!isHeld) return say('The game starts by itself.');
  if (amHost(model)) return say('The game waits until you start it.');
  return host === null ? say('The game waits for a host.') : say('{name} starts the game.', { name: host.name });
}
