// How much a player has, and of what.

import { say } from './words.js';

/** @import { Model } from './model.js' */

/** @typedef {{ number: number, unit: string, words: string }} Amount how much, of what, and both in words */

// What a player has: points, if the server has said how they follow from the energy; else the energy.
/** @param {Model} model @param {{ energy: number }} agent @returns {Amount} */
export function amountOf(model, { energy }) {
  if (!model.energyOverPoints) return { number: energy, unit: say('energy'), words: say('energy {n}', { n: energy }) };
  const n = energy - model.energyOverPoints;
  return { number: n, unit: say('point', { n }, 'points'), words: say('{n} point', { n }, '{n} points') };
}
