// The controller: which act sends what, and whether it can be done now.

import { Controller } from '../../clients/web/controller.js';
import { each, equal, test } from './harness.js';
import { room, seat, set } from './world.js';

const press = (key, more = {}) => /** @type {any} */ ({ key, shiftKey: false, ...more });

test('a click on a tile', () => {
  const { controller, model, sent } = seat(room({ tiles: [[1, 2, 'Lamp']] }));
  equal([controller.act(model.at(1, 2)), sent], [true, ['click Lamp']]);
});

each(
  'a click that is not sent',
  [
    ['on a tile that has left', () => {
      const found = seat(room({ tiles: [[0, 0, 'Lamp']] }));
      set(found.model, 't1000', { x: -1 });
      return found;
    }],
    ['on a disabled tile', () => seat(room({ tiles: [[0, 0, 'Lamp', { energy: 0 }]] }))],
    ['on a tile that the skin does not allow', () => {
      const found = seat(room({ tiles: [[0, 0, 'Lamp']] }));
      found.controller.allows = ({ name }) => name !== 'Lamp';
      return found;
    }],
    ['after the session', () => {
      const found = seat(room({ tiles: [[0, 0, 'Lamp']] }));
      found.controller.drop();
      return found;
    }],
  ],
  (_name, make) => {
    const { controller, model, sent } = make();
    equal([controller.act(model.things.get('t1000')), sent], [false, []]);
  },
);

test('a key of the room, with Shift or without', () => {
  const { controller, sent } = seat(room({ keys: [['VK_A', 'a lamp']] }));
  equal([controller.pressed(press('a')), controller.pressed(press('A', { shiftKey: true }))], [true, true]);
  equal(sent, ['press VK_A 0', 'press VK_A 1']);
});

each(
  'a key that is not sent',
  [
    ['of no room', room(), 'a'],
    ['that is another', room({ keys: [['VK_A', '']] }), 'b'],
    ['that is disabled', room({ keys: [['VK_A', '', { energy: 0 }]] }), 'a'],
  ],
  (_name, model, key) => {
    const { controller, sent } = seat(model);
    equal([controller.pressed(press(key)), sent], [false, []]);
  },
);

test('a key that the skin does not allow is not sent', () => {
  const { controller, model, sent } = seat(room({ keys: [['VK_A', '']] }));
  controller.allows = () => false;
  equal([controller.act(model.keys[0]), sent], [false, []]);
});

test('the tile of a name', () => {
  const { controller, sent } = seat(room({ tiles: [[0, 0, 'Home'], [2, 2, 'Help']] }));
  equal([controller.clickNamed('Help'), controller.clickNamed('Other'), sent], [true, false, ['click Help']]);
});

each(
  'what is typed',
  [
    [' hello ', ['say to m1: hello'], []],
    ['', [], []],
    ['   ', [], []],
    ['@bob see you', ['say to a2: (see you)'], []],
    ['@BOB: (see you)', ['say to a2: (see you)'], []],
    ['@bob, psst', ['say to a2: (psst)'], []],
    ['@bob b hi', ['say to a3: (hi)'], []],
    ['@bobby hi', [], ['Nobody here has that name. To whisper, type @name and your message.']],
    ['@', [], ['Nobody here has that name. To whisper, type @name and your message.']],
    ['@bob', [], ['To whisper to bob, type a message after @bob.']],
    ['@bob  ', [], ['To whisper to bob, type a message after @bob.']],
  ],
  (typed, expected, notes) => {
    const model = room();
    set(model, 'a2', { name: 'bob' });
    set(model, 'a3', { name: 'Bob B' });
    set(model, 'a4', { name: '' });
    const { controller, sent, told } = seat(model);
    equal([controller.talk(typed), sent, told], [expected.length > 0, expected, notes]);
  },
);

test('nothing can be said without a room, or without a session', () => {
  equal([new Controller().talk('hello'), new Controller().keyFor(press('a'))], [false, null]);
});

test('a session begins and ends without the pictures of another', () => {
  const { controller, model } = seat();
  let cleared = 0;
  controller.pictures.clear = () => (cleared += 1);
  controller.take(/** @type {any} */ ({ model }));
  controller.drop();
  equal([cleared, controller.model], [2, null]);
});
