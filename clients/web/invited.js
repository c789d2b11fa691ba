// The login page of somebody who follows a link to a table, or was told its code: whose table it is, and of which game.

import { by, make } from './dom.js';
import { isCode, readCode } from './table.js';
import { members, text } from './vocabulary.js';
import { say } from './words.js';

export class Invited {
  #box = by('invited');
  #field = by('code', HTMLInputElement);
  #code = ''; // of the table that is told of, or asked about

  constructor() {
    this.#field.addEventListener('change', () => this.look());
  }

  // Tell of the table to which the link leads, or whose code was typed.
  async look() {
    const code = readCode(this.#field.value || location.hash);
    if (code === this.#code) return;
    this.#code = code;
    this.#box.replaceChildren();
    if (!isCode(code)) return;
    const lines = await about(code);
    if (code === this.#code) this.#box.replaceChildren(...lines.map((line, at) => make(at === 0 ? 'strong' : 'span', '', line)));
  }

  // A code that was typed is where the user wants to go: from now on it is in the address.
  settle() {
    const code = readCode(this.#field.value);
    this.#field.value = '';
    if (code !== '') history.replaceState(history.state, '', `#/${code}`);
  }
}

// What the server tells of a table before the login, in lines; none if it does not say.
/** @param {string} code @returns {Promise<string[]>} */
async function about(code) {
  try {
    const answer = await fetch(new URL(`tables/${code}`, location.href));
    if (answer.status === 404) return [say('This table is not there any more.'), say('Ask for a new link, or log in and open a table yourself.')];
    if (!answer.ok) return [];
    const { game, host, name, people, phase } = members(await answer.json());
    const [of, who, called] = [text(game), text(host), text(name)];
    const n = typeof people === 'number' ? people : 0;
    const more = [
      called && say('The table is called {name}.', { name: called }),
      n === 0 ? say('Nobody is there right now.') : say('{n} person is there.', { n }, '{n} people are there.'),
      phase === 'playing' && say('A game is on: you watch it, and play in the next one.'),
    ];
    return [who ? say('{host} invites you to play {game}.', { host: who, game: of }) : say('You are invited to play {game}.', { game: of }), more.filter(Boolean).join(' ')];
  } catch {
    return []; // the server cannot be reached, or sends nonsense
  }
}
