// Noughts and crosses: marks, seats, and the three in a row.

import { SKINS } from '../../../clients/web/skins/noughts.js';
import { all, equal, one, test, texts } from '../harness.js';
import { NOUGHTS } from '../rooms.js';
import { drawn } from '../world.js';

const play = () => drawn(SKINS[0], NOUGHTS);

test('cells in words, and as drawings', () => {
  play();
  const cells = all('.cell');
  equal([cells.length, cells[0].ariaLabel, cells[1].ariaLabel, cells[4].ariaLabel], [9, 'X, row 1, column 1', 'empty, row 1, column 2', 'O, row 2, column 2']);
  equal(cells.slice(0, 5).map(({ className }) => className), ['cell cross', 'cell empty', 'cell empty', 'cell empty', 'cell nought']);
  equal(cells.map((cell) => cell.querySelector('path')?.getAttribute('d')?.length > 0).filter(Boolean).length, 2);
});

test('who plays, whose turn it is, and the clock', () => {
  play();
  equal(texts('.seats span'), ['ann · to move', 'bob · waits', '25 s']);
  equal(all('.seats .on').length, 1);
});

test('the cells of who wins', () => {
  const { change } = play();
  change(0, 3, { text: 'wins' });
  equal(all('.won').length, 0);
  for (const x of [0, 1, 2]) change(x, 0, { name: 'X', bgcolor: 'ff111111' });
  equal(all('.won').map(({ dataset }) => dataset.spot), ['0,0', '1,0', '2,0']);
  equal(texts('.seats .on'), ['ann · wins']);
});

test('a mark that has not changed is not drawn again', () => {
  const { skin } = play();
  const mark = one('.cell svg');
  skin.draw();
  equal(one('.cell svg') === mark, true);
});

test('commands: the next game, when it can begin', () => {
  const { change } = play();
  const shown = () => all('#actions button').filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
  equal(shown(), ['Leave']);
  change(3, 2, { energy: 1 });
  equal([shown(), one('#actions .main').textContent], [['Restart', 'Leave'], 'Restart']);
});
