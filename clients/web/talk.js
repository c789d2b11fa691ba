// The chat: the log of what people say and of what the room says to everybody, and the line to type in.
//
// What the room tells the user alone is for the line beside the board, unless it answers what the user has typed here.

import { ChatLines } from './chatlines.js';
import { by } from './dom.js';
import { text as textIn } from './vocabulary.js';
import { say } from './words.js';

/** @import { Controller, Said } from './controller.js' */
/** @import { HeardLine, Model } from './model.js' */

const ANSWERED = 3000; // ms in which the room answers what was typed
const REMEMBERED = 20; // things that were said, in case they are refused
const NEAR = 40; // pixels from the end that still count as the end

export class Talk {
  #log = by('log');
  #lines = new ChatLines(this.#log);
  #form = by('say');
  #words = by('words', HTMLInputElement);
  #latest = by('latest'); // on a phone, where the chat is behind a button
  #unread = by('unread');
  #quiet = by('quiet-button'); // back to the board, where the chat covers it
  /** @type {Model | null} */
  #model = null;
  /** @type {string | null} */
  #room = null;
  #next = 0; // the number of the first line that is not on the page yet
  #missed = 0;
  /** @type {(Said & { typed: string })[]} */
  #said = [];
  /** @type {string[]} */
  #refused = []; // what was typed and waits until the line is empty
  #isFollowing = true; // until the reader scrolls up
  #top = 0; // of the log, when it was scrolled last
  #typed = -Infinity; // when something was typed that the room may answer
  #opened;
  #tell;

  // `opened` is called when the chat covers the board; `tell` shows beside the board what the user alone is told.
  /** @param {Controller} controller @param {(talk: Talk) => void} [opened] @param {(words: string) => void} [tell] */
  constructor(controller, opened = () => {}, tell = () => {}) {
    this.#opened = opened;
    this.#tell = tell;
    this.#log.addEventListener('scroll', () => this.#scrolled());
    new ResizeObserver(() => {
      this.#scrolled();
      this.#follow();
    }).observe(this.#log);
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const typed = this.#words.value; // a blank before an @ means something
      this.#typed = performance.now();
      const said = controller.talk(typed);
      if (said === null) return;
      this.#said = [...this.#said.slice(1 - REMEMBERED), { ...said, typed }];
      this.#words.value = this.#refused.shift() ?? '';
    });
    by('talk-button').addEventListener('click', () => this.open());
    this.#latest.addEventListener('click', () => this.open());
    this.#quiet.addEventListener('click', () => this.close());
  }

  // The user does something else: what the room answers now is not for the chat.
  acted() {
    this.#typed = -Infinity;
  }

  get isOpen() {
    return document.body.classList.contains('talking');
  }

  open() {
    document.body.classList.add('talking');
    this.#count(0);
    this.#isFollowing = true;
    this.#follow();
    this.#words.focus();
    if (this.#quiet.checkVisibility()) this.#opened(this);
  }

  close() {
    document.body.classList.remove('talking');
  }

  // Begin a whisper.
  /** @param {string} name */
  address(name) {
    this.open();
    this.#words.value = `@${name} `;
  }

  focus() {
    this.open();
  }

  // The server has refused this: what was typed is in the line again, as soon as nothing else is there.
  /** @param {Said} said */
  giveBack({ to, text }) {
    const found = this.#said.findIndex((one) => one.to === to && one.text === text);
    if (found < 0) return; // nobody has typed it: the bar of a replay says things, too
    const [{ typed }] = this.#said.splice(found, 1);
    if (this.#words.value === '') this.#words.value = typed;
    else this.#refused.push(typed);
  }

  /** @param {Model} model */
  draw(model) {
    if (model !== this.#model) [this.#model, this.#next] = [model, 0];
    const isNew = this.#room !== model.current;
    this.#room = model.current;
    if (isNew) this.#latest.textContent = '';
    const news = model.heard.filter((line) => line.number >= this.#next && !line.isRanking);
    this.#next = model.linesHeard;
    const told = news.filter((line) => isAside(line) && line.room === model.current && !this.#isAnswer);
    const isClear = isNew && (textIn(model.you.status) || textIn(model.table.code)) !== ''; // the room says already how things stand
    const isForChat = !isClear && (isNew || told.length > 1 || !model.told.isKnown); // too much to stand beside the board alone
    this.#scrolled(); // perhaps just now, and the event is still to come
    for (const line of news) {
      this.#enter(model, line.room);
      if (told.includes(line) && !isForChat) continue;
      if (this.#lines.add(line, model.myAgent?.name ?? '') && !isAside(line)) this.#latest.textContent = this.#log.lastElementChild?.textContent ?? '';
    }
    this.#enter(model, model.current);
    this.#follow();
    const messages = told.map(({ message }) => message);
    if (!isNew && messages.length > 0) this.#tell(messages.join(' '));
    else if (messages.length > 0 && !isClear) this.#tell(messages[0]);
    if (!this.isOpen) this.#count(this.#missed + news.filter(({ isByRoom, isByMe, whisper }) => whisper !== null || (!isByRoom && !isByMe)).length);
  }

  // Whether what the room tells the user now answers what they have typed.
  get #isAnswer() {
    return performance.now() - this.#typed < ANSWERED;
  }

  // What follows was said in this room, of which only the present one tells whether it is somebody's table.
  /** @param {Model} model @param {string | null} room */
  #enter(model, room) {
    const name = model.things.get(room ?? '')?.name ?? '';
    const table = room === model.current ? textIn(model.table.name) : '';
    if (name !== '') this.#lines.enter(table === '' || name.includes(table) ? name : say('{room}, table “{table}”', { room: name, table }));
  }

  // Show a message from the page itself: beside the board, unless the user is typing.
  /** @param {string} text */
  note(text) {
    if (!this.#isAnswer && !this.#quiet.checkVisibility()) this.#tell(text);
    else this.greet(text);
  }

  // Show a message from the page itself here.
  /** @param {string} text */
  greet(text) {
    this.#scrolled();
    this.#lines.note(text);
    this.#follow();
  }

  // Only readers scroll up: a log that becomes smaller, as the list of players above it grows, stays where it was scrolled to.
  #scrolled() {
    const { scrollHeight, scrollTop, clientHeight } = this.#log;
    if (scrollHeight - scrollTop - clientHeight < NEAR) this.#isFollowing = true;
    else if (scrollTop < this.#top) this.#isFollowing = false;
    this.#top = scrollTop;
  }

  // Show the last line, unless the reader is further up.
  #follow() {
    if (!this.#isFollowing) return;
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#top = this.#log.scrollTop;
  }

  /** @param {number} missed */
  #count(missed) {
    this.#missed = missed;
    this.#unread.textContent = missed ? String(missed) : '';
    this.#unread.setAttribute('aria-label', missed ? say('{n} new', { n: missed }) : '');
  }
}

// Whether the room tells the user alone.
/** @param {HeardLine} line */
function isAside({ isByRoom, isMine, whisper, whispered }) {
  return isByRoom && isMine && whisper === null && whispered === null;
}
