// What a room tells of the replay that it shows: where it is, how long it is, its moments, and whose seats there are.
//
// A server may send anything. What is not as it should be is left out.

import { isTime } from './roomfacts.js';

/** @import { Model, Thing } from './model.js' */

/**
 * A replay as it is now.
 * @typedef {object} Replay
 * @property {number} at seconds from the beginning
 * @property {number} length 0 until it is known
 * @property {number} speed
 * @property {{ at: number, text: string }[]} moments worth finding again, by time
 * @property {number} moment the number, from 1, of the one that was last; 0 before the first
 * @property {string[]} seats the names of those whose seats can be watched from, which are numbered from 1
 * @property {number} seat the one that the user watches from; 0 is that of spectators
 * @property {boolean} isPlaying
 * @property {boolean} isKnown whether it can be gone through
 * @property {number | null} prepared how much of it is, of 1, until it is known; null if it never will be
 */

export const CLOSE = 0.05; // seconds: so near, a moment is now

/** @param {unknown} value @returns {value is Record<string, any>} */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// Whether the room shows a game that is over: then nothing of it can be played.
/** @param {Model} model */
export const isReplay = ({ facts }) => isObject(facts.replay);

// Whether the replay cannot be seen yet: then the room tells nothing of its board.
/** @param {Model} model */
export const isPreparing = ({ facts }) => isObject(facts.replay) && isTime(facts.replay.prepared) && !isTime(facts.replay.length);

// Whether a tile controls a replay, and is no part of its board.
/** @param {Model} model @param {Thing} tile */
export const isControl = (model, tile) => isReplay(model) && model.roleOf(tile.objid).startsWith('replay/');

// The replay that the room shows; null if it shows none.
/** @param {Model} model @returns {Replay | null} */
export function replayOf(model) {
  const told = model.facts.replay;
  if (!isObject(told)) return null;
  const length = isTime(told.length) ? Math.max(0, told.length) : null;
  const at = isTime(told.start) ? model.time - told.start : isTime(told.at) ? told.at : 0;
  const now = Math.min(Math.max(0, at), length ?? 0);
  const moments = momentsIn(told.moments);
  const seats = Array.isArray(told.seats) ? told.seats.filter((name) => typeof name === 'string') : [];
  const seat = model.you.seat_of;
  return {
    at: now,
    length: length ?? 0,
    speed: isTime(told.speed) && told.speed > 0 ? told.speed : 1,
    moments,
    moment: moments.filter((one) => one.at <= now + CLOSE).length,
    seats,
    seat: Number.isInteger(seat) && seat > 0 && seat <= seats.length ? seat : 0,
    isPlaying: told.playing === true,
    isKnown: length !== null,
    prepared: isTime(told.prepared) ? Math.min(Math.max(0, told.prepared), 1) : null,
  };
}

// If one is wrong, there are none: the numbers of the others would not be theirs.
/** @param {unknown} told @returns {{ at: number, text: string }[]} */
function momentsIn(told) {
  if (!Array.isArray(told) || !told.every((one) => isObject(one) && isTime(one.at))) return [];
  const found = told.map(({ at, text }) => ({ at, text: typeof text === 'string' ? text : '' }));
  return found.every((one, number) => number === 0 || found[number - 1].at <= one.at) ? found : [];
}

// A time as people write it: 1:23, or 1:02:03.
/** @param {number} seconds */
export function minutes(seconds) {
  const whole = Math.floor(seconds + 1e-6);
  const [hours, rest] = [Math.floor(whole / 3600), whole % 3600];
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const [minute, second] = [Math.floor(rest / 60), two(rest % 60)];
  return hours ? `${hours}:${two(minute)}:${second}` : `${minute}:${second}`;
}
