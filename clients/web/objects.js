// The objects that the server has sent, and where they are: the three rules of set.

import { need, objid, values } from './grammar.js';

/**
 * One object as it is now: a matrix, an agent, a token, a key or an image.
 * @typedef {object} Thing
 * @property {string} objid
 * @property {string} name
 * @property {string} text
 * @property {number} energy
 * @property {string | null} fg
 * @property {string | null} bg
 * @property {number} x
 * @property {number} y
 * @property {string | null} image
 */

export const MATRIX = 'm';
export const AGENT = 'a';
export const TOKEN = 't';
export const KEY = 'k';
export const IMAGE = 'i';

const LEAST_SIZE = 2;

/** @param {Thing} thing */
export const cellOf = (thing) => `${thing.x},${thing.y}`;

/** @type {Omit<Thing, 'objid'>} */
const NEW = { name: '', text: '', energy: 1, fg: null, bg: null, x: 0, y: 0, image: null };

// What is in one matrix: objids in order of arrival, and tokens by cell.
class Inside {
  /** @type {Set<string>} */
  members = new Set();
  /** @type {Map<string, string>} */
  cells = new Map();
}

export class Objects {
  /** @type {string | null} */
  current = null;
  /** @type {Map<string, Thing>} */
  things = new Map();
  /** @type {Map<string, Inside>} */
  #insides = new Map();
  /** @type {Map<string, string>} */
  #places = new Map(); // an object is in one matrix at most

  // What is known

  get matrix() {
    return this.current === null ? null : (this.things.get(this.current) ?? null);
  }

  /** @param {Iterable<string>} ids */
  #known(ids) {
    return [...ids].map((id) => /** @type {Thing} */ (this.things.get(id)));
  }

  get #inside() {
    return (this.current === null ? undefined : this.#insides.get(this.current)) ?? new Inside();
  }

  // Everything of one kind in the current matrix, in order of arrival.
  /** @param {string} kind */
  here(kind) {
    return this.#known([...this.#inside.members].filter((id) => id[0] === kind));
  }

  get agents() {
    return this.here(AGENT);
  }

  get keys() {
    return this.here(KEY);
  }

  // The token in a cell of the current matrix.
  /** @param {number} x @param {number} y */
  at(x, y) {
    const found = this.#inside.cells.get(`${x},${y}`);
    return found === undefined ? null : (this.things.get(found) ?? null);
  }

  get tokens() {
    return this.#known(this.#inside.cells.values());
  }

  /** @param {string} id */
  isHere(id) {
    return this.current !== null && this.#places.get(id) === this.current;
  }

  // The three rules of set

  /** @param {Record<string, string>} attributes */
  set(attributes) {
    const id = objid(attributes.objid, 'matki');
    const old = this.things.get(id);
    const given = values(attributes);
    need(attributes.image === undefined || this.things.has(attributes.image), 'an image that is not defined');
    const thing = { ...NEW, objid: id, ...old, ...given };
    switch (id[0]) {
      case MATRIX:
        this.#setMatrix(thing, old === undefined, 'x' in given || 'y' in given);
        break;
      case IMAGE:
        need(thing.x > 0 && thing.y > 0 && /^(?:[0-9a-fA-F]{2})+$/.test(thing.text), 'an image without size or data');
        this.things.set(id, thing);
        break;
      default:
        this.#setMember(thing, given, old === undefined);
    }
  }

  // Last is current.
  /** @param {Thing} matrix @param {boolean} isNew @param {boolean} isResized */
  #setMatrix(matrix, isNew, isResized) {
    need(Math.min(matrix.x, matrix.y) >= LEAST_SIZE, 'a matrix smaller than 2 by 2');
    this.things.set(matrix.objid, matrix);
    this.current = matrix.objid;
    if (!isNew && !isResized) return;
    for (const id of this.#insides.get(matrix.objid)?.members ?? []) this.#places.delete(id);
    this.#insides.set(matrix.objid, new Inside());
  }

  // Current is container; x to exit.
  /** @param {Thing} thing @param {Partial<Thing>} given @param {boolean} isNew */
  #setMember(thing, given, isNew) {
    const matrix = this.matrix;
    need(matrix !== null, 'a set of something that is in no matrix');
    need(thing.objid[0] !== KEY || thing.name !== '', 'a key without a name');
    if (isNew && thing.objid[0] === TOKEN) {
      need('x' in given && 'y' in given, 'a new token without a cell');
      thing.fg ??= matrix.fg;
      thing.bg ??= matrix.bg;
    }
    const inside = this.#inside;
    if (given.x !== undefined && given.x < 0) {
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
  /** @param {Thing} token @param {Thing} matrix @param {Inside} inside */
  #takeCell(token, matrix, inside) {
    need(token.x >= 0 && token.x < matrix.x && token.y < matrix.y, 'a token outside of its matrix');
    const taken = inside.cells.get(cellOf(token));
    if (taken === token.objid) return;
    if (taken !== undefined) this.#takeOut(taken);
    this.#leaveCell(token.objid, inside);
    inside.cells.set(cellOf(token), token.objid);
  }

  /** @param {string} id @param {Inside} inside */
  #leaveCell(id, inside) {
    const thing = this.things.get(id);
    if (thing !== undefined && inside.cells.get(cellOf(thing)) === id) inside.cells.delete(cellOf(thing));
  }

  /** @param {string} id */
  #takeOut(id) {
    const inside = this.#insides.get(this.#places.get(id) ?? '');
    if (inside === undefined) return;
    this.#places.delete(id);
    inside.members.delete(id);
    this.#leaveCell(id, inside);
  }
}
