// How a game has ended: who has won, and what each player did.

import { inOneLine, rowsOf, verdictOf } from '../../clients/web/standings.js';
import { each, equal, test } from './harness.js';
import { room } from './world.js';

const player = (place, name, score, more = {}) => ({ place, name, score, agent: { ann: 'a1' }[name] ?? `a-${name}`, ...more });
const ended = (standings, { you = {}, more = 0, agents = {} } = {}) => room({ name: 'Set', told: { you, agents, result: { standings, more } } });

function verdict(...given) {
  const model = ended(...given);
  const { before, names, after } = verdictOf(model, rowsOf(model));
  return `${before}${names}${after}`;
}

each(
  'who has won',
  [
    ['lin wins', [player(1, 'lin', 9), player(2, 'ann', 3)]],
    ['You win', [player(1, 'ann', 9), player(2, 'lin', 3)]],
    ['You and lin win', [player(1, 'ann', 9), player(1, 'lin', 9), player(3, 'kai', 3)]],
    ['kai and lin win', [player(1, 'kai', 9), player(1, 'lin', 9), player(3, 'ann', 3)]],
    ['A draw', [player(1, 'ann', 0.5), player(1, 'lin', 0.5)]],
    ['Nobody wins', [player(1, 'ann', 0), player(1, 'lin', 0)]],
    ['Nobody wins', [player(1, 'ann', 0), player(2, 'lin', -3)]],
    ['Nobody wins', [player(1, 'ann', -1), player(1, 'lin', -1)]],
    ['Game over', [player(1, 'ann', 9)]],
    ['Game over', [player(2, 'ann', 9), player(3, 'lin', 9)]],
    ['lin wins', [player(1, 'lin', undefined), player(2, 'ann', undefined)]],
  ],
  (words, standings) => equal(verdict(standings), words),
);

test('whoever plays alone wins if the game says so', () => {
  const model = room({ told: { result: { standings: [player(1, 'ann', 3)] }, facts: { winner: '0', seats: { 0: { player: { name: 'ann' } } } } } });
  equal(verdictOf(model, rowsOf(model)), { before: 'You win', names: '', after: '' });
});

test('twelve who tie are not all who played', () => {
  const standings = [player(1, 'kai', 9), player(1, 'lin', 9)];
  equal([verdict(standings), verdict(standings, { more: 3 })], ['A draw', 'kai and lin win']);
});

test('what each did', () => {
  const model = ended([player(1, 'lin', 12, { points: 3, notes: ['13 sets', 'streak 4'], stayed: false }), player(2, 'ann', -1, { points: -2 })], { agents: { 'a-lin': { bot: true } } });
  equal(rowsOf(model), [
    { place: '1', name: 'lin', score: '12', points: '+3', notes: ['13 sets', 'streak 4'], isMe: false, isBot: true, hasLeft: true, isFirst: true },
    { place: '2', name: 'ann', score: '-1', points: '−2', notes: [], isMe: true, isBot: false, hasLeft: false, isFirst: false },
  ]);
});

test('the user’s own place, if it is below the best', () => {
  const model = ended([player(1, 'lin', 12)], { you: { standing: player(99, 'ann', 1) }, more: 98 });
  equal(rowsOf(model).map(({ place, isMe }) => [place, isMe]), [['1', false], ['99', true]]);
});

each('nonsense', [[undefined], ['x'], [[]], [{}]], (standings) => equal(rowsOf(ended(standings)), []));

test('nonsense in a standing is shown as nothing', () =>
  equal(rowsOf(ended([7, { place: {}, name: ['x'], points: '5', notes: 'x' }])).map(({ place, name, points, notes, isFirst }) => [place, name, points, notes, isFirst]), [
    ['', '', '', [], false], ['', '', '', [], false],
  ]));

test('in one line, for people who were not there', () => {
  const model = ended([player(1, 'ann', 104), player(2, 'lin', 95)]);
  equal(inOneLine(model, rowsOf(model)), 'Set: ann wins (ann 104, lin 95)');
});
