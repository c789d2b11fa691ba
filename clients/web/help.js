// The help page: what the room says about itself, and the keys in force.

import { by, make, setText } from './dom.js';
import { shownKey } from './keys.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Model } from './model.js' */

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
  #keys = by('keys');
  #controller;

  /** @param {Controller} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  open() {
    const { model } = this.#controller;
    if (!model?.matrix || this.#dialog.open) return;
    if (model.help.length === 0) this.#controller.askForHelp();
    this.#dialog.showModal();
    this.draw(model);
  }

  close() {
    this.#dialog.close();
  }

  /** @param {Model} model */
  draw(model) {
    if (!this.#dialog.open || model.matrix === null) return;
    setText(by('help-title'), model.matrix.name);
    setText(by('help-about'), model.matrix.text);
    const rules = JSON.stringify(model.help);
    if (this.#rules.dataset.drawn !== rules) {
      this.#rules.dataset.drawn = rules;
      this.#rules.replaceChildren(...model.help.map((line) => make('li', '', line)));
    }
    this.#drawKeys(model);
  }

  /** @param {Model} model */
  #drawKeys(model) {
    const keys = model.keys.filter(({ energy }) => energy > 0).map(({ name, text }) => [shownKey(name), text]);
    const taken = new Set(keys.map(([key]) => key));
    const all = [...keys, ...always().filter(([key]) => !taken.has(key))];
    const drawn = JSON.stringify(all);
    if (this.#keys.dataset.drawn === drawn) return;
    this.#keys.dataset.drawn = drawn;
    this.#keys.replaceChildren(...all.flatMap(([key, about]) => [make('dt', '', make('kbd', '', key)), make('dd', '', about)]));
  }
}
