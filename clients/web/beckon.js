// A room for everybody that waits for players shows its link, to give to friends.

import { by, setText } from './dom.js';
import { isReplay } from './replay.js';
import { offer, shownLink } from './sharing.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Model } from './model.js' */

export class Beckon {
  #line = by('beckon');
  #button = by('beckon-copy');
  #controller;

  /** @param {Controller} controller */
  constructor(controller) {
    this.#controller = controller;
    this.#button.addEventListener('click', () => this.copy());
  }

  get isShown() {
    return !this.#line.hidden;
  }

  /** @param {Model} model */
  draw(model) {
    this.#line.hidden = model.facts.phase !== 'waiting' || model.address === '' || model.table.code !== undefined || isReplay(model);
    if (this.isShown) setText(by('beckon-link'), shownLink(location.href));
  }

  copy() {
    const link = location.href;
    offer(link, this.#button, (isCopied) => this.#controller.tell(isCopied ? say('Copied a link to this room.') : say('The link to this room: {link}', { link })));
  }
}
