// What a client knows: every object that the server has sent, what was said, and what the room tells of itself.
//
// It takes tags, and knows neither socket nor page. It throws Illegal for what the specification forbids.

import { checkTag, need, objid } from './grammar.js';
import { NOTHING_MORE, aboutLine } from './nextline.js';
import { AGENT, KEY, MATRIX, Objects, TOKEN } from './objects.js';
import { RoomFacts } from './roomfacts.js';

/** @import { About, Passage, Whisper } from './nextline.js' */
/** @import { Thing as ThingType } from './objects.js' */
/** @import { Tag } from './scanner.js' */

/** @typedef {ThingType} Thing */
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
 * @property {string | null} room where the user was then
 * @property {number} at the time of day, in milliseconds
 * @property {Passage | null} passage who came and left, if that is what it says
 * @property {Whisper | null} whisper what somebody elsewhere whispers, if it is that
 * @property {Whisper | null} whispered what the user has whispered to somebody elsewhere, if it is that
 * @property {boolean} isRanking whether it is a part of the ranking, which the result has as data
 */

const REMEMBERED = 500; // lines heard
const LONGEST_LINE = 10000; // characters of one that are kept

export class Model extends Objects {
  /** @type {{ group: string, name: string, status: string } | null} */
  server = null;
  /** @type {string | null} */
  me = null; // the objid of the user's own agent
  /** @type {string | null} */
  lastWords = null; // what the server said when it logged the client out
  isClosed = false;
  /** @type {HeardLine[]} */
  heard = [];
  linesHeard = 0;
  energyOverPoints = 0; // how much more than the points the energy of agents is, if the server has said so
  /** @type {string[]} */
  help = []; // what the room says about itself to a user who asks
  who = ''; // who is where on the server, in JSON, as it was told last; see places.js
  #seconds;
  #told;
  #nextLine = NOTHING_MORE; // of the room

  /** @param {() => number} seconds a clock that only goes forward, for deadlines */
  constructor(seconds = () => performance.now() / 1000) {
    super();
    this.#seconds = seconds;
    this.#told = new RoomFacts(seconds);
  }

  // What is known

  get myAgent() {
    return this.me === null ? null : (this.things.get(this.me) ?? null);
  }

  // Whether a click or a press would be executable.
  /** @param {Thing} thing */
  canActOn(thing) {
    return this.isHere(thing.objid) && thing.energy > 0 && (this.myAgent?.energy ?? 0) > 0;
  }

  // What the room has told of itself as data, if the server does so: see roomfacts.js. All of it is empty at first.

  get told() {
    return this.#told;
  }

  get kind() {
    return this.#told.kind;
  }

  get address() {
    return this.#told.address;
  }

  get boardRole() {
    return this.#told.boardRole;
  }

  get fair() {
    return this.#told.fair;
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

  // What the room tells of itself as a table that somebody has opened; empty if it is none.
  get table() {
    return this.#told.table;
  }

  // Whether this player is a program that has said so.
  /** @param {{ objid: string }} agent */
  isBot({ objid: id }) {
    return this.#told.agents[id]?.bot === true;
  }

  // Whether this player's connection is lost, and the seat waits.
  /** @param {{ objid: string }} agent */
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

  // How many seconds the clock of the facts has to go on until a time; null if that is not a time.
  /** @param {unknown} deadline */
  secondsLeft(deadline) {
    return this.#told.secondsLeft(deadline);
  }

  // What that clock shows at the moment.
  get time() {
    return this.#told.time;
  }

  // How many seconds that clock goes on in one second: 0 while it stands still.
  get pace() {
    return this.#told.pace;
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
      if (tag === 'xresponse') this.#answered(attributes.options, content);
    }
  }

  /** @param {Record<string, string>} attributes */
  #set(attributes) {
    const before = this.current;
    this.set(attributes);
    if (this.current !== before) [this.#told, this.help] = [new RoomFacts(this.#seconds), []];
  }

  /** @param {string | undefined} options @param {string} content */
  #answered(options, content) {
    if (options === 'points') this.energyOverPoints = 1;
    if (options === 'facts') this.#told = this.#told.after(content, this.current);
    if (options === 'help') this.help = lines(content);
    if (options === 'who') this.who = content;
    if (options === 'next line') this.#nextLine = aboutLine(content);
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
  /** @param {string} from @param {string} to @param {string} message @param {About} [about] */
  note(from, to, message, about = NOTHING_MORE) {
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
      room: this.current,
      at: Date.now(),
      ...about,
    });
    this.linesHeard += 1;
    if (this.heard.length > REMEMBERED) this.heard.shift();
  }

  /** @param {Record<string, string>} given */
  #hear({ from, to, message }) {
    const isByRoom = objid(from, 'matk')[0] === MATRIX;
    this.note(from, objid(to, 'matk'), message, isByRoom ? this.#nextLine : NOTHING_MORE);
    if (isByRoom) this.#nextLine = NOTHING_MORE;
  }

  /** @param {string} id */
  #name(id) {
    return this.things.get(id)?.name || id;
  }
}

// A list of lines in JSON; whatever else it is, is none.
/** @param {string} content @returns {string[]} */
function lines(content) {
  try {
    const found = JSON.parse(content);
    return Array.isArray(found) ? found.filter((line) => typeof line === 'string') : [];
  } catch {
    return [];
  }
}
