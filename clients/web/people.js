// Who is here: points or energy, or games won at a table of one's own, and who is away or a bot.

import { amountOf } from './amount.js';
import { around, by, make } from './dom.js';
import { isReplay } from './replay.js';
import { tableIn } from './table.js';
import { members, text } from './vocabulary.js';
import { say } from './words.js';

/** @import { Amount } from './amount.js' */
/** @import { Model, Thing } from './model.js' */
/** @import { Table } from './table.js' */

/** @typedef {{ name: string, amount: Amount, signs: string[], isMe: boolean }} Person */

const SHOWN = 100;

/** @param {Model} model @param {Thing} agent */
const signsOf = (model, agent) => [model.isAway(agent) && 'away', model.isBot(agent) && 'bot', isWatching(model, agent) && 'watching'].filter((one) => typeof one === 'string');

// Whether somebody here has no seat, while others have one.
/** @param {Model} model @param {Thing} agent */
function isWatching(model, { objid }) {
  const seats = Object.values(members(model.facts.seats)).map(members);
  const agents = seats.filter((seat) => seat.gone !== true).map((seat) => text(members(seat.player).agent));
  return !isReplay(model) && model.facts.phase === 'playing' && agents.some(Boolean) && !agents.includes(objid);
}

// What somebody has: at a table of one's own, the games that they have won this evening, once one has ended.
/** @param {Model} model @param {Table | null} table @param {Thing} agent @returns {Amount} */
function had(model, table, agent) {
  if (table === null || table.games === 0) return amountOf(model, agent);
  const n = table.scores.find((score) => score.agent === agent.objid)?.wins ?? 0;
  return { number: n, unit: say('win', { n }, 'wins'), words: say('{n} win', { n }, '{n} wins') };
}

/** @type {Record<string, () => string>} */
const IN_WORDS = { away: () => say('away'), bot: () => say('bot'), watching: () => say('watching') };

export class People {
  #list = by('list');
  #chips = by('chips');
  #count = by('count');
  #drawn = '';

  /** @param {(name: string) => void} address */
  constructor(address) {
    for (const list of [this.#list, this.#chips]) {
      list.addEventListener('click', (event) => {
        const name = around(event, 'button')?.dataset.name;
        if (name !== undefined) address(name);
      });
    }
  }

  /** @param {Model} model */
  draw(model) {
    const table = tableIn(model);
    const people = model.agents.map((agent) => ({
      name: agent.name,
      amount: had(model, table, agent),
      signs: signsOf(model, agent),
      isMe: agent.objid === model.me,
    })).sort((one, other) => other.amount.number - one.amount.number || one.name.localeCompare(other.name));
    const drawn = JSON.stringify(people);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    this.#count.textContent = String(people.length);
    const shown = people.slice(0, SHOWN);
    const more = people.length - shown.length;
    const rest = more ? [make('li', 'dim', say('and {n} more', { n: more }))] : [];
    this.#list.replaceChildren(...shown.map(row), ...rest);
    this.#chips.replaceChildren(...shown.toSorted((one, other) => Number(other.isMe) - Number(one.isMe)).map(chip));
  }
}

/** @param {Person} person */
function signed(person) {
  const dot = make('i', ['dot', ...person.signs].join(' '));
  const words = make('span', person.signs.length ? 'signs' : 'unseen', person.signs.map((sign) => IN_WORDS[sign]()).join(', '));
  return [dot, words];
}

/** @param {Person} person */
function row(person) {
  const [dot, words] = signed(person);
  const name = make('span', 'name', person.isMe ? say('{name} (you)', { name: person.name }) : person.name);
  const button = make('button', person.isMe ? 'me' : '', dot, name, ' ', words, ' ', ...counted(person));
  return finished(button, person);
}

/** @param {Person} person */
function chip(person) {
  const [dot, words] = signed(person);
  words.className = 'unseen';
  const name = make('span', 'name', person.isMe ? say('you') : person.name);
  const button = make('button', person.isMe ? 'me' : '', dot, name, ' ', words, ' ', ...counted(person));
  return finished(button, person);
}

// A number, and what it counts: a board may show another number of the same player.
/** @param {Person} given */
function counted({ amount: { number, unit } }) {
  return [make('b', '', String(number)), make('span', 'unit', ` ${unit}`)];
}

/** @param {HTMLButtonElement} button @param {Person} person */
function finished(button, person) {
  button.type = 'button';
  if (person.isMe) button.disabled = true;
  else {
    button.dataset.name = person.name;
    button.title = say('Whisper to {name}', { name: person.name });
  }
  return make('li', '', button);
}
