// What draws a room: what all skins share.

import { css, isClear, outline, read } from './colours.js';
import { make, setAttribute, setText } from './dom.js';
import { shownKey } from './keys.js';
import { isReplay } from './replay.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Room, Thing } from './model.js' */

/** @typedef {{ isMain?: boolean, stays?: boolean, label?: string, kind?: string }} CommandStyle */

export class Skin {
  static label = ''; // the class of the board, for style sheets
  /** @type {string[]} */
  static kinds = []; // of the rooms that it draws, such as noughts/1
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map(); // by spot
  /** @type {Map<string, HTMLButtonElement>} */
  #keyButtons = new Map(); // by objid

  /** @param {Controller} controller @param {HTMLElement} board @param {HTMLElement} actions */
  constructor(controller, board, actions) {
    this.controller = controller;
    this.board = board;
    this.actions = actions;
    board.className = /** @type {typeof Skin} */ (this.constructor).label;
  }

  // A skin is only asked to draw while the user is in a room.
  get model() {
    return /** @type {Room} */ (this.controller.model);
  }

  get matrix() {
    return this.model.matrix;
  }

  // What the room tells everybody, and what it tells the user alone.
  get facts() {
    return this.model.facts;
  }

  get you() {
    return this.model.you;
  }

  /** @param {number} x @param {number} y */
  at(x, y) {
    return this.model.at(x, y);
  }

  // The token in a cell where `knows` has found one.
  /** @param {number} x @param {number} y */
  tileAt(x, y) {
    return /** @type {Thing} */ (this.at(x, y));
  }

  // Whether a tile or key can be used now, as far as the skin is concerned.
  /** @param {Thing} _thing */
  allows(_thing) {
    return true;
  }

  // Whether touching this button has only made the board larger.
  /** @param {HTMLElement} _button */
  enlarges(_button) {
    return false;
  }

  // The keys that work here besides those of the room, and what they do.
  /** @returns {[string, string][]} */
  get keys() {
    return [];
  }

  // What such a key does; returns whether it does something.
  /** @param {KeyboardEvent} _event */
  takes(_event) {
    return false;
  }

  // Called when the user leaves the room, or another skin takes over.
  end() {}

  // The button of a tile: made once for each cell, so that it keeps the focus. `about` is its name for
  // screen readers, and `hint` what they read after it.
  /** @param {Thing} tile @param {Element} parent @param {string} className @param {string} [about] @param {string} [hint] */
  tile(tile, parent, className, about = '', hint = tile.text) {
    const spot = `${tile.x},${tile.y}`;
    let button = this.#buttons.get(spot);
    if (button === undefined) {
      button = make('button', className);
      button.type = 'button';
      button.dataset.spot = spot;
      this.#buttons.set(spot, button);
    }
    if (button.parentNode !== parent) parent.append(button);
    button.dataset.act = tile.objid;
    const isOn = this.model.canActOn(tile);
    setAttribute(button, 'aria-disabled', isOn ? null : 'true');
    setAttribute(button, 'aria-label', about || null);
    if (button.dataset.about !== tile.text) button.dataset.about = tile.text;
    if (button.title !== hint) button.title = hint;
    return button;
  }

  /** @param {number} x @param {number} y */
  known(x, y) {
    return this.#buttons.get(`${x},${y}`);
  }

  // Remove the buttons of tiles that are not there any more.
  sweep() {
    for (const [spot, button] of this.#buttons) {
      const [x, y] = spot.split(',').map(Number);
      if (this.at(x, y) === null) {
        button.remove();
        this.#buttons.delete(spot);
      }
    }
  }

