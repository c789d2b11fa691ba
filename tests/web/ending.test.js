// The ranking: only the room itself can tell it, and the next game ends it.

import { Ending } from '../../clients/web/ending.js';
import { each, equal, one, test, texts } from './harness.js';
import { enter, hear, room, set } from './world.js';

const HEADING = ['m1', 'm1', 'Game over. The ranking:'];
const PLACES = [['m1', 'm1', '1. bob      12 (+3)'], ['m1', 'm1', '2. ann       7 (-1)']];
const TILES = [[0, 0, 'a', { energy: 0 }], [1, 0, 'b', { energy: 0 }], [2, 0, 'c', { energy: 0 }], [0, 1, 'Restart']];

function game(tiles = TILES) {
  document.body.classList.remove('outside');
  const model = room({ tiles });
  let left = 0;
  const ending = new Ending(() => (left += 1));
  const draw = (...lines) => {
    for (const line of lines) hear(model, ...line);
    ending.draw(model);
  };
  return { ending, model, draw, left: () => left };
}

test('places, names, scores and points', () => {
  const { ending, draw } = game();
  draw(HEADING, ...PLACES, ['m1', 'm1', 'and 3 more.']);
  equal(texts('#places td'), ['1.', 'bob', '12', '+3', '2.', 'ann', '7', '-1']);
  equal([ending.isOpen, one('#places .me').textContent, one('#others').textContent], [true, '2.ann7-1', 'and 3 more.']);
});

each(
  'a place',
  [
    ['10. a b c   -1.5', ['10.', 'a b c', '-1.5', '']],
    [' 1. 2. x 3', ['1.', '2. x', '3', '']],
    ['1. bob 5 12 (+0)', ['1.', 'bob 5', '12', '+0']],
  ],
  (line, cells) => {
    game().draw(HEADING, ['m1', 'm1', line]);
    equal(texts('#places td'), cells);
  },
);

test('the line for the user alone is in the ranking', () => {
  game().draw(HEADING, PLACES[0], ['m1', 'a1', '9. ann 1']);
  equal(texts('#places td:nth-child(2)'), ['bob', 'ann']);
});

test('a game without points has no column for them', () => {
  game().draw(HEADING, ['m1', 'm1', '1. bob 12']);
  equal(one('#ending').classList.contains('pointless'), true);
});

each(
  'no ranking',
  [
    ['that a player tells', [['a2', 'm1', HEADING[2]], ['a2', 'm1', PLACES[0][2]]]],
    ['that the room tells the user alone', [['m1', 'a1', HEADING[2]], PLACES[0]]],
    ['without a heading', PLACES],
    ['of another room', [['m2', 'm2', HEADING[2]], ['m2', 'm2', PLACES[0][2]]]],
    ['without places', [HEADING, ['m1', 'm1', 'Hello.']]],
  ],
  (_name, lines) => {
    const { ending, draw } = game();
    draw(...lines);
    equal(ending.isOpen, false);
  },
);

test('a place that comes after something else is not one', () => {
  const { draw } = game();
  draw(HEADING, PLACES[0], ['m1', 'm1', 'Well played.'], PLACES[1]);
  equal(texts('#places td:nth-child(2)'), ['bob']);
});

test('what players say in between does not end the ranking', () => {
  const { draw } = game();
  draw(HEADING, PLACES[0], ['a2', 'm1', 'well played'], PLACES[1]);
  equal(texts('#places td:nth-child(2)'), ['bob', 'ann']);
});

test('lines that come one by one', () => {
  const { draw } = game();
  for (const line of [HEADING, ...PLACES]) draw(line);
  equal(texts('#places td:nth-child(2)'), ['bob', 'ann']);
});

each(
  'the button for the next game',
  [
    ['Restart', [[0, 0, 'Restart'], [1, 0, 'Lobby']], 't1000'],
    ['Lobby', [[0, 0, 'Restart', { energy: 0 }], [1, 0, 'Lobby']], 't1001'],
  ],
  (name, tiles, cell) => {
    game(tiles).draw(HEADING, ...PLACES);
    equal([one('#again').textContent, one('#again').dataset.act, one('#again').hidden], [name, cell, false]);
  },
);

test('without a next game there is no button for it', () => {
  game([]).draw(HEADING, ...PLACES);
  equal(one('#again').hidden, true);
});

test('the next game ends it: three tiles can be clicked that could not', () => {
  const { ending, model, draw } = game();
  draw(HEADING, ...PLACES);
  for (const id of ['t1000', 't1001']) set(model, id, { energy: 1 });
  draw();
  equal(ending.isOpen, true);
  set(model, 't1002', { energy: 1 });
  draw();
  equal(ending.isOpen, false);
});

test('another room ends it', () => {
  const { ending, model, draw } = game();
  draw(HEADING, ...PLACES);
  enter(model, { objid: 'm2' });
  draw();
  equal(ending.isOpen, false);
});

each('closed by', [['#ending-close'], ['#again']], (button) => {
  const { ending, draw, left } = game();
  draw(HEADING, ...PLACES);
  one(button).focus();
  one(button).click();
  draw();
  equal([ending.isOpen, left()], [false, 1]);
});

test('closed from elsewhere, it leaves the focus where it is', () => {
  const { ending, draw, left } = game();
  draw(HEADING, ...PLACES);
  ending.close();
  equal([ending.isOpen, left()], [false, 0]);
});

test('a ranking that has not changed is not drawn again', () => {
  const { draw } = game();
  draw(HEADING, ...PLACES);
  const row = one('#places tr');
  draw();
  equal(one('#places tr') === row, true);
});

test('another session is read from its first line', () => {
  const { ending, draw } = game();
  draw(['m1', 'm1', 'one'], ['m1', 'm1', 'two']);
  const other = room();
  hear(other, ...HEADING);
  hear(other, ...PLACES[0]);
  ending.draw(other);
  equal(ending.isOpen, true);
});
