// The facts that all games have in common: phase, seats, turn, deadline. A game leaves out what it does not have, and
// what a server sends may be anything, so it is read with care.

import { amountOf } from './amount.js';
import { isReplay } from './replay.js';

/** @import { Model } from './model.js' */

/**
 * A seat as everybody may know it.
 * @typedef {object} Seat
 * @property {string} id
 * @property {string} name of its player; empty if it is free
 * @property {string} agent the objid of its player
 * @property {string} score empty if there is none
 * @property {string} colour AARRGGBB, or empty
 * @property {string} role such as stars or X
 * @property {boolean} isBot
 * @property {boolean} isAway
 * @property {boolean} isGone given up for this game
 * @property {boolean} isMe
 * @property {boolean} isNext whether the game waits for it
 * @property {boolean} isWinner
 */

/** @param {unknown} value @returns {Record<string, unknown>} */
export const members = (value) => (typeof value === 'object' && value !== null ? /** @type {Record<string, unknown>} */ (value) : {});

/** @param {unknown} value */
export const text = (value) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');

// A list of words: roles, or ids of seats.
/** @param {unknown} value @returns {string[]} */
export const list = (value) => (Array.isArray(value) ? value.map(text).filter(Boolean) : []);

// The role of what leads to the next game: its beginning, or, for a player without points, what gives some.
/** @param {Model} model */
export function firstStep(model) {
  const { myAgent } = model;
  const isBroke = myAgent !== null && model.energyOverPoints > 0 && amountOf(model, myAgent).number === 0;
  return isBroke && model.tile('recharge') !== null ? 'recharge' : 'restart';
}

// The id of the user's seat; empty if they have none. In a replay nobody has: that of `you` is watched from.
/** @param {Model} model */
const mySeat = (model) => (isReplay(model) ? '' : text(model.you.seat));

/** @param {Model} model @returns {Seat[]} */
export function seatsOf(model) {
  const { facts } = model;
  const turn = list(facts.turn);
  return Object.entries(members(facts.seats)).map(([id, given]) => {
    const seat = members(given);
    const player = members(seat.player);
    const agent = { objid: text(player.agent) };
    return {
      id,
      name: text(player.name),
      agent: agent.objid,
      score: text(seat.score),
      colour: /^[0-9a-f]{6,8}$/i.test(text(seat.colour)) ? text(seat.colour) : '',
      role: text(seat.role),
      isBot: player.bot === true || model.isBot(agent),
      isAway: model.isAway(agent),
      isGone: seat.gone === true,
      isMe: id === mySeat(model),
      isNext: turn.includes(id),
      isWinner: id === text(facts.winner),
    };
  });
}

// Whether the game waits for the user.
/** @param {Model} model */
export function isMyTurn(model) {
  const { facts } = model;
  const isOn = facts.phase === undefined || facts.phase === 'playing';
  const isNext = model.you.turn === true || list(facts.turn).includes(mySeat(model));
  return isOn && mySeat(model) !== '' && isNext;
}
