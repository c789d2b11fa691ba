// Help: the room's rules, taken out of what it says, and the keys in force.

import { Help } from '../../clients/web/help.js';
import { all, equal, one, stopClock, test, texts } from './harness.js';
import { hear, room, seat, set } from './world.js';

const dialog = () => /** @type {HTMLDialogElement} */ (one('#help'));

function helped(options = {}) {
  const clock = stopClock();
  const { controller, model, sent } = seat(room({ text: 'A quiet room.', tiles: [[0, 0, 'Help']], ...options }));
  const help = new Help(controller);
  const draw = (...lines) => {
    for (const line of lines) hear(model, ...line);
    help.draw(model);
  };
  return { help, controller, model, sent, clock, draw };
}

test('the room is asked, and what it is about is shown', () => {
  const { help, sent } = helped();
  help.open();
  equal([dialog().open, sent, one('#help-title').textContent, one('#help-about').textContent], [true, ['click Help'], 'Room', 'A quiet room.']);
});

test('help that is open is not asked for again', () => {
  const { help, sent } = helped();
  help.open();
  help.open();
  equal(sent, ['click Help']);
});

test('without a room there is no help', () => {
  const { help, controller } = helped();
  controller.drop();
  help.open();
  equal(dialog().open, false);
});

test('what the room answers is rules, which are not in the chat', () => {
  const { help, model, draw } = helped();
  draw(['m1', 'a1', 'before']);
  help.open();
  draw(['m1', 'a1', 'one'], ['m1', 'm1', 'to everybody'], ['a2', 'a1', 'by a player']);
  draw(['m1', 'a1', 'two']);
  equal(texts('#rules li'), ['one', 'two']);
  equal(model.heard.map(({ isRule }) => isRule), [false, true, false, false, true]);
});

test('a room has five seconds to answer, and one more for the rest', () => {
  const { help, clock, draw } = helped();
  help.open();
  clock.advance(4999);
  draw(['m1', 'a1', 'one']);
  clock.advance(999);
  draw(['m1', 'a1', 'two']);
  clock.advance(1);
  draw(['m1', 'a1', 'three']);
  equal(texts('#rules li'), ['one', 'two']);
});

test('a room that answers late is in the chat', () => {
  const { help, model, clock, draw } = helped();
  help.open();
  clock.advance(5000);
  draw(['m1', 'a1', 'one']);
  equal([texts('#rules li'), model.heard[0].isRule], [[], false]);
});

test('while help is closed nothing is a rule', () => {
  const { help, model, draw } = helped();
  help.open();
  help.close();
  draw(['m1', 'a1', 'one']);
  equal([dialog().open, model.heard[0].isRule], [false, false]);
});

test('help that is opened again begins afresh', () => {
  const { help, draw } = helped();
  help.open();
  draw(['m1', 'a1', 'one']);
  help.close();
  help.open();
  equal(texts('#rules li'), []);
});

test('the keys of the room come first, then those of the page that it does not use', () => {
  const { help } = helped({ keys: [['VK_SPACE', 'submit'], ['VK_SLASH', 'divide'], ['VK_A', 'off', { energy: 0 }]] });
  help.open();
  equal(texts('#keys dt'), ['Space', '/', 'arrows', 'Enter', 'Tab', '?']);
  equal(texts('#keys dd').slice(0, 2), ['submit', 'divide']);
});

test('keys are drawn again only when they change', () => {
  const { help, model, draw } = helped({ keys: [['VK_A', 'a']] });
  help.open();
  const [before] = all('#keys dt');
  draw();
  equal(one('#keys dt') === before, true);
  set(model, 'k1000', { energy: 0 });
  draw();
  equal(texts('#keys dt')[0], 'arrows');
});
