// The panel: what it draws of a room without a skin, from facts alone, or from its tiles if it tells none.

import { Panel, newsOf } from '../../clients/web/panel.js';
import { all, each, equal, one, stopClock, test, texts } from './harness.js';
import { facts, room, seat, set } from './world.js';

function grid(options = {}, message = null) {
  document.body.classList.remove('outside');
  const { controller, model } = seat(room(options));
  if (message !== null) facts(model, { room: 'm1', kind: 'mole/1', ...message });
  const skin = new Panel(controller, one('#board'), one('#actions'));
  skin.draw();
  return { skin, model, controller };
}

const PNG = '89504e470d0a1a0a';
const spots = () => all('#board [data-spot]').map(({ dataset }) => dataset.spot);

// A table for two: two cells, a hand of one, two seats, and commands.
const TILES = [
  [1, 1, 'x', { energy: 0 }], [2, 1, '?'], [1, 2, '7'], [0, 0, 'Home'], [0, 1, 'Help'], [0, 2, 'Restart'], [2, 2, 'Pass', { energy: 0 }], [0, 3, 'ann 3', { energy: 0 }], [1, 3, 'Sit'],
  [2, 3, '9 s', { energy: 0 }],
];
const ROLES = ['cell/0', 'cell/1', 'hand/0', 'home', 'help', 'restart', 'pass', 'seat/a', 'seat/b', 'clock'];
const SEATS = { a: { player: { name: 'ann', agent: 'a1' }, score: 3 }, b: {} };
const TABLE = { x: 3, y: 4, tiles: TILES, keys: [['VK_P', 'passing'], ['VK_R', 'again'], ['VK_S', 'sort']] };
const TOLD = {
  now: 10, board_role: 'cell', facts: { phase: 'playing', seats: SEATS, turn: ['a'], deadline: 70.5 }, you: { seat: 'a', selected: ['cell/1'] },
  roles: { ...Object.fromEntries(ROLES.map((role, at) => [`t${1000 + at}`, role])), k1000: 'key/pass', k1001: 'key/restart', k1002: 'sort' },
};

test('the board is what is left without seats, commands and the clock', () => {
  grid(TABLE, TOLD);
  equal([spots(), one('#board').style.getPropertyValue('--columns'), one('#board').style.getPropertyValue('--rows')], [['1,1', '2,1', '1,2'], '2', '2']);
  equal(all('#board .tile').map(({ style }) => [style.gridColumn, style.gridRow]), [['1', '1'], ['2', '1'], ['1', '2']]);
  equal([one('.tiles').className, texts('.seats .name')], ['tiles square', ['ann (you)', 'free']]);
});

test('a tile that is a seat from now on leaves the board', () => {
  const { skin, model } = grid(TABLE, { ...TOLD, facts: { phase: 'waiting' } });
  equal(spots().includes('0,3'), true);
  facts(model, { room: 'm1', facts: { seats: SEATS } });
  skin.draw();
  equal(spots().includes('0,3'), false);
});

test('tiles of the board stay vivid, and what is selected says so', () => {
  grid(TABLE, TOLD);
  equal(all('#board .tile').map(({ className, ariaPressed }) => [className, ariaPressed]), [['tile board short', null], ['tile board selected short', 'true'], ['tile short', null]]);
});

test('commands have their keys, by role; Leave is the last, and what goes on with the game stands out', () => {
  grid(TABLE, TOLD);
  equal(texts('#actions button:not([hidden])'), ['sort s', 'Restart r', 'Pass p', 'Sit', 'Leave']);
  equal([texts('#actions .main'), texts('#actions [aria-disabled]')], [['Restart r'], ['Pass p']]);
});

test('a room of commands alone has them on the board', () => {
  grid({ tiles: [[0, 0, 'North'], [1, 0, 'South']] }, { roles: { t1000: 'north', t1001: 'south' } });
  equal([texts('.tile'), texts('#actions button:not([hidden])')], [['North', 'South'], []]);
});

test('without a board role, only short names are in squares', () => {
  const { skin, model } = grid({ tiles: [[0, 0, 'owl']] }, { roles: { t1000: 'card/1' } });
  equal(one('.tiles').className, 'tiles square');
  set(model, 't1000', { name: 'an old owl' });
  skin.draw();
  equal(one('.tiles').className, 'tiles');
});

test('the clock is drawn by the page', () => {
  const clock = stopClock();
  const { skin, model } = grid(TABLE, TOLD);
  equal(texts('.clock'), ['1:01']);
  clock.advance(501);
  equal(texts('.clock'), ['1:00']);
  facts(model, { room: 'm1', facts: { deadline: null, turn: null } });
  skin.draw();
  equal([one('.clock').hidden, texts('#actions [data-spot="2,3"]')], [true, ['9 s']]);
});

