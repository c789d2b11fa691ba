// The dialog that opens a table of one's own.

import { NewTable } from '../../clients/web/newtable.js';
import { offersOf } from '../../clients/web/table.js';
import { equal, one, test, texts } from './harness.js';
import { room, seat } from './world.js';

const COUNTDOWN = { text: 'Countdown', values: [[10, '10 s'], [30, '30 s']], usual: 30 };
const ROOMS = {
  'room/set': { title: 'Set', room: 'set', table: { choices: { countdown: COUNTDOWN, submit: { text: 'Submit at three', values: [[true, 'on'], [false, 'off']] } } } },
  'room/noughts': { title: 'Noughts', room: 'noughts', table: { choices: {} } },
  'room/records': { title: 'Records', room: 'records' },
};

const field = (id) => /** @type {HTMLInputElement} */ (one(`#${id}`));
const isOpen = () => /** @type {HTMLDialogElement} */ (one('#new-table')).open;

function home(rooms = ROOMS) {
  document.body.classList.remove('outside');
  const model = room({ told: { kind: 'home/1', facts: { rooms } } });
  const { controller, sent } = seat(model);
  const panels = [];
  const dialog = new NewTable(controller, (panel) => panels.push(panel));
  return { dialog, sent, panels, open: (game = '') => dialog.open(offersOf(model), game) };
}

test('one key and Enter open a private table as usual', () => {
  const { open, sent, panels } = home();
  open();
  equal([isOpen(), document.activeElement?.id, texts('#new-game option'), panels.length], [true, 'new-open', ['Set', 'Noughts'], 1]);
  one('#new-open').click();
  equal([sent, isOpen()], [['say to m1: /new set private'], false]);
});

test('what was chosen is said, and a name is a name', () => {
  const { open, sent } = home();
  open();
  field('new-who').value = 'public';
  const [countdown, submit] = /** @type {HTMLSelectElement[]} */ ([...document.querySelectorAll('#new-options select')]);
  equal([countdown.value, submit.value, texts('#new-options span')], ['30', '', ['Countdown', 'Submit at three']]);
  [countdown.value, submit.value] = ['10', 'off'];
  field('new-name').value = ' x=1 friday ';
  one('#new-open').click();
  equal(sent, ['say to m1: /new set public countdown=10 submit=off x 1 friday']);
});

test('each game has its own options', () => {
  const { open, sent } = home();
  open('noughts');
  equal([field('new-game').value, texts('#new-options span')], ['noughts', []]);
  field('new-game').value = 'set';
  field('new-game').dispatchEvent(new Event('change'));
  equal(texts('#new-options span'), ['Countdown', 'Submit at three']);
  one('#new-cancel').click();
  equal([sent, isOpen()], [[], false]);
});

test('it is closed from outside, and opened once', () => {
  const { dialog, open, panels } = home();
  open();
  open();
  equal([panels.length, dialog.isOpen], [1, true]);
  dialog.close();
  equal(dialog.isOpen, false);
});

test('a server without tables has no such dialog', () => {
  const { open } = home(/** @type {any} */ ({ 'room/x': { title: 'X', table: {} } }));
  open();
  equal(isOpen(), false);
});
