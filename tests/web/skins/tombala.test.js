// Tombala: the number just drawn, the ninety, the card, the players and the commands.

import { SKINS } from '../../../clients/web/skins/tombala.js';
import { all, each, equal, one, replace, stopClock, test, texts } from '../harness.js';
import { facts, played, recording } from '../world.js';

const GAME = await recording('tombala');
const at = (moment) => played(SKINS[0], GAME, moment);
const ball = () => [one('.ball strong').textContent, one('.ball span').textContent];
const shown = () => all('#actions button').filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);

test('before the game, a countdown that runs by itself', () => {
  const clock = stopClock();
  const { tell } = at('starting');
  equal([ball(), one('.clock').textContent], [['', 'until the first number'], '25 s']);
  clock.advance(5000);
  equal(one('.clock').textContent, '20 s');
  tell('begun');
  equal(one('.clock').hidden, true);
});

test('the number just drawn, and those before it', () => {
  const { model } = at('two numbers');
  const [first, second] = model.facts.drawn.map(String);
  equal([ball(), texts('.last li')], [[second, ''], [first]]);
  const out = all('.ninety .out').map(({ textContent, className }) => [textContent, className]);
  equal(Object.fromEntries(out), { [first]: 'out', [second]: 'out new' });
});

test('only numbers that were drawn are read aloud', () => {
  const { tell } = at('starting');
  equal(all('.ninety li:not([aria-hidden])').length, 0);
  tell('two numbers');
  equal([all('.ninety li:not([aria-hidden])').length, all('.ninety li').length], [2, 90]);
});

each('the end', [['0', 'You win!'], ['1', 'bob wins'], [null, 'No winner']], (winner, words) => {
  const { model, skin } = at('won');
  facts(model, { room: model.current, facts: { winner } });
  skin.draw();
  equal(ball()[1], words);
});

test('a new number moves, the countdown does not', () => {
  let moved = 0;
  replace(Element.prototype, 'animate', () => (moved += 1));
  const clock = stopClock();
  const { skin, tell } = at('starting');
  clock.advance(3000);
  skin.draw();
  equal(moved, 0);
  tell('begun');
  skin.draw();
  equal(moved, 1);
});

test('the card: blanks, then numbers and marks', () => {
  const { model, tell } = at('starting');
  equal([all('.paper .blank').length, all('.paper .cell').length], [27, 27]);
  tell('two numbers');
  const [marked] = model.you.marks;
  equal(all('.paper .marked').map(({ textContent, ariaLabel }) => [textContent, ariaLabel]), [[String(marked), `${marked}, marked`]]);
  const numbers = all('.paper .cell:not(.blank)').map(({ textContent }) => Number(textContent));
  equal(numbers.toSorted(), Object.values(model.you.card).toSorted());
  equal(one('.paper .blank').ariaLabel, 'blank');
});

test('whoever only watches has no card, and no commands but to leave', () => {
  const { model, skin } = at('two numbers');
  equal(one('.paper').hidden, false);
  facts(model, { room: model.current, you: { card: null } });
  for (const role of ['next', 'cinko', 'auto']) model.tile(role).energy = 0;
  skin.draw();
  equal([one('.paper').hidden, shown()], [true, ['Lobby l', 'Leave']]);
});

test('seats, the cinkos, and for whom the game waits', () => {
  const { tell } = at('two numbers');
  equal([texts('.seats .name'), texts('.seats b')], [['you', 'bob'], ['0', '0']]);
  equal(all('.seats li').map(({ className, title }) => [className, title]), [['me', ''], ['', 'The game is waiting for this player']]);
  equal(texts('.seats li').map((words) => words.replace(/\s+/g, ' ')), ['you 0 cinkos', 'bob 0 cinkos …, not ready yet']);
  tell('won');
  equal(texts('.seats b'), ['3', '0']);
});

test('seats and last numbers are drawn again only when they change', () => {
  const { skin } = at('two numbers');
  const [seat, last] = [one('.seats li'), one('.last li')];
  skin.draw();
  equal([one('.seats li') === seat, one('.last li') === last], [true, true]);
});

test('commands, and whether numbers are marked by themselves', () => {
  const { tell } = at('begun');
  equal([shown(), texts('#actions .main')], [['Next n', 'Cinko c', 'Auto mark: off a', 'Lobby l', 'Leave'], ['Next n']]);
  tell('auto');
  equal(shown()[2], 'Auto mark: on a');
});

test('a full row is lit, and Cinko stands out until it is announced', () => {
  const { model, skin } = at('two numbers');
  equal([texts('#actions .main'), all('.paper .full').length], [['Next n'], 0]);
  facts(model, { room: model.current, you: { full: [1] } });
  skin.draw();
  equal(texts('#actions .main'), ['Cinko c']);
  const lit = all('.paper .full').map(({ dataset, ariaLabel }) => [dataset.spot.split(',')[1], ariaLabel.replace(/\d+/, 'N')]);
  equal([lit.length, new Set(lit.map(String))], [9, new Set(['11,blank', '11,N, in a full row'])]);
  facts(model, { room: model.current, you: { full: null } });
  skin.draw();
  equal([texts('#actions .main'), all('.paper .full').length], [['Next n'], 0]);
});

test('Next and Cinko stay when they can do nothing', () => {
  at('won');
  equal(shown(), ['Next', 'Cinko', 'Auto mark: on a', 'Lobby l', 'Leave']);
});

test('whoever types a word on the board is asked before they lose the seat or the card', () => {
  const { controller, sent, tell } = at('starting');
  const asked = [];
  controller.confirm = (cost) => asked.push(cost);
  const type = (word) => {
    for (const key of word) controller.pressed(new KeyboardEvent('keydown', { key }));
    return asked.splice(0);
  };
  equal(type('hello'), ['You give up your seat.', 'You give up your seat.']);
  tell('begun');
  equal([type('hello'), sent], [['You lose your card.', 'You lose your card.'], []]);
  tell('won');
  equal([type('l'), sent], [[], ['press VK_L 0']]);
});