each(
  'what the game waits for',
  [
    ['the user', {}, 'Your turn'],
    ['another', { turn: ['b'], seats: { b: { player: { name: 'bob' } } } }, 'bob is to move'],
    ['several', { turn: ['b', 'c'], seats: { b: { player: { name: 'bob' } }, c: { player: { name: 'cid' } } } }, 'Waiting for bob, cid'],
    ['nobody', { turn: null }, ''],
    ['players', { phase: 'waiting' }, 'Waiting for players'],
    ['the beginning', { phase: 'starting' }, 'About to start'],
    ['nothing more', { phase: 'over' }, 'Game over'],
    ['nothing more: the user has won', { phase: 'over', winner: 'a' }, 'You have won!'],
    ['nothing more: another has won', { phase: 'over', winner: 'b', seats: { b: { player: { name: 'bob' } } } }, 'bob has won.'],
    ['nonsense', { phase: 7, turn: 'a', seats: ['x', 5, null], winner: {}, deadline: 'soon' }, ''],
  ],
  (_name, changed, words) => {
    const { skin, model } = grid(TABLE, TOLD);
    facts(model, { room: 'm1', facts: changed });
    skin.draw();
    equal([newsOf(model), one('.news').textContent, one('.news').classList.contains('mine')], [words, words, words === 'Your turn']);
  },
);

// Without facts

test('the grid: each tile in its cell, in reading order', () => {
  grid({ x: 3, y: 2, tiles: [[2, 1, 'z'], [0, 1, 'y'], [1, 0, 'x']] });
  equal([spots(), texts('#board .tile')], [['1,0', '0,1', '2,1'], ['x', 'y', 'z']]);
  equal(all('#board .tile').map(({ style }) => [style.gridColumn, style.gridRow]), [['2', '1'], ['1', '2'], ['3', '2']]);
  equal([one('#board').style.getPropertyValue('--columns'), one('#board').style.getPropertyValue('--rows')], ['3', '2']);
});

each(
  'a tile without a name',
  [
    [{ energy: 0 }, 'tile blank short', 'blank'],
    [{ energy: 1 }, 'tile short', 'blank'],
    [{ energy: 0, text: 'a wall' }, 'tile blank short', 'a wall'],
  ],
  (more, className, label) => {
    grid({ tiles: [[0, 0, '', more]] });
    equal([one('#board .tile').className, one('#board .tile').ariaLabel], [className, label]);
  },
);

test('the grid: a tile that is gone, and one that has come', () => {
  const { skin: found, model } = grid({ tiles: [[0, 0, 'a']] });
  set(model, 't1000', { x: 1 });
  found.draw();
  equal(spots(), ['1,0']);
});

test('the grid: keys are buttons', () => {
  grid({ keys: [['VK_A', 'auto mark'], ['VK_B', 'off', { energy: 0 }]] });
  const keys = all('#actions .key');
  equal(keys.map(({ textContent, dataset }) => [textContent, dataset.act, dataset.spot]), [['auto mark a', 'k1000', 'k1000']]);
});

test('the grid: a key that is drawn again keeps the focus', () => {
  const { skin: found, model } = grid({ keys: [['VK_A', 'auto mark']] });
  const button = one('#actions .key');
  button.focus();
  set(model, 'k1000', { text: 'mark' });
  found.draw();
  equal([one('#actions .key') === button, document.activeElement === button, button.textContent], [true, true, 'mark a']);
});

test('the grid: keys come and go', () => {
  const { skin: found, model } = grid({ keys: [['VK_A', 'auto mark']] });
  set(model, 'k1', { name: 'VK_B', text: 'bell' });
  found.draw();
  equal(texts('#actions .key'), ['auto mark a', 'bell b']);
  set(model, 'k1000', { energy: 0 });
  found.draw();
  equal(texts('#actions .key'), ['bell b']);
});

test('the grid: a room with a picture behind it', () => {
  const { skin: found, model } = grid({});
  equal(one('#board').style.backgroundImage, '');
  set(model, 'i1', { text: PNG, x: 2, y: 2 });
  set(model, 'm1', { image: 'i1' });
  found.draw();
  equal(one('#board').style.backgroundImage.startsWith('url("blob:'), true);
});

test('the controls of a replay are not here, and no command waits for better times', () => {
  const tiles = [...TABLE.tiles, [0, 4, 'Slower', { role: 'replay/slower' }]];
  const roles = { ...TOLD.roles, t1010: 'replay/slower' };
  grid({ ...TABLE, y: 5, tiles }, { ...TOLD, roles, facts: { ...TOLD.facts, replay: { length: 5 } } });
  const shown = all('#actions button').filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
  equal([spots().includes('0,4'), shown.some((words) => /Slower|Pass/.test(words)), one('.news').textContent], [false, false, 'ann is to move']);
});

test('no colours look alike: beside those of tiles, the theme does not stand in for those of the room', () => {
  const inks = () => all('.tile').map(({ style }) => [style.background, style.color, style.webkitTextStrokeColor]);
  const green = 'ff006400';
  const { skin, model } = grid({ bgcolor: green, tiles: [0, 1, 2].map((x) => [x, 0, '●', { bgcolor: green, fgcolor: 'ffffffff' }]) });
  equal(inks(), [['', '', ''], ['', '', ''], ['', '', '']]);
  const [GREEN, BLACK, WHITE] = ['rgb(0, 100, 0)', 'rgb(0, 0, 0)', 'rgb(255, 255, 255)'];
  set(model, model.at(1, 0).objid, { fgcolor: 'ff000000' });
  skin.draw();
  equal(inks(), [[GREEN, WHITE, ''], [GREEN, BLACK, WHITE], [GREEN, WHITE, '']]);
  set(model, model.at(1, 0).objid, { fgcolor: 'ffffffff' });
  skin.draw();
  equal(inks(), Array(3).fill([GREEN, WHITE, '']));
});
