// A table that waits is an invitation where the board is, with one thing to do next.

import { TableView } from '../../clients/web/tableview.js';
import { Waiting } from '../../clients/web/waiting.js';
import { each, equal, one, replace, test, texts } from './harness.js';
import { enter, facts, seat, room, set, settle } from './world.js';

const TABLE = { code: 'amber-otter-nine', name: 'friday', game: 'set', host: 'a1', starts: 'host', ready: [], waiting_for: [], scores: [], options: {}, choices: {} };

function table(more = {}, told = {}) {
  document.body.classList.remove('outside');
  const model = room({ name: 'Set: friday', told: { facts: { phase: 'waiting' }, bots: ['weak'], table: { ...TABLE, ...more }, ...told } });
  set(model, 'a2', { name: 'lin' });
  const { controller, sent, told: notes } = seat(model);
  const done = [];
  const panels = [];
  const waiting = new Waiting(controller, TableView, { opened: (panel) => panels.push(panel), leave: () => done.push('leave'), redraw: () => done.push('redraw') });
  const draw = (isEnding = false) => waiting.draw(model, isEnding);
  draw();
  const tell = (message) => {
    facts(model, { room: 'm1', ...message });
    draw();
  };
  const press = (key, how = {}) => waiting.takes(new KeyboardEvent('keydown', { key, ...how }));
  return { waiting, model, sent, notes, done, draw, tell, press, panels };
}

const isOpen = () => /** @type {HTMLDialogElement} */ (one('#at-table')).open;

each(
  'it stands where the board is while no game is on',
  [['waiting', true], ['starting', true], ['over', true], ['playing', false]],
  (phase, is) => {
    const { waiting } = table({}, { facts: { phase } });
    equal([waiting.isShown, document.body.classList.contains('waits'), one('#table-button').hidden], [is, is, is]);
  },
);

test('a game that tells no facts waits, too', () => {
  const { waiting, tell } = table({ phase: 'waiting' }, { facts: {} });
  equal(waiting.isShown, true);
  tell({ table: { phase: 'playing' } });
  equal(waiting.isShown, false);
});

test('the end of a game comes first, and then the invitation to the next', () => {
  const { waiting, draw } = table({}, { facts: { phase: 'over' } });
  draw(true);
  equal(waiting.isShown, false);
  draw(false);
  equal(waiting.isShown, true);
});

test('no other room has it, and no replay', () => {
  const { waiting, model, draw, tell } = table();
  tell({ table: null });
  equal([waiting.isShown, one('#table-button').hidden, one('#peek').hidden], [false, true, true]);
  enter(model, { objid: 'm2', told: { table: TABLE, facts: { phase: 'waiting', replay: { id: 'x' } } } });
  draw();
  equal(waiting.isShown, false);
});

test('the host starts, by Enter or by the gold button', () => {
  const { sent, press } = table();
  equal([texts('#next'), press('Enter'), sent], [['Start now Enter'], true, ['say to m1: /start']]);
  one('#next').click();
  equal(sent.length, 2);
});

test('what keeps the host from starting is said, and the link is what to do next', async () => {
  const copied = [];
  replace(navigator, 'clipboard', { writeText: async (text) => copied.push(text) });
  const { sent, press, notes } = table({ why_not: 'It takes two players.' });
  equal([texts('#next'), texts('.waits-for')], [['Copy link Enter'], ['It takes two players.']]);
  press('Enter');
  press('i');
  await settle();
  equal([sent, copied.map((link) => link.endsWith('#/amber-otter-nine')), notes], [[], [true, true], Array(2).fill('Copied the link to this table.')]);
});

test('b brings a bot, and a key with Shift does nothing', () => {
  const { sent, press } = table();
  equal([press('b'), press('B', { shiftKey: true }), press('x'), sent], [true, false, false, ['say to m1: /bot weak']]);
});

