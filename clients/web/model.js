// What a client knows: every object that the server has sent, where it is, and what was said.
//
// It takes tags, and knows neither socket nor page. It throws Illegal for what the specification forbids.

import { Illegal } from './scanner.js';

export const MATRIX = 'm';
export const AGENT = 'a';
export const TOKEN = 't';
export const KEY = 'k';
export const IMAGE = 'i';

const REMEMBERED = 500; // lines heard
const LONGEST_LINE = 10000; // characters of one that are kept
const LEAST_SIZE = 2;

// The attributes that a tag must have, and may have.
const GRAMMAR = {
  server: [['version', 'group', 'name', 'status'], []],
  'logged-in': [['message'], ['objid']],
  set: [['objid'], ['energy', 'name', 'text', 'bgcolor', 'fgcolor', 'x', 'y', 'image']],
  hear: [['from', 'to', 'message'], []],
  xresponse: [[], ['options']],
  'logged-out': [['message'], []],
  '/server': [[], []],
};
const INTEGER = /^(?:0|-?[1-9][0-9]{0,9})$/;
const OBJID = /^[matki][1-9][0-9]{0,9}$/;
const COLOUR = /^[0-9a-fA-F]{1,8}$/;
const LARGEST = 2 ** 31;

function need(isLegal, why) {
  if (!isLegal) throw new Illegal(why);
}

function integer(text) {
  const number = Number(text);
  need(INTEGER.test(text) && -LARGEST <= number && number < LARGEST, `${text} is not an integer`);
  return number;
}

function objid(text, kinds) {
  need(OBJID.test(text) && kinds.includes(text[0]) && Number(text.slice(1)) < LARGEST, `${text} is not an objid of ${kinds}`);
  return text;
}

export const cellOf = (thing) => `${thing.x},${thing.y}`;

// What is in one matrix: objids in order of arrival, and tokens by cell.
class Inside {
  members = new Set();
  cells = new Map();
}

export class Model {
  server = null; // { group, name, status }
  me = null; // the objid of the user's own agent
  lastWords = null; // what the server said when it logged the client out
  isClosed = false;
  current = null;
  things = new Map();
  heard = [];
  linesHeard = 0;
  #insides = new Map();
  #places = new Map(); // an object is in one matrix at most

  // What is known

  get matrix() {
    return this.current === null ? null : this.things.get(this.current);
  }

  get myAgent() {
    return this.things.get(this.me) ?? null;
  }

  // Everything of one kind in the current matrix, in order of arrival.
  here(kind) {
    if (this.current === null) return [];
    return [...this.#insides.get(this.current).members].filter((id) => id[0] === kind).map((id) => this.things.get(id));
  }

  get agents() {
    return this.here(AGENT);
  }

  get keys() {
    return this.here(KEY);
  }

  // The token in a cell of the current matrix.
  at(x, y) {
    const found = this.current === null ? undefined : this.#insides.get(this.current).cells.get(`${x},${y}`);
    return found === undefined ? null : this.things.get(found);
  }

  get tokens() {
    if (this.current === null) return [];
    return [...this.#insides.get(this.current).cells.values()].map((id) => this.things.get(id));
  }

  isHere(id) {
    return this.current !== null && this.#places.get(id) === this.current;
  }

  // Whether a click or a press would be executable.
  canActOn(thing) {
    return this.isHere(thing.objid) && thing.energy > 0 && (this.myAgent?.energy ?? 0) > 0;
  }

  // What comes in

  take({ tag, attributes }) {
    need(Object.hasOwn(GRAMMAR, tag), `an unknown tag: ${tag}`);
    const [required, optional] = GRAMMAR[tag];
    need(required.every((name) => Object.hasOwn(attributes, name)), `<${tag}> without an attribute that it must have`);
    need(Object.keys(attributes).every((name) => required.includes(name) || optional.includes(name)), `<${tag}> with another attribute`);
    need(!this.isClosed, 'a tag after the end');
    if (tag === 'server') return this.#open(attributes);
    need(this.server !== null, 'a tag before <server>');
    if (tag === '/server') return void (this.isClosed = true);
    need(this.lastWords === null, 'a tag after <logged-out>');
    switch (tag) {
      case 'logged-in':
        need(this.me === null, '<logged-in> after a successful login');
        if (attributes.objid !== undefined) this.me = objid(attributes.objid, AGENT);
        return;
      case 'logged-out':
        this.lastWords = attributes.message;
        return;
    }
    need(this.me !== null, `<${tag}> before a login`);
    if (tag === 'set') this.#set(attributes);
    if (tag === 'hear') this.#hear(attributes);
  }

  #open({ version, group, name, status }) {
    need(this.server === null && version === '1.1', 'another version');
    need(['open', 'closed', 'busy'].includes(status), `an unknown status: ${status}`);
    this.server = { group, name, status };
  }

  // Remember a line. Names are as they are now.
  note(from, to, message) {
    this.heard.push({
      number: this.linesHeard,
      from,
      to,
      speaker: this.#name(from),
      listener: this.#name(to),
      message: message.slice(0, LONGEST_LINE),
      isMine: to === this.me && from !== this.me,
      isByMe: from === this.me,
      isByRoom: from[0] === MATRIX,
    });
    this.linesHeard += 1;
    if (this.heard.length > REMEMBERED) this.heard.shift();
  }

  #hear({ from, to, message }) {
    this.note(objid(from, 'matk'), objid(to, 'matk'), message);
  }

