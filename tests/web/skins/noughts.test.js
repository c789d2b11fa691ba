// Noughts and crosses: marks, seats, the clock, and the three in a row.

import { SKINS } from '../../../clients/web/skins/noughts.js';
import { all, equal, one, stopClock, test, texts } from '../harness.js';
import { played, recording } from '../world.js';

const GAME = await recording('noughts');
const at = (moment) => played(SKINS[0], GAME, moment);
const seats = () => all('.seats span').slice(0, 2).map(({ textContent }) => textContent);

test('cells in words, and as drawings', () => {
  at('two marks');
  const cells = all('.cell');
  equal([cells.length, cells[0].ariaLabel, cells[1].ariaLabel, cells[4].ariaLabel], [9, 'X, row 1, column 1', 'empty, row 1, column 2', 'O, row 2, column 2']);
  equal(cells.slice(0, 5).map(({ className }) => className), ['cell cross', 'cell empty', 'cell empty', 'cell empty', 'cell nought last']);
  equal(cells.map((cell) => cell.querySelector('path')?.getAttribute('d')?.length > 0).filter(Boolean).length, 2);
});

test('who plays, whose turn it is, and a clock that runs by itself', () => {
  const clock = stopClock();
  const { tell } = at('alone');
  equal([seats(), all('.seats .on').length, one('.clock').hidden], [['X ann · waits', 'O  · waits'], 0, true]);
  tell('begun');
  equal([seats(), texts('.seats .on'), one('.clock').textContent], [['X ann · to move', 'O bob · waits'], ['X ann · to move'], '1:00']);
  clock.advance(35000);
  equal(one('.clock').textContent, '25 s');
});

test('the three in a row and the winner are lit', () => {
  const { tell } = at('two marks');
  equal(all('.won').length, 0);
  tell('won');
  equal(all('.won').map(({ dataset }) => dataset.spot), ['0,0', '1,0', '2,0']);
  equal([texts('.seats .on'), one('.clock').hidden], [['X ann · wins'], true]);
  tell('late');
  equal([all('.won').length, texts('.seats .on')], [0, ['O ann · wins']]);
});

test('players have the colours of their marks', () => {
  at('two marks');
  const [cross, nought] = all('.seats span').map((shown) => getComputedStyle(shown).color);
  equal([cross, nought], [getComputedStyle(one('.cell.cross')).color, getComputedStyle(one('.cell.nought')).color]);
  equal(cross === nought, false);
});

test('a larger board, without a clock', async () => {
  const { tell } = played(SKINS[0], await recording('noughts_large'), 'three');
  const cells = all('.cell');
  equal([cells.length, new Set(cells.map(({ offsetTop }) => offsetTop)).size, new Set(cells.map(({ offsetLeft }) => offsetLeft)).size], [25, 5, 5]);
  equal([one('.clock').hidden, cells[20].ariaLabel], [true, 'X, row 5, column 1']);
  tell('won');
  equal(all('.won').map(({ dataset }) => dataset.spot), ['0,4', '1,4', '2,4', '3,4']);
});

test('a mark that has not changed is not drawn again', () => {
  const { skin } = at('two marks');
  const mark = one('.cell svg');
  skin.draw();
  equal(one('.cell svg') === mark, true);
});

test('commands: the next game, when it can begin', () => {
  const { tell } = at('begun');
  const shown = () => all('#actions button').filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
  equal(shown(), ['Leave']);
  tell('won');
  equal([shown(), one('#actions .main').textContent], [['Restart', 'Leave'], 'Restart']);
});
