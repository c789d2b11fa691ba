// The dialogs that lead to tables. They are loaded when they are first wanted.

import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { CodeDialog } from './codedialog.js' */
/** @import { NewTable } from './newtable.js' */
/** @import { Offer } from './table.js' */
/** @import { Cover } from './trail.js' */

export class Dialogs {
  #controller;
  #opened;
  /** @type {Promise<NewTable> | null} */
  #newTable = null;
  /** @type {Promise<CodeDialog> | null} */
  #code = null;

  /** @param {Controller} controller @param {(panel: Cover) => void} [opened] */
  constructor(controller, opened = () => {}) {
    this.#controller = controller;
    this.#opened = opened;
  }

  /** @param {Offer[]} offers @param {string} [game] */
  async showNewTable(offers, game) {
    this.#newTable ??= import('./newtable.js').then(({ NewTable }) => new NewTable(this.#controller, this.#opened));
    (await this.#or(this.#newTable))?.open(offers, game);
  }

  async askForCode() {
    this.#code ??= import('./codedialog.js').then(({ CodeDialog }) => new CodeDialog(this.#controller, this.#opened));
    (await this.#or(this.#code))?.open();
  }

  // A dialog; nothing if it cannot be loaded, and the user is told.
  /** @template T @param {Promise<T>} dialog @returns {Promise<T | null>} */
  async #or(dialog) {
    return dialog.catch(() => {
      this.#controller.tell(say('Part of this page could not be loaded. Please reload it.'));
      return null;
    });
  }
}
