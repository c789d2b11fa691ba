// What is known of a table of one's own: its code, its host, what was chosen, the evening's scores; and invitations.
//
// A server may send anything. What is not as it should be is left out.

import { members, text } from './vocabulary.js';

/** @import { Model } from './model.js' */

/**
 * Something that can be chosen for a table, with its values and what each is called.
 * @typedef {{ name: string, text: string, values: { value: string, text: string }[], usual: string }} Choice
 * @typedef {{ name: string, agent: string, wins: number, points: number, games: number }} Score
 * @typedef {{ game: string, title: string, choices: Choice[] }} Offer a game that has tables
 * @typedef {{ from: string, game: string, name: string, join: string }} Invitation
 */

/**
 * @typedef {object} Table
 * @property {string} code
 * @property {string} link to it, as the server knows it; it may be empty
 * @property {string} ssh a command that leads to it; empty if there is none
 * @property {string} name
 * @property {string} game its address at Home
 * @property {string} host the objid of the host; empty while there is none
 * @property {boolean} isPublic
 * @property {boolean} isLocked
 * @property {boolean} isHeld whether a game begins when the host says
 * @property {Choice[]} choices
 * @property {Record<string, string>} options what was chosen, by name
 * @property {string} whyNot why the host cannot start now
 * @property {string[]} ready the objids of those who want to play again
 * @property {string[]} waitingFor the objids of those who have not said so
 * @property {number} games that have ended here
 * @property {Score[]} scores of the evening, best first
 */

const CODE = /^[a-z]+(?:-[a-z]+){2}$/;
const MOST = 500; // of a list from the server

/** @param {unknown} value @returns {unknown[]} */
const some = (value) => (Array.isArray(value) ? value.slice(0, MOST) : []);

/** @param {unknown} value @returns {string[]} */
const texts = (value) => some(value).map(text).filter(Boolean);

/** @param {unknown} value */
const number = (value) => (typeof value === 'number' ? value : 0);

// A value of an option, as commands say it.
/** @param {unknown} value */
const written = (value) => (typeof value === 'boolean' ? (value ? 'on' : 'off') : text(value).toLowerCase());

// Whether this is the code of a table: three words.
/** @param {string} address */
export const isCode = (address) => CODE.test(address);

// The code that somebody has typed or pasted, in whatever way: "Amber Otter nine", or a link.
/** @param {string} typed */
export function readCode(typed) {
  const last = typed.split('#').at(-1) ?? '';
  return last.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
}

// The code of the table in this room; empty if it is no table of one's own.
/** @param {Model} model */
export const codeOf = (model) => text(model.table.code);

// The phase of the game, also of one that tells no facts.
/** @param {Model} model */
export const phaseOf = ({ facts, table }) => text(facts.phase ?? table.phase);

// The host of this table, if they are here; and whether it is the user.
/** @param {Model} model */
export const hostOf = (model) => model.agents.find(({ objid }) => objid === model.table.host) ?? null;

/** @param {Model} model */
export const amHost = (model) => model.me !== null && model.table.host === model.me;

/** @param {unknown} given @returns {Choice[]} */
export function choicesIn(given) {
  return Object.entries(members(given)).map(([name, one]) => {
    const choice = members(one);
    const values = some(choice.values).filter(Array.isArray).map(([value, words]) => ({ value: written(value), text: text(words) || written(value) }));
    return { name, text: text(choice.text) || name, values, usual: written(choice.usual) };
  }).filter(({ values }) => values.length > 0);
}

/** @param {Model} model @returns {Table | null} */
export function tableIn(model) {
  const { table } = model;
  const code = codeOf(model);
  if (code === '') return null;
  return {
    code,
    link: text(table.link),
    ssh: text(table.ssh),
    name: text(table.name),
    game: text(table.game),
    host: text(table.host),
    isPublic: table.public === true,
    isLocked: table.locked === true,
    isHeld: table.starts === 'host',
    choices: choicesIn(table.choices),
    options: Object.fromEntries(Object.entries(members(table.options)).map(([name, value]) => [name, written(value)])),
    whyNot: text(table.why_not),
    ready: texts(table.ready),
    waitingFor: texts(table.waiting_for),
    games: number(table.games),
    scores: some(table.scores).map(members).map(({ name, agent, wins, points, games }) =>
      ({ name: text(name), agent: text(agent), wins: number(wins), points: number(points), games: number(games) })),
  };
}

// The games that have tables, as Home tells; other rooms do not.
/** @param {Model} model @returns {Offer[]} */
export function offersOf({ facts }) {
  const rooms = Object.values(members(facts.rooms)).map(members).filter(({ room, table }) => table !== undefined && text(room) !== '');
  return rooms.map(({ room, title, table }) => ({ game: text(room), title: text(title), choices: choicesIn(members(table).choices) }));
}

/** @param {Model} model @returns {Invitation[]} */
export function invitationsOf(model) {
  const given = some(model.you.invitations).map(members);
  return given.map(({ from, game, name, join }) => ({ from: text(from), game: text(game), name: text(name), join: text(join) })).filter(({ join }) => join !== '');
}
