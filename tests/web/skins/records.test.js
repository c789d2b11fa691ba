// Records: pages and games to choose, tables, and a note or a plot.

import { SKINS } from '../../../clients/web/skins/records.js';
import { all, equal, one, test, texts } from '../harness.js';
import { RECORDS } from '../rooms.js';
import { drawn, set } from '../world.js';

const look = () => drawn(SKINS[0], RECORDS);
const pills = (at) => [...all('.pills')[at].children].filter((pill) => !(/** @type {HTMLElement} */ (pill).hidden));

test('pages and games are pills, and one is chosen', () => {
  look();
  equal([pills(1).map((pill) => pill.textContent), pills(0).map((pill) => pill.textContent)], [['By rating', 'By wins', 'Latest', 'Mine'], ['Set', 'Memory']]);
  equal(pills(1).map((pill) => [pill.className, pill.ariaPressed])[0], ['pill chosen', 'true']);
  equal(pills(1).map((pill) => [pill.className, pill.ariaPressed])[1], ['pill', 'false']);
});

test('a table has a heading and rows; what is in it is text', () => {
  look();
  const [first, second] = all('.tables table');
  equal([texts('.tables th'), texts('.tables td')], [['Place', 'Name', 'Rating', 'Games', 'Wins'], ['1', '<ann>', '25', '3', '2']]);
  equal([first.hidden, second.hidden], [false, true]);
});

test('a table without rows is hidden', () => {
  const { model, skin } = look();
  for (let x = 0; x < 5; x += 1) model.at(x, 3).name = '';
  skin.draw();
  equal(one('.tables table').hidden, true);
});

test('a table is drawn again only when it changes', () => {
  const { skin, change } = look();
  const row = one('.tables td');
  skin.draw();
  equal(one('.tables td') === row, true);
  change(2, 3, { name: '26' });
  equal(texts('.tables td')[2], '26');
});

test('the last line is a note', () => {
  look();
  equal([one('.note').textContent, all('.plot svg').length], ['Nothing yet.', 0]);
});

test('the last line is a plot, with what it is about', () => {
  const { change } = look();
  change(1, 13, { name: '█ 20 to 25' });
  change(0, 13, { name: '▁▃' });
  equal([one('.note').textContent, one('.plot polyline').getAttribute('points')], ['Your rating over time', '0.0,90.0 300.0,67.1 600.0,10.0']);
  const svg = one('.plot svg');
  change(5, 0, { energy: 0 });
  equal(one('.plot svg') === svg, true);
});

test('a plot of one game is a line', () => {
  const { change } = look();
  change(1, 13, { name: '' });
  change(0, 13, { name: '▁ 20 to 20' });
  equal(one('.plot polyline').getAttribute('points'), '0.0,90.0 600,90.0');
});

test('commands', () => {
  look();
  equal(texts('#actions button'), ['Refresh', 'Leave']);
});

test('a game that the server does not have is left out', () => {
  const { model, skin } = look();
  set(model, model.at(9, 1).objid, { x: -1 });
  skin.draw();
  equal(pills(0).length, 2);
});
