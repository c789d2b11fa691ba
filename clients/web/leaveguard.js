// The question before the user leaves a game at a cost. Staying is the answer that Enter and Escape give.

import { by, setText } from './dom.js';

export class LeaveGuard {
  #dialog = by('sure', HTMLDialogElement);
  #leave = () => {};
  #stay = () => {};

  constructor() {
    by('sure-leave').addEventListener('click', () => {
      this.#stay = () => {};
      this.#dialog.close();
      this.#leave();
    });
    this.#dialog.addEventListener('close', () => this.#stay());
  }

  /** @param {string} cost @param {() => void} leave @param {() => void} stay */
  ask(cost, leave, stay) {
    if (this.#dialog.open) return;
    [this.#leave, this.#stay] = [leave, stay];
    setText(by('sure-cost'), cost);
    this.#dialog.showModal();
  }

  get isOpen() {
    return this.#dialog.open;
  }

  close() {
    this.#dialog.close();
  }
}
