// Links to rooms: `#/set` is the room with that address; `#/tombala/tombala-room-7`, one that is reached through a lobby;
// `#/amber-otter-nine`, the table with that code, wherever the user is.

import { codeOf, isCode } from './table.js';
import { members, text } from './vocabulary.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Model } from './model.js' */
/** @import { Trail } from './trail.js' */

const HOME = 'home'; // its address
const REPLAYS = 'replays'; // that of the room with all replays: `#/replays/ID` is one of them

/** @param {string[]} parts */
const written = (parts) => `#/${parts.join('/')}`;

// The parts of an address; null if it is none.
/** @param {string} hash */
function read(hash) {
  try {
    return decodeURIComponent(hash).toLowerCase().replace(/^#\/?/, '').split('/').filter(Boolean);
  } catch {
    return null;
  }
}

// The tile that leads to a room: Home and lobbies tell the address of the room behind each role.
/** @param {Model} model @param {string} address */
function doorTo(model, address) {
  const doors = Object.values(model.facts).flatMap((group) => Object.entries(members(group)));
  const found = doors.find(([role, door]) => members(door).room === address && model.tile(role) !== null);
  return found === undefined ? null : model.tile(found[0]);
}

// The id of the replay that is shown here; empty in every other room.
/** @param {Model} model */
const replayIn = (model) => text(members(model.facts.replay).id);

// What to say to be led there from any room; empty if the way is one of clicks.
/** @param {string[]} wanted */
function commandTo(wanted) {
  if (wanted.length === 2 && wanted[0] === REPLAYS) return `/watch ${wanted[1]}`;
  return wanted.length === 1 && isCode(wanted[0]) ? `/join ${wanted[0]}` : '';
}

// The tile that leads Home. A game without a kind has no roles; but in every room this tile has the same name.
/** @param {Model} model */
const wayHome = (model) => (model.kind === '' ? model.tokens.find(({ name }) => name === 'Home') : model.tile('home')) ?? null;

export class Path {
  #controller;
  #trail;
  /** @type {string[] | null} */
  #wanted = null; // where the user wants to be
  /** @type {string | null} */
  #room = null; // the objid of the room that was seen last
  /** @type {string | null} */
  #clicked = null; // the room that was left by a click of ours
  /** @type {Set<string>} */
  #steps = new Set(); // the addresses to which such clicks lead
  /** @type {string[]} */
  #parts = []; // where the user is
  #isBack = false; // whether the next room is the one in which the user was, if they still have their seat

  /** @param {Controller} controller @param {Trail} trail */
  constructor(controller, trail) {
    this.#controller = controller;
    this.#trail = trail;
  }

  // A session begins: a link leads to its room, and without one the user stays where the server lets them in, which is the
  // room where they were if they come back.
  /** @param {string} hash */
  begin(hash) {
    this.forget();
    const wanted = read(hash);
    if (wanted?.length) this.#wanted = wanted;
  }

  // The session is over.
  forget() {
    [this.#wanted, this.#clicked, this.#room, this.#parts] = [null, null, null, []];
    this.#steps.clear();
  }

  /** @param {string} hash */
  follow(hash) {
    const wanted = read(hash);
    if (wanted === null) return;
    [this.#wanted, this.#clicked] = [wanted, null];
    this.modelChanged();
  }

  // After a lost connection: back to where the user was. Their table may have another code by then.
  resume() {
    this.#isBack = this.#wanted === null;
    [this.#wanted, this.#clicked, this.#room] = [this.#wanted ?? this.#parts, null, null];
    this.#steps.clear();
  }

  // A room counts as soon as it has told what it is.
  modelChanged() {
    const { model } = this.#controller;
    if (!model?.told.isKnown) return;
    if (model.current !== this.#room) this.#arrive(model);
    else if (codeOf(model) !== '' && this.#parts[0] !== codeOf(model)) this.#rename(codeOf(model));
    if (this.#wanted !== null && this.#clicked !== model.current) this.#walk(model, this.#wanted);
  }

  /** @param {Model} model */
  #arrive(model) {
    const behind = this.#parts.slice(0, 1);
    const replay = replayIn(model);
    const code = codeOf(model);
    if (this.#isBack && code) this.#wanted = null;
    this.#isBack = false;
    if (replay) this.#parts = [REPLAYS, replay];
    else if (code) this.#parts = [code];
    else if (model.address === HOME) this.#parts = [];
    else if (behind.length === 0 || behind[0] === model.address) this.#parts = [model.address];
    else this.#parts = [...behind, model.address];
    const isFirst = this.#room === null;
    const isLed = this.#wanted !== null && (this.#steps.size === 0 || this.#steps.has(written(this.#parts)));
    this.#room = model.current;
    if (!isLed) this.#stop();
    this.#trail.show(written(this.#parts), { isNew: !isFirst && !isLed });
  }

  // The table has another code now, as somebody was sent away who knows the old one.
  /** @param {string} code */
  #rename(code) {
    this.#parts = [code];
    this.#trail.show(written(this.#parts), { isNew: false });
  }

  // One step towards where the user wants to be.
  /** @param {Model} model @param {string[]} wanted */
  #walk(model, wanted) {
    const isPrefix = this.#parts.every((part, at) => part === wanted[at]);
    if ((isPrefix && this.#parts.length === wanted.length) || (this.#parts.length > 0 && model.address === wanted.at(-1))) {
      this.#parts = wanted;
      this.#settle();
      return;
    }
    this.#clicked = model.current;
    const command = commandTo(wanted);
    const goal = command ? wanted : isPrefix ? wanted.slice(0, this.#parts.length + 1) : [];
    const how = { declined: () => this.#decline(), sent: () => this.#leave(goal) };
    if (command) {
      this.#controller.leaveFor(command, how);
      return;
    }
    const next = isPrefix ? doorTo(model, wanted[this.#parts.length]) : wayHome(model);
    if (next === null || !this.#controller.act(next, how)) {
      this.#controller.tell(say('Can\'t find the room “{room}”. It may have closed: choose another room.', { room: wanted.join('/') }));
      this.#settle();
    }
  }

  // The server has been asked for a step. It may refuse it: until then the user is where they were.
  /** @param {string[]} goal */
  #leave(goal) {
    this.#steps.add(written(goal));
    this.#trail.goOn();
    this.#trail.show(written(this.#parts), { isNew: false });
  }

  #decline() {
    this.#stop();
    this.#trail.stay();
  }

  #settle() {
    this.#stop();
    this.#trail.show(written(this.#parts), { isNew: false });
  }

  #stop() {
    this.#wanted = null;
    this.#steps.clear();
  }
}
