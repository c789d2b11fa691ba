// What a room says of itself: whole messages, merge patches, and what makes no sense.

import { RoomFacts, merged } from '../../clients/web/roomfacts.js';
import { each, equal, test } from './harness.js';

const WHOLE = {
  room: 'm1', address: 'noughts', kind: 'noughts/1', board_role: 'cell', now: 100,
  facts: { phase: 'playing', turn: ['X'], board: { 'cell/0/0': 'X' } }, you: { seat: 'X' }, roles: { t1: 'cell/0/0', k1: 'key/restart' },
  result: { reason: 'time' }, agents: { a4: { bot: true } },
};

const json = (message) => (typeof message === 'string' ? message : JSON.stringify(message));
const told = (...messages) => messages.reduce((known, message) => known.after(json(message), 'm1'), new RoomFacts(() => 0));
const plain = ({ kind, address, boardRole, facts, you, roles, result, agents, objids }) =>
  ({ kind, address, boardRole, facts, you, roles, result, agents, objids: [...objids] });
const known = plain(told(WHOLE));

test('a whole message is what is known', () =>
  equal(known, {
    kind: 'noughts/1', address: 'noughts', boardRole: 'cell', facts: WHOLE.facts, you: WHOLE.you, roles: WHOLE.roles, result: WHOLE.result,
    agents: WHOLE.agents, objids: [['cell/0/0', 't1'], ['key/restart', 'k1']],
  }));

each(
  'a patch',
  [
    ['of facts', { facts: { turn: ['O'], board: { 'cell/1/1': 'X' } } }, { facts: { phase: 'playing', turn: ['O'], board: { 'cell/0/0': 'X', 'cell/1/1': 'X' } } }],
    ['that takes something out', { facts: { turn: null, board: { 'cell/0/0': null } } }, { facts: { phase: 'playing', board: {} } }],
    ['of what the user knows', { you: { leave: 'You lose.' } }, { you: { seat: 'X', leave: 'You lose.' } }],
    ['of roles, those in a row in a list', { roles: { k1: null, t1: ['cell/0/0', 'home'] } }, { roles: { t1: 'cell/0/0', t2: 'home' }, objids: [['cell/0/0', 't1'], ['home', 't2']] }],
    ['that ends the result', { result: null }, { result: {} }],
    ['of agents', { agents: { a4: null, a7: { away: true } } }, { agents: { a7: { away: true } } }],
    ['with another kind, which is whole', { kind: '', facts: { phase: 'over' } }, { kind: '', address: '', boardRole: '', facts: { phase: 'over' }, you: {}, roles: {}, objids: [], result: {}, agents: {} }],
    ['of wrong types', { kind: 3, address: [], facts: [1], you: 'x', roles: { t1: 7, t3: { x: 1 } }, result: 5, agents: { a4: 'bot' } },
      { roles: { k1: 'key/restart' }, objids: [['key/restart', 'k1']], agents: {} }],
    ['of another room', { room: 'm2', facts: { turn: ['O'] } }, {}],
  ],
  (_name, patch, changed) => equal(plain(told(WHOLE, { room: 'm1', ...patch })), { ...known, ...changed }),
);

test('a table of somebody’s own, until it is none', () => {
  const own = { room: 'm1', table: { host: 'a1', code: 'amber-otter-nine', ready: ['a1'] } };
  const tables = [[], [own], [own, { room: 'm1', table: { host: null, ready: ['a1', 'a2'] } }], [own, { room: 'm1', table: null }], [own, WHOLE]];
  equal(tables.map((messages) => told(WHOLE, ...messages).table), [{}, own.table, { code: 'amber-otter-nine', ready: ['a1', 'a2'] }, {}, {}]);
});

const DEEP = `{"room": "m1", "facts": ${'{"a": '.repeat(50_000)}1${'}'.repeat(50_001)}`;

each('ignored', [['words'], ['null'], ['[]'], ['{"room": "m1", "facts": {"a": NaN}}'], ['{"room": "m1"'], ['""'], [DEEP]], (message) =>
  equal(plain(told(WHOLE, message)), known));

test('a patch before a whole message is ignored', () => equal(told({ room: 'm1', facts: { a: 1 } }).facts, {}));
test('without a room nothing counts', () => equal(new RoomFacts(() => 0).after(json({ ...WHOLE, room: null }), null).kind, ''));

test('a key that is special in JavaScript is one like any other', () => {
  const { facts, roles } = told(WHOLE, '{"room": "m1", "facts": {"__proto__": {"isBad": true}, "board": {"__proto__": {"isBad": true}}}, "roles": {"__proto__": "home"}}');
  equal([facts.isBad, facts.board.isBad, Reflect.get({}, 'isBad'), Reflect.getPrototypeOf(facts), roles.t1], [undefined, undefined, undefined, null, 'cell/0/0']);
  equal([facts.constructor, facts.board.toString], [undefined, undefined]);
});

// The examples of RFC 7396 in which the patch is an object.
each(
  'merged',
  [
    [{ a: 'b' }, { a: 'c' }, { a: 'c' }], [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }], [{ a: 'b' }, { a: null }, {}],
    [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }], [{ a: ['b'] }, { a: 'c' }, { a: 'c' }], [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
    [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }], [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
    [[1, 2], { a: 'b', c: null }, { a: 'b' }], [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ],
  (before, patch, after) => equal(merged(before, patch), after),
);

test('what was known before is not changed by a patch', () => {
  const before = told(WHOLE);
  before.after(json({ room: 'm1', facts: { board: { 'cell/0/0': null } }, roles: { t1: null } }), 'm1');
  equal(plain(before), known);
});

test('what is left of a time goes by the clock', () => {
  let now = 10;
  const first = new RoomFacts(() => now).after(json(WHOLE), 'm1');
  now = 13;
  equal([first.secondsLeft(130), first.secondsLeft(101), first.secondsLeft(undefined), first.secondsLeft('130'), first.secondsLeft(true)], [27, 0, null, null, null]);
  const second = first.after(json({ room: 'm1', now: 104 }), 'm1');
  const third = second.after(json({ room: 'm1', now: '1' }), 'm1');
  equal([second.secondsLeft(130), third.secondsLeft(130)], [26, 26]);
});

test('the clock of the facts has a pace of its own, until it is told that it has none', () => {
  let now = 10;
  const facts = new RoomFacts(() => now).after(json({ ...WHOLE, now: 100, pace: 2 }), 'm1');
  now = 13;
  equal([facts.pace, facts.secondsLeft(130)], [2, 24]);
  const still = facts.after(json({ room: 'm1', now: 106, pace: 0 }), 'm1');
  now = 99;
  equal([still.pace, still.secondsLeft(130)], [0, 24]);
  const live = still.after(json({ room: 'm1', now: 106, pace: null }), 'm1');
  now = 100;
  equal([live.pace, live.secondsLeft(130)], [1, 23]);
  for (const pace of ['2', -1, true, [1]]) equal(live.after(json({ room: 'm1', pace }), 'm1').pace, 1);
});
