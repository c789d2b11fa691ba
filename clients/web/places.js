// Who is where on the server: the places and the people there, as a server answers.
//
// A server may send anything. What is not as it should be is left out.

import { members, text } from './vocabulary.js';

/**
 * Somebody, wherever they are; and where: a place without an address cannot be walked to.
 * @typedef {{ name: string, isBot: boolean, isAway: boolean }} Passerby
 * @typedef {{ place: string, address: string, players: Passerby[] }} Place
 */

/** @param {unknown} value @returns {Record<string, unknown>[]} */
const each = (value) => (Array.isArray(value) ? value.map(members) : []);

// The places in an answer; none if it makes no sense.
/** @param {string} content @returns {Place[]} */
export function placesIn(content) {
  try {
    return each(members(JSON.parse(content)).places).map(({ place, address, players }) => ({
      place: text(place),
      address: text(address),
      players: each(players).map(({ name, bot, away }) => ({ name: text(name), isBot: bot === true, isAway: away === true })),
    }));
  } catch {
    return [];
  }
}
