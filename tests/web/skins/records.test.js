// Records: pages and games to choose, tables, and a note or a plot.

import { SKINS } from '../../../clients/web/skins/records.js';
import { all, equal, one, test, texts } from '../harness.js';
import { played, recording } from '../world.js';

const RECORDS = await recording('records');
const at = (moment) => played(SKINS[0], RECORDS, moment);
const pills = (list) => [...all('.pills')[list].children].filter((pill) => !(/** @type {HTMLElement} */ (pill).hidden));
const names = (list) => pills(list).map(({ textContent }) => textContent);
const chosen = () => texts('.pill.chosen[aria-pressed="true"]');

test('pages and games are pills, and what is chosen looks so', () => {
  const { tell } = at('ranking');
  equal(names(1), ['By rating', 'By wins', 'Latest', 'Mine', 'Today', 'This month', 'Ever']);
  equal([names(0), chosen()], [['Memory', 'Set'], ['Set', 'By rating', 'Ever']]);
  tell('by wins');
  equal(chosen(), ['Set', 'By wins', 'Ever']);
  tell('mine');
  equal(chosen(), ['Set', 'Mine']);
});

test('games come, and those that do not fit are behind a pill', () => {
  const { tell } = at('looking');
  equal(names(0), []);
  tell('many games');
  equal([names(0).length, names(0).at(-1), chosen()], [10, 'More games', ['Mine']]);
});

test('a table has a heading and rows; what is in it is text', () => {
  at('ranking');
  const [first, second] = all('.tables table');
  equal([[...first.querySelectorAll('th')].map(({ textContent }) => textContent), texts('.tables td')], [['#', 'Name', 'Rating', 'Wins', 'Games'], ['1', '<ann>', '1025', '2', '3']]);
  equal([first.hidden, second.hidden], [false, true]);
});

test('a table is drawn again only when it changes', () => {
  const { skin, tell } = at('ranking');
  const row = one('.tables td');
  skin.draw();
  equal(one('.tables td') === row, true);
  tell('by wins');
  equal(texts('.tables td')[2], '1026');
});

test('a note says what is missing', () => {
  const { tell } = at('looking');
  equal([one('.note').textContent, all('.plot svg').length, one('.tables table').hidden], ['Looking it up, one moment.', 0, true]);
  tell('ranking');
  equal(one('.note').textContent, '');
});

test('ratings are a plot, with what it is about', () => {
  const { skin, tell } = at('mine');
  equal([one('.note').textContent, one('.plot polyline').getAttribute('points')], ['Your rating over time, from 900 to 1034.', '0.0,90.0 300.0,60.1 600.0,10.0']);
  const svg = one('.plot svg');
  skin.draw();
  equal(one('.plot svg') === svg, true);
  tell('one rating');
  equal(one('.plot polyline').getAttribute('points'), '0.0,50.0 600,50.0');
});

test('commands', () => {
  at('ranking');
  equal(all('#actions button').map(({ firstChild }) => firstChild?.textContent), ['Refresh', 'Leave']);
});
