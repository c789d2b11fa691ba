// The facts that games have in common, whatever a server makes of them.

import { isMyTurn, list, seatsOf, text } from '../../clients/web/vocabulary.js';
import { each, equal, test } from './harness.js';
import { facts, room } from './world.js';

function told(message) {
  const model = room();
  facts(model, { room: 'm1', kind: 'x/1', ...message });
  return model;
}

each('a text', [['a', 'a'], [5, '5'], [0, '0'], [true, ''], [null, ''], [{}, ''], [undefined, '']], (given, words) => equal(text(given), words));
each('a list', [[['a', 1, {}, null], ['a', '1']], ['ab', []], [{ 0: 'a' }, []], [undefined, []]], (given, found) => equal(list(given), found));

test('a seat', () => {
  const seats = { 1: { player: { name: 'bob', agent: 'a2', bot: true }, score: 4, colour: 'ff00ff00', role: 'X', gone: true } };
  const model = told({ facts: { seats, turn: ['1'], winner: '1' }, you: { seat: '1' }, agents: { a2: { away: true } } });
  equal(seatsOf(model), [{
    id: '1', name: 'bob', agent: 'a2', score: '4', colour: 'ff00ff00', role: 'X',
    isBot: true, isAway: true, isGone: true, isMe: true, isNext: true, isWinner: true,
  }]);
});

each('seats that make no sense', [['x'], [5], [null], [{ a: 5, b: [], c: { player: 'ann', score: {}, colour: 'url(x)' } }]], (seats) => {
  equal(seatsOf(told({ facts: { seats } })).every(({ name, score, colour }) => name === '' && score === '' && colour === ''), true);
});

each(
  'whether it is the turn of the user',
  [[['a'], 'a', true], [['b', 'a'], 'a', true], [['b'], 'a', false], [[], 'a', false], [[''], '', false], [undefined, undefined, false]],
  (turn, mine, isMine) => equal(isMyTurn(told({ facts: { turn }, you: { seat: mine } })), isMine),
);

each(
  'a game that tells the user whether it waits for them',
  [[{ phase: 'playing' }, true, true], [{ phase: 'playing' }, false, false], [{ phase: 'over' }, true, false], [{ replay: {} }, true, false]],
  (given, turn, isMine) => equal(isMyTurn(told({ facts: given, you: { seat: 'a', turn } })), isMine),
);
