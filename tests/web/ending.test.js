// The end of a game: who has won, and how it goes on. The next game ends it.

import { Ending } from '../../clients/web/ending.js';
import { Panel } from '../../clients/web/panel.js';
import { each, equal, one, replace, stopClock, test, texts } from './harness.js';
import { enter, facts, played, pointed, recording, room, seat, set, settle } from './world.js';

const NOUGHTS = await recording('noughts');

const STANDINGS = [{ place: 1, name: 'bob', agent: 'a2', score: 12, points: 3, notes: ['4 sets', 'streak 2'] }, { place: 2, name: 'ann', agent: 'a1', score: 7, points: -1 }];
const TILES = [[0, 0, 'Again!', { role: 'restart' }], [1, 0, 'Back', { role: 'lobby' }], [2, 0, 'Home', { role: 'home' }]];
const TABLE = { code: 'amber-otter-nine', ready: [], waiting_for: [] };

function game(result, { you = {}, tiles = TILES, table = undefined, address = 'set' } = {}) {
  document.body.classList.remove('outside');
  const clock = stopClock();
  const told = { you, address, ...(table && { table }), ...(result === undefined ? {} : { result }) };
  const model = room({ tiles, told });
  set(model, 'a2', { name: 'bob' });
  const { controller, sent, told: heard } = seat(model);
  let left = 0;
  const ending = new Ending(controller, () => (left += 1));
  const draw = (patch = {}) => {
    facts(model, { room: 'm1', ...patch });
    ending.draw(model);
  };
  draw();
  clock.advance(1000);
  return { ending, model, draw, left: () => left, sent, clock, heard };
}

const acts = () => texts('#ending-acts button:not([hidden])').map((words) => words.trim());

test('who has won, how, and what each did', () => {
  const { ending } = game({ standings: STANDINGS, more: 3, note: 'by 5 points' });
  equal([ending.isOpen, document.body.classList.contains('ended')], [true, true]);
  equal([texts('#ending-title, #ending-note, #others'), texts('#ending-title b')], [['bob wins', 'by 5 points', 'and 3 more'], ['bob']]);
  equal(texts('#places li'), ['bob 12 4 sets streak 2 · +3 points ', 'ann 7 you −1 points ']);
  equal([one('#places .first').textContent.slice(0, 3), one('#places .me').textContent.slice(0, 3)], ['bob', 'ann']);
});

test('who has left says so', () => {
  game({ standings: [{ place: 1, name: 'bob', score: 1.5, stayed: false }] });
  equal([texts('#places li'), one('#places li').className], [['bob 1.5 left '], 'first gone']);
});

each('no result', [[undefined], [{}], [{ standings: [] }], [{ standings: 'x' }], [{ reason: 'time' }]], (result) => equal(game(result).ending.isOpen, false));

test('without points, the button is for some', () => {
  const { model, draw, sent } = game({ standings: STANDINGS }, { tiles: [...TILES, [0, 1, 'Recharge', { role: 'recharge' }]] });
  equal(acts()[0], 'Play again Enter');
  set(pointed(model), 'a1', { energy: 1 });
  draw();
  one('#again').click();
  equal([acts()[0], sent], ['Recharge Enter', ['click Recharge']]);
});

each(
  'the button for the next game',
  [
    ['Play again Enter', TILES, ['click Again!']],
    ['Back Enter', [[0, 0, 'Again!', { role: 'restart', energy: 0 }], TILES[1]], ['click Back']],
    ['Play again Enter', [], []], // it begins by itself
  ],
  (name, tiles, orders) => {
    const { ending, sent } = game({ standings: STANDINGS }, { tiles });
    equal(acts()[0], name);
    one('#again').click();
    equal([sent, ending.isOpen], [orders, false]);
  },
);

test('at a table of one’s own the user is ready, and sees for whom all wait', () => {
  const { ending, draw, sent } = game({ standings: STANDINGS }, { table: { ...TABLE, ready: ['a2'], waiting_for: ['a1', 'a9'] } });
  equal([acts()[0], one('#ready').textContent], ['Play again Enter', 'Ready: bob ✓ · Waiting for you']);
  one('#again').click();
  draw({ table: { ready: ['a2', 'a1'], waiting_for: [] } });
  one('#again').click();
  equal([sent, acts()[0], one('#ready').textContent, one('#again').ariaDisabled, ending.isOpen], [['say to m1: /again'], 'You are ready', 'Ready: bob ✓ you ✓', 'true', true]);
  draw({ facts: { phase: 'starting' } });
  equal(ending.isOpen, false);
});

