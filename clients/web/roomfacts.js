// What the present room says of itself as data: its kind, the roles of its tiles and keys, facts, and the result.
//
// The server sends it as JSON: a whole message when the user enters a room, and then merge patches (RFC 7396). Whatever
// makes no sense in them is ignored: a room without facts can still be played by its tiles.

/** @typedef {Record<string, any>} Members of a JSON object; it has no prototype, so any key can be looked up */

const LARGEST = 1e15; // that a number may be to count as a time

/** @returns {Members} */
const nothing = () => Object.create(null);

/** @param {unknown} value @returns {value is Members} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** @param {unknown} value @returns {value is number} */
export const isTime = (value) => typeof value === 'number' && Math.abs(value) < LARGEST;

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : '');

// What is known after a merge patch; what was known before is not changed.
/** @param {unknown} known @param {Members} patch */
export function merged(known, patch) {
  const found = Object.assign(nothing(), isObject(known) ? known : {});
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete found[key];
    else found[key] = isObject(value) ? merged(found[key], value) : value;
  }
  return found;
}

/** @param {Members} known @param {Members} message @param {string} name */
function patched(known, message, name) {
  if (!Object.hasOwn(message, name)) return known;
  const patch = message[name];
  if (patch === null) return nothing();
  return isObject(patch) ? merged(known, patch) : known;
}

// Without the members that are not what they should be.
/** @param {Members} members @param {(value: unknown) => boolean} isRight */
function only(members, isRight) {
  return Object.assign(nothing(), Object.fromEntries(Object.entries(members).filter(([, value]) => isRight(value))));
}

// The roles by objid, where the server may name only the first of several objids in a row, with a list.
/** @param {unknown} roles */
function each(roles) {
  if (!isObject(roles)) return roles;
  const found = nothing();
  for (const [first, role] of Object.entries(roles)) {
    if (Array.isArray(role) && /^.\d{1,10}$/.test(first)) role.forEach((one, at) => { found[first[0] + (Number(first.slice(1)) + at)] = one; });
    else found[first] = role;
  }
  return found;
}

export class RoomFacts {
  kind = ''; // with a version, as noughts/1; empty if nothing was told
  address = ''; // the room's name in links
  /** @type {string[] | null} */
  bots = null; // the strengths of bots that can be brought here; null if none can
  boardRole = ''; // how the roles of tiles begin that are the board, and not buttons
  facts = nothing();
  you = nothing(); // what the user alone knows
  result = nothing(); // of the last game, while it is over
  fair = nothing(); // how the deals can be checked
  table = nothing(); // of a table that somebody has opened: who its host is, who is ready, and so on
  agents = nothing(); // who is a bot or away, by objid
  roles = nothing(); // by objid
  /** @type {Map<string, string>} */
  objids = new Map(); // by role
  isKnown = false; // whether a whole message has come
  now = 0; // the clock of the facts when it was last told
  pace = 1; // its seconds in one second; 0 while it stands still
  #toldAt = 0;
  #seconds;

  /** @param {() => number} seconds a clock that only goes forward */
  constructor(seconds) {
    this.#seconds = seconds;
  }

  // What is known after a message: it counts if it is about this room, and if a whole one has come before.
  /** @param {string} content @param {string | null} room @returns {RoomFacts} */
  after(content, room) {
    try {
      const message = JSON.parse(content);
      if (room === null || !isObject(message) || message.room !== room) return this;
      const isWhole = typeof message.kind === 'string';
      const known = isWhole ? this.#begun(message) : this;
      return known.isKnown ? known.#patched(message) : this;
    } catch (error) {
      if (error instanceof SyntaxError || error instanceof RangeError) return this; // a RangeError: nested too deeply
      throw error;
    }
  }

  /** @param {Members} whole */
  #begun(whole) {
    const begun = new RoomFacts(this.#seconds);
    [begun.kind, begun.address, begun.boardRole, begun.isKnown] = [whole.kind, text(whole.address), text(whole.board_role), true];
    begun.bots = Array.isArray(whole.bots) ? whole.bots.filter((one) => typeof one === 'string') : null;
    return begun;
  }

  /** @param {Members} patch */
  #patched(patch) {
    const next = this.#begun({ kind: this.kind, address: this.address, board_role: this.boardRole, bots: this.bots });
    [next.now, next.#toldAt] = isTime(patch.now) ? [patch.now, this.#seconds()] : [this.now, this.#toldAt];
    next.pace = Object.hasOwn(patch, 'pace') ? (isTime(patch.pace) && patch.pace >= 0 ? patch.pace : 1) : this.pace;
    next.facts = patched(this.facts, patch, 'facts');
    next.you = patched(this.you, patch, 'you');
    next.result = patched(this.result, patch, 'result');
    next.fair = patched(this.fair, patch, 'fair');
    next.table = patched(this.table, patch, 'table');
    next.agents = only(patched(this.agents, patch, 'agents'), isObject);
    [next.roles, next.objids] = [this.roles, this.objids];
    if (Object.hasOwn(patch, 'roles')) {
      next.roles = only(patched(this.roles, { roles: each(patch.roles) }, 'roles'), (role) => typeof role === 'string');
      next.objids = new Map(Object.entries(next.roles).map(([objid, role]) => [role, objid]));
    }
    return next;
  }

  // What the clock of the facts shows at the moment.
  get time() {
    return this.now + (this.#seconds() - this.#toldAt) * this.pace;
  }

  // How many seconds it has to go on until a time; null if that is not a time.
  /** @param {unknown} deadline */
  secondsLeft(deadline) {
    return isTime(deadline) ? Math.max(0, deadline - this.time) : null;
  }
}
