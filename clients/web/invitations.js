// A banner for each invitation that the user has, wherever they are: to go there, or not.

import { around, by, focused, make } from './dom.js';
import { invitationsOf } from './table.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Model } from './model.js' */
/** @import { Invitation } from './table.js' */

export class Invitations {
  #banner = by('invitations');
  #drawn = '';

  /** @param {Controller} controller */
  constructor(controller) {
    this.#banner.addEventListener('click', (event) => {
      const button = around(event, 'button');
      if (button === null) return;
      const { join } = button.dataset;
      if (join === undefined) controller.order('/decline');
      else controller.leaveFor(`/join ${join}`);
    });
  }

  /** @param {Model} model */
  draw(model) {
    const invitations = invitationsOf(model);
    const drawn = JSON.stringify(invitations);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const hadFocus = this.#banner.contains(focused());
    this.#banner.replaceChildren(...invitations.map(banner));
    if (hadFocus) this.#banner.querySelector('button')?.focus();
  }
}

/** @param {Invitation} invitation @param {number} at */
function banner({ from, game, name, join }, at) {
  const words = name === '' ? say('{from} invites you to {game}.', { from, game }) : say('{from} invites you to {game}: {name}.', { from, game, name });
  const yes = make('button', 'main', say('Join'));
  yes.dataset.join = join;
  const no = make('button', '', say('No thanks'));
  for (const button of [yes, no]) button.type = 'button';
  return make('p', '', make('span', '', words), ' ', yes, ...(at === 0 ? [' ', no] : [])); // which declines them all
}
