// Who sits where: names, scores, whose turn it is, and who is away, a bot, or has given up.

import { css, read } from './colours.js';
import { make } from './dom.js';
import { seatsOf } from './vocabulary.js';
import { say } from './words.js';

/** @import { Model } from './model.js' */
/** @import { Seat } from './vocabulary.js' */

export class SeatList {
  element = make('ul', 'seats');

  /** @param {(n: number) => string} [unit] what a score counts, if that is to be said */
  constructor(unit = () => '') {
    this.unit = unit;
    this.element.ariaLabel = say('Players and scores');
  }

  /** @param {Model} model */
  draw(model) {
    const seats = seatsOf(model);
    const drawn = JSON.stringify(seats);
    if (this.element.dataset.drawn === drawn) return;
    this.element.dataset.drawn = drawn;
    this.element.replaceChildren(...seats.map((seat) => item(seat, this.unit)));
  }
}

// Colour never says anything alone: each state has a word, too.
/** @param {Seat} seat @param {(n: number) => string} unit */
function item(seat, unit) {
  const { name, score, role, colour, isMe, isNext, isGone, isWinner } = seat;
  const classes = [isMe && 'me', isNext && 'next', isGone && 'gone', isWinner && 'winner', name === '' && 'free'].filter(Boolean);
  const parts = [make('span', 'name', name === '' ? say('free') : isMe ? say('{name} (you)', { name }) : name)];
  if (colour) parts.unshift(swatch(colour));
  if (role) parts.push(make('span', 'role', role));
  const signs = signsOf(seat);
  if (signs.length) parts.push(make('span', 'signs', signs.join(', ')));
  if (score) parts.push(make('b', '', score));
  const counted = score ? unit(Number(score)) : '';
  if (counted) parts.push(make('span', 'unit', counted));
  return make('li', classes.join(' '), ...parts.flatMap((part) => [part, ' ']));
}

/** @param {Seat} seat */
function signsOf({ isNext, isWinner, isBot, isAway, isGone }) {
  const signs = [isWinner && say('winner'), isNext && say('to move'), isBot && say('bot'), isAway && say('away'), isGone && say('gave up')];
  return signs.filter(Boolean);
}

/** @param {string} colour */
function swatch(colour) {
  const found = make('i', 'swatch');
  found.style.background = css(read(colour));
  return found;
}
