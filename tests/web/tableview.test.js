// A table of one's own as its host and its guests see it, and what they can do there.

import { tableIn } from '../../clients/web/table.js';
import { TableView } from '../../clients/web/tableview.js';
import { each, equal, one, replace, test, texts } from './harness.js';
import { facts, room, set } from './world.js';

const TABLE = {
  code: 'amber-otter-nine', name: 'friday', game: 'set', host: 'a1', public: false, locked: false, starts: 'host',
  options: { countdown: 30 }, choices: { countdown: { text: 'Countdown', values: [[10, '10 s'], [30, '30 s']] } }, games: 0, ready: [], waiting_for: [], scores: [],
};

function shown(more = {}, { isOn = false, bots = /** @type {string[] | null} */ (['weak', 'medium']) } = {}) {
  const model = room({ told: { table: { ...TABLE, ...more }, bots, agents: { a3: { bot: true } } } });
  set(model, 'a2', { name: 'lin', energy: 3 });
  set(model, 'a3', { name: 'robo', energy: 3 });
  const orders = [];
  const view = new TableView({ order: (command) => orders.push(command), copy: () => orders.push('copy') });
  const draw = (on = isOn) => view.draw(model, /** @type {any} */ (tableIn(model)), on);
  document.body.append(view.element);
  draw();
  const tell = (table) => {
    facts(model, { room: 'm1', table });
    draw();
  };
  return { view, model, orders, draw, tell };
}

const button = (label) => /** @type {HTMLButtonElement} */ ([...document.querySelectorAll('.own-table button')].find((found) => (found.ariaLabel ?? found.textContent) === label));
const select = (name) => /** @type {HTMLSelectElement} */ (one(`.own-table [data-row="${name}"]`));
function choose(name, value) {
  select(name).value = value;
  select(name).dispatchEvent(new Event('change', { bubbles: true }));
}

test('the code, the link, and a drawing of it with words', () => {
  const { orders } = shown();
  equal([texts('.own-table .code'), one('.own-table .link').textContent?.endsWith('#/amber-otter-nine')], [['amber-otter-nine'], true]);
  const qr = /** @type {HTMLImageElement} */ (one('.own-table .qr'));
  equal([qr.src.includes('/qr/amber-otter-nine.svg?at='), qr.alt !== ''], [true, true]);
  one('.own-table .copy').click();
  equal(orders, ['copy']);
});

test('the command for ssh is there if the server knows one', () => {
  const { tell } = shown();
  equal(one('.own-table .ssh').hidden, true);
  tell({ ssh: 'ssh -p 44422 example.org -t amber-otter-nine' });
  equal([one('.own-table .ssh').hidden, texts('.own-table .ssh')], [false, ['ssh -p 44422 example.org -t amber-otter-nine']]);
});

test('what the device has for sharing is there if it has something', () => {
  replace(navigator, 'share', undefined);
  shown();
  equal(one('.own-table .share').hidden, true);
  document.querySelector('.own-table')?.remove();
  replace(navigator, 'share', async () => {});
  shown();
  equal(one('.own-table .share').hidden, false);
});

test('who is here, and what they are', () => {
  const { tell } = shown();
  equal([texts('.at-table strong'), texts('.at-table li > .dim')], [['ann', 'lin', 'robo'], ['you, host', '', 'bot']]);
  tell({ ready: ['a2'] });
  equal(texts('.at-table li > .dim'), ['you, host', 'ready', 'bot']);
});

test('the host makes somebody else host, and sends a bot away', () => {
  const { orders } = shown();
  button('Make host: lin').click();
  button('Remove: robo').click();
  equal(orders, ['/host lin', '/bot leave robo']);
});

test('nobody is sent away by one click', () => {
  const { orders } = shown();
  button('Send away: lin').focus();
  button('Send away: lin').click();
  equal([orders, document.activeElement?.textContent], [[], 'Really?']);
  /** @type {HTMLElement} */ (document.activeElement).click();
  equal([orders, document.activeElement?.textContent], [['/kick lin'], 'Send away']);
});

test('guests see what the host has chosen, and change nothing', () => {
  shown({ host: 'a2' });
  equal([texts('.own-table .row'), document.querySelectorAll('.rows select').length], [['Who can come with the code', 'Starts when the host says', 'Countdown 30 s'], 0]);
  equal(texts('.at-table button.small'), ['Remove']);
});

each(
  'what the host chooses is said as a command',
  [
    ['who', 'public', '/public'], ['who', 'lock', '/lock'], ['starts', 'itself', '/wait off'], ['countdown', '10', '/option countdown 10'],
  ],
  (name, value, command) => {
    const { orders } = shown();
    choose(name, value);
    equal(orders, [command]);
  },
);

each('a table that does not wait, or is locked, can be as before', [['starts', 'host', '/wait'], ['who', 'unlock', '/unlock']], (name, value, command) => {
  const { orders } = shown({ starts: 'itself', locked: true });
  choose(name, value);
  equal(orders, [command]);
});

test('a choice counts when the server says so', () => {
  const { draw, tell } = shown();
  const before = select('countdown');
  choose('countdown', '10');
  draw();
  equal(select('countdown').value, '30');
  tell({ options: { countdown: 10 } });
  equal([select('countdown').value, select('countdown') === before], ['10', true]);
  tell({ options: { countdown: 77 } });
  equal(select('countdown').value, '77');
});

test('while a game is on, its options stand still, and who can come does not', () => {
  shown({}, { isOn: true });
  equal([select('countdown').disabled, select('who').disabled, select('starts').disabled], [true, false, false]);
});

test('a bot of some strength is one click away, where there are bots', () => {
  const { view, orders } = shown();
  const strength = /** @type {HTMLSelectElement} */ (one('.free select'));
  equal([strength.value, texts('.free option')], ['medium', ['weak', 'medium']]);
  strength.value = 'weak';
  button('Add a bot b').click();
  view.bring();
  equal(orders, ['/bot weak', '/bot weak']);
});

test('where all seats are taken, none is free', () => {
  const { model, draw, view, orders } = shown();
  facts(model, { room: 'm1', facts: { options: { seats: 3 } } });
  set(model, 'a4', { name: 'kai', energy: 3 });
  draw();
  equal(document.querySelector('.free'), null);
  view.bring();
  equal(orders, []);
});

test('bots of one strength, and none', () => {
  const { view, orders } = shown({}, { bots: [] });
  equal(/** @type {HTMLElement} */ (one('.free select')).hidden, true);
  view.bring();
  equal(orders, ['/bot']);
  document.querySelector('.own-table')?.remove();
  const other = shown({}, { bots: null });
  equal(document.querySelector('.free button'), null);
  other.view.bring();
  equal(other.orders, []);
});

test('the scores of the evening, of those who have left, too', () => {
  const { tell } = shown();
  equal(one('.tonight').hidden, true);
  tell({ games: 3, scores: [{ name: 'ann', wins: 2, points: 214 }, { name: 'kai', wins: 1, points: 96 }] });
  equal([texts('.tonight h3'), texts('.tonight dt'), texts('.tonight dd')], [['Tonight · 3 games'], ['ann', 'kai'], ['2 wins · 214', '1 win · 96']]);
});
