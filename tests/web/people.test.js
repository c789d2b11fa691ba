// Who is here: in which order, with which signs, and whom a click addresses.

import { People } from '../../clients/web/people.js';
import { all, equal, one, test, texts } from './harness.js';
import { facts, pointed, room, set } from './world.js';

function drawn(count = 0) {
  const model = pointed(room());
  set(model, 'a2', { name: 'bob', energy: 21, text: '127.0.0.1' });
  set(model, 'a3', { name: 'abe', energy: 2, text: 'bot · 127.0.0.1' });
  set(model, 'a4', { name: 'aaa', energy: 2, text: '127.0.0.1' });
  for (let at = 0; at < count; at += 1) set(model, `a${10 + at}`, { name: `p${at}` });
  facts(model, { room: 'm1', agents: { a2: { bot: true }, a3: { away: true } } });
  const addressed = [];
  const people = new People((name) => addressed.push(name));
  people.draw(model);
  return { model, people, addressed };
}

test('who has most points is first, then by name', () => {
  drawn();
  equal(texts('#list .name'), ['bob', 'ann (you)', 'aaa', 'abe']);
  equal(texts('#count'), ['4']);
});

test('on a phone the user is first', () => {
  drawn();
  equal(texts('#chips .name'), ['you', 'bob', 'aaa', 'abe']);
});

test('points and signs are read aloud', () => {
  drawn();
  equal(all('#list button').map((button) => button.textContent.replace(/\s+/g, ' ')), ['bob bot 20 points', 'ann (you) 10 points', 'aaa 1 point', 'abe away 1 point']);
  equal(all('#list .dot').map(({ className }) => className), ['dot bot', 'dot', 'dot', 'dot away']);
});

test('while a game is on, who has no seat watches, and so does who has given it up', () => {
  const { model, people } = drawn();
  const signs = () => {
    people.draw(model);
    return texts('#list .signs, #list .unseen').map((words) => words.trim());
  };
  const seats = { 0: { player: { name: 'bob', agent: 'a2' } }, 1: { player: { name: 'ann', agent: 'a1' } } };
  facts(model, { room: 'm1', facts: { phase: 'playing', seats } });
  equal(signs(), ['bot', '', 'watching', 'away, watching']);
  facts(model, { room: 'm1', facts: { seats: { 1: { gone: true } } } });
  equal(signs(), ['bot', 'watching', 'watching', 'away, watching']);
  facts(model, { room: 'm1', facts: { phase: 'over' } });
  equal(signs(), ['bot', '', '', 'away']);
  facts(model, { room: 'm1', facts: { phase: 'playing', seats: null } });
  equal(signs(), ['bot', '', '', 'away']);
});

test('at a table of one’s own, who has won how many games, once one has ended', () => {
  const { model, people } = drawn();
  const amounts = (table) => {
    facts(model, { room: 'm1', table });
    people.draw(model);
    return all('#list button').map((button) => button.textContent.replace(/\s+/g, ' '));
  };
  equal(amounts({ code: 'amber-otter-nine', games: 0, scores: [] })[0], 'bob bot 20 points');
  equal(amounts({ games: 3, scores: [{ name: 'ann', agent: 'a1', wins: 2 }, { name: 'abe', agent: 'a3', wins: 1 }] }), [
    'ann (you) 2 wins', 'abe away 1 win', 'aaa 0 wins', 'bob bot 0 wins',
  ]);
});

test('a server that has not said what energy means', () => {
  const model = room();
  new People(() => {}).draw(model);
  equal(texts('#list button'), ['ann (you)  11 energy']);
});

test('a click on a name addresses that player, and nobody else', () => {
  const { addressed } = drawn();
  one('#list [data-name=bob] .name').click();
  one('#chips [data-name=abe]').click();
  one('#list').click();
  one('#list .me').click();
  equal(addressed, ['bob', 'abe']);
  equal(/** @type {HTMLButtonElement} */ (one('#list .me')).disabled, true);
});

test('of a crowd the first hundred are shown, and the number of the others', () => {
  drawn(100);
  equal([all('#list li').length, all('#list li').at(-1)?.textContent, all('#chips li').length], [101, 'and 4 more', 100]);
  equal(texts('#count'), ['104']);
});

test('who has not changed is not drawn again', () => {
  const { model, people } = drawn();
  const before = one('#list li');
  people.draw(model);
  equal(one('#list li') === before, true);
  set(model, 'a2', { energy: 22 });
  people.draw(model);
  equal(one('#list li').textContent.includes('21 points'), true);
});

test('a name is text', () => {
  const { model, people } = drawn();
  set(model, 'a2', { name: '<b>bob' });
  people.draw(model);
  equal(texts('#list .name')[0], '<b>bob');
});
