// The help page: what the room says about itself, and the keys in force.

import { by, make, setText } from './dom.js';
import { shownKey } from './keys.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Model } from './model.js' */

const ARROWS = ['←', '↑', '→', '↓'];

// The keys that work in every room, unless it has its own use for them.
const always = () => [
  [say('arrows'), say('move to another tile')],
  ['Enter', say('click it')],
  ['Tab', say('move to the player list and the chat')],
  ['/', say('write in the chat; Esc returns to the board')],
  ['?', say('this page')],
];

export class Help {
  #dialog = by('help', HTMLDialogElement);
  #rules = by('rules');
  #deals = by('deals');
  #keys = by('keys');
  #controller;
  #opened;
  /** @type {[string, string][]} */
  #more = [];

  /** @param {Controller} controller @param {(help: Help) => void} [opened] */
  constructor(controller, opened = () => {}) {
    this.#controller = controller;
    this.#opened = opened;
  }

  get isOpen() {
    return this.#dialog.open;
  }

  open() {
    const { model } = this.#controller;
    if (!model?.matrix || this.#dialog.open) return;
    if (model.help.length === 0) this.#controller.askForHelp();
    this.#dialog.showModal();
    this.#opened(this);
    this.draw(model, this.#more);
  }

  close() {
    this.#dialog.close();
  }

  // `more` are the keys of the page's own that work in this room.
  /** @param {Model} model @param {[string, string][]} [more] */
  draw(model, more = []) {
    this.#more = more;
    if (!this.#dialog.open || model.matrix === null) return;
    setText(by('help-title'), model.matrix.name);
    setText(by('help-about'), model.matrix.text);
    const rules = JSON.stringify(model.help);
    if (this.#rules.dataset.drawn !== rules) {
      this.#rules.dataset.drawn = rules;
      this.#rules.replaceChildren(...model.help.map((line) => make('li', '', line)));
    }
    this.#drawDeals(model);
    this.#drawKeys(model);
  }

  // What is known of the deals of the room; nothing if it does not deal.
  /** @param {Model} model */
  #drawDeals({ fair }) {
    const told = [
      [say('Hash of the secret of the match before'), fair.previous?.commitment],
      [say('Its secret'), fair.previous?.secret],
      [say('Hash of the secret of this match, or of the last one'), fair.match?.commitment],
      [say('Its secret'), fair.match?.secret],
      [say('Hash of the secret of the next deal'), fair.next?.commitment],
    ].filter(([, value]) => typeof value === 'string');
    const drawn = JSON.stringify(told);
    if (this.#deals.dataset.drawn === drawn) return;
    this.#deals.dataset.drawn = drawn;
    this.#deals.replaceChildren(...told.flatMap(([about, value]) => [make('dt', '', about), make('dd', '', value)]));
  }

  /** @param {Model} model */
  #drawKeys(model) {
    const keys = model.keys.filter(({ energy }) => energy > 0).map(({ name, text }) => [shownKey(name), text]);
    const taken = new Set(keys.map(([key]) => key));
    if (ARROWS.every((key) => taken.has(key))) taken.add(say('arrows'));
    const all = [...keys, ...this.#more.filter(([key]) => !taken.has(key)), ...always().filter(([key]) => !taken.has(key))];
    const drawn = JSON.stringify(all);
    if (this.#keys.dataset.drawn === drawn) return;
    this.#keys.dataset.drawn = drawn;
    this.#keys.replaceChildren(...all.flatMap(([key, about]) => [make('dt', '', make('kbd', '', key)), make('dd', '', about)]));
  }
}
