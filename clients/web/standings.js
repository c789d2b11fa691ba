// How a game has ended: who has won, what each player did, and the same as a line of text to share.
//
// A server may send anything. What is not as it should be is left out.

import { list, members, seatsOf, text } from './vocabulary.js';
import { say } from './words.js';

/** @import { Model } from './model.js' */

/**
 * What one player did.
 * @typedef {object} Row
 * @property {string} place
 * @property {string} name
 * @property {string} score
 * @property {string} points won or lost in this game, with a sign
 * @property {string[]} notes
 * @property {boolean} isMe
 * @property {boolean} isBot
 * @property {boolean} hasLeft
 * @property {boolean} isFirst whether they have won, perhaps with others
 */

/** @typedef {{ before: string, names: string, after: string }} Verdict who has won: the names, and the words around them */

// How many others there are.
/** @param {Model} model */
export const countMore = ({ result }) => Math.max(0, Number(result.more) || 0);

// The standings as they are shown: the best, and the user's own if it is below them.
/** @param {Model} model @returns {Row[]} */
export function rowsOf(model) {
  const { result, you, me } = model;
  const { standings } = result;
  const given = [...(Array.isArray(standings) ? standings : []), ...(you.standing === undefined ? [] : [you.standing])].map(members);
  const isWon = hasWinners(given, countMore(model));
  return given.map(({ place, name, score, points, agent, stayed, notes }) => ({
    place: text(place),
    name: text(name),
    score: text(score),
    points: typeof points === 'number' && points !== 0 ? `${points < 0 ? '−' : '+'}${Math.abs(points)}` : '',
    notes: list(notes),
    isMe: me !== null && text(agent) === me,
    isBot: model.isBot({ objid: text(agent) }),
    hasLeft: stayed === false,
    isFirst: isWon && place === 1,
  }));
}

// Nobody is first with nothing, or where all are equal.
/** @param {Record<string, unknown>[]} rows @param {number} more */
function hasWinners(rows, more) {
  const first = rows.filter(({ place }) => place === 1);
  const isEqual = rows.length > 1 && first.length === rows.length && more === 0;
  return first.length > 0 && !isEqual && first.every(({ score }) => typeof score !== 'number' || score > 0);
}

// Who has won, in words.
/** @param {Model} model @param {Row[]} rows @returns {Verdict} */
export function verdictOf(model, rows) {
  const winners = rows.filter(({ isFirst }) => isFirst);
  const others = winners.filter(({ isMe }) => !isMe).map(({ name }) => name);
  const isAlone = rows.length === 1 && countMore(model) === 0;
  if (isAlone && !seatsOf(model).some(({ isWinner }) => isWinner)) return around(say('Game over')); // nobody was beaten
  if (winners.length > others.length) return others.length ? around(say('You and {names} win'), others) : around(say('You win'));
  if (others.length === 1) return around(say('{name} wins'), others);
  if (others.length > 1) return around(say('{names} win'), others);
  if (!rows.some(({ place }) => place === '1')) return around(say('Game over'));
  return around(rows.every(({ place, score }) => place === '1' && Number(score) > 0) ? say('A draw') : say('Nobody wins'));
}

// A sentence around the names that it has a place for.
/** @param {string} sentence @param {string[]} [names] @returns {Verdict} */
function around(sentence, names = []) {
  const [before, after = ''] = sentence.split(/\{names?\}/);
  return { before, names: listed(names), after };
}

/** @param {string[]} names */
function listed(names) {
  return names.length < 2 ? names.join() : say('{names} and {last}', { names: names.slice(0, -1).join(', '), last: names.at(-1) });
}

// The result as a line for people who were not there: "Set: lin wins (lin 104, ann 95)".
/** @param {Model} model @param {Row[]} rows */
export function inOneLine(model, rows) {
  const { before, names, after } = verdictOf(model, rows.map((row) => ({ ...row, isMe: false })));
  const scores = rows.map(({ name, score }) => `${name} ${score}`.trim()).join(', ');
  return `${model.matrix?.name ?? ''}: ${before}${names}${after} (${scores})`;
}
