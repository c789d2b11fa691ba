// What the user does: which act means what, and whether it can be done now.

import { javaNames, SHIFT } from './keys.js';
import { Pictures } from './pictures.js';

export class Controller {
  model = null;
  pictures = new Pictures();
  tell = () => {}; // shows a note that the client itself has for the user
  allows = () => true; // whether the skin lets a tile or key be used now
  #link = null;

  take(link) {
    this.#link = link;
    this.model = link.model;
    this.pictures.clear();
  }

  drop() {
    this.#link = this.model = null;
    this.pictures.clear();
  }

  click(x, y) {
    const tile = this.model?.at(x, y);
    return Boolean(tile && this.allows(tile) && this.#link.click(tile));
  }

  press(key, modifiers = 0) {
    return this.allows(key) && this.#link.press(key, modifiers);
  }

  // The key of the room that a key of the keyboard is.
  keyFor(event) {
    const names = javaNames(event);
    return this.model?.keys.find((key) => key.energy > 0 && names.includes(key.name)) ?? null;
  }

  pressed(event) {
    const key = this.keyFor(event);
    return key !== null && this.press(key, event.shiftKey ? SHIFT : 0);
  }

  // Clicks the tile of this name, which every room has.
  clickNamed(name) {
    const tile = this.model?.tokens.find((one) => one.name === name);
    return tile !== undefined && this.click(tile.x, tile.y);
  }

  // Say what was typed: `@name text` to one player alone, everything else to the room. Returns whether it was said.
  talk(text) {
    const words = text.trim();
    if (words === '' || !this.model?.matrix) return false;
    if (!words.startsWith('@')) return this.#link.say(this.model.matrix, words);
    const agent = this.#addressee(words.slice(1));
    if (agent === null) {
      this.tell('Nobody here has that name. To whisper, type @name and your message.');
      return false;
    }
    const rest = words.slice(1 + agent.name.length).replace(/^[,:]?\s+/, '').trim();
    if (rest === '') {
      this.tell(`To whisper to ${agent.name}, type a message after @${agent.name}.`);
      return false;
    }
    return this.#link.say(agent, /^\(.*\)$/.test(rest) ? rest : `(${rest})`);
  }

  // The player whose name this begins with; of several, the longest name.
  #addressee(text) {
    const typed = text.toLowerCase();
    const found = this.model.agents.filter(({ name }) => {
      const lower = name.toLowerCase();
      return lower !== '' && typed.startsWith(lower) && /^(?:$|[,:]?\s)/.test(typed.slice(lower.length));
    });
    return found.sort((one, other) => other.name.length - one.name.length)[0] ?? null;
  }
}
