// The login form. The name is remembered in this browser; the password is not.

const NAME = 'tilenet.name';

export class Login {
  #page = document.getElementById('login');
  #form = document.getElementById('login-form');
  #name = document.getElementById('name');
  #password = document.getElementById('password');
  #error = document.getElementById('login-error');
  #button = this.#form.querySelector('button');

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

  show(why = '') {
    this.#page.hidden = false;
    this.#button.disabled = false;
    this.#error.textContent = why;
    this.#name.focus();
    this.#name.select();
  }

  hide() {
    this.#page.hidden = true;
    document.activeElement.blur();
    this.#password.value = '';
  }
}
