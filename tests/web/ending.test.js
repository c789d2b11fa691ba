// The result of a game: who is where, and how it goes on. The next game ends it.

import { Ending } from '../../clients/web/ending.js';
import { Panel } from '../../clients/web/panel.js';
import { each, equal, one, test, texts } from './harness.js';
import { enter, facts, played, pointed, recording, room, set } from './world.js';

const NOUGHTS = await recording('noughts');

const STANDINGS = [{ place: 1, name: 'bob', agent: 'a2', score: 12, points: 3 }, { place: 2, name: 'ann', agent: 'a1', score: 7, points: -1 }];
const TILES = [[0, 0, 'Again!', { role: 'restart' }], [1, 0, 'Back', { role: 'lobby' }]];

function game(result, { you = {}, tiles = TILES } = {}) {
  document.body.classList.remove('outside');
  const model = room({ tiles, told: { you, ...(result === undefined ? {} : { result }) } });
  let left = 0;
  const watched = [];
  const ending = new Ending(() => (left += 1), (id) => watched.push(id));
  const draw = (patch = {}) => {
    facts(model, { room: 'm1', ...patch });
    ending.draw(model);
  };
  draw();
  return { ending, model, draw, left: () => left, watched };
}

test('places, names, scores and points', () => {
  const { ending } = game({ standings: STANDINGS, more: 3 });
  equal(texts('#places td'), ['1.', 'bob', '12', '+3', '2.', 'ann', '7', '-1']);
  equal([ending.isOpen, one('#places .me').textContent, one('#others').textContent], [true, '2.ann7-1', 'and 3 more']);
});

test('the user’s own place, if it is below the best', () => {
  game({ standings: STANDINGS.slice(0, 1) }, { you: { standing: { ...STANDINGS[1], place: 99 } } });
  equal([texts('#places td:first-child'), one('#places .me').textContent], [['1.', '99.'], '99.ann7-1']);
});

test('who has left says so', () => {
  game({ standings: [{ place: 1, name: 'bob', score: 1.5, stayed: false }] });
  equal([texts('#places td'), one('#places tr').className], [['1.', 'bob (left)', '1.5', ''], 'gone']);
});

test('a game without points has no column for them', () => {
  game({ standings: [{ place: 1, name: 'bob', score: 1 }] });
  equal(one('#ending').classList.contains('pointless'), true);
});

each('no result', [[undefined], [{}], [{ standings: [] }], [{ standings: 'x' }], [{ reason: 'time' }]], (result) => equal(game(result).ending.isOpen, false));

test('nonsense in a result is shown as nothing', () => {
  game({ standings: [7, null, { place: {}, name: ['x'], points: '5' }], more: 'x' });
  equal([texts('#places tr'), one('#others').textContent], [['.', '.', '.'], '']);
});

test('without points, the button is for some', () => {
  const { model, draw } = game({ standings: STANDINGS }, { tiles: [...TILES, [2, 0, 'Recharge', { role: 'recharge' }]] });
  equal(one('#again').textContent, 'Again!');
  set(pointed(model), 'a1', { energy: 1 });
  draw();
  equal([one('#again').textContent, one('#again').dataset.act], ['Recharge', 't1002']);
});

each(
  'the button for the next game',
  [
    ['Again!', TILES, 't1000'],
    ['Back', [[0, 0, 'Again!', { role: 'restart', energy: 0 }], TILES[1]], 't1001'],
  ],
  (name, tiles, act) => {
    game({ standings: STANDINGS }, { tiles });
    equal([one('#again').textContent, one('#again').dataset.act, one('#again').hidden], [name, act, false]);
  },
);

test('without a next game there is no button for it', () => {
  game({ standings: STANDINGS }, { tiles: [] });
  equal(one('#again').hidden, true);
});

test('the button comes when the next game can be begun', () => {
  const { model, draw } = game({ standings: STANDINGS }, { tiles: [[0, 0, 'Again!', { role: 'restart', energy: 0 }]] });
  set(model, 't1000', { energy: 1 });
  draw();
  equal(one('#again').hidden, false);
});

test('a game that was kept can be watched again, and the box stays until the user has left', () => {
  const { ending, draw, watched } = game({ standings: STANDINGS });
  equal([one('#watch').hidden, ending.canWatch], [true, false]);
  draw({ result: { replay: 'set-abcdefgh' } });
  equal([one('#watch').hidden, ending.canWatch], [false, true]);
  one('#watch').click();
  ending.watch();
  equal([watched, ending.isOpen], [['set-abcdefgh', 'set-abcdefgh'], true]);
  ending.close();
  ending.watch();
  equal([watched.length, ending.canWatch], [2, false]);
});

test('the next game ends it', () => {
  const { ending, draw } = game({ standings: STANDINGS });
  draw({ result: null });
  equal(ending.isOpen, false);
});

test('a game that is on is not covered by the result of the one before, though that is told in the same message', () => {
  const { ending, draw } = game({ standings: STANDINGS });
  for (const [phase, isOpen] of [['waiting', true], ['playing', false], ['over', true]]) {
    draw({ facts: { phase } });
    equal([phase, ending.isOpen], [phase, isOpen]);
  }
});

test('a game of Noughts is covered when it is over, and not when a spectator has a seat in the next one', () => {
  const { model, tell } = played(Panel, NOUGHTS, 'third game');
  const ending = new Ending(() => {}, () => {});
  const isOpenAt = (moment) => {
    tell(moment);
    ending.draw(model);
    return ending.isOpen;
  };
  equal([isOpenAt('against cid'), isOpenAt('won against cid'), isOpenAt('against dan')], [false, true, false]);
});

test('another room ends it', () => {
  const { ending, model } = game({ standings: STANDINGS });
  enter(model, { objid: 'm2' });
  ending.draw(model);
  equal(ending.isOpen, false);
});

each('closed by', [['#ending-close'], ['#again']], (button) => {
  const { ending, draw, left } = game({ standings: STANDINGS });
  one(button).focus();
  one(button).click();
  draw({ facts: { phase: 'over' } });
  equal([ending.isOpen, left()], [false, 1]);
});

test('the next result is shown again, even if it is the same', () => {
  const { ending, draw } = game({ standings: STANDINGS });
  ending.close();
  draw({ result: null });
  draw({ result: { standings: STANDINGS } });
  equal(ending.isOpen, true);
});

test('closed from elsewhere, it leaves the focus where it is', () => {
  const { ending, left } = game({ standings: STANDINGS });
  ending.close();
  equal([ending.isOpen, left()], [false, 0]);
});

test('a result that has not changed is not drawn again', () => {
  const { draw } = game({ standings: STANDINGS });
  const row = one('#places tr');
  draw();
  equal(one('#places tr') === row, true);
});

test('in a replay it would only cover what people came to see', () => {
  const { ending, draw } = game({ standings: STANDINGS });
  draw({ facts: { replay: {} } });
  equal(ending.isOpen, false);
});
