// The login form. The name is remembered in this browser; the password is not.

import { by, focused } from './dom.js';

const NAME = 'tilenet.name';

export class Login {
  #page = by('login');
  #form = by('login-form');
  #name = by('name', HTMLInputElement);
  #password = by('password', HTMLInputElement);
  #error = by('login-error');
  #button = by('play-button', HTMLButtonElement);

  /** @param {(name: string, password: string) => void} begin */
  constructor(begin) {
    this.#name.value = localStorage.getItem(NAME) ?? '';
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const name = this.#name.value.trim();
      if (name === '') return;
      localStorage.setItem(NAME, name);
      this.#error.textContent = '';
      this.#button.disabled = true;
      begin(name, this.#password.value);
    });
  }

  /** @param {string} [why] */
  show(why = '') {
    this.#page.hidden = false;
    this.#button.disabled = false;
    this.#error.textContent = why;
    this.#name.focus();
    this.#name.select();
  }

  hide() {
    this.#page.hidden = true;
    focused().blur();
    this.#password.value = '';
  }
}