  #name(id) {
    return this.things.get(id)?.name || id;
  }

  // The three rules of set

  #set(attributes) {
    const id = objid(attributes.objid, 'matki');
    const old = this.things.get(id);
    const given = this.#values(attributes);
    const thing = { objid: id, name: '', text: '', energy: 1, fg: null, bg: null, x: 0, y: 0, image: null, ...old, ...given };
    switch (id[0]) {
      case MATRIX:
        return this.#setMatrix(thing, old === undefined, 'x' in given || 'y' in given);
      case IMAGE:
        need(thing.x > 0 && thing.y > 0 && /^(?:[0-9a-fA-F]{2})+$/.test(thing.text), 'an image without size or data');
        return void this.things.set(id, thing);
      default:
        return this.#setMember(thing, given, old === undefined);
    }
  }

  #values(attributes) {
    const found = {};
    const { energy, name, text, fgcolor, bgcolor, x, y, image } = attributes;
    if (energy !== undefined) found.energy = integer(energy);
    if (name !== undefined) found.name = name;
    if (text !== undefined) found.text = text;
    if (x !== undefined) found.x = integer(x);
    if (y !== undefined) found.y = integer(y);
    need((found.y ?? 0) >= 0, 'a negative y');
    for (const [key, colour] of [['fg', fgcolor], ['bg', bgcolor]]) {
      if (colour === undefined) continue;
      need(COLOUR.test(colour), `${colour} is not a colour`);
      found[key] = colour;
    }
    if (image !== undefined) {
      need(this.things.has(objid(image, IMAGE)), 'an image that is not defined');
      found.image = image;
    }
    return found;
  }

  // Last is current.
  #setMatrix(matrix, isNew, isResized) {
    need(Math.min(matrix.x, matrix.y) >= LEAST_SIZE, 'a matrix smaller than 2 by 2');
    this.things.set(matrix.objid, matrix);
    this.current = matrix.objid;
    if (!isNew && !isResized) return;
    for (const id of this.#insides.get(matrix.objid)?.members ?? []) this.#places.delete(id);
    this.#insides.set(matrix.objid, new Inside());
  }

  // Current is container; x to exit.
  #setMember(thing, given, isNew) {
    const matrix = this.matrix;
    need(matrix !== null, 'a set of something that is in no matrix');
    need(thing.objid[0] !== KEY || thing.name !== '', 'a key without a name');
    if (isNew && thing.objid[0] === TOKEN) {
      need('x' in given && 'y' in given, 'a new token without a cell');
      thing.fg ??= matrix.fg;
      thing.bg ??= matrix.bg;
    }
    const inside = this.#insides.get(matrix.objid);
    if (given.x < 0) {
      this.#takeOut(thing.objid);
    } else {
      if (this.#places.get(thing.objid) !== matrix.objid) this.#takeOut(thing.objid);
      if (thing.objid[0] === TOKEN) this.#takeCell(thing, matrix, inside);
      inside.members.add(thing.objid);
      this.#places.set(thing.objid, matrix.objid);
    }
    this.things.set(thing.objid, thing);
  }

  // Put a token into its cell, and take out the one that was there.
  #takeCell(token, matrix, inside) {
    need(token.x >= 0 && token.x < matrix.x && token.y < matrix.y, 'a token outside of its matrix');
    const taken = inside.cells.get(cellOf(token));
    if (taken === token.objid) return;
    if (taken !== undefined) this.#takeOut(taken);
    this.#leaveCell(token.objid, inside);
    inside.cells.set(cellOf(token), token.objid);
  }

  #leaveCell(id, inside) {
    const thing = this.things.get(id);
    if (thing !== undefined && inside.cells.get(cellOf(thing)) === id) inside.cells.delete(cellOf(thing));
  }

  #takeOut(id) {
    const place = this.#places.get(id);
    if (place === undefined) return;
    this.#places.delete(id);
    const inside = this.#insides.get(place);
    inside.members.delete(id);
    this.#leaveCell(id, inside);
  }
}
