// Who is where on the server: the user can go there, whisper, and invite. It is asked for again and again while it can be
// seen.

import { around, by, focused, make, setText } from './dom.js';
import { placesIn } from './places.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Model } from './model.js' */
/** @import { Place } from './places.js' */

const AGAIN = 5000; // ms from one question to the next
const LOOK = 1000; // ms after which it may be seen again
const HOME = 'home'; // its address, where nobody can be invited to

export class Whereabouts {
  #panel = by('whereabouts', HTMLDetailsElement);
  #list = by('at-places');
  #controller;
  #drawn = '';
  /** @type {string | null} */
  #room = null;
  #asked = -Infinity; // when, on the clock of the page
  #timer = setInterval(() => this.refresh(), LOOK);

  /** @param {Controller} controller @param {(name: string) => void} address begins a whisper */
  constructor(controller, address) {
    this.#controller = controller;
    this.#panel.addEventListener('toggle', () => this.refresh());
    this.#list.addEventListener('click', (event) => {
      const { whisper, invite, go } = around(event, 'button')?.dataset ?? {};
      if (whisper !== undefined) address(whisper);
      if (invite !== undefined) controller.order(`/invite ${invite}`);
      if (go !== undefined) controller.leaveFor(`/join ${go}`);
    });
  }

  // A session is over: nothing is asked any more.
  end() {
    clearInterval(this.#timer);
  }

  /** @param {Model} model */
  draw(model) {
    this.#panel.hidden = model.kind === ''; // and other servers cannot be asked
    if (model.kind !== '' && model.current !== this.#room) [this.#room, this.#panel.open] = [model.current, model.address === HOME];
    this.refresh();
    const places = placesIn(model.who);
    const drawn = JSON.stringify([model.address, model.me, places]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const count = places.reduce((sum, { players }) => sum + players.length, 0);
    setText(by('who-count'), count > 0 ? String(count) : '');
    const key = this.#list.contains(focused()) ? focused().dataset.key : undefined;
    this.#list.replaceChildren(...places.map((place) => shown(place, model)));
    if (key !== undefined) /** @type {HTMLElement | null} */ (this.#list.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
  }

  // Ask, if somebody can see it and the last answer is old.
  refresh() {
    const now = performance.now();
    if (this.#panel.hidden || !this.#panel.open || document.hidden || now < this.#asked + AGAIN || !this.#list.checkVisibility()) return;
    this.#asked = now;
    this.#controller.askWho();
  }
}

/** @param {Place} given @param {Model} model */
function shown({ place, address, players }, model) {
  const isHere = address !== '' && address === model.address;
  const head = make('p', 'place', make('strong', '', place));
  if (address !== '' && !isHere) head.append(' ', button(say('Go there'), say('Go there: {place}', { place }), { go: address, key: `go ${address}` }));
  const people = players.map(({ name, isBot, isAway }) => {
    const isMe = name === model.myAgent?.name;
    const signs = [isBot && say('bot'), isAway && say('away')].filter(Boolean).join(', ');
    const dot = make('i', ['dot', isAway && 'away', isBot && 'bot'].filter(Boolean).join(' '));
    const item = make('li', '', dot, make('span', 'name', isMe ? say('{name} (you)', { name }) : name), make('span', 'signs', signs));
    if (isMe) return item;
    const acts = make('span', 'acts');
    if (!isHere && !isBot && model.address !== HOME) acts.append(button(say('Invite'), say('Invite: {name}', { name }), { invite: name, key: `invite ${name}` }));
    if (!isBot) acts.append(button(say('Whisper'), say('Whisper: {name}', { name }), { whisper: name, key: `whisper ${name}` }));
    item.append(acts);
    return item;
  });
  return make('li', '', head, make('ul', '', ...people));
}

/** @param {string} words @param {string} label @param {Record<string, string>} data */
function button(words, label, data) {
  const found = make('button', 'small', words);
  found.type = 'button';
  found.ariaLabel = label;
  Object.assign(found.dataset, data);
  return found;
}
