// A connection: it turns what the server sends into a model and a few calls, and the user's acts into tags.

import { Model } from './model.js';
import { AGENT } from './objects.js';
import { CLOSING, Illegal, OPENING, Scanner, element } from './scanner.js';
import { members, text as textIn } from './vocabulary.js';
import { say, spoken } from './words.js';

/** @import { Said } from './controller.js' */
/** @import { Thing } from './model.js' */
/** @import { Tag } from './scanner.js' */

/**
 * What a link calls; `ended` is called once, and last. `quiet` says that nothing has come for a while, or that something has again.
 * @typedef {object} Caller
 * @property {() => void} opened
 * @property {(message: string, isIn: boolean) => void} answered
 * @property {() => void} modelChanged
 * @property {(said: Said) => void} notSaid the user has said this, and nobody has heard it
 * @property {(what: string) => void} changed the user has done this with their account
 * @property {(link: Link, isQuiet: boolean) => void} quiet
 * @property {(link: Link, end: string, why: string) => void} ended
 */

/**
 * The answer to a request about the user's account. `part` is what was asked for, if that is data.
 * @typedef {{ done: boolean, text: string, why: string, field: string, part: any }} Answer
 */

export const LOST = 'lost'; // the connection broke off: it is worth trying again
export const LOGGED_OUT = 'logged out'; // the server ended it, and said so
export const NOT_OPEN = 'not open'; // the server is closed or busy
export const WRONG = 'wrong'; // the server breaks the protocol
export const LEFT = 'left'; // the user wanted to leave

const WORRY = 10_000; // ms of silence after which the user is told; the server sends something every 5 s
const SILENCE = 30_000; // ms of silence after which a server counts as lost that has let the user in; others do earlier
const LATE = 2000; // ms that a timer may be late; if it is later, the page has slept, and what has come meanwhile is still to be read
const PARTING = 2000; // ms for the server to answer a logout, and to close the connection
const GOING_AWAY = 1001; // the code of a server that is stopping: perhaps it is started again
const LONGEST_TOKEN = 256; // characters
const LONGEST = 1000; // characters that are said at once; a server may allow fewer, and says so

export class Link {
  model = new Model();
  token = ''; // the password with which to come back, once, after a lost connection; see askForToken
  #caller;
  #socket;
  #scanner = new Scanner();
  /** @type {[string, string] | null} */
  #end = null;
  #isOver = false;
  isQuiet = false; // whether the user was told that nothing comes
  #hasSlept = false;
  /** @type {Map<string, (answer: Answer) => void>} */
  #asked = new Map(); // requests about the account that are not answered yet, by what they do
  #alarm = 0;

  /** @param {URL} url @param {Caller} caller */
  constructor(url, caller) {
    this.#caller = caller;
    this.#socket = new WebSocket(url);
    this.#socket.onmessage = ({ data }) => this.#receive(data);
    this.#socket.onclose = ({ code }) => this.#close(code);
    this.#watch();
  }

  // What the server does

  /** @param {unknown} data */
  #receive(data) {
    this.#watch();
    try {
      if (typeof data !== 'string') throw new Illegal('a message that is not text');
      for (const message of this.#scanner.feed(data)) this.#take(message);
    } catch (error) {
      if (!(error instanceof Illegal)) throw error;
      this.#give(WRONG, say('The server sent something that TileNet does not allow: {what}.', { what: error.message }));
      return;
    }
    if (this.model.me !== null && this.#end === null) this.#caller.modelChanged();
  }

  /** @param {Tag} message */
  #take(message) {
    this.model.take(message);
    const { tag, attributes, content = '' } = message;
    if (tag === 'server' && attributes.status === 'open') {
      this.#write(OPENING);
      this.#caller.opened();
    } else if (tag === 'server') {
      this.#give(NOT_OPEN, attributes.status === 'busy' ? say('The server is busy right now.') : say("The server isn't accepting logins right now."));
    } else if (tag === 'logged-in') {
      if (attributes.objid !== undefined) this.#ask();
      this.#caller.answered(attributes.message, attributes.objid !== undefined);
    } else if (tag === 'xresponse' && attributes.options === 'resume' && content.length <= LONGEST_TOKEN) {
      this.token = content;
    } else if (tag === 'xresponse' && attributes.options === 'account') {
      this.#changed(content);
    } else if (tag === 'xresponse' && attributes.options === 'not said') {
      this.#caller.notSaid(saidIn(content));
    } else if (tag === 'logged-out') {
      this.#end ??= [LOGGED_OUT, attributes.message];
    } else if (tag === '/server' && this.#end?.[0] === LOGGED_OUT) {
      this.#hurry(); // how the server closes the connection says whether it is worth coming back
    } else if (tag === '/server') {
      this.#give(LOST, say('The server ended the session.'));
    }
  }

  /** @param {number} code */
  #close(code) {
    if (code === GOING_AWAY && this.#end?.[0] === LOGGED_OUT) this.#end[0] = LOST;
    this.#finish(LOST, say('The connection to the server was lost.'));
  }

