// The line beside the board: what the user alone was told, for a while, and how things stand for them.

import { Aside } from '../../clients/web/aside.js';
import { each, equal, one, stopClock, test } from './harness.js';
import { enter, facts, room } from './world.js';

/** @param {object} [told] */
function beside(told = { you: { seat: 'X', status: 'You are X.' } }) {
  const clock = stopClock();
  const model = room({ told });
  const aside = new Aside();
  const draw = (patch = {}) => {
    facts(model, { room: 'm1', ...patch });
    aside.draw(model);
  };
  draw();
  return { aside, clock, model, draw, shown: () => [one('#aside').textContent, one('#aside').className] };
}

test('how things stand', () => {
  const { draw, shown } = beside();
  equal(shown(), ['You are X.', '']);
  draw({ you: { status: null } });
  equal(shown(), ['', '']);
});

test('nothing, if the room says nothing, or nonsense', () => {
  const { draw, shown } = beside({});
  equal(shown(), ['', '']);
  draw({ you: { status: ['x'] } });
  equal(shown(), ['', '']);
});

test('when it is the user’s turn it stands out', () => {
  const { draw, shown } = beside();
  draw({ you: { status: 'Your turn: you are X.', turn: true } });
  equal(shown(), ['Your turn: you are X.', 'turn']);
});

test('what was told stays for eight seconds, from the last time on', () => {
  const { aside, clock, draw, shown } = beside();
  aside.tell('Taken.');
  clock.advance(7000);
  aside.tell('Taken, too.');
  clock.advance(7999);
  draw({ you: { status: 'You are O.' } });
  equal(shown(), ['Taken, too.', 'told']);
  clock.advance(1);
  equal(shown(), ['You are O.', '']);
});

test('it ends when the user has done something, unless the room answers', () => {
  const { aside, draw, shown } = beside();
  aside.tell('Taken.');
  aside.acted();
  equal(shown(), ['Taken.', 'told']);
  draw();
  equal(shown(), ['You are X.', '']);
  aside.acted();
  aside.tell('Taken, too.');
  draw();
  equal(shown(), ['Taken, too.', 'told']);
});

test('it ends in another room', () => {
  const { aside, model, shown } = beside();
  aside.tell('Taken.');
  enter(model, { objid: 'm2', told: { you: { status: 'You watch.' } } });
  aside.draw(model);
  equal(shown(), ['You watch.', '']);
});

test('in a replay nothing is to be done', () => {
  const { draw, shown } = beside();
  draw({ facts: { replay: {} }, you: { turn: true } });
  equal(shown(), ['', '']);
});

each('before any room', [['Copied.']], (words) => {
  new Aside().tell(words);
  equal(one('#aside').textContent, words);
});
