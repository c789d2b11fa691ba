// Which skin draws a room: the one for its kind, of ours or of a plugin. A room of any other kind is drawn by the panel.

import { Panel } from './panel.js';
import { isPreparing } from './replay.js';
import { SKINS as HOME } from './skins/home.js';

/** @import { Model } from './model.js' */
/** @import { Skin } from './skin.js' */

/**
 * @typedef {{ new (...given: ConstructorParameters<typeof Skin>): Skin & { draw(): void }, label: string, kinds: string[] }} SkinClass
 * @typedef {() => Promise<{ SKINS: SkinClass[] }>} Load
 */

/** @type {Record<string, Load>} */
const FILES = {
  account: () => Promise.all([import('./skins/account.js'), import('./accountform.js')]).then(([skin]) => skin),
  dancing: () => import('./skins/dancing.js'),
  hall: () => import('./skins/hall.js'),
  noughts: () => import('./skins/noughts.js'),
  pairs: () => import('./skins/pairs.js'),
  records: () => import('./skins/records.js'),
  set: () => Promise.all([import('./skins/set.js'), import('./skins/setfound.js')]).then(([skin]) => skin), // at once, and not one after the other
  tombala: () => import('./skins/tombala.js'),
};

// The file with the skin for a kind. It is loaded when the user first enters such a room.
/** @type {Map<string, string>} */
const KINDS = new Map(Object.entries({
  'home/1': 'home', 'tombala-lobby/1': 'hall', 'dancing-lobby/1': 'hall', 'noughts/1': 'noughts', 'set/1': 'set', 'set-practice/2': 'set',
  'pairpanicking/1': 'pairs', 'memory/1': 'pairs', 'tombala/1': 'tombala', 'dancing/1': 'dancing', 'records/1': 'records',
  'replays/1': 'hall', 'account/1': 'account',
}));

const PATIENCE = 500; // ms

// The module of a game that is a plugin. Whatever the server says, nothing else is loaded.
const MODULE = /^\/plugins\/[a-z0-9-]+\/(?!.*\.\.)[\w/.-]+\.js$/;

export class Skins {
  /** @type {Map<string, SkinClass[] | null>} */
  #loaded = new Map(/** @type {[string, SkinClass[]][]} */ ([['home', HOME]])); // by file; null while it is on its way
  /** @type {Map<string, string> | null} */
  #modules = null; // of plugins, by kind
  #hasAsked = false; // for the list of them
  /** @type {Set<SkinClass>} */
  #broken = new Set();
  #redraw;
  #open; // loads the module of a plugin
  /** @type {Model | null} */
  #awaited = null; // who has been asked what the first room is
  #until = 0;

  /** @param {() => void} redraw @param {(path: string) => Promise<any>} [open] */
  constructor(redraw, open = (path) => import(new URL(`.${path}`, import.meta.url).href)) {
    this.#redraw = redraw;
    this.#open = open;
  }

  // What draws this room; null if that has to be loaded first.
  /** @param {Model} model @returns {SkinClass | null} */
  find(model) {
    if (model.matrix === null || this.awaits(model) || isPreparing(model)) return null;
    if (model.kind === '') return Panel;
    const name = KINDS.get(model.kind) ?? this.#moduleFor(model.kind);
    if (name === undefined) return Panel;
    if (name !== null && !this.#loaded.has(name)) this.#load(name, FILES[name] ?? (() => this.#open(name)));
    const loaded = name === null ? null : this.#loaded.get(name);
    if (!loaded) return null;
    return loaded.find((skin) => skin.kinds.includes(model.kind) && !this.#broken.has(skin)) ?? Panel;
  }

  // A skin that has thrown is not used any more: the panel draws its rooms.
  /** @param {SkinClass} skin @param {unknown} error */
  putAway(skin, error) {
    if (this.#broken.has(skin)) return;
    this.#broken.add(skin);
    complain(`The skin for ${skin.kinds.join(', ')} is put away: ${error}`);
    this.#redraw();
  }

  // Whether the first room of a session still has time to tell what it is. All others tell it at once.
  /** @param {Model} model */
  awaits(model) {
    if (model.told.isKnown) return false;
    if (model !== this.#awaited) {
      [this.#awaited, this.#until] = [model, performance.now() + PATIENCE];
      setTimeout(() => this.#redraw(), PATIENCE);
    }
    return performance.now() < this.#until;
  }

  // The module that a plugin has for a kind; null while the server is asked for the list.
  /** @param {string} kind */
  #moduleFor(kind) {
    if (!this.#hasAsked) this.#ask();
    return this.#modules === null ? null : this.#modules.get(kind);
  }

  async #ask() {
    this.#hasAsked = true;
    try {
      const modules = Object.entries(await (await fetch(new URL('plugins.json', import.meta.url))).json());
      this.#modules = new Map(modules.filter(([, path]) => typeof path === 'string' && MODULE.test(path)));
    } catch {
      this.#modules = new Map(); // the server cannot be reached, or sends nonsense: the panel will do
    }
    this.#redraw();
  }

  /** @param {string} name @param {Load} load */
  async #load(name, load) {
    this.#loaded.set(name, null);
    try {
      this.#loaded.set(name, skinsIn(await load()));
    } catch (error) {
      this.#loaded.set(name, []); // the panel will do
      complain(`The skin ${name} cannot be loaded: ${error}`);
    }
    this.#redraw();
  }
}

/** @param {{ SKINS?: unknown }} module @returns {SkinClass[]} */
function skinsIn({ SKINS }) {
  const isSkin = (/** @type {unknown} */ one) => typeof one === 'function' && Array.isArray(/** @type {any} */ (one).kinds);
  if (!Array.isArray(SKINS) || !SKINS.every(isSkin)) throw new TypeError('it exports no list SKINS of classes with kinds');
  return SKINS;
}

/** @param {string} words */
function complain(words) {
  console.error(words); // eslint-disable-line no-console -- for the author of the skin
}
