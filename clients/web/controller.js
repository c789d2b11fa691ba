// What the user does: which act means what, and whether it can be done now.

import { javaNames, SHIFT } from './keys.js';
import { KEY } from './objects.js';
import { Pictures } from './pictures.js';
import { say } from './words.js';

/** @import { KeyLike } from './keys.js' */
/** @import { Link } from './link.js' */
/** @import { Model, Thing } from './model.js' */

export class Controller {
  /** @type {Model | null} */
  model = null;
  pictures = new Pictures();
  /** @type {(text: string) => void} */
  tell = () => {}; // shows a message from the client itself
  /** @type {(thing: Thing) => boolean} */
  allows = () => true; // whether the skin lets a tile or key be used now
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
  }

  // Click a tile, or press a key of the room. Whatever the user does in a room comes through here.
  /** @param {Thing} thing @param {number} [modifiers] */
  act(thing, modifiers = 0) {
    if (this.#link === null || !this.allows(thing)) return false;
    return thing.objid[0] === KEY ? this.#link.press(thing, modifiers) : this.#link.click(thing);
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
    return key !== null && this.act(key, event.shiftKey ? SHIFT : 0);
  }

  // Clicks the tile of this name, which every room has.
  /** @param {string} name */
  clickNamed(name) {
    const tile = this.model?.tokens.find((one) => one.name === name);
    return tile !== undefined && this.act(tile);
  }

  // Say what was typed: `@name text` to one player alone, everything else to the room. Returns whether it was said.
  /** @param {string} text */
  talk(text) {
    const words = text.trim();
    if (words === '' || !this.model?.matrix || this.#link === null) return false;
    if (!words.startsWith('@')) return this.#link.say(this.model.matrix, words);
    const agent = addressee(this.model, words.slice(1));
    if (agent === null) {
      this.tell(say('Nobody here has that name. To whisper, type @name and your message.'));
      return false;
    }
    const rest = words.slice(1 + agent.name.length).replace(/^[,:]?\s+/, '').trim();
    if (rest === '') {
      this.tell(say('To whisper to {name}, type a message after @{name}.', { name: agent.name }));
      return false;
    }
    return this.#link.say(agent, /^\(.*\)$/.test(rest) ? rest : `(${rest})`);
  }
}

// The player whose name the text begins with; of several, the one with the longest name.
/** @param {Model} model @param {string} text */
function addressee(model, text) {
  const typed = text.toLowerCase();
  const found = model.agents.filter(({ name }) => {
    const lower = name.toLowerCase();
    return lower !== '' && typed.startsWith(lower) && /^(?:$|[,:]?\s)/.test(typed.slice(lower.length));
  });
  return found.sort((one, other) => other.name.length - one.name.length)[0] ?? null;
}
