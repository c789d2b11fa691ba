// Help: what the room says about itself, and the keys in force.

import { Help } from '../../clients/web/help.js';
import { all, equal, one, test, texts } from './harness.js';
import { room, seat, set } from './world.js';

const dialog = () => /** @type {HTMLDialogElement} */ (one('#help'));

function helped(options = {}) {
  const { controller, model, sent } = seat(room({ text: 'A quiet room.', ...options }));
  const help = new Help(controller);
  const draw = (...lines) => {
    if (lines.length) model.take({ tag: 'xresponse', attributes: { options: 'help' }, content: JSON.stringify(lines) });
    help.draw(model);
  };
  return { help, controller, model, sent, draw };
}

test('the room is asked, and what it is about is shown', () => {
  const { help, sent } = helped();
  help.open();
  help.open();
  equal([dialog().open, sent, one('#help-title').textContent, one('#help-about').textContent], [true, ['help'], 'Room', 'A quiet room.']);
});

test('without a room there is no help', () => {
  const { help, controller } = helped();
  controller.drop();
  help.open();
  equal(dialog().open, false);
});

test('what the room answers is shown, and asked for once', () => {
  const { help, sent, draw } = helped();
  help.open();
  draw('one', 'two');
  const [first] = all('#rules li');
  help.close();
  help.open();
  draw();
  equal([texts('#rules li'), one('#rules li') === first, sent], [['one', 'two'], true, ['help']]);
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

test('a room that uses all arrows, and keys of the page that work there alone', () => {
  const { help, model } = helped({ keys: ['LEFT', 'UP', 'RIGHT', 'DOWN'].map((key) => [`VK_${key}`, 'play']) });
  help.open();
  equal(texts('#keys dt'), ['←', '↑', '→', '↓', 'Enter', 'Tab', '/', '?']);
  help.draw(model, [['n', 'next'], ['←', 'taken']]);
  equal(texts('#keys dt'), ['←', '↑', '→', '↓', 'n', 'Enter', 'Tab', '/', '?']);
});

test('what is known of the deals of the room is told', () => {
  const { help, model, draw } = helped();
  help.open();
  draw('a rule');
  equal(texts('#deals dd'), []);
  const tell = (fair, more = {}) => {
    model.take({ tag: 'xresponse', attributes: { options: 'facts' }, content: JSON.stringify({ room: model.current, fair, ...more }) });
    draw();
  };
  tell({ match: { commitment: 'c1' } }, { kind: 'set/1' });
  equal(texts('#deals dd'), ['c1']);
  tell({ match: { secret: 's1' }, next: { commitment: 'c2' } });
  equal(texts('#deals dd'), ['c1', 's1', 'c2']);
  tell({ previous: { commitment: 'c1', secret: 's1' }, match: { commitment: 'c2', secret: null }, next: null });
  equal(texts('#deals dd'), ['c1', 's1', 'c2']);
  tell({ previous: null, match: 5, next: null });
  equal(texts('#deals dd'), []);
});
