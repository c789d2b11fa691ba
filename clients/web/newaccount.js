// The dialog in which a guest creates an account, without leaving the seat.

import { AccountForm, newPassword } from './accountform.js';
import { make } from './dom.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Cover } from './trail.js' */

export class NewAccount {
  #dialog = make('dialog', 'new-account');
  #form;

  // With a password that was typed at the login, it only has to be typed again.
  /** @param {Controller} controller @param {string} [password] */
  constructor(controller, password = '') {
    const name = controller.model?.myAgent?.name ?? '';
    const [first, again] = newPassword();
    const isHalf = password !== '';
    const title = make('h2', '', isHalf ? say('Create an account?') : say('Create an account'));
    title.id = 'new-account-title';
    this.#dialog.setAttribute('aria-labelledby', title.id);
    this.#form = new AccountForm(controller, {
      what: 'create',
      about: isHalf
        ? say('No account is called {name} yet. Type the password again to create it; it keeps your points and results.', { name })
        : say('It keeps your name, your points and your results. You stay where you are.'),
      fields: isHalf ? [again] : [{ name: 'name', label: say('Name'), autocomplete: 'username', value: name }, first, again],
      known: isHalf ? { new: password } : {},
      button: say('Create the account'),
      done: ({ text }) => {
        this.close();
        controller.tell(text);
      },
    });
    const close = make('button', '', isHalf ? say('Play as a guest') : say('Cancel'));
    close.type = 'button';
    close.addEventListener('click', () => this.close());
    this.#dialog.append(title, this.#form.element, close);
    this.#dialog.addEventListener('close', () => this.#dialog.remove());
  }

  get isOpen() {
    return this.#dialog.open;
  }

  /** @param {(panel: Cover) => void} opened */
  open(opened) {
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#form.focus();
    opened(this);
  }

  close() {
    this.#dialog.close();
    this.#dialog.remove();
  }
}
