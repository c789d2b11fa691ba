// A form for something that users do with their own accounts. What they type goes to the server alone, and is kept nowhere.

import { make, setText } from './dom.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Answer } from './link.js' */

/**
 * @typedef {{ name: string, label: string, type?: string, autocomplete?: string, about?: string, value?: string }} Field
 * @typedef {{ what: string, fields: Field[], button: string, about?: string, known?: Record<string, unknown>, isGrave?: boolean, done?: (answer: Answer) => void }} Question
 */

/** @type {(name: string, label: string) => Field} */
const secret = (name, label) => ({ name, label, type: 'password', autocomplete: 'current-password' });

export const oldPassword = () => secret('password', say('Your password'));

// A new password is typed twice.
export const newPassword = () => [
  { ...secret('new', say('New password')), autocomplete: 'new-password' },
  { ...secret('again', say('New password again')), autocomplete: 'new-password' },
];

let forms = 0; // that were made, so that each field has an id of its own

export class AccountForm {
  element = make('form', 'ask');
  /** @type {Controller} */
  #controller;
  /** @type {Question} */
  #question;
  /** @type {Map<string, HTMLInputElement | HTMLTextAreaElement>} */
  #inputs = new Map();
  #button = make('button', 'main');
  #answer = make('p', 'answer');

  // `known` is what the server is told besides what is typed.
  /** @param {Controller} controller @param {Question} question */
  constructor(controller, question) {
    this.#controller = controller;
    this.#question = question;
    forms += 1;
    if (question.about) this.element.append(make('p', 'dim', question.about));
    if (question.fields.some(({ type }) => type === 'password')) this.element.append(this.#whose());
    for (const field of question.fields) this.element.append(...this.#field(field));
    this.#answer.setAttribute('role', 'status');
    this.#button.type = 'submit';
    if (question.isGrave) this.#button.className = 'grave';
    this.#button.textContent = question.button;
    this.element.append(this.#answer, this.#button);
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#send();
    });
  }

  // Whose password it is: what remembers passwords wants to know.
  #whose() {
    const input = make('input');
    input.type = 'text';
    input.autocomplete = 'username';
    input.readOnly = true;
    input.hidden = true;
    input.value = this.#controller.model?.myAgent?.name ?? '';
    return input;
  }

  /** @param {Field} field */
  #field({ name, label, type = 'text', autocomplete = 'off', about = '', value = '' }) {
    const input = type === 'area' ? make('textarea') : make('input');
    if (input instanceof HTMLInputElement) input.type = type;
    input.id = `ask-${forms}-${name}`;
    input.name = name;
    input.setAttribute('autocomplete', autocomplete);
    input.autocapitalize = 'off';
    input.spellcheck = false;
    input.required = true;
    input.value = value;
    this.#inputs.set(name, input);
    const words = make('label', '', label);
    words.htmlFor = input.id;
    if (about === '') return [words, input];
    const hint = make('p', 'dim', about);
    hint.id = `${input.id}-about`;
    input.setAttribute('aria-describedby', hint.id);
    return [words, input, hint];
  }

  focus() {
    const first = [...this.#inputs.values()].find(({ value }) => value === '') ?? [...this.#inputs.values()][0];
    (first ?? this.#button).focus();
  }

  async #send() {
    const typed = Object.fromEntries([...this.#inputs].map(([name, input]) => [name, input.value]));
    this.#button.disabled = true;
    this.#say(say('One moment …'), false);
    const answer = await this.#controller.change({ do: this.#question.what, ...this.#question.known, ...typed });
    this.#button.disabled = false;
    this.#say(answer.text || answer.why, !answer.done);
    const wrong = this.#inputs.get(answer.field);
    for (const input of this.#inputs.values()) {
      if (input.type === 'password' && (answer.done || input === wrong)) input.value = '';
      input.toggleAttribute('aria-invalid', input === wrong);
    }
    if (answer.done) this.#question.done?.(answer);
    else (wrong ?? this.#button).focus();
  }

  /** @param {string} text @param {boolean} isWrong */
  #say(text, isWrong) {
    setText(this.#answer, text);
    this.#answer.classList.toggle('wrong', isWrong);
  }
}
