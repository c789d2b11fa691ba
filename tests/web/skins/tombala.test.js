// Tombala: the number just drawn, the ninety, the card, the players and the commands.

import { SKINS } from '../../../clients/web/skins/tombala.js';
import { all, each, equal, one, replace, test, texts } from '../harness.js';
import { TOMBALA } from '../rooms.js';
import { drawn, set } from '../world.js';

const play = () => drawn(SKINS[0], TOMBALA);
const ball = () => [one('.ball strong').textContent, one('.ball span').textContent];

test('before the game, the seconds to go', () => {
  const { change } = play();
  equal(ball(), ['25', 'seconds to go']);
  change(10, 9, { name: '' });
  equal(ball(), ['', 'Not started']);
});

test('the number just drawn, and those before it', () => {
  const { change } = play();
  change(1, 9, { name: '12' });
  change(0, 9, { name: '7' });
  change(6, 0, { name: '(7)' });
  change(1, 1, { name: '(12)' });
  equal([ball(), texts('.last li')], [['7', ''], ['12']]);
  equal(all('.ninety .out').map(({ textContent, className }) => [textContent, className]), [['7', 'out new'], ['12', 'out']]);
});

test('only numbers that were drawn are read aloud', () => {
  const { change } = play();
  equal(all('.ninety li:not([aria-hidden])').length, 0);
  change(6, 0, { name: '(7)' });
  equal(texts('.ninety li:not([aria-hidden])'), ['7']);
  equal(all('.ninety li').length, 90);
});

each(
  'the end',
  [['ann 3', 'You win!'], ['bob 3', 'bob wins'], ['ann 2', 'No winner']],
  (seat, words) => {
    const { change } = play();
    change(0, 9, { name: '7' });
    change(11, 0, { name: seat });
    change(10, 1, { energy: 0 });
    equal(ball(), ['7', words]);
  },
);

test('a new number moves, the countdown does not', () => {
  let moved = 0;
  replace(Element.prototype, 'animate', () => (moved += 1));
  const { skin, change } = play();
  change(10, 9, { name: '24 s' });
  equal(moved, 0);
  change(0, 9, { name: '7' });
  skin.draw();
  equal(moved, 1);
});

test('the card: numbers, marks and blanks', () => {
  play();
  const cells = all('.paper .cell').slice(0, 3);
  equal(cells.map(({ textContent, className, ariaLabel }) => [textContent, className, ariaLabel]), [['7', 'cell', '7'], ['', 'cell blank', 'blank'], ['25', 'cell marked', '25, marked']]);
  equal(all('.paper .cell').length, 27);
});

test('seats are read from the right', () => {
  play();
  equal([texts('.seats .name'), texts('.seats b')], [['you', 'b 2'], ['0', '1']]);
  equal(all('.seats li').map(({ className, title }) => [className, title]), [['me', ''], ['', 'The game is waiting for this player']]);
  equal(texts('.seats li').map((words) => words.replace(/\s+/g, ' ')), ['you 0 cinkos', 'b 2 1 cinko …, not ready yet']);
});

test('a seat that is not one yet is a name', () => {
  play().change(11, 0, { name: 'carl' });
  equal([texts('.seats .name')[0], texts('.seats b')[0]], ['carl', '']);
});

test('seats and last numbers are drawn again only when they change', () => {
  const { skin, change } = play();
  change(1, 9, { name: '12' });
  const [seat, last] = [one('.seats li'), one('.last li')];
  skin.draw();
  equal([one('.seats li') === seat, one('.last li') === last], [true, true]);
});

test('commands, and whether numbers are marked by themselves', () => {
  const { change } = play();
  equal([texts('#actions button'), texts('#actions .main')], [['Next', 'Cinko', 'Auto mark: off', 'Lobby', 'Leave'], ['Next']]);
  change(10, 2, { text: 'On: drawn numbers are marked for you' });
  equal(texts('#actions button')[2], 'Auto mark: on');
});

test('Next and Cinko stay when they can do nothing', () => {
  const { change } = play();
  change(10, 0, { energy: 0 });
  change(10, 1, { energy: 0 });
  change(10, 5, { energy: 0 });
  equal(all('#actions button').filter(({ hidden }) => hidden).map(({ textContent }) => textContent), ['Lobby']);
});

test('thirty seats are read, column by column', () => {
  const { model, skin } = play();
  set(model, 't900', { x: 13, y: 9, name: 'zoe 2' });
  skin.draw();
  equal(texts('.seats .name'), ['you', 'b 2', 'zoe']);
});