  #hurry() {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#give(LEFT, ''), PARTING);
  }

  // Something has come: if there is nothing to say, a heartbeat comes as white space.
  #watch() {
    this.#hasSlept = false;
    this.#wait(WORRY);
    if (this.isQuiet) this.#worry(false);
  }

  /** @param {number} time */
  #wait(time) {
    const due = performance.now() + time;
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(() => this.#miss(due), time);
  }

  // Nothing has come for long. A slow network may still bring something to a user who is in, so that is only told at first.
  /** @param {number} due */
  #miss(due) {
    if (performance.now() > due + LATE && !this.#hasSlept) {
      this.#hasSlept = true;
      this.#wait(WORRY);
    } else if (this.model.me !== null && !this.isQuiet) {
      this.#wait(SILENCE - WORRY);
      this.#worry(true);
    } else {
      this.giveUp();
    }
  }

  /** @param {boolean} isQuiet */
  #worry(isQuiet) {
    this.isQuiet = isQuiet;
    this.#caller.quiet(this, isQuiet);
  }

  // Do not wait any longer.
  giveUp() {
    this.#give(LOST, say("The server isn't responding."));
  }

  /** @param {string} end @param {string} why */
  #give(end, why) {
    this.#end ??= [end, why];
    this.#socket.close();
    this.#finish(end, why);
  }

  /** @param {string} end @param {string} why */
  #finish(end, why) {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#alarm);
    for (const what of this.#asked.keys()) this.#answer(what, { why: say('The connection to the server was lost.') });
    this.#caller.ended(this, ...(this.#end ?? [end, why]));
  }

  // What this client wants to be told besides, and in which language.
  #ask() {
    if (spoken() !== 'en') this.#send(element('xrequest', { options: `language ${spoken()}` }));
    this.#send(element('xrequest', { options: 'points' }));
    this.#send(element('xrequest', { options: 'facts' }));
  }

  // Do something with the user's account, and resolve with the answer. Nothing of it is kept here.
  /** @param {Record<string, unknown>} request @returns {Promise<Answer>} */
  change(request) {
    const what = String(request.do);
    return new Promise((answered) => {
      if (this.#asked.has(what)) {
        answered(answerOf({ why: say('One moment …') }));
        return;
      }
      this.#asked.set(what, answered);
      if (!this.#send(element('xrequest', { options: 'account' }, JSON.stringify(request)))) {
        this.#answer(what, { why: say('The connection to the server was lost.') });
      }
    });
  }

  /** @param {string} content */
  #changed(content) {
    /** @type {Record<string, any>} */
    let given = {};
    try {
      given = members(JSON.parse(content));
    } catch {
      // it makes no sense, and the user is told so
    }
    const told = textIn(given.do);
    const what = this.#asked.has(told) ? told : [...this.#asked.keys()][0] ?? '';
    if (given.done === true) this.#caller.changed(what);
    this.#answer(what, given);
  }

  /** @param {string} what @param {Record<string, unknown>} given */
  #answer(what, given) {
    const answered = this.#asked.get(what);
    this.#asked.delete(what);
    answered?.(answerOf(given));
  }

  // What the user does. Each returns whether it was sent.

  /** @param {string} user @param {string} password */
  login(user, password) {
    return this.#send(element('login', { user, password }));
  }

  askForToken() {
    return this.#send('<xrequest options="resume"></xrequest>');
  }

  askForHelp() {
    return this.#send(element('xrequest', { options: 'help' }));
  }

  askWho() {
    return this.#send(element('xrequest', { options: 'who' }));
  }

  /** @param {Thing} token */
  click(token) {
    return this.model.canActOn(token) && this.#send(element('cmd', { type: 'click', objid: token.objid }));
  }

  /** @param {Thing} key @param {number} [modifiers] */
  press(key, modifiers = 0) {
    return this.model.canActOn(key) && this.#send(element('cmd', { type: 'press', objid: key.objid, modifiers }));
  }

  // Only its target hears a whisper, so it is noted here.
  /** @param {Thing} target @param {string} text */
  say(target, text) {
    const words = text.slice(0, LONGEST);
    const { me } = this.model;
    if (words.trim() === '' || me === null || !this.#send(element('cmd', { type: 'say', objid: target.objid, text: words }))) return false;
    const isWhisper = target.objid[0] === AGENT && words.startsWith('(') && words.endsWith(')');
    if (isWhisper && target.objid !== me) {
      this.model.note(me, target.objid, words);
      this.#caller.modelChanged();
    }
    return true;
  }

  /** @param {string} [why] */
  leave(why = '') {
    if (this.model.me === null || !this.#send(element('logout') + CLOSING)) {
      this.#give(LEFT, why);
      return;
    }
    this.#end = [LEFT, why];
    this.#hurry();
  }

  // Hang up without a word, so that the server holds the seat; resolves when the server knows.
  drop() {
    const isClosed = new Promise((done) => {
      if (this.#socket.readyState === WebSocket.CLOSED) done(null);
      else this.#socket.addEventListener('close', done);
    });
    this.#give(LEFT, '');
    return isClosed;
  }

  /** @param {string} tag */
  #send(tag) {
    if (this.#end !== null || this.#socket.readyState !== WebSocket.OPEN) return false;
    this.#write(tag);
    return true;
  }

  /** @param {string} text */
  #write(text) {
    this.#socket.send(text);
  }
}

/** @param {Record<string, unknown>} given @returns {Answer} */
function answerOf(given) {
  const done = given.done === true;
  const why = textIn(given.why) || (done ? '' : say('The server’s answer made no sense.'));
  return { done, text: textIn(given.text), why, field: textIn(given.field), part: given };
}

// What the server tells of something that was not said; whatever makes no sense is empty.
/** @param {string} content @returns {Said} */
function saidIn(content) {
  try {
    const given = members(JSON.parse(content));
    return { to: textIn(given.to), text: textIn(given.text) };
  } catch {
    return { to: '', text: '' };
  }
}
