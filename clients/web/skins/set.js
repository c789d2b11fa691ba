// Rooms of Set: twelve cards, who plays with which score, and the commands.

import { make, move, setText } from '../dom.js';
import { KEY, cellOf } from '../objects.js';
import { Skin } from '../skin.js';
import { drawCard, inWords, readCard } from './setcards.js';

/** @import { Room, Thing } from '../model.js' */
/** @import { CommandStyle } from '../skin.js' */

const ACROSS = 4;
const DOWN = 3;
const SEAT_ROWS = [3, 4, 5];
const COMMAND_ROW = 6; // and below
const DECK = { x: 3, y: 7 }; // the cell that says how many cards are to come
const REPLACING = 700; // ms in which a card shrinks, and the next one grows
const GIVEN_UP = 'Has given up'; // at the beginning of the text of a seat
/** @type {Record<string, string>} */
const MARKS = { red: 'R', blue: 'B', yellow: 'Y' };

/** @type {Record<string, CommandStyle>} */
const COMMANDS = {
  Submit: { isMain: true, stays: true },
  'No set': { stays: true },
  Hint: {},
  Restart: { isMain: true },
  'Other table': {},
  Keys: { kind: 'for-keyboards' },
  Home: { stays: true },
};

class SetSkin extends Skin {
  static label = 'set';

  // By the size of the matrix and its cards; or by its title, while there are no cards.
  /** @param {Room} model */
  static knows(model) {
    const { matrix } = model;
    if (matrix.x !== ACROSS || matrix.y < DOWN + 4) return false;
    const names = model.tokens.filter(({ y, name }) => y < DOWN && name !== '').map(({ name }) => name);
    return names.length ? names.every((name) => readCard(name) !== null) : matrix.name.split(' ')[0] === 'Set';
  }

  #seats = make('ul', 'seats');
  #deck = make('p', 'deck');
  #cards = make('div', 'cards');
  /** @type {Map<string, string>} */
  #faces = new Map(); // what is on the card of each cell, without whether it is selected
  /** @type {Map<string, number>} */
  #replaced = new Map(); // until when a cell's card is being replaced

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.#seats.setAttribute('aria-label', 'Scores');
    this.board.append(make('div', 'above', this.#seats, this.#deck), this.#cards);
  }

  // While a card is being replaced, neither its tile nor its key can select it.
  /** @param {Thing} thing */
  allows(thing) {
    const isBusy = (/** @type {Thing} */ tile) => performance.now() < (this.#replaced.get(cellOf(tile)) ?? 0);
    const busy = this.model.tokens.filter(isBusy);
    if (thing.objid[0] === KEY) return !busy.some((tile) => tile.text === thing.text);
    return !busy.some((tile) => tile.objid === thing.objid);
  }

  draw() {
    for (let y = 0; y < DOWN; y += 1) {
      for (let x = 0; x < ACROSS; x += 1) {
        const tile = this.at(x, y);
        if (tile !== null) this.#card(tile);
      }
    }
    this.#drawSeats();
    setText(this.#deck, this.at(DECK.x, DECK.y)?.name ?? '');
    for (const [name, style] of Object.entries(COMMANDS)) this.command(this.#named(name), style);
    const submit = this.#named('Submit');
    const selected = [...this.#cards.children].filter((card) => card.classList.contains('selected')).length;
    if (submit !== null) this.known(submit.x, submit.y)?.classList.toggle('main', selected === 3);
  }

  /** @param {string} name */
  #named(name) {
    return this.model.tokens.find((tile) => tile.name === name && tile.y >= COMMAND_ROW) ?? null;
  }

  /** @param {Thing} tile */
  #card(tile) {
    const card = readCard(tile.name);
    const letter = tile.text.split(' ').at(-1) ?? '';
    const about = card === null ? `${tile.text}: no card` : `${letter}: ${inWords(card)}${card.isSelected ? ', selected' : ''}`;
    const button = this.tile(tile, this.#cards, 'card', about, '');
    const face = card === null ? '' : inWords(card);
    const cell = `${tile.x},${tile.y}`;
    const before = this.#faces.get(cell);
    button.classList.toggle('none', card === null);
    button.classList.toggle('selected', card?.isSelected ?? false);
    button.setAttribute('aria-pressed', String(card?.isSelected ?? false));
    if (before !== face) {
      this.#faces.set(cell, face);
      button.dataset.mark = card === null ? '' : MARKS[card.colour];
      button.replaceChildren(make('span', 'letter'), ...(card === null ? [] : [drawCard(card)]));
      if (before) this.#replace(button, cell);
    }
    setText(button.children[0], letter);
  }

  // A blank card shrinks and grows; then it has its face.
  /** @param {HTMLElement} button @param {string} cell */
  #replace(button, cell) {
    const moved = move(button, [{ transform: 'none' }, { transform: 'scaleX(0.06)' }, { transform: 'none' }], REPLACING);
    if (moved === null) return;
    this.#replaced.set(cell, performance.now() + REPLACING);
    button.classList.add('turning');
    moved.onfinish = moved.oncancel = () => {
      button.classList.remove('turning');
      this.#replaced.delete(cell);
    };
  }

  // The score comes last on a seat, so a name cannot fake it.
  #drawSeats() {
    const me = this.model.myAgent?.name;
    const seats = this.model.tokens.filter(({ y, name }) => SEAT_ROWS.includes(y) && name !== '').map(({ name, text }) => {
      const at = name.lastIndexOf(' ');
      return { name: name.slice(0, at), score: name.slice(at + 1), hasGivenUp: text.startsWith(GIVEN_UP) };
    });
    const drawn = JSON.stringify([me, seats]);
    if (this.#seats.dataset.drawn === drawn) return;
    this.#seats.dataset.drawn = drawn;
    this.#seats.replaceChildren(
      ...seats.map(({ name, score, hasGivenUp }) =>
        make('li', [name === me ? 'me' : '', hasGivenUp ? 'gone' : ''].join(' ').trim(), make('span', 'name', name === me ? 'you' : name), ' ', make('b', '', score)),
      ),
    );
  }
}

export const SKINS = [SetSkin];
