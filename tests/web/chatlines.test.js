// The lines of the chat: dividers between rooms, arrivals folded into one line, and times.

import { ChatLines } from '../../clients/web/chatlines.js';
import { each, equal, one, test, texts } from './harness.js';

const BASE = Date.UTC(2026, 0, 1, 21, 30);
const MINUTE = 60_000;

function log() {
  const lines = new ChatLines(one('#log'));
  const line = { number: 0, room: 'm1', from: 'a2', to: 'm1', speaker: 'bob', listener: '', message: 'hi', isMine: false, isByMe: false, isByRoom: false, passage: null, whisper: null, whispered: null, isRanking: false, at: BASE };
  const said = (message, more = {}) => lines.add({ ...line, message, ...more }, 'ann');
  const passed = (came, left = [], more = {}) => said('', { isByRoom: true, passage: { came, left, moreCame: 0, moreLeft: 0 }, ...more });
  return { lines, said, passed };
}

const shown = () => texts('#log p');

test('rooms are divided', () => {
  const { lines, said } = log();
  lines.enter('Home');
  said('hi');
  lines.enter('Set, table “friday”');
  said('ho');
  equal([shown(), texts('#log .divider')], [['Home', 'bob hi', 'Set, table “friday”', 'bob ho'], ['Home', 'Set, table “friday”']]);
});

test('a room where nothing was said is not mentioned, and none twice in a row', () => {
  const { lines, said } = log();
  lines.enter('Home');
  lines.enter('Set');
  lines.enter('Home');
  said('hi');
  lines.enter('Home');
  said('ho');
  equal(shown(), ['Home', 'bob hi', 'bob ho']);
});

test('arrivals are one line, until something else is said', () => {
  const { said, passed } = log();
  passed(['lin']);
  passed(['kai'], ['dan']);
  said('hi');
  passed(['dan']);
  equal(shown(), ['lin and kai came in; dan left.', 'bob hi', 'dan came in.']);
});

test('whoever came and left again has left', () => {
  const { passed } = log();
  equal([passed(['lin']), passed([], ['lin']), shown()], [true, true, ['lin left.']]);
  passed(['lin', 'kai']);
  equal(shown(), ['lin and kai came in.']);
});

test('nobody is told of themselves', () => {
  const { passed } = log();
  equal([passed(['ann']), shown()], [false, []]);
});

each('the time is told after a pause', [[3 * MINUTE - 1, 0], [3 * MINUTE, 1]], (pause, times) => {
  const { said, passed } = log();
  said('one');
  said('two', { at: BASE + pause });
  equal(texts('#log .when').length, times);
  if (times) equal(/** @type {HTMLTimeElement} */ (one('#log time')).dateTime, '2026-01-01T21:33:00.000Z');
  passed(['lin'], [], { at: BASE + 2 * pause });
  equal(texts('#log .when').length, 2 * times);
});

test('each line has its time', () => {
  const { said } = log();
  said('hi');
  equal(one('#log p').title, new Date(BASE).toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit' }));
});

test('a message of the page itself', () => {
  const { lines } = log();
  lines.note('Welcome');
  equal([shown(), one('#log p').className], [['Welcome'], 'room']);
});
