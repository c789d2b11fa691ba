// PairPanicking and Memory: cards, hidden, shown, solved or wrong.

import { SKINS } from '../../../clients/web/skins/pairs.js';
import { all, each, equal, one, replace, test, texts } from '../harness.js';
import { MEMORY, PAIRS } from '../rooms.js';
import { drawn, set } from '../world.js';

const [PairPanicking, Memory] = SKINS;
const card = (x, y) => one(`[data-spot="${x},${y}"]`);

test('PairPanicking: 64 cards in words', () => {
  drawn(PairPanicking, PAIRS);
  equal([all('.turn').length, card(0, 0).ariaLabel, card(1, 0).ariaLabel, card(2, 0).ariaLabel], [64, 'owl, row 1, column 1', '··, solved, row 1, column 2', 'hidden, row 1, column 3']);
  equal([card(0, 0).className, card(1, 0).className, card(2, 0).className], ['turn up', 'turn solved', 'turn hidden']);
  equal(one('.cards').style.getPropertyValue('--side'), '8');
});

test('PairPanicking: the clock and the commands', () => {
  const { change } = drawn(PairPanicking, PAIRS);
  equal([texts('#actions > *'), texts('#actions .main')], [['Restart', 'Scoring', '1:23', 'Leave'], ['Restart']]);
  change(8, 4, { name: '1:22' });
  equal(texts('#actions > *'), ['Restart', 'Scoring', '1:22', 'Leave']);
});

test('a card that is hidden again leaves nothing of its face', () => {
  const { change } = drawn(PairPanicking, PAIRS);
  change(0, 0, { name: '?', text: '' });
  equal([one('#board').textContent.includes('owl'), card(0, 0).ariaLabel, card(0, 0).title], [false, 'hidden, row 1, column 1', '']);
});

test('the hint of a hidden card is not shown', () => {
  const { change } = drawn(PairPanicking, PAIRS);
  change(2, 0, { text: 'ann has turned it' });
  equal(card(2, 0).title, '');
  change(0, 0, { text: 'ann has turned it' });
  equal(card(0, 0).title, 'ann has turned it');
});

each(
  'a card moves',
  [
    ['when it is turned up', 2, { name: 'cat' }, 1],
    ['when it is hidden', 0, { name: '?' }, 1],
    ['not when it is solved', 0, { name: '··' }, 0],
    ['not when it is drawn again', 0, { text: 'news' }, 0],
  ],
  (_name, x, values, moves) => {
    let moved = 0;
    replace(Element.prototype, 'animate', () => (moved += 1));
    const { change } = drawn(PairPanicking, PAIRS);
    equal(moved, 0);
    change(x, 0, values);
    equal(moved, moves);
  },
);

test('Memory: solved cards can do nothing any more, wrong ones have a mark', () => {
  const { change } = drawn(Memory, MEMORY);
  change(0, 0, { name: 'ab' });
  change(1, 0, { name: 'ab', energy: 0 });
  change(2, 0, { name: 'cd!' });
  change(3, 0, { energy: 0 });
  equal([card(0, 0).className, card(1, 0).className, card(2, 0).className, card(3, 0).className], ['turn up', 'turn solved', 'turn up wrong', 'turn hidden']);
});

test('Memory: players with what they have found; a name that ends like a number is a name', () => {
  drawn(Memory, MEMORY);
  equal([texts('.players .name'), texts('.players b')], [['ann', 'b 9'], ['3', '0']]);
  equal(all('.swatch').map(({ style }) => style.background), ['', 'rgb(0, 0, 255)']);
  equal(texts('#actions button'), ['Leave']);
});

test('Memory: players are drawn again only when they change', () => {
  const { skin, change } = drawn(Memory, MEMORY);
  const item = one('.players li');
  skin.draw();
  equal(one('.players li') === item, true);
  change(4, 2, { name: 'ann 4' });
  equal(texts('.players b'), ['4', '0']);
});

test('PairPanicking: a place where the server has no tile is left out', () => {
  const { model, skin } = drawn(PairPanicking, PAIRS);
  set(model, model.at(0, 0).objid, { x: -1 });
  skin.draw();
  equal(card(1, 0).className, 'turn solved');
});
