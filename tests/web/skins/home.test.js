// Home as a front page: games with who is there, and the rest in small.

import { SKINS } from '../../../clients/web/skins/home.js';
import { all, equal, one, test, texts } from '../harness.js';
import { played, recording } from '../world.js';

const HOME = await recording('home');
const at = (moment) => played(SKINS[0], HOME, moment);
const door = (name) => all('.door').find((found) => found.querySelector('strong')?.textContent === name);
const words = (name) => [...door(name).querySelectorAll('.about, .there')].map(({ textContent }) => textContent);

test('games are doors, other rooms and commands are pills, and Help is the page’s own', () => {
  at('empty');
  equal([texts('.door strong'), texts('.pills .pill')], [['Noughts and crosses', 'Chess'], ['Noughts, large', 'Records', 'Recharge']]);
});

test('who is there is what the room says, and not what is written somewhere', () => {
  const { tell } = at('empty');
  equal([words('Noughts and crosses'), words('Chess')], [['Three in a line, for two and spectators.', 'nobody there yet'], ['Slow. There now: 99 people: x.', 'nobody there yet']]);
  tell('three at noughts');
  equal(words('Noughts and crosses')[1], '2 people, 1 bot, 1 watching');
  equal(texts('.door .busy'), ['2 people, 1 bot, 1 watching']);
});

test('a game of a kind that we know has its own drawing, which stays', () => {
  const { tell } = at('empty');
  equal([texts('.door text'), door('Chess').querySelectorAll('rect').length], [['X', 'O'], 3]);
  const svg = one('.door svg');
  tell('three at noughts');
  equal(one('.door svg') === svg, true);
});
