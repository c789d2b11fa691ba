// The other tabs of this browser: a guest's seat is the newest tab's, and an older one gives it up, with its key.

import { NO_KEY } from './seat.js';

/** @import { Key } from './seat.js' */

const PATIENCE = 300; // ms for another tab to answer, if there is one

export class Tabs {
  #channel = new BroadcastChannel('tilenet');
  #yields;
  /** @type {(name: string, key: Key) => void} */
  #heard = () => {};

  // `yields(name)` gives up the seat of a guest of that name, and resolves to its key, or to null if this tab does not have it.
  /** @param {(name: string) => Promise<Key | null>} yields */
  constructor(yields) {
    this.#yields = yields;
    this.#channel.onmessage = ({ data }) => this.#hear(data);
  }

  // Resolves when no other tab has the seat any more, to its key.
  /** @param {string} name */
  claim(name) {
    return /** @type {Promise<Key>} */ (new Promise((done) => {
      const alarm = setTimeout(() => done(NO_KEY), PATIENCE);
      this.#heard = (given, key) => {
        if (given !== name) return;
        clearTimeout(alarm);
        done(key);
      };
      this.#channel.postMessage({ wants: name });
    }));
  }

  /** @param {{ wants: string, gives?: string, key?: Key }} given */
  async #hear({ wants, gives, key = NO_KEY }) {
    if (gives !== undefined) {
      this.#heard(gives, key);
      return;
    }
    const given = await this.#yields(wants);
    if (given !== null) this.#channel.postMessage({ gives: wants, key: given });
  }
}
