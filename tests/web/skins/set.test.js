// Set: cards, seats and commands; and a card that is being replaced cannot be selected.

import { SKINS } from '../../../clients/web/skins/set.js';
import { all, each, equal, one, replace, stopClock, test, texts } from '../harness.js';
import { SET } from '../rooms.js';
import { drawn, set } from '../world.js';

const play = (more = {}) => drawn(SKINS[0], { ...SET, ...more });
const card = (x, y) => one(`.cards [data-spot="${x},${y}"]`);

// Animations that tests finish.
function moves() {
  const found = [];
  replace(Element.prototype, 'animate', () => found[found.push({ onfinish: () => {}, oncancel: () => {} }) - 1]);
  return found;
}

test('twelve cards in words, with their letters', () => {
  play();
  equal([all('.card').length, card(0, 0).ariaLabel, card(1, 0).ariaLabel, card(3, 2).ariaLabel], [12, 'a: one solid red diamond', 'b: two striped blue boxes, selected', 'Card l: no card']);
  equal(texts('.card .letter').join(''), 'abcdefghijkl');
});

test('selected cards, and places without a card', () => {
  play();
  equal([all('.selected').map(({ dataset }) => dataset.spot), card(1, 0).ariaPressed, card(0, 0).ariaPressed], [['1,0'], 'true', 'false']);
  equal(all('.none').map(({ dataset }) => dataset.spot), ['3,2']);
  equal([card(0, 0).dataset.mark, card(1, 0).dataset.mark, card(3, 2).dataset.mark], ['R', 'B', '']);
});

test('Submit is gold when three cards are selected', () => {
  const { change } = play();
  const isGold = () => one('[data-spot="0,6"]').classList.contains('main');
  equal(isGold(), false);
  change(0, 0, { name: '* 1 red █ diamond' });
  change(2, 0, { name: '* 3 yellow o slash' });
  equal(isGold(), true);
});

test('seats: the user is you, who has given up is gone, and a name may end like a score', () => {
  play();
  equal([texts('.seats .name'), texts('.seats b')], [['you', 'b 9'], ['4', '-1']]);
  equal(all('.seats li').map(({ className }) => className), ['me', 'gone']);
});

test('seats are drawn again only when they change', () => {
  const { skin, change } = play();
  const seat = one('.seats li');
  skin.draw();
  equal(one('.seats li') === seat, true);
  change(0, 3, { name: 'ann 5' });
  equal(texts('.seats b'), ['5', '-1']);
});

test('the deck, and the commands that can do something', () => {
  play();
  equal(one('.deck').textContent, '57 in the deck');
  equal(all('#actions button').filter(({ hidden }) => !hidden).map(({ textContent }) => textContent), ['Submit', 'No set', 'Keys', 'Leave']);
});

test('a player who is called like a command is none', () => {
  const { change } = play();
  change(0, 3, { name: 'Submit' });
  equal(all('#actions [data-spot="0,3"]').length, 0);
});

test('a card that is replaced moves, and cannot be clicked or typed meanwhile', () => {
  const clock = stopClock();
  const found = moves();
  const { controller, model, change, sent } = play({ keys: [['VK_A', 'Card a'], ['VK_B', 'Card b']] });
  equal(found.length, 0);
  change(0, 0, { name: '3 red █ diamond' });
  const press = (key) => controller.pressed(/** @type {any} */ ({ key, shiftKey: false }));
  equal([found.length, card(0, 0).classList.contains('turning')], [1, true]);
  equal([controller.act(model.at(0, 0)), press('a'), controller.act(model.at(1, 0)), press('b')], [false, false, true, true]);
  equal(sent.length, 2);
  clock.advance(700);
  equal(controller.act(model.at(0, 0)), true);
});

each('the move is over', [['onfinish'], ['oncancel']], (event) => {
  stopClock();
  const found = moves();
  const { controller, model, change } = play();
  change(0, 0, { name: '3 red █ diamond' });
  found[0][event]();
  equal([card(0, 0).classList.contains('turning'), controller.act(model.at(0, 0))], [false, true]);
});

test('without motion a card is replaced at once', () => {
  replace(Element.prototype, 'animate', () => null);
  const { controller, model, change } = play();
  change(0, 0, { name: '3 red █ diamond' });
  equal([controller.act(model.at(0, 0)), card(0, 0).classList.contains('turning')], [true, false]);
});

each(
  'a card does not move',
  [['when it is selected', { name: '* 1 red █ diamond' }], ['when it is drawn again', { energy: 0 }]],
  (_name, values) => {
    const found = moves();
    play().change(0, 0, values);
    equal(found.length, 0);
  },
);

test('a card that comes to an empty place does not move', () => {
  const found = moves();
  play().change(3, 2, { name: '1 red █ diamond' });
  equal(found.length, 0);
});

test('a place where the server has no tile is left out', () => {
  const { model, skin } = play();
  set(model, model.at(0, 0).objid, { x: -1 });
  skin.draw();
  equal(card(1, 0).ariaLabel, 'b: two striped blue boxes, selected');
});

test('a table without Submit is drawn', () => {
  const { model, skin } = play();
  set(model, model.at(0, 6).objid, { x: -1 });
  skin.draw();
  equal(all('.card').length, 12);
});