  // A tile below the board, with its key beside its name; hidden while it can do nothing and `stays` is not set, or in
  // a replay, where nothing waits for better times.
  /** @param {Thing | null} tile @param {CommandStyle} given */
  command(tile, { isMain = false, stays = false, label = '', kind = '' } = {}) {
    if (tile === null) return null;
    const isHome = this.model.roleOf(tile.objid) === 'home';
    const words = label || (isHome ? say('Leave') : tile.name);
    const key = this.keyOf(tile);
    const button = this.tile(tile, this.actions, '', '');
    button.className = isMain ? 'main' : kind;
    if (isHome) button.classList.add('leave');
    button.hidden = tile.energy <= 0 && (!stays || isReplay(this.model));
    const drawn = `${words}\n${key}`;
    if (button.dataset.drawn !== drawn) {
      button.dataset.drawn = drawn;
      button.replaceChildren(words, ...(key ? [' ', make('kbd', '', key)] : []));
    }
    return button;
  }

  // The shown name of the key that does the same as a tile: its role is key/ and the tile's role.
  /** @param {Thing} tile */
  keyOf(tile) {
    const role = this.model.roleOf(tile.objid);
    const key = role === '' ? null : this.model.key(role);
    return key !== null && key.energy > 0 ? shownKey(key.name) : '';
  }

  // The button for a key of the room that no tile stands for: made once, so that it keeps the focus.
  /** @param {Thing} key */
  keyButton(key) {
    let button = this.#keyButtons.get(key.objid);
    if (button === undefined) {
      button = make('button', 'key');
      button.type = 'button';
      button.dataset.spot = button.dataset.act = key.objid;
      this.#keyButtons.set(key.objid, button);
    }
    const drawn = `${key.text}\n${key.name}`;
    if (button.dataset.drawn !== drawn) {
      button.dataset.drawn = drawn;
      button.replaceChildren(key.text, ' ', make('kbd', '', shownKey(key.name)));
    }
    return button;
  }

  // Whether the theme stands in for the colours of the room.
  get isThemed() {
    return true;
  }

  // Whether a tile has other colours than the room.
  /** @param {Thing} tile */
  hasColours({ bg, fg }) {
    return bg !== this.matrix.bg || fg !== this.matrix.fg;
  }

  // The colours of a tile, as the game has chosen them; where they are hard to read, the text has an outline.
  /** @param {HTMLElement} button @param {Thing} tile */
  paint(button, tile) {
    const ground = tile.bg === null || isClear(tile.bg) ? null : tile.bg;
    const isThemed = this.isThemed && (ground === null ? tile.fg === this.matrix.fg : !this.hasColours(tile));
    const [ink, behind] = isThemed ? ['', ''] : [tile.fg ?? 'ffffffff', ground ?? themeGround()];
    const drawn = `${ink} ${behind}`;
    if (button.dataset.ink === drawn) return;
    button.dataset.ink = drawn;
    const edge = isThemed ? null : outline(read(ink), read(behind));
    Object.assign(button.style, {
      background: isThemed || ground === null ? '' : css(read(ground)),
      color: isThemed ? '' : css(read(ink)),
      webkitTextStroke: edge === null ? '' : `0.2em ${css(edge)}`,
      paintOrder: edge === null ? '' : 'stroke',
    });
  }

  // The picture of a tile, or its name.
  /** @param {HTMLElement} button @param {Thing} tile */
  face(button, tile) {
    const url = tile.image === null ? null : this.controller.pictures.url(this.model.things.get(tile.image));
    if (url === null) {
      if (button.firstElementChild?.tagName === 'IMG') button.replaceChildren();
      setText(button, tile.name);
      return;
    }
    const image = button.firstElementChild instanceof HTMLImageElement ? button.firstElementChild : make('img');
    if (image.src !== url) image.src = url;
    if (image.alt !== tile.name) image.alt = tile.name;
    if (image.parentNode !== button) button.replaceChildren(image);
  }

  get isLight() {
    return matchMedia('(prefers-color-scheme: light)').matches;
  }
}

// What is behind a tile without a ground of its own.
function themeGround() {
  return getComputedStyle(document.documentElement).getPropertyValue('--raised').slice(1);
}
