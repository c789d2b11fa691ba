// What was found at Set: whose it was, for how long it is shown, and what makes no sense in it.

import { Found } from '../../../clients/web/skins/setfound.js';
import { equal, stopClock, test } from '../harness.js';
import { facts, room } from '../world.js';

const CARDS = { 'card/3': [0, 0, 0, 0], 'card/5': [0, 0, 0, 1], 'card/8': [0, 0, 0, 2] };
const SEATS = { 0: { player: { name: 'ann', agent: 'a1' } }, 1: { player: { name: 'bob', agent: 'a2' } } };

// What is shown of it at first; `again` counts how often it was to be drawn again.
function shown(found, more = {}) {
  const model = room();
  facts(model, { room: 'm1', kind: 'set/1', now: 100, facts: { seats: SEATS }, you: { seat: '0' }, ...more });
  const element = new Found();
  const again = [];
  const draw = () => element.draw(model, { found }, () => again.push(1));
  return { draw, again, element, drawn: draw(), read: () => element.element.textContent };
}

const FOUND = { claim: 'set', by: '1', cards: CARDS, points: 7, until: 101.5 };

test('a set of somebody else, until its time is over', () => {
  const clock = stopClock();
  const { drawn, again, element, draw, read } = shown(FOUND);
  equal([drawn, element.element.hidden], [{ name: 'bob', places: ['card/3', 'card/5', 'card/8'] }, false]);
  equal(read(), 'bob found a set +7one open red diamondone open red boxone open red slash');
  clock.advance(1400);
  equal(again.length, 0);
  clock.advance(200);
  equal([again.length, draw(), element.element.hidden], [1, { name: '', places: [] }, true]);
});

test('it is called off when the skin goes', () => {
  const clock = stopClock();
  const { again, element } = shown(FOUND);
  element.end();
  clock.advance(3000);
  equal(again.length, 0);
});

test('while the clock of a replay stands still, it stays', () => {
  const clock = stopClock();
  const { again, draw, element } = shown(FOUND, { pace: 0 });
  clock.advance(9000);
  draw();
  equal([again.length, element.element.hidden], [0, false]);
});

test('one of the user, and that there was none', () => {
  stopClock();
  equal(shown({ ...FOUND, by: '0', cards: {} }).read(), 'You found a set +7');
  equal(shown({ ...FOUND, claim: 'no_set', cards: {} }).read(), 'bob saw that there is no set +7');
  equal(shown({ claim: 'no_set', cards: {}, seconds: 3.14, until: 102 }).read(), 'You saw that there is no set 3.1 s');
});

test('nothing, or what makes no sense', () => {
  stopClock();
  for (const found of [undefined, 'x', {}, { until: 99 }, { until: 'soon' }, { ...FOUND, by: 7 }]) equal(shown(found).element.element.hidden, true);
  equal(shown({ by: '1', cards: { 'card/0': [9, 9, 9, 9], 'card/1': 'x' }, until: 102 }).read(), 'bob found a set ');
});
