// PairPanicking and Memory: cards, hidden, shown, solved or wrong.

import { SKINS } from '../../../clients/web/skins/pairs.js';
import { all, each, equal, one, replace, stopClock, test, texts } from '../harness.js';
import { played, recording } from '../world.js';

const [PairPanicking, Memory] = SKINS;
const [PAIRS, MEMORY] = [await recording('pairpanicking'), await recording('memory')];
const pairs = (moment) => played(PairPanicking, PAIRS, moment);
const memory = (moment) => played(Memory, MEMORY, moment);
const card = (x, y) => one(`[data-spot="${x},${y}"]`);

test('PairPanicking: 64 cards in words', () => {
  const { tell } = pairs('solved');
  tell('no pair shows');
  equal([all('.turn').length, card(2, 0).ariaLabel, card(0, 0).ariaLabel, card(1, 0).ariaLabel], [64, 'cat, row 1, column 3', '··, solved, row 1, column 1', 'hidden, row 1, column 2']);
  equal([card(2, 0).className, card(0, 0).className, card(1, 0).className], ['turn up', 'turn solved', 'turn hidden']);
  equal(one('.cards').style.getPropertyValue('--side'), '8');
});

test('PairPanicking: the clock and the commands', () => {
  const { tell } = pairs('empty');
  equal([texts('#actions > *'), texts('#actions .main'), one('#actions .main').hidden], [['Restart', 'Recharge', 'Scoring', '', 'Leave'], ['Restart'], false]);
  tell('a pair shows');
  equal([texts('#actions > *'), one('#actions .main').hidden], [['Restart', 'Recharge', 'Scoring', '2.0 s', 'Leave'], true]);
});

test('PairPanicking: what comes first before a game is the start, or points for it', () => {
  const { tell } = pairs('empty');
  equal([texts('#actions .main'), all('.asleep').length], [['Restart'], 64]);
  tell('begun');
  equal([one('#actions .main').hidden, all('.asleep').length], [true, 0]);
  tell('no points left');
  equal([texts('#actions button:not([hidden])'), texts('#actions .main'), all('.asleep').length], [['Restart', 'Recharge', 'Scoring', 'Leave'], ['Recharge'], 62]);
  tell('recharged');
  equal([texts('#actions button:not([hidden])'), texts('#actions .main:not([hidden])')], [['Restart', 'Scoring', 'Leave'], ['Restart']]);
});

test('a card that is hidden again leaves nothing of its face', () => {
  const { tell } = pairs('no pair shows');
  equal(card(2, 0).title, 'It shows cat.');
  tell('hidden');
  equal([one('#board').textContent.includes('cat'), card(2, 0).ariaLabel, card(2, 0).title], [false, 'hidden, row 1, column 3', '']);
});

each(
  'a card moves',
  [
    ['when it is turned up', 'begun', 'one shows', 1],
    ['when it is hidden', 'no pair shows', 'hidden', 2],
    ['not when it is solved', 'a pair shows', 'solved', 0],
    ['not when nothing has happened to it', 'empty', 'begun', 0],
  ],
  (_name, before, after, moves) => {
    let moved = 0;
    replace(Element.prototype, 'animate', () => (moved += 1));
    const { tell } = pairs(before);
    equal(moved, 0);
    tell(after);
    equal(moved, moves);
  },
);

test('Memory: cards that are up, found, or wrong', () => {
  const { tell } = memory('begun');
  equal([all('.turn.hidden').length, card(0, 0).ariaLabel], [16, 'hidden, row 1, column 1']);
  tell('one is up');
  equal([card(0, 0).className, card(0, 0).ariaLabel], ['turn up', 'aa, row 1, column 1']);
  tell('two are wrong');
  equal([card(0, 0).className, card(2, 0).className, card(1, 1).className], ['turn solved', 'turn up wrong', 'turn hidden']);
  tell('hidden');
  equal(card(2, 0).className, 'turn hidden');
});

test('Memory: cards that are not hidden show their pictures', () => {
  const { tell } = memory('begun');
  tell('two are wrong');
  const shown = all('.turn:not(.hidden) img').map((image) => [image.getAttribute('alt'), image.getAttribute('src')]);
  equal(shown.map(([alt]) => alt), ['aa', 'aa', 'ab!', 'bd!']);
  equal([shown[0][1] === shown[1][1], new Set(shown.map(([, src]) => src)).size], [true, 3]);
  tell('hidden');
  const backs = all('.turn.hidden img').map((image) => image.getAttribute('src'));
  equal([backs.length, new Set(backs).size], [14, 1]);
});

test('Memory: players with their colours and what they have found', () => {
  const { skin, tell } = memory('begun');
  equal([texts('.seats .name'), texts('.seats b')], [['ann (you)', 'b 9'], ['0', '0']]);
  equal(all('.swatch').map(({ style }) => style.background), ['rgb(85, 102, 255)', 'rgb(255, 255, 136)']);
  equal(texts('#actions button'), ['Leave']);
  const item = one('.seats li');
  skin.draw();
  equal(one('.seats li') === item, true);
  tell('a pair is found');
  equal(texts('.seats b'), ['2', '0']);
  equal(texts('.seats .unit'), ['cards', 'cards']);
});

test('Memory: how long it takes until the next game', () => {
  const clock = stopClock();
  const { tell } = memory('begun');
  equal(one('.clock').hidden, true);
  tell('over');
  equal(one('.clock').textContent, '10 s');
  clock.advance(3000);
  equal(one('.clock').textContent, '7 s');
});