test('after a game everybody is asked to play again, and sees who wants to', () => {
  const { tell, press, sent } = table({ ready: ['a2'], waiting_for: ['a1'] }, { facts: { phase: 'over' } });
  equal([texts('#next'), texts('.waits-for')], [['Play again Enter'], ['Ready: lin. Waiting for you.']]);
  press('Enter');
  equal(sent, ['say to m1: /again']);
  tell({ table: { ready: ['a1'], waiting_for: ['a2'], why_not: 'lin has not said yet.' } });
  equal([texts('#next'), texts('.waits-for')], [['Copy link Enter'], ['Ready: you. Waiting for lin.']]);
});

each(
  'what the game waits for',
  [
    ['the host', {}, {}, 'The game waits until you start it.'],
    ['another host', { host: 'a2' }, {}, 'lin starts the game.'],
    ['another host, where the room says how things stand', { host: 'a2' }, { you: { status: 'You play as soon as the host starts.' } }, ''],
    ['the host, too', {}, { you: { status: 'You play as soon as the host starts.' } }, 'The game waits until you start it.'],
    ['any host', { host: null }, {}, 'The game waits for a host.'],
    ['nobody', { starts: 'itself' }, {}, 'The game starts by itself.'],
    ['players', { host: 'a2', why_not: 'It takes three.' }, {}, 'It takes three.'],
    ['a countdown', {}, { facts: { phase: 'starting', deadline: 7 }, now: 2 }, 'The game is about to start.'],
  ],
  (_name, more, told, words) => {
    table(more, told);
    equal(texts('.waits-for'), [words]);
    equal([one('.now .clock').hidden, one('.now').hidden], [!told.facts, words === '']);
  },
);

each(
  'what kind of table it is, and whose',
  [
    [{}, 'A private table. You are its host.'], [{ public: true, host: 'a2' }, 'A public table. lin is its host.'], [{ locked: true, host: null }, 'A locked table.'],
  ],
  (more, words) => {
    const { waiting, model, tell } = table(more);
    equal(waiting.headline(model), words);
    tell({ facts: { phase: 'playing' } });
    equal([waiting.headline(model), texts('#at-table-about')], ['', [words]]);
  },
);

test('whoever has the focus on the board has it on what is next, and then on the board again', () => {
  const { tell, done } = table();
  equal(document.activeElement?.id, 'next');
  tell({ facts: { phase: 'playing' } });
  equal(done.includes('leave'), true);
});

test('whoever types is not disturbed', () => {
  const { tell, done } = table({}, { facts: { phase: 'playing' } });
  one('#words').focus();
  tell({ facts: { phase: 'over' } });
  equal(document.activeElement?.id, 'words');
  tell({ facts: { phase: 'playing' } });
  equal([document.activeElement?.id, done.includes('leave')], ['words', false]);
});

test('the board can be looked at meanwhile, until the next game or another room', () => {
  const { waiting, draw, tell, done } = table();
  one('#peek').click();
  equal(done.at(-1), 'redraw');
  draw();
  equal([waiting.isShown, one('#peek').textContent, one('#table-button').hidden], [false, 'Invite', false]);
  one('#peek').click();
  draw();
  equal([waiting.isShown, one('#peek').textContent], [true, 'Show the board']);
  one('#peek').click();
  tell({ facts: { phase: 'playing' } });
  equal(one('#peek').hidden, true);
  tell({ facts: { phase: 'waiting' } });
  equal(waiting.isShown, true);
});

test('while a game is on, the table is behind a button, in a panel that Back closes', () => {
  const { tell, panels } = table({}, { facts: { phase: 'playing' } });
  one('#table-button').click();
  equal([isOpen(), panels.length, panels[0].isOpen, texts('#at-table .code'), texts('#at-table-title')], [true, 1, true, ['amber-otter-nine'], ['Set: friday']]);
  panels[0].close();
  equal([isOpen(), panels[0].isOpen], [false, false]);
  one('#table-button').click();
  tell({ facts: { phase: 'over' } });
  equal([isOpen(), texts('#waiting .code')], [false, ['amber-otter-nine']]);
});

test('its keys are on the help page while they work', () => {
  const { waiting, tell } = table();
  equal(waiting.keys.map(([key]) => key), ['Enter', 'i', 'b']);
  tell({ facts: { phase: 'playing' } });
  equal(waiting.keys, []);
});
