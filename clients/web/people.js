// Who is here: points or energy, and who is away or a bot.

import { around, by, make } from './dom.js';
import { say } from './words.js';

/** @import { Model, Thing } from './model.js' */

/** @typedef {{ number: number, unit: string, words: string }} Amount how much, of what, and both in words */
/** @typedef {{ name: string, amount: Amount, signs: string[], isMe: boolean }} Person */

const SHOWN = 100;

// What a player has: points, if the server has said how they follow from the energy; else the energy.
/** @param {Model} model @param {{ energy: number }} agent @returns {Amount} */
export function amountOf(model, { energy }) {
  if (!model.energyOverPoints) return { number: energy, unit: say('energy'), words: say('energy {n}', { n: energy }) };
  const n = energy - model.energyOverPoints;
  return { number: n, unit: say('point', { n }, 'points'), words: say('{n} point', { n }, '{n} points') };
}

/** @param {Model} model @param {Thing} agent */
const signsOf = (model, agent) => [...(model.isAway(agent) ? ['away'] : []), ...(model.isBot(agent) ? ['bot'] : [])];

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
    const agents = model.agents.toSorted((one, other) => other.energy - one.energy || one.name.localeCompare(other.name));
    const people = agents.map((agent) => ({
      name: agent.name,
      amount: amountOf(model, agent),
      signs: signsOf(model, agent),
      isMe: agent.objid === model.me,
    }));
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
  const words = make('span', person.signs.length ? 'signs' : 'unseen', person.signs.map((sign) => say(sign)).join(', '));
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
