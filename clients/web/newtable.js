// The dialog that opens a table of one's own: its game, who can come, what can be chosen for the game, and what it is called.

import { by, make } from './dom.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Offer } from './table.js' */
/** @import { Cover } from './trail.js' */

export class NewTable {
  #dialog = by('new-table', HTMLDialogElement);
  #game = by('new-game', HTMLSelectElement);
  #who = by('new-who', HTMLSelectElement);
  #name = by('new-name', HTMLInputElement);
  #options = by('new-options');
  #controller;
  #opened;
  /** @type {Offer[]} */
  #offers = [];

  /** @param {Controller} controller @param {(panel: Cover) => void} [opened] */
  constructor(controller, opened = () => {}) {
    this.#controller = controller;
    this.#opened = opened;
    this.#game.addEventListener('change', () => this.#drawOptions());
    by('new-cancel').addEventListener('click', () => this.close());
    by('new-form').addEventListener('submit', (event) => {
      event.preventDefault();
      this.close();
      this.#controller.leaveFor(this.#command);
    });
  }

  get isOpen() {
    return this.#dialog.open;
  }

  close() {
    this.#dialog.close();
  }

  // `game` is the one that is chosen at first.
  /** @param {Offer[]} offers @param {string} [game] */
  open(offers, game = '') {
    if (this.isOpen || offers.length === 0) return;
    this.#offers = offers;
    this.#game.replaceChildren(...this.#offers.map((one) => option(one.game, one.title, one.game === game)));
    this.#drawOptions();
    this.#dialog.showModal();
    by('new-open').focus();
    this.#opened(this);
  }

  get #choices() {
    return this.#offers.find(({ game }) => game === this.#game.value)?.choices ?? [];
  }

  #drawOptions() {
    this.#options.replaceChildren(...this.#choices.map(({ name, text: words, values, usual }) => {
      const select = make('select', '', ...(usual === '' ? [option('', say('as usual'), true)] : []), ...values.map((one) => option(one.value, one.text, one.value === usual)));
      select.dataset.option = name;
      return make('label', 'row', make('span', 'dim', words), ' ', select);
    }));
  }

  // Only what is not as usual is said. A name never reads as an option.
  get #command() {
    const usual = new Map(this.#choices.map((choice) => [choice.name, choice.usual]));
    const selects = /** @type {HTMLSelectElement[]} */ ([...this.#options.querySelectorAll('select')]);
    const chosen = selects.filter(({ value, dataset }) => value !== usual.get(dataset.option ?? '')).map(({ value, dataset }) => `${dataset.option}=${value}`);
    return ['/new', this.#game.value, this.#who.value, ...chosen, this.#name.value.replaceAll('=', ' ').trim()].filter(Boolean).join(' ');
  }
}

/** @param {string} value @param {string} words @param {boolean} isChosen */
function option(value, words, isChosen) {
  const found = make('option', '', words);
  [found.value, found.selected] = [value, isChosen];
  return found;
}
