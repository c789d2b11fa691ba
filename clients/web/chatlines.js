// The lines of the chat: who said what, which room it was in, when, and who came and left, folded into one line.

import { make } from './dom.js';
import { both, inWords } from './nextline.js';
import { spoken, say } from './words.js';

/** @import { HeardLine } from './model.js' */
/** @import { Passage } from './nextline.js' */

const KEPT = 300; // lines on the page
const APART = 3 * 60_000; // ms between two lines, after which it is said when the second one was

/** @param {number} at @returns {string} */
const clock = (at) => new Date(at).toLocaleTimeString(spoken(), { hour: '2-digit', minute: '2-digit' });

export class ChatLines {
  #log;
  #room = ''; // of the last divider
  /** @type {HTMLElement | null} */
  #divider = null; // as long as nothing is below it
  /** @type {{ element: HTMLElement, passage: Passage } | null} */
  #passage = null; // as long as nothing is below it
  #at = 0; // when the last line was said

  /** @param {HTMLElement} log */
  constructor(log) {
    this.#log = log;
  }

  // What follows was said in this room.
  /** @param {string} room */
  enter(room) {
    if (room === this.#room) return;
    this.#room = room;
    const divider = make('p', 'divider', room);
    if (this.#divider === null) this.#append(divider);
    else this.#divider.replaceWith(divider);
    this.#divider = divider;
  }

  // Add a line; returns whether it is one that is shown.
  /** @param {HeardLine} line @param {string} me the user's name */
  add(line, me) {
    if (line.passage !== null) return this.#pass(line, line.passage, me);
    this.#tellTime(line.at);
    this.#append(this.#timed(shown(line), line.at));
    return true;
  }

  // Add a message from the page itself.
  /** @param {string} text */
  note(text) {
    this.#append(make('p', 'room', text));
  }

  /** @param {HeardLine} line @param {Passage} passage @param {string} me */
  #pass({ at }, passage, me) {
    const before = this.#passage;
    const whole = before === null ? passage : both(before.passage, passage);
    const words = inWords(whole, me);
    if (before !== null) {
      before.element.textContent = words;
      before.passage = whole;
    } else if (words !== '') {
      this.#tellTime(at);
      const element = this.#timed(make('p', 'room passage', words), at);
      this.#append(element);
      this.#passage = { element, passage: whole };
    }
    return words !== '';
  }

  /** @param {HTMLElement} element */
  #append(element) {
    [this.#passage, this.#divider] = [null, null];
    this.#log.append(element);
    while (this.#log.children.length > KEPT) this.#log.firstElementChild?.remove();
  }

  // When it is, if that was not told for a while.
  /** @param {number} at */
  #tellTime(at) {
    if (this.#at > 0 && at - this.#at >= APART) {
      const time = make('time', '', clock(at));
      time.dateTime = new Date(at).toISOString();
      this.#append(make('p', 'when', time));
    }
    this.#at = at;
  }

  /** @param {HTMLElement} element @param {number} at */
  #timed(element, at) {
    element.title = clock(at);
    return element;
  }
}

/** @param {HeardLine} given */
function shown({ from, to, speaker, listener, message, isMine, isByMe, isByRoom, whisper, whispered }) {
  if (whisper !== null) {
    const where = whisper.place && say('({place})', { place: whisper.place });
    return make('p', 'to-me', make('b', 'speaker', whisper.name), ` ${where && `${where} `}${say('to')} `, make('b', '', say('you')), ': ', `(${whisper.text})`);
  }
  if (whispered !== null) return make('p', '', make('b', 'speaker', say('you')), ` ${say('to')} `, make('b', '', whispered.name), ': ', `(${whispered.text})`);
  if (isByRoom) return make('p', isMine ? 'room mine' : 'room', message);
  const item = make('p', isMine ? 'to-me' : '', make('b', 'speaker', isByMe ? say('you') : speaker));
  if (to[0] !== 'm') item.append(` ${say('to')} `, make('b', '', isMine ? say('you') : to === from ? say('nobody') : listener), ':');
  item.append(' ', message);
  return item;
}
