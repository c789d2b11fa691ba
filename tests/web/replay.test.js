// What a room tells of a replay: the time goes on by itself, and what makes no sense is left out.

import { isControl, isPreparing, isReplay, minutes, replayOf } from '../../clients/web/replay.js';
import { isMyTurn, seatsOf } from '../../clients/web/vocabulary.js';
import { each, equal, stopClock, test } from './harness.js';
import { facts, room } from './world.js';

const TOLD = {
  start: 100, at: 3, length: 60, speed: 2, playing: true, seats: ['ann', 'bob'],
  moments: [{ at: 2, text: 'first' }, { at: 10, text: 'second' }],
};

function told(replay, more = {}) {
  const model = room({ tiles: [[0, 0, 'Play', { role: 'replay/play' }], [1, 0, 'x', { role: 'cell/0' }]] });
  facts(model, { room: 'm1', now: 103, pace: 2, facts: { replay, turn: ['X'], seats: { X: { player: { name: 'ann' } } } }, ...more });
  return model;
}

test('the time goes on at its pace, up to the end', () => {
  const clock = stopClock();
  const model = told(TOLD);
  const seen = [0, 1000, 9000, 90000].map((time) => {
    clock.advance(time);
    const { at, moment } = replayOf(model);
    return [at, moment];
  });
  equal(seen, [[3, 1], [5, 1], [23, 2], [60, 2]]);
});

test('whatever is told, the time follows from now', () => {
  stopClock();
  const model = told(TOLD);
  facts(model, { room: 'm1', now: 107, you: { seat_of: 1 } });
  equal([replayOf(model).at, replayOf(model).seat], [7, 1]);
});

each(
  'what makes no sense is left out',
  [
    ['moments', [{ at: 5, text: 'b' }, { at: 2, text: 'a' }], 'moments', []],
    ['moments', [{ at: 'soon' }], 'moments', []],
    ['moments', { at: 1 }, 'moments', []],
    ['moments', [{ at: 1, text: 5 }], 'moments', [{ at: 1, text: '' }]],
    ['seats', [5, 'ann'], 'seats', ['ann']],
    ['seats', 'ann', 'seats', []],
    ['speed', 'fast', 'speed', 1],
    ['speed', -1, 'speed', 1],
    ['length', -5, 'length', 0],
    ['length', 1e300, 'isKnown', false],
    ['playing', 'yes', 'isPlaying', false],
    ['start', 'then', 'at', 3],
  ],
  (name, value, attribute, wanted) => equal(replayOf(told({ ...TOLD, [name]: value }))[attribute], wanted),
);

each('the seat', [[1, 1], [2, 2], [3, 0], [0, 0], [-1, 0], ['1', 0], [1.5, 0], [true, 0]], (given, seat) => equal(replayOf(told(TOLD, { you: { seat_of: given } })).seat, seat));

each('before it is known', [[{ prepared: 0.4 }, 0.4, true], [{ prepared: 7 }, 1, true], [{ problem: '?' }, null, false]], (replay, prepared, isWaiting) => {
  const found = replayOf(told(replay));
  equal([found.isKnown, found.prepared, isPreparing(told(replay))], [false, prepared, isWaiting]);
});

each('another room', [[null], [[]], ['yes'], [5]], (replay) => {
  const model = told(replay);
  equal([replayOf(model), isReplay(model), isPreparing(model), isControl(model, model.at(0, 0))], [null, false, false, false]);
});

test('its controls are no part of the board', () => {
  const model = told(TOLD);
  equal([isControl(model, model.at(0, 0)), isControl(model, model.at(1, 0))], [true, false]);
});

test('it is nobody’s turn: the seat is that of whose eyes one looks through', () => {
  const [shown, live] = [told(TOLD, { you: { seat: 'X' } }), told(null, { you: { seat: 'X' } })];
  equal([shown, live].map((model) => [isMyTurn(model), seatsOf(model)[0].isMe]), [[false, false], [true, true]]);
});

each('minutes', [[0, '0:00'], [59.9, '0:59'], [83, '1:23'], [3723, '1:02:03'], [9.9999999, '0:10']], (seconds, words) => equal(minutes(seconds), words));
