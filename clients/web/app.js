// The client from login to leaving: what is shown when, and what happens if the server is lost.

import { Controller } from './controller.js';
import { LOST, Link } from './link.js';
import { Login } from './login.js';
import { Path } from './path.js';
import { Tabs } from './tabs.js';
import { View } from './view.js';

const FIRST_PAUSE = 500; // ms before the first attempt to reconnect; each pause is twice as long as the last
const LONGEST_PAUSE = 15_000;
const SEAT = 'tilenet.seat'; // a guest's name, for as long as the tab is open

function address() {
  const url = new URL('tilenet', location.href.split('#')[0]);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

export class App {
  controller = new Controller();
  #login = new Login((name, password) => this.#begin(name, password));
  #view = new View(this);
  #path = new Path(this.controller);
  #tabs = new Tabs((name) => this.#yield(name));
  /** @type {Link | null} */
  #link = null;
  #name = '';
  #password = ''; // kept to log in again after a lost connection, only while the page is open
  #pause = FIRST_PAUSE;
  /** @type {number | undefined} */
  #retry;
  #isReturning = false; // the connection was lost, and is to be taken up again
  #isDrawing = false;

  start() {
    addEventListener('online', () => this.retryNow());
    addEventListener('hashchange', () => this.#path.follow(location.hash));
    document.addEventListener('visibilitychange', () => document.hidden || this.retryNow());
    const seat = sessionStorage.getItem(SEAT);
    if (seat === null) this.#login.show();
    else this.#begin(seat, '');
  }

  // Connecting

  /** @param {string} name @param {string} password */
  async #begin(name, password) {
    [this.#name, this.#password] = [name, password];
    this.#path.follow(location.hash);
    if (password === '') await this.#tabs.claim(name); // the server itself ends an account's older session
    this.#connect();
  }

  // Another tab wants this seat.
  /** @param {string} name */
  async #yield(name) {
    const link = this.#link;
    if (link === null || this.#password !== '' || name !== this.#name) return false;
    this.#stop("You're now playing in another tab.");
    await link.drop();
    return true;
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    if (this.#isReturning) this.#path.resume();
    this.#link = new Link(address(), this);
  }

  retryNow() {
    if (this.#retry !== undefined) this.#connect();
  }

  opened() {
    this.#link?.login(this.#name, this.#password);
  }

  /** @param {string} message @param {boolean} isIn */
  answered(message, isIn) {
    if (!isIn || this.#link === null) {
      this.#outside(message);
      return;
    }
    this.#isReturning = false;
    this.#pause = FIRST_PAUSE;
    this.controller.take(this.#link);
    this.#login.hide();
    this.#view.open(message);
  }

  modelChanged() {
    this.#path.modelChanged();
    this.#remember();
    this.draw();
  }

  // Draw once a frame, however much has changed.
  draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#view.draw();
    });
  }

  // Remember the name that the server gave a guest: it leads back to the same seat.
  #remember() {
    const myAgent = this.controller.model?.myAgent;
    if (!myAgent) return;
    this.#name = myAgent.name || this.#name;
    if (this.#password === '') sessionStorage.setItem(SEAT, this.#name);
  }

  // Losing and leaving

  /** @param {Link} link @param {string} end @param {string} why */
  ended(link, end, why) {
    if (link !== this.#link) return; // we have left it
    const wasIn = link.model.me !== null;
    if (this.#isReturning ? !wasIn : wasIn && end === LOST) this.#wait(why);
    else this.#outside(why);
  }

  /** @param {string} why */
  #wait(why) {
    this.#isReturning = true;
    this.#view.lose(`${why} Trying again …`);
    const jitter = 0.8 + 0.4 * Math.random();
    this.#retry = setTimeout(() => this.#connect(), this.#pause * jitter);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }

  leave() {
    this.#outside('');
  }

  /** @param {string} why */
  #outside(why) {
    const link = this.#link;
    this.#stop(why);
    link?.leave();
  }

  // Show the login page, without logging out.
  /** @param {string} why */
  #stop(why) {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    sessionStorage.removeItem(SEAT);
    [this.#isReturning, this.#password, this.#link] = [false, '', null];
    this.controller.drop();
    this.#view.close();
    this.#login.show(why);
  }
}
