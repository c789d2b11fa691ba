// What a client knows: every object that the server has sent, where it is, and what was said.
//
// It takes tags, and knows neither socket nor page. It throws Illegal for what the specification forbids.

import { checkTag, need, objid, values } from './grammar.js';
import { RoomFacts } from './roomfacts.js';

/** @import { Tag } from './scanner.js' */

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

/** @typedef {Model & { matrix: Thing }} Room a model while the user is in a room */

/**
 * Something that was said, with the names as they were then.
 * @typedef {object} HeardLine
 * @property {number} number counted from the first line of the session
 * @property {string} from
 * @property {string} to
 * @property {string} speaker
 * @property {string} listener
 * @property {string} message
 * @property {boolean} isMine said to the user of this client
 * @property {boolean} isByMe
 * @property {boolean} isByRoom
 * @property {boolean} isRule shown on the help page, and not in the chat log
 */

export const MATRIX = 'm';
export const AGENT = 'a';
export const TOKEN = 't';
export const KEY = 'k';
export const IMAGE = 'i';

const REMEMBERED = 500; // lines heard
const LONGEST_LINE = 10000; // characters of one that are kept
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

export class Model {
  /** @type {{ group: string, name: string, status: string } | null} */
  server = null;
  /** @type {string | null} */
  me = null; // the objid of the user's own agent
  /** @type {string | null} */
  lastWords = null; // what the server said when it logged the client out
  isClosed = false;
  /** @type {string | null} */
  current = null;
  /** @type {Map<string, Thing>} */
  things = new Map();
  /** @type {HeardLine[]} */
  heard = [];
  linesHeard = 0;
  /** @type {Map<string, Inside>} */
  #insides = new Map();
  /** @type {Map<string, string>} */
  #places = new Map(); // an object is in one matrix at most
  #seconds;
  #told;

  /** @param {() => number} seconds a clock that only goes forward, for deadlines */
  constructor(seconds = () => performance.now() / 1000) {
    this.#seconds = seconds;
    this.#told = new RoomFacts(seconds);
  }

  // What is known

  get matrix() {
    return this.current === null ? null : (this.things.get(this.current) ?? null);
  }

  get myAgent() {
    return this.me === null ? null : (this.things.get(this.me) ?? null);
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

  // Whether a click or a press would be executable.
  /** @param {Thing} thing */
  canActOn(thing) {
    return this.isHere(thing.objid) && thing.energy > 0 && (this.myAgent?.energy ?? 0) > 0;
  }

  // What the room has told of itself as data, if the server does so: see roomfacts.js. All of it is empty at first.

  get kind() {
    return this.#told.kind;
  }

  get address() {
    return this.#told.address;
  }

  get boardRole() {
    return this.#told.boardRole;
  }

  get facts() {
    return this.#told.facts;
  }

  get you() {
    return this.#told.you;
  }

  get result() {
    return this.#told.result;
  }

  // Whether this player is a program that has said so.
  /** @param {Thing} agent */
  isBot({ objid: id }) {
    return this.#told.agents[id]?.bot === true;
  }

  // Whether this player's connection is lost, and the seat waits.
  /** @param {Thing} agent */
  isAway({ objid: id }) {
    return this.#told.agents[id]?.away === true;
  }

  // The role of a tile or key; empty if it has none.
  /** @param {string} id */
  roleOf(id) {
    return /** @type {string | undefined} */ (this.#told.roles[id]) ?? '';
  }

  // The tile with this role, if it is here.
  /** @param {string} role */
  tile(role) {
    return this.#inRole(TOKEN, role);
  }

  // The key that does what the tile with this role does, or that has this role itself, if it is here.
  /** @param {string} role */
  key(role) {
    return this.#inRole(KEY, `key/${role}`) ?? this.#inRole(KEY, role);
  }

  /** @param {string} kind @param {string} role */
  #inRole(kind, role) {
    const id = this.#told.objids.get(role) ?? '';
    return id[0] === kind && this.isHere(id) ? (this.things.get(id) ?? null) : null;
  }

  // How long it is until a time of the facts, in seconds; null if that is not a time.
  /** @param {unknown} deadline */
  secondsLeft(deadline) {
    return this.#told.secondsLeft(deadline);
  }

  // What comes in

  /** @param {Tag} given */
  take({ tag, attributes, content = '' }) {
    checkTag({ tag, attributes });
    need(!this.isClosed, 'a tag after the end');
    need((tag === 'server') === (this.server === null), '<server> is the first tag, and comes once');
    need(tag === '/server' || this.lastWords === null, 'a tag after <logged-out>');
    if (tag === 'server') this.#open(attributes);
    else if (tag === '/server') this.isClosed = true;
    else if (tag === 'logged-in') this.#logIn(attributes);
    else if (tag === 'logged-out') this.lastWords = attributes.message;
    else {
      need(this.me !== null, `<${tag}> before a login`);
      if (tag === 'set') this.#set(attributes);
      if (tag === 'hear') this.#hear(attributes);
      if (tag === 'xresponse' && attributes.options === 'facts') this.#told = this.#told.after(content, this.current);
    }
  }

  /** @param {Record<string, string>} given */
  #open({ version, group, name, status }) {
    need(version === '1.1', `version ${version}`);
    need(['open', 'closed', 'busy'].includes(status), `an unknown status: ${status}`);
    this.server = { group, name, status };
  }

  /** @param {Record<string, string>} given */
  #logIn(given) {
    need(this.me === null, '<logged-in> after a successful login');
    if (given.objid !== undefined) this.me = objid(given.objid, AGENT);
  }

  // Remember a line. Names are as they are now.
  /** @param {string} from @param {string} to @param {string} message */
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
      isRule: false,
    });
    this.linesHeard += 1;
    if (this.heard.length > REMEMBERED) this.heard.shift();
  }

  /** @param {Record<string, string>} given */
  #hear({ from, to, message }) {
    this.note(objid(from, 'matk'), objid(to, 'matk'), message);
  }

  /** @param {string} id */
  #name(id) {
    return this.things.get(id)?.name || id;
  }

  // The three rules of set

  /** @param {Record<string, string>} attributes */
  #set(attributes) {
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
    if (matrix.objid !== this.current) this.#told = new RoomFacts(this.#seconds);
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
