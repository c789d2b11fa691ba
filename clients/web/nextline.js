// What a line of the room is, if the server says so before it comes: who came and who left, a whisper from or to another
// room, or a part of the ranking at the end of a game.

import { say } from './words.js';

/**
 * The names of those who came and of those who left, and how many others did.
 * @typedef {{ came: string[], left: string[], moreCame: number, moreLeft: number }} Passage
 * @typedef {{ name: string, place: string, text: string }} Whisper from that player or, without a place, to them
 * @typedef {{ passage: Passage | null, whisper: Whisper | null, whispered: Whisper | null, isRanking: boolean }} About
 */

/** @type {About} */
export const NOTHING_MORE = { passage: null, whisper: null, whispered: null, isRanking: false };

const NAMED = 6; // of those who came, or left

/** @param {unknown} value */
const text = (value) => (typeof value === 'string' ? value : '');
/** @param {unknown} value @returns {string[]} */
const names = (value) => (Array.isArray(value) ? value.map(text).filter(Boolean) : []);
/** @param {unknown} value */
const count = (value) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : 0);

// What the server says of the next line; whatever makes no sense is left out.
/** @param {string} content @returns {About} */
export function aboutLine(content) {
  const told = read(content);
  const [name, place] = [text(told.name), text(told.place)];
  if (told.ranking === true) return { ...NOTHING_MORE, isRanking: true };
  if (typeof told.whisper === 'string') return { ...NOTHING_MORE, whisper: { name, place, text: told.whisper } };
  if (typeof told.whispered === 'string') return { ...NOTHING_MORE, whispered: { name, place, text: told.whispered } };
  const passage = { came: names(told.came), left: names(told.left), moreCame: count(told.more_came), moreLeft: count(told.more_left) };
  return passage.came.length + passage.left.length ? { ...NOTHING_MORE, passage } : NOTHING_MORE;
}

/** @param {string} content @returns {Record<string, unknown>} */
function read(content) {
  try {
    return Object(JSON.parse(content));
  } catch {
    return {};
  }
}

// Both of two passages, one after the other: of whoever came and left again, or left and came back, only the last counts.
/** @param {Passage} first @param {Passage} second @returns {Passage} */
export function both(first, second) {
  const came = new Set([...first.came.filter((name) => !second.left.includes(name)), ...second.came]);
  const left = new Set([...first.left.filter((name) => !second.came.includes(name)), ...second.left]);
  return { came: [...came], left: [...left], moreCame: first.moreCame + second.moreCame, moreLeft: first.moreLeft + second.moreLeft };
}

// As it is shown; nothing, if nobody has come or left but the user themselves.
/** @param {Passage} passage @param {string} me the user's name */
export function inWords(passage, me) {
  const came = listed(passage.came.filter((name) => name !== me), passage.moreCame);
  const left = listed(passage.left, passage.moreLeft);
  if (came && left) return say('{came} came in; {left} left.', { came, left });
  if (came) return say('{names} came in.', { names: came });
  return left && say('{names} left.', { names: left });
}

/** @param {string[]} all @param {number} more */
function listed(all, more) {
  const shown = all.length + more > NAMED ? all.slice(0, NAMED - 1) : all;
  const others = all.length - shown.length + more;
  if (others > 0) return say('{names} and {n} others', { names: shown.join(', '), n: others });
  if (shown.length < 2) return shown.join();
  return say('{names} and {last}', { names: shown.slice(0, -1).join(', '), last: shown.at(-1) });
}
