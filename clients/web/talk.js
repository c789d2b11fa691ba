// The chat: the log of what was said, and the line to type in.

import { by, make } from './dom.js';
import { say } from './words.js';

/** @import { Controller, Said } from './controller.js' */
/** @import { HeardLine, Model } from './model.js' */

const KEPT = 300; // lines on the page
const REMEMBERED = 20; // things that were said, in case they are refused
const NEAR = 40; // pixels from the end that still count as the end

export class Talk {
  #log = by('log');
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

  #opened;

  // `opened` is called when the chat covers the board.
  /** @param {Controller} controller @param {(talk: Talk) => void} [opened] */
  constructor(controller, opened = () => {}) {
    this.#opened = opened;
    this.#log.addEventListener('scroll', () => this.#scrolled());
    new ResizeObserver(() => {
      this.#scrolled();
      this.#follow();
    }).observe(this.#log);
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const typed = this.#words.value; // a blank before an @ means something
      const said = controller.talk(typed);
      if (said === null) return;
      this.#said = [...this.#said.slice(1 - REMEMBERED), { ...said, typed }];
      this.#words.value = this.#refused.shift() ?? '';
    });
    by('talk-button').addEventListener('click', () => this.open());
    this.#latest.addEventListener('click', () => this.open());
    this.#quiet.addEventListener('click', () => this.close());
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
    if (model.current !== this.#room) {
      this.#room = model.current;
      this.#latest.textContent = '';
    }
    const news = model.heard.filter((line) => line.number >= this.#next);
    this.#next = model.linesHeard;
    if (news.length === 0) return;
    this.#add(news.map((line) => this.#line(line)));
    if (!this.isOpen) this.#count(this.#missed + news.filter((line) => !line.isByRoom && !line.isByMe).length);
  }

  // Show a message from the client itself.
  /** @param {string} text */
  note(text) {
    this.#add([make('p', 'room', text)]);
  }

  /** @param {HTMLElement[]} lines */
  #add(lines) {
    this.#scrolled(); // perhaps just now, and the event is still to come
    this.#log.append(...lines);
    this.#latest.textContent = lines.at(-1)?.textContent ?? '';
    while (this.#log.children.length > KEPT) this.#log.firstElementChild?.remove();
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

  /** @param {HeardLine} given */
  #line({ from, to, speaker, listener, message, isMine, isByMe, isByRoom }) {
    if (isByRoom) return make('p', isMine ? 'room mine' : 'room', message);
    const item = make('p', isMine ? 'to-me' : '', make('b', 'speaker', isByMe ? say('you') : speaker));
    if (to[0] !== 'm') item.append(` ${say('to')} `, make('b', '', isMine ? say('you') : to === from ? say('nobody') : listener), ':');
    item.append(' ', message);
    return item;
  }

  /** @param {number} missed */
  #count(missed) {
    this.#missed = missed;
    this.#unread.textContent = missed ? String(missed) : '';
    this.#unread.setAttribute('aria-label', missed ? say('{n} new', { n: missed }) : '');
  }
}
