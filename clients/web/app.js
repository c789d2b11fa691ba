// The client from login to leaving: what is shown when, and what happens if the server is lost.

import { Controller } from './controller.js';
import { Invited } from './invited.js';
import { LOST, Link } from './link.js';
import { Path } from './path.js';
import { NO_KEY, forgetSeat, rememberSeat, rememberedSeat } from './seat.js';
import { Tabs } from './tabs.js';
import { Trail } from './trail.js';
import { View } from './view.js';
import { say } from './words.js';

/** @import { Said } from './controller.js' */
/** @import { Login } from './login.js' */
/** @import { Key } from './seat.js' */

const FIRST_PAUSE = 500; // ms before the first attempt to reconnect, more or less
const GROWTH = 1.25; // how much longer each pause is than the last: so it is about a quarter of the time without the server
const LONGEST_PAUSE = 15_000;
const PASSING = /\btry again\b/i; // in a refusal: the same login may succeed a little later
const PASSWORD = /\bpassword\b/i; // in a refusal: another password, or any at all, would help

function address() {
  const url = new URL('tilenet', location.href.split('#')[0]);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  return url;
}

export class App {
  controller = new Controller();
  #login;
  #invited = new Invited();
  /** @type {View | null} */
  #view = null; // from the login to the end of the session
  trail = new Trail((hash) => this.#path.follow(hash));
  #path = new Path(this.controller, this.trail);
  #tabs = new Tabs((name) => this.#yield(name));
  /** @type {Link | null} */
  #link = null;
  #name = '';
  #password = ''; // kept to log in again after a lost connection, only while the page is open
  #isGuest = true;
  #tries = ''; // a password that is sent only if the name has an account: otherwise it would make one, typed only once
  /** @type {Key} */
  #key = NO_KEY; // is tried before the password
  #pause = FIRST_PAUSE;
  /** @type {number | undefined} */
  #retry;
  #isReturning = false; // the connection was lost, and is to be taken up again
  #isDrawing = false;

  /** @param {Login} login */
  constructor(login) {
    this.#login = login;
  }

  start() {
    addEventListener('online', () => this.retryNow());
    document.addEventListener('visibilitychange', () => document.hidden || this.retryNow());
    if (this.#login.serve((name, password) => this.#begin(name, password))) return;
    const seat = rememberedSeat();
    if (seat !== null) this.#begin(seat.name, '', seat.isGuest, seat);
    else this.#invited.look();
    addEventListener('hashchange', () => this.#link === null && this.#invited.look());
  }

  // Connecting

  /** @param {string} name @param {string} password @param {boolean} [isGuest] @param {Key} [key] */
  async #begin(name, password, isGuest = password === '', key = NO_KEY) {
    [this.#name, this.#password, this.#isGuest, this.#key] = [name, password, isGuest, key];
    this.#tries = password;
    this.#invited.settle();
    this.#path.begin(location.hash);
    if (isGuest) { // the server itself ends an account's older session
      const given = await this.#tabs.claim(name);
      if (given.token !== '') this.#key = given;
    }
    this.#connect();
  }

  // Another tab wants this seat.
  /** @param {string} name */
  async #yield(name) {
    const link = this.#link;
    if (link === null || !this.#isGuest || name !== this.#name) return null;
    const key = this.#key;
    this.#stop(say("You're now playing in another tab."));
    await link.drop();
    return key;
  }

  #connect() {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    if (this.#isReturning) this.#path.resume();
    this.#link = new Link(address(), this);
  }

  retryNow() {
    if (this.#link?.isQuiet) this.#link.giveUp();
    if (this.#retry !== undefined) this.#connect();
  }

  opened() {
    if (this.#key.server !== this.#server()) this.#key = NO_KEY;
    this.#logIn('');
  }

  // Which server this is: a token is for the one that gave it.
  #server() {
    const server = this.#link?.model.server;
    return server ? JSON.stringify([server.group, server.name]) : '';
  }

  // After a reload, there is no password. Without a token, the owner of an account is asked again.
  /** @param {string} why */
  #logIn(why) {
    const secret = this.#key.token || (this.#tries === '' ? this.#password : '');
    if (secret === '' && this.#tries !== '') this.#link?.login(this.#name, '');
    else if (secret === '' && !this.#isGuest) this.#outside(why);
    else this.#link?.login(this.#name, secret);
  }

  /** @param {string} message @param {boolean} isIn */
  answered(message, isIn) {
    if (!isIn && PASSING.test(message)) {
      this.#link?.leave(message); // who is coming back tries again, with the same token
      return;
    }
    const hadToken = this.#key.token !== '';
    this.#key = NO_KEY;
    const typed = this.#tries;
    if (!hadToken) this.#tries = '';
    if (!isIn && (hadToken || typed !== '')) {
      this.#logIn(message);
      return;
    }
    if (!isIn || this.#link === null) {
      this.#outside(message);
      return;
    }
    this.#isReturning = false;
    this.#pause = FIRST_PAUSE;
    this.controller.take(this.#link);
    this.#link.askForToken();
    this.#login.hide();
    this.#view ??= new View(this);
    this.#view.open(message);
    if (typed !== '' && !hadToken) {
      [this.#isGuest, this.#password] = [true, '']; // no account has this name
      this.createAccount(typed);
    }
  }

  get isGuest() {
    return this.#isGuest;
  }

  // Let a guest create an account in the seat; with the password that was typed at the login, it is only typed again.
  async createAccount(password = '') {
    const { NewAccount } = await import('./newaccount.js');
    if (this.controller.model !== null) new NewAccount(this.controller, password).open((panel) => this.trail.opened(panel));
  }

  // The user has done this with their account.
  /** @param {string} what */
  changed(what) {
    if (what === 'create') this.#isGuest = false;
    if (what === 'password' || what === 'logout') this.#link?.askForToken(); // the one before is not good any more
    this.draw();
  }

  modelChanged() {
    this.#path.modelChanged();
    this.#remember();
    this.draw();
  }

  /** @param {Said} said */
  notSaid(said) {
    this.#view?.notSaid(said);
  }

  // Draw once a frame, however much has changed.
  draw() {
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => {
      this.#isDrawing = false;
      this.#view?.draw();
    });
  }

  // Remember what leads back to the same seat: the name that the server gave, and the token.
  #remember() {
    const myAgent = this.controller.model?.myAgent;
    if (!myAgent || this.#link === null) return;
    this.#name = myAgent.name || this.#name;
    this.#key = { token: this.#link.token, server: this.#server() };
    rememberSeat({ name: this.#name, isGuest: this.#isGuest, ...this.#key });
  }

  // Losing and leaving

  /** @param {Link} link @param {boolean} isQuiet */
  quiet(link, isQuiet) {
    if (link === this.#link) this.#view?.warn(isQuiet ? say("The server isn't responding.") : '');
  }

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
    this.#view?.lose(say('{why} Trying again …', { why }));
    const jitter = 0.6 + 0.8 * Math.random(); // a thousand pages that have lost the same server do not come back at once
    this.#retry = setTimeout(() => this.#connect(), this.#pause * jitter);
    this.#pause = Math.min(this.#pause * GROWTH, LONGEST_PAUSE);
  }

  leave() {
    this.#outside('');
    this.trail.erase();
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
    const isForPassword = this.#link?.model.me === null && (!this.#isGuest || PASSWORD.test(why));
    clearTimeout(this.#retry);
    this.#retry = undefined;
    forgetSeat();
    [this.#isReturning, this.#password, this.#tries, this.#key, this.#link] = [false, '', '', NO_KEY, null];
    this.controller.drop();
    this.#path.forget();
    this.trail.end();
    this.#view?.close();
    this.#view = null;
    this.#login.show(why, { isForPassword });
    this.#invited.look();
  }
}
