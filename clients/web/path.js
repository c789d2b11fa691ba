// Links to rooms: `#/set` is the room called Set, as walked to from Home; `#/tombala/den`, one reached through a lobby.

/** @import { Controller } from './controller.js' */
/** @import { Model, Thing } from './model.js' */

/** @param {string} text */
export const slug = (text) =>
  text.normalize('NFKC').toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');

// "Tombala: den" is den, reached through its lobby.
/** @param {string} title */
const shortName = (title) => slug(title.slice(title.indexOf(': ') + 1));

// What a tile may be called in a link: "den (25 s, 2 players)" is also den.
/** @param {Thing} tile */
const namesOf = (tile) => [tile.name, tile.name.split(' (')[0], tile.text.split(',')[0]].map(slug);

/** @param {string} hash */
const read = (hash) => decodeURIComponent(hash).replace(/^#\/?/, '').split('/').map(slug).filter(Boolean);

export class Path {
  #controller;
  /** @type {string[] | null} */
  #wanted = null; // where the user wants to be
  /** @type {string | null} */
  #room = null; // the objid of the room that was seen last
  /** @type {string | null} */
  #clicked = null; // the room that was left by a click of ours
  /** @type {string[]} */
  #parts = []; // where the user is

  /** @param {Controller} controller */
  constructor(controller) {
    this.#controller = controller;
  }

  /** @param {string} hash */
  follow(hash) {
    /** @type {string[]} */
    let wanted;
    try {
      wanted = read(hash);
    } catch {
      return;
    }
    [this.#wanted, this.#clicked] = [wanted, null];
    this.modelChanged();
  }

  // After a lost connection: back to where the user was.
  resume() {
    [this.#wanted, this.#clicked, this.#room] = [this.#wanted ?? this.#parts, null, null];
  }

  modelChanged() {
    const { model } = this.#controller;
    if (!model?.matrix) return;
    if (model.current !== this.#room) this.#arrive(model, model.matrix.name);
    if (this.#wanted !== null && this.#clicked !== model.current) this.#walk(model, model.matrix.name, this.#wanted);
  }

  /** @param {Model} model @param {string} title */
  #arrive(model, title) {
    const isHome = this.#isHome(model);
    const behind = this.#parts.slice(0, 1);
    if (isHome) this.#parts = [];
    else if (behind.length === 0 || behind[0] === slug(title)) this.#parts = [slug(title)];
    else this.#parts = [...behind, shortName(title)];
    this.#room = model.current;
    if (this.#wanted === null) this.#show();
  }

  #show() {
    history.replaceState(null, '', `#/${this.#parts.join('/')}`);
  }

  // Home is the room without a tile that leads Home.
  /** @param {Model} model */
  #isHome(model) {
    return this.#homeTile(model) === undefined;
  }

  /** @param {Model} model */
  #homeTile(model) {
    return model.tokens.find((tile) => tile.name === 'Home');
  }

  // One step towards where the user wants to be.
  /** @param {Model} model @param {string} title @param {string[]} wanted */
  #walk(model, title, wanted) {
    const isPrefix = this.#parts.every((part, at) => part === wanted[at]);
    if ((isPrefix && this.#parts.length === wanted.length) || [slug(title), shortName(title)].includes(wanted.at(-1) ?? '')) {
      this.#parts = wanted;
      this.#settle();
      return;
    }
    const next = isPrefix
      ? model.tokens.find((tile) => tile.energy > 0 && namesOf(tile).includes(wanted[this.#parts.length]))
      : this.#homeTile(model);
    if (next === undefined || !this.#controller.act(next)) {
      this.#controller.tell(`Can't find the room “${wanted.join('/')}”. It may have closed: choose another room.`);
      this.#settle();
      return;
    }
    this.#clicked = model.current;
  }

  #settle() {
    this.#wanted = null;
    this.#show();
  }
}
