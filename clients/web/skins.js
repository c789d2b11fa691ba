// The list of skins. The first one that knows a room draws it. They take nothing from text that players write: they go
// by the size of the matrix, and by what is in which cell.

import { GridSkin } from './skin.js';
import { DancingLobbySkin, HallSkin } from './skins/hall.js';

/** @import { Model, Room } from './model.js' */
/** @import { Skin } from './skin.js' */

/** @typedef {{ new (...given: ConstructorParameters<typeof Skin>): Skin & { draw(): void }, label: string, knows(room: Room): boolean }} SkinClass */
/** @typedef {{ fits: (x: number, y: number) => boolean, load: () => Promise<{ SKINS: SkinClass[] }> }} SkinFile */

// A game's skins are loaded when the user first enters a room of that size.
/** @type {SkinFile[]} */
const FILES = [
  { fits: (x, y) => x === 4 && y >= 7, load: () => import('./skins/set.js') },
  { fits: (x, y) => x === 14 && y === 13, load: () => import('./skins/tombala.js') },
  { fits: (x, y) => y === Math.max(x - 2, 13), load: () => import('./skins/dancing.js') },
  { fits: (x, y) => y === Math.max(x - 1, 8), load: () => import('./skins/pairs.js') },
  { fits: (x, y) => x === 4 && y === 4, load: () => import('./skins/noughts.js') },
  { fits: (x, y) => x === 10 && y === 14, load: () => import('./skins/records.js') },
];

export class Skins {
  /** @type {Map<SkinFile, SkinClass[] | null>} */
  #loaded = new Map(); // the skins of each file; null while it is on its way
  #redraw;

  /** @param {() => void} redraw */
  constructor(redraw) {
    this.#redraw = redraw;
  }

  // What draws this room; null if that has to be loaded first.
  /** @param {Model} model @returns {SkinClass | null} */
  find(model) {
    if (model.matrix === null) return null;
    const { x, y } = model.matrix;
    const files = FILES.filter(({ fits }) => fits(x, y));
    for (const file of files) if (!this.#loaded.has(file)) this.#load(file);
    const loaded = files.map((file) => this.#loaded.get(file));
    if (loaded.includes(null)) return null;
    const skins = loaded.flatMap((some) => some ?? []);
    return [...skins, DancingLobbySkin, HallSkin].find((skin) => skin.knows(/** @type {Room} */ (model))) ?? GridSkin;
  }

  /** @param {SkinFile} file */
  async #load(file) {
    this.#loaded.set(file, null);
    try {
      this.#loaded.set(file, (await file.load()).SKINS);
    } catch {
      this.#loaded.set(file, []); // the server cannot be reached: the grid will do
    }
    this.#redraw();
  }
}
