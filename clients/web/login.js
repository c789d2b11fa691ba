// The login form. The name is remembered in this browser; the password is not. It takes both before the rest of the page is there.

import { by, focused, setText } from './dom.js';
import { say } from './words.js';

/** @typedef {(name: string, password: string) => void} Begin */

const NAME = 'tilenet.name';

export class Login {
  #page = by('login');
  #form = by('login-form');
  #name = by('name', HTMLInputElement);
  #password = by('password', HTMLInputElement);
  #error = by('login-error');
  #button = by('play-button', HTMLButtonElement);

  /** @type {Begin | null} */
  #begin = null;
  /** @type {[string, string] | null} */
  #sent = null; // a name and a password for which nobody was there yet

  constructor() {
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const name = this.#name.value.trim();
      if (name === '') return;
      localStorage.setItem(NAME, name);
      this.#error.textContent = '';
      this.#button.disabled = true;
      setText(this.#button, say('One moment …'));
      if (this.#begin === null) this.#sent = [name, this.#password.value];
      else this.#begin(name, this.#password.value);
    });
    if (focused() !== document.body) return; // the user is typing already
    this.#name.value = localStorage.getItem(NAME) ?? '';
    this.#take(this.#name);
  }

  // What to do with what is sent; returns whether there is something already.
  /** @param {Begin} begin */
  serve(begin) {
    this.#begin = begin;
    const sent = this.#sent;
    this.#sent = null;
    if (sent !== null) begin(...sent);
    return sent !== null;
  }

  // What is typed next is a password if one was wrong or is missing, and must not be seen in the field for the name.
  /** @param {string} [why] @param {{ isForPassword?: boolean }} [how] */
  show(why = '', { isForPassword = false } = {}) {
    this.#page.hidden = false;
    this.#button.disabled = false;
    setText(this.#button, say('Play'));
    this.#error.textContent = why;
    this.#password.value = '';
    if (isForPassword) by('account', HTMLDetailsElement).open = true;
    this.#take(isForPassword ? this.#password : this.#name);
  }

  // The user types in this field next.
  /** @param {HTMLInputElement} field */
  #take(field) {
    field.focus();
    field.select();
  }

  hide() {
    this.#page.hidden = true;
    focused().blur();
    this.#password.value = '';
  }
}
