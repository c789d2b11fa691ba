// Who sits where, in words.

import { SeatList } from '../../clients/web/seatlist.js';
import { equal, one, test, texts } from './harness.js';
import { facts, room } from './world.js';

const SEATS = {
  X: { player: { name: 'ann', agent: 'a1' }, score: 0, role: 'stars' }, O: { player: { name: 'bob', agent: 'a2' }, score: -2, colour: 'ff0000ff', gone: true },
  Z: { player: { name: '<b>', agent: 'a3', bot: true }, colour: 'red' }, free: {},
};

function listed(more = {}) {
  const model = room();
  facts(model, { room: 'm1', kind: 'x/1', facts: { seats: SEATS, turn: ['X'], winner: 'Z', ...more }, you: { seat: 'X' }, agents: { a2: { away: true }, a3: { bot: true } } });
  const list = new SeatList();
  document.body.append(list.element);
  list.draw(model);
  return { list, model };
}

test('names, roles, scores and signs', () => {
  listed();
  equal(texts('.seats li'), ['ann (you) stars to move 0 ', ' bob away, gave up -2 ', '<b> winner, bot ', 'free ']);
  equal([...document.querySelectorAll('.seats li')].map(({ className }) => className), ['me next', 'gone', 'winner', 'free']);
  equal([one('.swatch').style.background, texts('.swatch').length], ['rgb(0, 0, 255)', 1]);
});

test('what a score counts is said if that is known', () => {
  const { model } = listed();
  const list = new SeatList((n) => (n === 0 ? 'none' : 'cards'));
  document.body.replaceChildren(list.element);
  list.draw(model);
  equal(texts('.unit'), ['none', 'cards']);
});

test('what is the same is not drawn again', () => {
  const { list, model } = listed();
  const first = one('.seats li');
  list.draw(model);
  equal(one('.seats li') === first, true);
});

test('without seats the list is empty', () => {
  listed({ seats: 'none' });
  equal(one('.seats').children.length, 0);
});
