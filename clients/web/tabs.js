// The other tabs of this browser: a guest's seat is the newest tab's, and an older one gives it up.

const PATIENCE = 300; // ms for another tab to answer, if there is one

export class Tabs {
  #channel = new BroadcastChannel('tilenet');
  #yields;
  /** @type {(name: string) => void} */
  #heard = () => {};

  // `yields(name)` gives up the seat of a guest of that name, and resolves to whether this tab had it.
  /** @param {(name: string) => Promise<boolean>} yields */
  constructor(yields) {
    this.#yields = yields;
    this.#channel.onmessage = ({ data }) => this.#hear(data);
  }

  // Resolves when no other tab has the seat any more.
  /** @param {string} name */
  claim(name) {
    return /** @type {Promise<void>} */ (new Promise((done) => {
      const alarm = setTimeout(done, PATIENCE);
      this.#heard = (given) => {
        if (given !== name) return;
        clearTimeout(alarm);
        done();
      };
      this.#channel.postMessage({ wants: name });
    }));
  }

  /** @param {{ wants: string, gives?: string }} given */
  async #hear({ wants, gives }) {
    if (gives !== undefined) this.#heard(gives);
    else if (await this.#yields(wants)) this.#channel.postMessage({ gives: wants });
  }
}
