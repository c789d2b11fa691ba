// The menu under the user's name: colours, sound and notifications, which this browser remembers, and the way out.

import { by, setText } from './dom.js';
import { say } from './words.js';

const SAFE = 'tilenet.safe'; // whether the colour-blind palette is on
const SOUND = 'tilenet.sound'; // 'no' if it is off
const NOTIFY = 'tilenet.notify'; // whether notifications are wanted, which the browser has to allow, too

const DIALOG = 'you';

/** @param {string} id */
const box = (id) => by(id, HTMLInputElement);

/** @param {boolean} is */
const yes = (is) => (is ? 'yes' : 'no');

// Whether the browser shows notifications of this page; none, if it never does.
const permission = () => ('Notification' in window && isSecureContext ? Notification.permission : 'none');

export class Settings {
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
    by('safe').addEventListener('change', () => {
      localStorage.setItem(SAFE, yes(box('safe').checked));
      this.#show();
      this.#redraw();
    });
    by('sound').addEventListener('change', () => localStorage.setItem(SOUND, yes(box('sound').checked)));
    by('notify').addEventListener('click', () => this.#switchNotifications());
    this.#show();
  }

  get isOpen() {
    return by(DIALOG, HTMLDialogElement).open;
  }

  open() {
    by(DIALOG, HTMLDialogElement).showModal();
    this.#show();
  }

  close() {
    by(DIALOG, HTMLDialogElement).close();
  }

  get hasSound() {
    return localStorage.getItem(SOUND) !== 'no';
  }

  get notifies() {
    return permission() === 'granted' && localStorage.getItem(NOTIFY) === 'yes';
  }

  // The browser asks the user only here, when they have pressed the button.
  async #switchNotifications() {
    const isWanted = !this.notifies;
    if (isWanted && permission() === 'default') await Notification.requestPermission();
    localStorage.setItem(NOTIFY, yes(isWanted));
    this.#show();
  }

  #show() {
    const isSafe = localStorage.getItem(SAFE) === 'yes';
    box('safe').checked = isSafe;
    document.documentElement.classList.toggle('safe', isSafe);
    box('sound').checked = this.hasSound;
    by('notify').hidden = !['default', 'granted'].includes(permission());
    setText(by('notify'), this.notifies ? say('Turn off notifications') : say('Turn on notifications'));
    by('not-notified').hidden = permission() !== 'denied';
  }
}
