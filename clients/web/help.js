// The help page: what the room says about itself, and the keys in force.

import { by, make } from './dom.js';
import { shownKey } from './keys.js';

/** @import { Controller } from './controller.js' */
/** @import { HeardLine, Model } from './model.js' */

const ALWAYS = [
  ['arrows', 'move to another tile'],
  ['Enter', 'click it'],
  ['Tab', 'move to the player list and the chat'],
  ['/', 'write in the chat; Esc returns to the board'],
  ['?', 'this page'],
];

const PATIENCE = 5000; // ms that the room has to begin its answer
const TOGETHER = 1000; // ms from its first line to its last

export class Help {
  #dialog = by('help', HTMLDialogElement);
  #rules = by('rules');
  #keys = by('keys');
  #controller;
  #next = 0; // the number of the first line that can be one of the rules
  /** @type {string | null} */
  #room = null;
  #until = 0; // by when the room must have answered

  /** @param {Controller} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  open() {
    const { model } = this.#controller;
    if (!model?.matrix || this.#dialog.open) return;
    [this.#next, this.#room, this.#until] = [model.linesHeard, model.current, performance.now() + PATIENCE];
    this.#rules.replaceChildren();
    by('help-title').textContent = model.matrix.name;
    by('help-about').textContent = model.matrix.text;
    this.#controller.clickNamed('Help');
    this.#dialog.showModal();
    this.draw(model);
  }

  close() {
    this.#dialog.close();
  }

  /** @param {Model} model */
  draw(model) {
    if (!this.#dialog.open) return;
    this.#take(model);
    const keys = model.keys.filter(({ energy }) => energy > 0).map(({ name, text }) => [shownKey(name), text]);
    const taken = new Set(keys.map(([key]) => key));
    const all = [...keys, ...ALWAYS.filter(([key]) => !taken.has(key))];
    const drawn = JSON.stringify(all);
    if (this.#keys.dataset.drawn === drawn) return;
    this.#keys.dataset.drawn = drawn;
    this.#keys.replaceChildren(...all.flatMap(([key, about]) => [make('dt', '', make('kbd', '', key)), make('dd', '', about)]));
  }

  // The room's answer to a click on Help belongs on this page, not in the chat log.
  /** @param {Model} model */
  #take(model) {
    const isRule = (/** @type {HeardLine} */ { number, from, to }) => number >= this.#next && from === this.#room && to === model.me;
    const rules = performance.now() < this.#until ? model.heard.filter(isRule) : [];
    this.#next = model.linesHeard;
    if (rules.length === 0) return;
    if (this.#rules.children.length === 0) this.#until = performance.now() + TOGETHER;
    for (const line of rules) line.isRule = true;
    this.#rules.append(...rules.map(({ message }) => make('li', '', message)));
  }
}
