// The help page: what the room says about itself, and the keys in force.

import { make } from './dom.js';
import { shownKey } from './keys.js';

const ALWAYS = [
  ['arrows', 'another tile'],
  ['Enter', 'click it'],
  ['Tab', 'to the players, to talk, and on'],
  ['/', 'talk; Esc leads back to the board'],
  ['?', 'this page'],
];

export class Help {
  #dialog = document.getElementById('help');
  #rules = document.getElementById('rules');
  #keys = document.getElementById('keys');
  #desk;
  #since = 0; // the first line that can be one of the rules
  #room = null;

  constructor(desk) {
    this.#desk = desk;
  }

  open() {
    const { model } = this.#desk;
    if (!model?.matrix || this.#dialog.open) return;
    [this.#since, this.#room] = [model.linesHeard, model.current];
    this.#rules.replaceChildren();
    document.getElementById('help-title').textContent = model.matrix.name;
    document.getElementById('help-about').textContent = model.matrix.text;
    this.#desk.clickNamed('Help');
    this.#dialog.showModal();
    this.draw(model);
  }

  close() {
    this.#dialog.close();
  }

  draw(model) {
    if (!this.#dialog.open) return;
    const isRule = ({ number, from, to }) => number >= this.#since && from === this.#room && to === model.me;
    const rules = model.heard.filter(isRule);
    if (rules.length !== this.#rules.children.length) {
      this.#rules.replaceChildren(...rules.map(({ message }) => make('li', '', message)));
    }
    const keys = model.keys.filter(({ energy }) => energy > 0).map(({ name, text }) => [shownKey(name), text]);
    const taken = new Set(keys.map(([key]) => key));
    const all = [...keys, ...ALWAYS.filter(([key]) => !taken.has(key))];
    if (this.#keys.children.length !== 2 * all.length) {
      this.#keys.replaceChildren(...all.flatMap(([key, about]) => [make('dt', '', make('kbd', '', key)), make('dd', '', about)]));
    }
  }
}
