// Home as a front page: games with who is there, and the rest in small.

import { SKINS } from '../../../clients/web/skins/home.js';
import { all, each, equal, one, test, texts } from '../harness.js';
import { drawn, facts, played, recording, set } from '../world.js';

const HOME = await recording('home');
const at = (moment) => played(SKINS[0], HOME, moment);
const door = (name) => all('.door').find((found) => found.querySelector('strong')?.textContent === name);
const words = (name) => [...door(name).querySelectorAll('.about, .there')].map(({ textContent }) => textContent);

test('games are doors, other rooms and commands are pills, and Help is the page’s own', () => {
  at('empty');
  equal([texts('.door strong'), texts('.pills .pill')], [['Noughts and crosses', 'Chess'], ['Records', 'Recharge']]);
});

test('who is there is what the room says, and not what is written somewhere', () => {
  const { tell } = at('empty');
  equal([words('Noughts and crosses'), words('Chess')], [['Three in a line, for two and spectators.', 'nobody there yet'], ['Slow. There now: 99 people: x.', 'nobody there yet']]);
  tell('three at noughts');
  equal(words('Noughts and crosses')[1], 'bob, cid · 1 bot · 1 watching');
  equal(texts('.door .busy'), ['bob, cid · 1 bot · 1 watching']);
});

test('a game of a kind that we know has its own drawing, which stays', () => {
  const { tell } = at('empty');
  equal([texts('.door text'), door('Chess').querySelectorAll('rect').length], [['X', 'O'], 3]);
  const svg = one('.door svg');
  tell('three at noughts');
  equal(one('.door svg') === svg, true);
});

test('another form of a game is within its card', () => {
  const { tell } = at('empty');
  const [noughts] = all('.game');
  equal([texts('.game .variants .pill'), noughts.querySelector('.variants .pill') !== null], [['Noughts, large'], true]);
  tell('three at noughts');
  equal(texts('.game .variants .pill'), ['Noughts, large']);
});

const DOOR = { room: 'set', title: 'Set', about: 'Three cards.', kind: 'set/1', people: 0, bots: 0, watching: 0, names: [] };

function home({ play = undefined, game = {} } = {}) {
  return drawn(SKINS[0], { tiles: [[0, 0, 'Set', { role: 'room/set' }]], told: { kind: 'home/1', facts: { rooms: { 'room/set': { ...DOOR, ...game } }, play } } });
}

each(
  'who is there, by name',
  [
    [{ people: 2, names: ['lin', 'kai'] }, 'lin, kai'], [{ people: 6, names: ['a', 'b', 'c', 'd'], bots: 1 }, 'a, b, c, d · 2 more · 1 bot'],
    [{ people: 2 }, '2 people'], [{ bots: 2, names: ['x', 'y'] }, '2 bots'], [{}, 'nobody there yet'],
  ],
  (game, there) => {
    home({ game });
    equal(texts('.there'), [there]);
  },
);

test('one button leads to where the user would be playing at once, and Enter does the same', () => {
  const { sent, skin } = home({ play: { text: 'lin is at Set.', room: 'set' } });
  equal(texts('.hello p'), ['Hello, ann. lin is at Set.']);
  one('.hello .play').click();
  equal([sent, skin.takes(new KeyboardEvent('keydown', { key: 'Enter' })), sent.length], [['say to m1: /play', 'say to m1: /play'], true, 2]);
});

test('before there is an offer, the server can be asked, and there are codes and tables', () => {
  const { skin, controller, sent } = home({ game: { table: { choices: {} } } });
  equal([one('.hello').hidden, one('.hello .new').hidden], [false, false]);
  const shown = [];
  controller.showNewTable = () => shown.push('new');
  controller.askForCode = () => shown.push('code');
  one('.hello .new').click();
  one('.hello .code').click();
  equal(['n', 'c', 'Enter', 'x'].map((key) => skin.takes(new KeyboardEvent('keydown', { key }))), [true, true, true, false]);
  equal([shown, sent, skin.keys.map(([key]) => key)], [['new', 'code', 'new', 'code'], ['say to m1: /play'], ['Enter', 'n', 'c']]);
});

test('another server has neither', () => {
  const { skin } = home();
  equal([one('.hello').hidden, skin.takes(new KeyboardEvent('keydown', { key: 'n' })), skin.keys], [true, false, []]);
});

test('tables that everybody can join are in the card of their game', () => {
  const table = { join: 'set-7', title: 'Set · friday', people: 2, bots: 1, names: ['lin', 'kai'], phase: 'waiting' };
  const { model, skin, sent } = home({ game: { tables: [table, { title: 'x' }, 7] } });
  equal(texts('.game .table'), ['Set · friday · lin, kai · 1 bot']);
  one('.game .table').click();
  equal(sent, ['say to m1: /join set-7']);
  facts(model, { room: 'm1', facts: { rooms: { 'room/set': { tables: null } } } });
  skin.draw();
  equal(texts('.game .table'), []);
});

test('a game that is closed takes its card along', () => {
  const { model, skin } = home();
  set(model, model.tile('room/set')?.objid ?? '', { x: -1 });
  facts(model, { room: 'm1', facts: { rooms: { 'room/set': null } } });
  skin.draw();
  equal(all('.game').length, 0);
});
