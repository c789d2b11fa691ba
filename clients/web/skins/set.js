// Rooms of Set: twelve cards, who plays with which score, and the commands.

import { Countdown } from '../countdown.js';
import { make, move, setText } from '../dom.js';
import { shownKey } from '../keys.js';
import { SeatList } from '../seatlist.js';
import { Skin } from '../skin.js';
import { list, members } from '../vocabulary.js';
import { say } from '../words.js';
import { drawCard, inWords, readCard } from './setcards.js';
import { Found } from './setfound.js';

/** @import { Thing } from '../model.js' */
/** @import { CommandStyle } from '../skin.js' */

const CARDS = Array.from({ length: 12 }, (_, place) => `card/${place}`); // their roles
const SUBMIT = 'submit';
const FULL = 3; // cards that can be selected

/** @type {[string, CommandStyle][]} */
const COMMANDS = [
  [SUBMIT, { stays: true }],
  ['no set', { stays: true }],
  ['hint', {}],
  ['restart', {}],
  ['other table', {}],
  ['at three', {}],
  ['keys', { kind: 'for-keyboards' }],
  ['home', { stays: true }],
];

class SetSkin extends Skin {
  static label = 'set';
  static kinds = ['set/1', 'set-practice/2'];

  #seats = new SeatList();
  #sets = make('p', 'mine'); // in practice
  #deck = make('p', 'deck');
  #clock = new Countdown();
  #found = new Found();
  #cards = make('div', 'cards');
  /** @type {Map<string, number>} */
  #moved = new Map(); // the time at which a card is free for which it was last moved

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.board.append(make('div', 'above', this.#seats.element, this.#sets, this.#clock.element, this.#deck, this.#found.element), this.#cards);
  }

  end() {
    this.#found.end();
  }

  // While a card is being replaced, neither its tile nor its key can select it.
  /** @param {Thing} thing */
  allows(thing) {
    return this.#busy(this.model.roleOf(thing.objid).replace(/^key\//, '')) === 0;
  }

  // What is known of the table; of one's own board in practice, the room tells nobody else.
  get table() {
    return { ...this.facts, ...this.you };
  }

  // For how many seconds a card is still being replaced. The next room may be there already, without any cards.
  /** @param {string} role */
  #busy(role) {
    return this.model.secondsLeft(this.table.free_at?.[role]) ?? 0;
  }

  draw() {
    const { deck, deadline, phase, sets } = this.table;
    const selected = list(this.you.selected);
    const { name, places } = this.#found.draw(this.model, this.table, () => this.draw());
    for (const role of CARDS) this.#card(role, selected.includes(role), places.includes(role) ? name : '');
    this.#seats.element.hidden = sets !== undefined;
    this.#seats.draw(this.model);
    this.#sets.hidden = sets === undefined;
    if (sets !== undefined) setText(this.#sets, say('{n} set', { n: sets }, '{n} sets'));
    this.#clock.draw(this.model.secondsLeft(deadline), this.model.pace);
    setText(this.#deck, deck === undefined ? '' : say('{n} in the deck', { n: deck }));
    const main = phase === 'over' ? 'restart' : selected.length === FULL ? SUBMIT : '';
    for (const [role, style] of COMMANDS) this.command(this.model.tile(role), { ...style, isMain: role === main });
  }

  /** @param {string} role @param {boolean} isSelected @param {string} finder who has just found a set with the card that was here */
  #card(role, isSelected, finder) {
    const tile = this.model.tile(role);
    if (tile === null) return;
    const features = /** @type {Record<string, number[]>} */ (members(this.table.cards))[role];
    const card = features === undefined ? null : readCard(features);
    const key = this.model.key(role);
    const letter = key === null ? '' : shownKey(key.name);
    const words = card === null ? say('no card') : inWords(card);
    const sign = isSelected ? say('selected') : '';
    const button = this.tile(tile, this.#cards, 'card', `${letter}: ${words}${sign && `, ${sign}`}`, '');
    button.dataset.selected = sign;
    button.dataset.finder = finder;
    button.classList.toggle('taken', finder !== '');
    button.classList.toggle('none', card === null);
    button.classList.toggle('selected', isSelected);
    button.setAttribute('aria-pressed', String(isSelected));
    const face = String(features);
    if (button.dataset.face !== face) {
      button.dataset.face = face;
      button.dataset.mark = card === null ? '' : card.colour[0].toUpperCase();
      button.replaceChildren(make('span', 'letter'), ...(card === null ? [] : [drawCard(card)]));
    }
    setText(button.children[0], letter);
    this.#move(button, role);
  }

  // The blank of a card that is being replaced shrinks and grows; then it has its face.
  /** @param {HTMLElement} button @param {string} role */
  #move(button, role) {
    const freeAt = this.table.free_at?.[role];
    const busy = this.#busy(role);
    if (busy === 0 || this.model.pace === 0 || this.#moved.get(role) === freeAt) return;
    this.#moved.set(role, freeAt);
    const moved = move(button, [{ transform: 'none' }, { transform: 'scaleX(0.06)' }, { transform: 'none' }], (busy / this.model.pace) * 1000);
    if (moved === null) return;
    button.classList.add('turning');
    moved.onfinish = moved.oncancel = () => button.classList.remove('turning');
  }
}

export const SKINS = [SetSkin];
