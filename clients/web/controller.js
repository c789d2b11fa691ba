// What the user does: which act means what, and whether it can be done now.

import { javaNames, SHIFT } from './keys.js';
import { KEY } from './objects.js';
import { Pictures } from './pictures.js';
import { isReplay } from './replay.js';
import { say } from './words.js';

/** @import { KeyLike } from './keys.js' */
/** @import { Answer, Link } from './link.js' */
/** @import { Model, Thing } from './model.js' */

/** @typedef {{ to: string, text: string }} Said something that was said to the room or to a player, as it was sent */
/** @typedef {{ sent?: () => void, declined?: () => void }} Answers what the user wants, once they were asked */

const LEAVING = ['home', 'lobby']; // the roles of what leads out of a room

export class Controller {
  /** @type {Model | null} */
  model = null;
  pictures = new Pictures();
  /** @type {(text: string) => void} */
  tell = () => {}; // shows a message from the client itself
  /** @type {(thing: Thing) => boolean} */
  allows = () => true; // whether the skin lets a tile or key be used now
  acted = () => {}; // is called when the user has clicked or pressed something
  showHelp = () => {}; // opens the help page
  /** @type {(game?: string) => void} */
  showNewTable = () => {}; // opens the dialog for a table of one's own
  /** @type {(game: string) => boolean} */
  offersTables = () => false; // whether there can be tables of a game
  askForCode = () => {}; // opens the dialog for the code of a table
  /** @type {(cost: string, leave: () => void, stay: () => void) => void} */
  confirm = () => {}; // asks whether the user wants to leave at that cost
  /** @type {Link | null} */
  #link = null;

  /** @param {Link} link */
  take(link) {
    this.#link = link;
    this.model = link.model;
    this.pictures.clear();
  }

  drop() {
    this.#link = null;
    this.model = null;
    this.pictures.clear();
    this.tell = this.acted = this.showHelp = this.confirm = this.showNewTable = this.askForCode = () => {};
    this.offersTables = () => false;
    this.allows = () => true;
  }

  // Click a tile, or press a key of the room: whatever the user does in a room comes through here. Returns whether it is
  // done, or the user is asked first. Then `sent` is called, or `declined` if they would rather stay.
  /** @param {Thing} thing @param {{ modifiers?: number } & Answers} [how] */
  act(thing, { modifiers = 0, sent = () => {}, declined } = {}) {
    const { model } = this;
    if (model === null) return false;
    const role = model.roleOf(thing.objid).replace(/^key\//, '');
    if (role === 'help') {
      this.showHelp();
      return true;
    }
    if (!this.allows(thing) || !model.canActOn(thing)) return false;
    const send = () => {
      const isSent = this.#send(thing, modifiers);
      if (isSent) sent();
      return isSent;
    };
    if (!LEAVING.includes(role)) return send();
    this.leaveBy(send, declined);
    return true;
  }

  // Leave the room by this act; if that costs something now, the user is asked first.
  /** @param {() => void} leave @param {() => void} [declined] */
  leaveBy(leave, declined = () => {}) {
    const cost = this.model === null || isReplay(this.model) ? '' : this.model.you.leave;
    if (typeof cost === 'string' && cost !== '') this.confirm(cost, leave, declined);
    else leave();
  }

  // Leave the room for a replay.
  /** @param {string} id @param {Answers} [how] */
  watch(id, how) {
    this.leaveFor(`/watch ${id}`, how);
  }

  // Leave the room by a command that leads elsewhere: /join, /new, /play.
  /** @param {string} command @param {Answers} [how] */
  leaveFor(command, { sent = () => {}, declined } = {}) {
    this.leaveBy(() => this.order(command) && sent(), declined);
  }

  // Say a command to the room. Returns whether it was sent.
  /** @param {string} command */
  order(command) {
    const matrix = this.model?.matrix ?? null;
    return matrix !== null && this.#link !== null && this.#link.say(matrix, command);
  }

  /** @param {Thing} thing @param {number} modifiers */
  #send(thing, modifiers) {
    const isSent = (thing.objid[0] === KEY ? this.#link?.press(thing, modifiers) : this.#link?.click(thing)) ?? false;
    if (isSent) this.acted();
    return isSent;
  }

  askForHelp() {
    this.#link?.askForHelp();
  }

  // Do something with the user's account: see Link.change.
  /** @param {Record<string, unknown>} request @returns {Promise<Answer>} */
  async change(request) {
    const lost = { done: false, text: '', why: say('The connection to the server was lost.'), field: '', part: {} };
    return this.#link === null ? lost : this.#link.change(request);
  }

  askWho() {
    this.#link?.askWho();
  }

  // The room's key for a key on the keyboard.
  /** @param {KeyLike} event */
  keyFor(event) {
    const names = javaNames(event);
    return this.model?.keys.find((key) => key.energy > 0 && names.includes(key.name)) ?? null;
  }

  /** @param {KeyLike & { shiftKey: boolean }} event */
  pressed(event) {
    const key = this.keyFor(event);
    return key !== null && this.act(key, { modifiers: event.shiftKey ? SHIFT : 0 });
  }

  // Say what was typed: `@name text` to one player alone, everything else to the room; also what begins with a blank
  // and an @. Returns what was said, if it was.
  /** @param {string} text @returns {Said | null} */
  talk(text) {
    const words = text.trim();
    if (words === '' || !this.model?.matrix) return null;
    if (!text.startsWith('@')) return this.#say(this.model.matrix, words.startsWith('@') ? ` ${words}` : words);
    const agent = addressee(this.model, words.slice(1));
    // A server that says what its rooms are also finds players in other rooms, and asks who is meant.
    if (agent === null && words !== '@' && this.model.told.isKnown) return this.#say(this.model.matrix, words);
    if (agent === null) {
      this.tell(say('Nobody here has that name. To whisper, type @name and your message.'));
      return null;
    }
    const rest = words.slice(1 + agent.name.length).replace(/^[,:]?\s+/, '').trim();
    if (rest === '') {
      this.tell(say('To whisper to {name}, type a message after @{name}.', { name: agent.name }));
      return null;
    }
    return this.#say(agent, /^\(.*\)$/.test(rest) ? rest : `(${rest})`);
  }

  /** @param {Thing} target @param {string} text */
  #say(target, text) {
    return this.#link?.say(target, text) ? { to: target.objid, text } : null;
  }
}

// The player whose name the text begins with; of several, the one with the longest name, or none if the server can ask.
/** @param {Model} model @param {string} text */
function addressee(model, text) {
  const typed = text.toLowerCase();
  const found = model.agents.filter(({ name }) => {
    const lower = name.toLowerCase();
    return lower !== '' && typed.startsWith(lower) && /^(?:$|[,:]?\s)/.test(typed.slice(lower.length));
  });
  if (found.length > 1 && model.told.isKnown) return null;
  return found.sort((one, other) => other.name.length - one.name.length)[0] ?? null;
}
