// Set: cards, seats and commands; and a card that is being replaced cannot be selected.

import { SKINS } from '../../../clients/web/skins/set.js';
import { all, each, equal, one, replace, stopClock, test, texts } from '../harness.js';
import { enter, played, recording } from '../world.js';

const GAME = await recording('set');
const at = (moment) => played(SKINS[0], GAME, moment);
const card = (x, y) => one(`.cards [data-spot="${x},${y}"]`);
const selected = () => all('.selected').map(({ dataset }) => dataset.spot);

// Animations that tests finish.
function moves() {
  const found = [];
  replace(Element.prototype, 'animate', (_frames, { duration }) => found[found.push({ duration, onfinish: () => {}, oncancel: () => {} }) - 1]);
  return found;
}

test('twelve cards in words, with the letters of their keys', () => {
  at('begun');
  equal([all('.card').length, card(0, 0).ariaLabel, card(1, 1).ariaLabel], [12, 'a: one open red diamond', 'f: one striped red slash']);
  equal([texts('.card .letter').join(''), card(0, 0).dataset.mark], ['abcdefghijkl', 'R']);
});

test('before the game there are no cards, and the time runs', () => {
  const clock = stopClock();
  at('countdown');
  equal([all('.none').length, card(0, 0).ariaLabel, one('.clock').textContent, one('.deck').textContent], [12, 'a: no card', '15 s', '']);
  clock.advance(5000);
  equal(one('.clock').textContent, '10 s');
});

test('selected cards, and Submit is gold when there are three', () => {
  const { tell } = at('one selected');
  const isGold = () => one('#actions button').classList.contains('main');
  equal([selected(), card(1, 0).ariaPressed, card(0, 0).ariaPressed, card(1, 0).ariaLabel, isGold()], [['1,0'], 'true', 'false', 'b: one open red box, selected', false]);
  tell('three selected');
  equal([selected(), isGold()], [['0,0', '1,0', '3,0'], true]);
  tell('wrong');
  equal(selected(), []);
});

test('seats with scores, and who has given up is gone', () => {
  const { tell } = at('wrong');
  equal([texts('.seats .name'), texts('.seats b')], [['ann (you)', 'b 9'], ['-3', '0']]);
  tell('ann has given up');
  equal(all('.seats li').map(({ className }) => className), ['me gone', '']);
});

test('the deck, and the commands that can do something, with their keys', () => {
  const { tell } = at('begun');
  const shown = () => all('#actions button').filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
  equal([one('.deck').textContent, one('.clock').hidden, shown()], ['69 in the deck', true, ['Submit Space', 'No set x', 'At three: off 3', 'Keys', 'Leave']]);
  tell('over');
  equal(all('#actions .main').map(({ textContent }) => textContent), ['Restart']);
  equal([one('.deck').textContent, shown(), all('.none').length], ['', ['Submit Space', 'No set x', 'Restart', 'At three: off 3', 'Keys', 'Leave'], 3]);
});

test('what somebody has found is shown for two seconds, with the name', () => {
  const clock = stopClock();
  const { tell } = at('wrong');
  equal([one('.found').hidden, all('.taken').length], [true, 0]);
  tell('replaced');
  equal([one('.found').hidden, one('.finder').textContent, one('.found b').textContent], [false, 'b 9 found a set', '+5']);
  equal(texts('.found .small'), ['one open red diamond', 'one open red box', 'one open red slash']);
  equal(all('.taken').map(({ dataset }) => [dataset.spot, dataset.finder]), [['0,0', 'b 9'], ['1,0', 'b 9'], ['2,0', 'b 9']]);
  clock.advance(1900);
  equal(one('.found').hidden, false);
  clock.advance(200);
  equal([one('.found').hidden, all('.taken').length], [true, 0]);
});

test('that there was no set', () => {
  const clock = stopClock();
  at('over');
  equal([one('.finder').textContent, one('.found b').textContent, all('.found .small').length], ['b 9 saw that there is no set', '+12', 0]);
  clock.advance(2100);
  equal(one('.found').hidden, true);
});

test('practice: a board of one\'s own, with the time that a set took', async () => {
  const clock = stopClock();
  const { tell } = played(SKINS[0], await recording('set_practice'), 'begun');
  equal([all('.card svg').length, one('.mine').textContent, one('.deck').textContent, one('.seats').hidden], [12, '0 sets', '69 in the deck', true]);
  equal(all('#actions .main').length, 0);
  tell('found');
  equal([one('.finder').textContent, one('.found b').textContent, one('.mine').textContent], ['You found a set', '4.2 s', '1 set']);
  equal([all('.taken').length, card(0, 0).classList.contains('none')], [0, false]);
  tell('hint');
  equal([selected().length, one('.found').hidden], [1, false]);
  clock.advance(1100);
  equal(one('.found').hidden, true);
});

test('a card that is replaced moves, and cannot be clicked or typed meanwhile', () => {
  const clock = stopClock();
  const found = moves();
  const { controller, model, tell, sent } = at('wrong');
  equal(found.length, 0);
  tell('replaced');
  const act = (role) => controller.act(model.tile(role) ?? model.key(role));
  const press = (key) => controller.pressed(/** @type {any} */ ({ key, shiftKey: false }));
  equal([found.map(({ duration }) => Math.round(duration)), card(0, 0).classList.contains('turning')], [[700, 700, 700], true]);
  equal([act('card/0'), press('a'), act('card/3'), press('d')], [false, false, true, true]);
  equal(sent.length, 2);
  clock.advance(700);
  equal([act('card/0'), press('a')], [true, true]);
});

each('the move is over', [['onfinish'], ['oncancel']], (event) => {
  const found = moves();
  const { tell } = at('wrong');
  tell('replaced');
  found[0][event]();
  equal([card(0, 0).classList.contains('turning'), card(1, 0).classList.contains('turning')], [false, true]);
});

test('a card moves once, and one that is only selected does not', () => {
  const found = moves();
  const { skin, tell } = at('begun');
  tell('one selected');
  equal(found.length, 0);
  tell('replaced');
  skin.draw();
  equal(found.length, 3);
});

test('who comes in sees the rest of a move', () => {
  const found = moves();
  at('replaced');
  equal(found.length, 3);
});

test('without motion a card has its face at once', () => {
  stopClock();
  replace(Element.prototype, 'animate', () => null);
  at('replaced');
  equal([card(0, 0).classList.contains('turning'), card(0, 0).ariaLabel], [false, 'a: one striped blue diamond']);
});

test('what is in the next room can be clicked at once', () => {
  const { controller, model } = at('replaced');
  enter(model, { objid: 'm9', tiles: [[0, 0, 'Home']] });
  equal(controller.act(model.at(0, 0)), true);
});
