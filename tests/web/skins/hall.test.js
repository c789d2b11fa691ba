// Halls: Home as a front page, lobbies, and the lobby of Dancing.

import { DancingLobbySkin, HallSkin } from '../../../clients/web/skins/hall.js';
import { all, each, equal, one, test, texts } from '../harness.js';
import { DANCING_LOBBY, HOME, LOBBY } from '../rooms.js';
import { drawn, set } from '../world.js';

const door = (name) => all('.door').find((found) => found.querySelector('strong')?.textContent === name);
const words = (name) => [...door(name).querySelectorAll('.about, .there')].map(({ textContent }) => textContent);

test('Home: games are doors, other rooms and commands are pills, and Help is the page’s own', () => {
  drawn(HallSkin, HOME);
  equal([texts('.door strong'), texts('.pills .pill')], [['Set', 'Chess'], ['Set practice', 'Records', 'Recharge']]);
});

each(
  'who is there',
  [
    ['A game. Nobody is there now.', 'A game.', 'nobody there yet'],
    ['A game. There now: 1 person: ann.', 'A game.', '1 person'],
    ['A game. There now: 2 people and 1 bot: ann, bob, robo.', 'A game.', '2 people and 1 bot'],
    ['A game. There now: 3 bots, 1 of them watching: a, b, c.', 'A game.', '3 bots, 1 of them watching'],
    ['A game. There now: 2 people, watching: a, b.', 'A game.', '2 people, watching'],
    ['A game. There now: 1 person: x There now: 99 people: y.', 'A game.', '1 person'],
    ['A game. There now: everybody: ann.', 'A game. There now: everybody: ann.', ''],
    ['A game.', 'A game.', ''],
  ],
  (text, about, there) => {
    drawn(HallSkin, HOME).change(1, 0, { text });
    equal(words('Chess'), [about, there]);
    equal(one('.door:nth-child(2) .there').classList.contains('busy'), /^\d/.test(there));
  },
);

test('a game that we know has its own drawing', () => {
  const { skin } = drawn(HallSkin, HOME);
  equal([door('Set').querySelectorAll('g').length, door('Chess').querySelectorAll('rect').length], [3, 3]);
  const svg = one('.door svg');
  skin.draw();
  equal(one('.door svg') === svg, true);
});

test('a game that is called like a property of objects is drawn like any other', () => {
  drawn(HallSkin, HOME).change(1, 0, { name: 'constructor' });
  equal(door('constructor').querySelectorAll('rect').length, 3);
});

test('a lobby: its rooms are doors, and what is beside them are commands', () => {
  drawn(HallSkin, LOBBY);
  equal([texts('.door strong'), texts('.pills button'), texts('#actions button')], [['den (25 s, 2 players)'], ['New room', 'New timed room'], ['Leave']]);
  equal([one('.pills .main').textContent, words('den (25 s, 2 players)')], ['New room', ['cave', '']]);
});

test('in a lobby, who is there is not read from text that players write', () => {
  drawn(HallSkin, LOBBY).change(0, 0, { text: 'x There now: 99 people: y' });
  equal(words('den (25 s, 2 players)'), ['x There now: 99 people: y', '']);
});

test('a room that is closed is gone', () => {
  const { model, skin } = drawn(HallSkin, LOBBY);
  set(model, 't1000', { x: -1 });
  skin.draw();
  equal(all('.door').length, 0);
});

test('the lobby of Dancing: matches, and tables to make', () => {
  drawn(DancingLobbySkin, DANCING_LOBBY);
  const parts = all('#board section');
  equal(parts.map(({ hidden }) => hidden), [false, true, false]);
  equal(parts[0].querySelector('button')?.textContent, 'ann - bob12 x 12');
  equal([...parts[2].querySelectorAll('button')].map(({ textContent }) => textContent), ['New 12 x 12', 'New 20 x 20', 'New 30 x 30', 'New 40 x 40']);
  equal(texts('#actions button'), ['Leave']);
});

test('the lobby of Dancing: results come, and a match ends', () => {
  const { change } = drawn(DancingLobbySkin, DANCING_LOBBY);
  change(2, 0, { name: 'ann beat bob', text: '12 x 12' });
  change(0, 0, { name: '' });
  equal(all('#board section').map(({ hidden }) => hidden), [true, false, false]);
});

test('the lobby of Dancing: what has not changed is not drawn again', () => {
  const { skin } = drawn(DancingLobbySkin, DANCING_LOBBY);
  const name = one('.match strong');
  skin.draw();
  equal(one('.match strong') === name, true);
});
