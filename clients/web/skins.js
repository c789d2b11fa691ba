// The list of skins. The first one that knows a room draws it. They take nothing from text that players write: they go
// by the size of the matrix, and by what is in which cell.

import { GridSkin } from './skin.js';
import { DancingLobbySkin, HallSkin } from './skins/hall.js';

// The skins of games are loaded when somebody is in a room of such a size for the first time.
const FILES = [
  { fits: (x, y) => x === 4 && y >= 7, load: () => import('./skins/set.js') },
  { fits: (x, y) => x === 14 && y === 13, load: () => import('./skins/tombala.js') },
  { fits: (x, y) => y === Math.max(x - 2, 13), load: () => import('./skins/dancing.js') },
  { fits: (x, y) => y === Math.max(x - 1, 8), load: () => import('./skins/pairs.js') },
  { fits: (x, y) => x === 4 && y === 4, load: () => import('./skins/noughts.js') },
  { fits: (x, y) => x === 10 && y === 14, load: () => import('./skins/records.js') },
];

export class Skins {
  #loaded = new Map(); // the skins of each file; null while it is on its way
  #redraw;

  constructor(redraw) {
    this.#redraw = redraw;
  }

  // What draws this room; null if that has to be loaded first.
  find(model) {
    const { x, y } = model.matrix;
    const files = FILES.filter(({ fits }) => fits(x, y));
    for (const file of files) if (!this.#loaded.has(file)) this.#load(file);
    const skins = files.map((file) => this.#loaded.get(file));
    if (skins.includes(null)) return null;
    return [...skins.flat(), DancingLobbySkin, HallSkin].find((skin) => skin.knows(model)) ?? GridSkin;
  }

  async #load(file) {
    this.#loaded.set(file, null);
    try {
      this.#loaded.set(file, (await file.load()).SKINS);
    } catch {
      this.#loaded.set(file, []); // the server is gone just now: the grid will do
    }
    this.#redraw();
  }
}
