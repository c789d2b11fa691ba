// The dialog for somebody who has been told the code of a table.

import { by } from './dom.js';
import { readCode } from './table.js';

/** @import { Controller } from './controller.js' */
/** @import { Cover } from './trail.js' */

export class CodeDialog {
  #dialog = by('have-code', HTMLDialogElement);
  #words = by('code-words', HTMLInputElement);
  #opened;

  /** @param {Controller} controller @param {(panel: Cover) => void} [opened] */
  constructor(controller, opened = () => {}) {
    this.#opened = opened;
    by('code-cancel').addEventListener('click', () => this.close());
    by('code-form').addEventListener('submit', (event) => {
      event.preventDefault();
      const code = readCode(this.#words.value);
      if (code === '') return;
      this.close();
      controller.leaveFor(`/join ${code}`);
    });
  }

  get isOpen() {
    return this.#dialog.open;
  }

  open() {
    if (this.isOpen) return;
    this.#words.value = '';
    this.#dialog.showModal();
    this.#words.focus();
    this.#opened(this);
  }

  close() {
    this.#dialog.close();
  }
}
