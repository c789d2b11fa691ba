// The board of a room, drawn by a skin that is made for each room anew. One that fails is put away: the panel takes over.

import { by } from './dom.js';
import { Panel } from './panel.js';
import { Skins } from './skins.js';

/** @import { Controller } from './controller.js' */
/** @import { Focus } from './focus.js' */
/** @import { Model } from './model.js' */
/** @import { Skin } from './skin.js' */
/** @import { SkinClass } from './skins.js' */

export class BoardView {
  /** @type {Skin & { draw(): void } | null} */
  skin = null;
  #controller;
  #focus;
  #skins;
  /** @type {string | null} */
  #room = null;

  /** @param {Controller} controller @param {Focus} focus @param {() => void} redraw */
  constructor(controller, focus, redraw) {
    this.#controller = controller;
    this.#focus = focus;
    this.#skins = new Skins(redraw);
  }

  // Whether the first room of a session still has time to tell what it is.
  /** @param {Model} model */
  awaits(model) {
    return this.#skins.awaits(model);
  }

  // The next room is drawn anew, whichever it is.
  forget() {
    this.#room = null;
  }

  // Returns whether the board is new, and whether the focus was on the one before, or nowhere.
  /** @param {Model} model */
  draw(model) {
    const Found = this.#skins.find(model);
    const hadFocus = this.#focus.isInside || document.activeElement === document.body;
    const isNew = model.current !== this.#room || this.skin?.constructor !== Found;
    if (isNew) this.dismiss();
    if (Found !== null) this.#drawBy(Found, model, isNew);
    return { isNew, hadFocus };
  }

  /** @param {SkinClass} Found @param {Model} model @param {boolean} isNew */
  #drawBy(Found, model, isNew) {
    try {
      if (isNew) this.#take(Found, model);
      this.skin?.draw();
    } catch (error) {
      if (Found === Panel) throw error;
      this.dismiss();
      this.#skins.putAway(Found, error);
    }
  }

  /** @param {SkinClass} Found @param {Model} model */
  #take(Found, model) {
    this.#room = model.current;
    [document.body.dataset.skin, document.body.dataset.room] = [Found.label, model.address];
    this.skin = new Found(this.#controller, by('board'), by('actions'));
    this.#controller.allows = (thing) => this.#isElsewhere() || (this.skin?.allows(thing) ?? true);
  }

  // Whether the user is in another room by now, of which the skin knows nothing.
  #isElsewhere() {
    return this.#controller.model?.current !== this.#room;
  }

  dismiss() {
    const { skin } = this;
    this.skin = null;
    this.#controller.allows = () => true;
    by('board').replaceChildren();
    by('board').removeAttribute('class');
    by('board').removeAttribute('style');
    by('actions').replaceChildren();
    try {
      skin?.end();
    } catch (error) {
      this.#skins.putAway(/** @type {SkinClass} */ (skin?.constructor), error);
    }
  }
}
