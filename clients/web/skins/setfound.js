// What somebody has just found at Set: for a moment, its cards are shown above the board, with the name of the finder.

import { make } from '../dom.js';
import { members, seatsOf, text } from '../vocabulary.js';
import { say } from '../words.js';
import { drawCard, inWords, readCard } from './setcards.js';

/** @import { Model } from '../model.js' */

const FEATURES = 4;

/** @param {unknown} found @returns {found is number[]} */
const areFeatures = (found) => Array.isArray(found) && found.length === FEATURES && found.every((one) => [0, 1, 2].includes(one));

export class Found {
  element = make('div', 'found');
  /** @type {number | undefined} */
  #timer;
  #drawn = '';

  // `again` is called when the moment is over. Returns the name of the finder, and the roles of the places where the cards
  // lay: they are being replaced.
  /** @param {Model} model @param {Record<string, unknown>} table @param {() => void} again */
  draw(model, table, again) {
    this.end();
    const fact = members(table.found);
    const by = text(fact.by);
    const finder = seatsOf(model).find(({ id }) => id === by);
    const left = by !== '' && finder === undefined ? 0 : (model.secondsLeft(fact.until) ?? 0);
    this.element.hidden = left === 0;
    if (left === 0) return { name: '', places: [] };
    if (model.pace > 0) this.#timer = window.setTimeout(again, (left / model.pace) * 1000);
    const cards = members(fact.cards);
    this.#show(finder === undefined || finder.isMe ? '' : finder.name, fact, Object.values(cards).filter(areFeatures));
    return { name: finder?.name ?? '', places: Object.keys(cards) };
  }

  end() {
    clearTimeout(this.#timer);
  }

  // A name is left out if it is the user's.
  /** @param {string} name @param {Record<string, unknown>} fact @param {number[][]} cards */
  #show(name, fact, cards) {
    const drawn = JSON.stringify([name, fact]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const worth = typeof fact.points === 'number' ? `+${fact.points}` : typeof fact.seconds === 'number' ? say('{n} s', { n: fact.seconds.toFixed(1) }) : '';
    this.element.replaceChildren(make('span', 'finder', words(name, fact.claim === 'no_set')), ' ', make('b', '', worth), ...cards.map(small));
  }
}

/** @param {string} name @param {boolean} isNone */
function words(name, isNone) {
  if (isNone) return name ? say('{name} saw that there is no set', { name }) : say('You saw that there is no set');
  return name ? say('{name} found a set', { name }) : say('You found a set');
}

/** @param {number[]} features */
function small(features) {
  const card = readCard(features);
  return make('span', 'small', make('span', 'unseen', inWords(card)), drawCard(card));
}