test('elsewhere the next countdown leaves it open', () => {
  const { ending, draw } = game({ standings: STANDINGS });
  draw({ facts: { phase: 'starting' } });
  equal([ending.isOpen, one('#ready').textContent], [true, '']);
});

test('a key that was meant for the game does nothing here', () => {
  const { ending, draw, clock, sent } = game(undefined);
  draw({ result: { standings: STANDINGS, replay: 'set-abcdefgh' } });
  for (const pause of [599, 1]) {
    one('#again').click();
    ending.again();
    ending.watch();
    equal([pause, sent, ending.isOpen], [pause, [], true]);
    clock.advance(pause);
  }
  ending.watch();
  one('#again').click();
  equal([sent, ending.isOpen], [['say to m1: /watch set-abcdefgh', 'click Again!'], false]);
});

test('a mouse is never too early', () => {
  const { draw, sent } = game(undefined);
  draw({ result: { standings: STANDINGS, replay: 'set-abcdefgh' } });
  for (const id of ['#watch', '#again']) one(id).dispatchEvent(new MouseEvent('click', { detail: 1, bubbles: true }));
  equal(sent, ['say to m1: /watch set-abcdefgh', 'click Again!']);
});

test('a game that was kept can be watched again, and the box stays until the user has left', () => {
  const { ending, draw, sent } = game({ standings: STANDINGS });
  equal([one('#watch').hidden, ending.canWatch], [true, false]);
  draw({ result: { replay: 'set-abcdefgh' } });
  equal([one('#watch').hidden, ending.canWatch, ending.keys.map(([key]) => key)], [false, true, ['Enter', 'w', 'Esc']]);
  one('#watch').click();
  equal([sent, ending.isOpen], [['say to m1: /watch set-abcdefgh'], true]);
  ending.close();
  ending.watch();
  equal([sent.length, ending.canWatch, ending.keys], [1, false, []]);
});

const LINE = 'Room: bob wins (bob 12, ann 7)';

each(
  'the result is shared',
  [
    ['with the replay', { replay: 'set-abcdefgh' }, 'replays/set-abcdefgh'],
    ['with the room, if there is no replay', {}, 'set'],
  ],
  async (_name, more, path) => {
    const url = `${location.origin}${location.pathname}#/${path}`;
    const shared = [];
    game({ standings: STANDINGS, ...more });
    replace(navigator, 'share', async (given) => shared.push(given));
    one('#share-result').click();
    await settle();
    equal(shared, [{ text: LINE, url }]);
    const copied = [];
    replace(navigator, 'share', undefined);
    replace(navigator, 'clipboard', { writeText: async (text) => copied.push(text) });
    one('#share-result').click();
    await settle();
    equal([copied, one('#share-result').textContent], [[`${LINE} ${url}`], 'Copied']);
  },
);

test('the way out', () => {
  const { sent } = game({ standings: STANDINGS });
  one('#ending-leave').click();
  equal(sent, ['click Home']);
  game({ standings: STANDINGS }, { tiles: [] });
  equal(one('#ending-leave').hidden, true);
});

test('the next game ends it', () => {
  const { ending, draw } = game({ standings: STANDINGS });
  draw({ result: null });
  equal([ending.isOpen, document.body.classList.contains('ended')], [false, false]);
});

test('a game that is on is not covered by the result of the one before, though that is told in the same message', () => {
  const { ending, draw } = game({ standings: STANDINGS });
  for (const [phase, isOpen] of [['waiting', true], ['playing', false], ['over', true]]) {
    draw({ facts: { phase } });
    equal([phase, ending.isOpen], [phase, isOpen]);
  }
});

test('a game of Noughts is covered when it is over, and not when a spectator has a seat in the next one', () => {
  const { model, controller, tell } = played(Panel, NOUGHTS, 'third game');
  const ending = new Ending(controller, () => {});
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

each('whoever is', [['on the board', '#board', 'again'], ['typing', '#words', 'words']], (_name, where, focused) => {
  const { draw } = game(undefined);
  one('#board').tabIndex = 0;
  one(where).focus();
  draw({ result: { standings: STANDINGS } });
  equal(document.activeElement?.id, focused);
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
  one('#words').focus();
  ending.close();
  equal([ending.isOpen, left()], [false, 0]);
});

test('a result that has not changed is not drawn again', () => {
  const { draw } = game({ standings: STANDINGS });
  const row = one('#places li');
  draw();
  equal(one('#places li') === row, true);
});

test('in a replay it would only cover what people came to see', () => {
  const { ending, draw } = game({ standings: STANDINGS });
  draw({ facts: { replay: {} } });
  equal(ending.isOpen, false);
});
