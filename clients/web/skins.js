// Which skin draws a room: the one for its kind. A room of any other kind is drawn by the panel.

import { Panel } from './panel.js';
import { SKINS as HALLS } from './skins/hall.js';
import { SKINS as HOME } from './skins/home.js';

/** @import { Model } from './model.js' */
/** @import { Skin } from './skin.js' */

/**
 * @typedef {{ new (...given: ConstructorParameters<typeof Skin>): Skin & { draw(): void }, label: string, kinds: string[] }} SkinClass
 * @typedef {() => Promise<{ SKINS: SkinClass[] }>} Load
 */

/** @type {Record<string, Load>} */
const FILES = {
  dancing: () => import('./skins/dancing.js'),
  noughts: () => import('./skins/noughts.js'),
  pairs: () => import('./skins/pairs.js'),
  records: () => import('./skins/records.js'),
  set: () => import('./skins/set.js'),
  tombala: () => import('./skins/tombala.js'),
};

// The file with the skin for a kind. It is loaded when the user first enters such a room.
/** @type {Map<string, string>} */
const KINDS = new Map(Object.entries({
  'home/1': 'home', 'tombala-lobby/1': 'hall', 'dancing-lobby/1': 'hall', 'noughts/1': 'noughts', 'set/1': 'set', 'set-practice/1': 'set',
  'pairpanicking/1': 'pairs', 'memory/1': 'pairs', 'tombala/1': 'tombala', 'dancing/1': 'dancing', 'records/1': 'records',
}));

const PATIENCE = 500; // ms

export class Skins {
  /** @type {Map<string, SkinClass[] | null>} */
  #loaded = new Map(/** @type {[string, SkinClass[]][]} */ ([['hall', HALLS], ['home', HOME]])); // the skins of each file; null while it is on its way
  #redraw;
  /** @type {Model | null} */
  #awaited = null; // who has been asked what the first room is
  #until = 0;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  // What draws this room; null if that has to be loaded first.
  /** @param {Model} model @returns {SkinClass | null} */
  find(model) {
    if (model.matrix === null || this.#awaits(model)) return null;
    const name = KINDS.get(model.kind);
    if (name === undefined) return Panel;
    if (!this.#loaded.has(name)) this.#load(name);
    const loaded = this.#loaded.get(name);
    return loaded === null ? null : loaded?.find(({ kinds }) => kinds.includes(model.kind)) ?? Panel;
  }

  // Whether the first room of a session still has time to tell what it is. All others tell it at once.
  /** @param {Model} model */
  #awaits(model) {
    if (model.told.isKnown) return false;
    if (model !== this.#awaited) {
      [this.#awaited, this.#until] = [model, performance.now() + PATIENCE];
      setTimeout(() => this.#redraw(), PATIENCE);
    }
    return performance.now() < this.#until;
  }

  /** @param {string} name */
  async #load(name) {
    this.#loaded.set(name, null);
    try {
      this.#loaded.set(name, (await FILES[name]()).SKINS);
    } catch {
      this.#loaded.set(name, []); // the server cannot be reached: the panel will do
    }
    this.#redraw();
  }
}
