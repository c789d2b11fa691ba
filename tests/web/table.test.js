// Tables of one's own, as rooms tell of them, and codes as people type them.

import { amHost, choicesIn, hostOf, invitationsOf, isCode, readCode, tableIn } from '../../clients/web/table.js';
import { each, equal, test } from './harness.js';
import { facts, room } from './world.js';

const TABLE = {
  code: 'amber-otter-nine', name: 'friday', game: 'set', host: 'a1', public: false, locked: false, starts: 'host',
  options: { countdown: 30, submit: true }, choices: { countdown: { text: 'Countdown', values: [[10, '10 s'], [30, '30 s']] } },
  why_not: 'It takes two players.', ready: ['a1'], waiting_for: ['a3'], games: 3,
  scores: [{ name: 'ann', agent: 'a1', wins: 2, points: 214, games: 3 }],
};

each(
  'a code in whatever way it is typed',
  [
    ['amber-otter-nine', 'amber-otter-nine'], ['Amber Otter nine', 'amber-otter-nine'], [' amber  otter, nine. ', 'amber-otter-nine'],
    ['AMBER_OTTER_NINE', 'amber-otter-nine'], ['https://example.org/#/amber-otter-nine', 'amber-otter-nine'], ['#/set', 'set'], ['set', 'set'],
    ['memory-large', 'memory-large'], ['', ''], [' - ', ''],
  ],
  (typed, code) => equal(readCode(typed), code),
);

each(
  'a code is three words',
  [['amber-otter-nine', true], ['amber-otter', false], ['a-b-c-d', false], ['tombala-room-7', false], ['set', false], ['', false]],
  (address, is) => equal(isCode(address), is),
);

test('a table as its host knows it', () => {
  const found = tableIn(room({ told: { table: TABLE } }));
  equal(found, {
    code: 'amber-otter-nine', link: '', ssh: '', name: 'friday', game: 'set', host: 'a1', isPublic: false, isLocked: false, isHeld: true,
    choices: [{ name: 'countdown', text: 'Countdown', usual: '', values: [{ value: '10', text: '10 s' }, { value: '30', text: '30 s' }] }],
    options: { countdown: '30', submit: 'on' }, whyNot: 'It takes two players.', ready: ['a1'], waitingFor: ['a3'], games: 3,
    scores: [{ name: 'ann', agent: 'a1', wins: 2, points: 214, games: 3 }],
  });
});

test('a room that is no table of one’s own, and one that is no more', () => {
  const model = room();
  equal(tableIn(model), null);
  facts(model, { room: 'm1', table: TABLE });
  equal([amHost(model), hostOf(model)?.name], [true, 'ann']);
  facts(model, { room: 'm1', table: { host: 'a9' } });
  equal([amHost(model), hostOf(model)], [false, null]);
  facts(model, { room: 'm1', table: { host: null } });
  equal([amHost(model), tableIn(model)?.host], [false, '']);
  facts(model, { room: 'm1', table: null });
  equal(tableIn(model), null);
});

test('nonsense is left out', () => {
  const table = { code: 'a-b-c', host: 3, options: 7, choices: { x: { values: 'many' }, y: null, z: { values: [1, [2]] } }, ready: 'all', scores: [null, { wins: 'x' }] };
  const found = tableIn(room({ told: { table } }));
  equal(found && [found.options, found.choices, found.ready, found.scores], [
    {}, [{ name: 'z', text: 'z', usual: '', values: [{ value: '2', text: '2' }] }], [],
    [{ name: '', agent: '', wins: 0, points: 0, games: 0 }, { name: '', agent: '', wins: 0, points: 0, games: 0 }],
  ]);
  equal(choicesIn(undefined), []);
});

test('invitations lead somewhere', () => {
  const join = { from: 'ann', game: 'Set', kind: 'set/1', name: 'friday', join: 'amber-otter-nine' };
  const found = invitationsOf(room({ told: { you: { invitations: [join, { from: 'bob' }, 7] } } }));
  equal(found, [{ from: 'ann', game: 'Set', name: 'friday', join: 'amber-otter-nine' }]);
  equal(invitationsOf(room()), []);
});
