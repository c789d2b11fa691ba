// The buttons that bring a bot to the room and send one away: they are beside the headline as long as nobody else is here.

import { by, focused, make } from './dom.js';
import { say } from './words.js';

/** @import { Model } from './model.js' */

const USUAL = 'medium';
const LOW = '(max-height: 520px)'; // windows without room for it beside the headline: see low.css

export class Company {
  #section = by('company');
  #strengths = by('strength', HTMLSelectElement);
  #dismiss = by('dismiss', HTMLButtonElement);
  #drawn = '';

  /** @param {(command: string) => void} obey */
  constructor(obey) {
    by('bring').addEventListener('click', () => obey(`/bot ${this.#strengths.value}`.trim()));
    this.#dismiss.addEventListener('click', () => obey('/bot leave'));
  }

  /** @param {Model} model */
  draw(model) {
    const bots = model.told.bots;
    this.#section.hidden = bots === null;
    this.#stand(model.agents.length > 1 || matchMedia(LOW).matches ? 'people' : 'heading');
    this.#dismiss.hidden = !model.agents.some((agent) => model.isBot(agent));
    const drawn = JSON.stringify(bots);
    if (bots === null || drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#strengths.hidden = bots.length === 0;
    this.#strengths.replaceChildren(...bots.map(choice));
  }

  // Beside the headline as long as nobody else is here, if there is room, and then with the others.
  /** @param {string} place */
  #stand(place) {
    if (this.#section.parentElement === by(place)) return;
    const held = this.#section.contains(focused()) ? focused() : null;
    by(place).append(this.#section);
    held?.focus();
  }
}

/** @param {string} strength */
function choice(strength) {
  const words = new Map([['weak', say('weak')], ['medium', say('medium')], ['strong', say('strong')]]);
  const option = make('option', '', words.get(strength) ?? strength);
  [option.value, option.selected] = [strength, strength === USUAL];
  return option;
}
