// The controller: which act sends what, and whether it can be done now.

import { Controller } from '../../clients/web/controller.js';
import { each, equal, test } from './harness.js';
import { room, seat, session, set } from './world.js';

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

// Leaving

const GAME = { tiles: [[0, 0, 'Home', { role: 'home' }], [1, 0, 'Lobby', { role: 'lobby' }], [2, 0, 'Lamp', { role: 'lamp' }]], keys: [['VK_H', 'Home', { role: 'key/home' }]] };

function leaver(cost) {
  const found = seat(room({ ...GAME, told: { you: { leave: cost } } }));
  const asked = [];
  found.controller.confirm = (...question) => asked.push(question);
  return { ...found, asked };
}

each('what leads out of a game that costs something', [['t1000', 'click Home'], ['t1001', 'click Lobby'], ['k1000', 'press VK_H 0']], (id, act) => {
  const { controller, model, sent, asked } = leaver('You lose 2 points.');
  let stayed = 0;
  equal([controller.act(model.things.get(id), { declined: () => (stayed += 1) }), sent, asked.length], [true, [], 1]);
  const [[cost, leave, stay]] = asked;
  stay();
  equal([cost, stayed, sent], ['You lose 2 points.', 1, []]);
  leave();
  equal(sent, [act]);
});

each('nothing is asked', [['where leaving is free', undefined, 't1000'], ['where it costs nonsense', 5, 't1000'], ['by another tile', 'You lose.', 't1002']], (_name, cost, id) => {
  const { controller, model, sent, asked } = leaver(cost);
  equal([controller.act(model.things.get(id)), sent.length, asked], [true, 1, []]);
});

test('nothing is asked before an act that is not possible', () => {
  const { controller, model, asked } = leaver('You lose.');
  set(model, 't1000', { energy: 0 });
  equal([controller.act(model.things.get('t1000')), asked], [false, []]);
});

test('logging out is leaving, too', () => {
  const { controller, asked } = leaver('You lose.');
  controller.leaveBy(() => {});
  equal(asked.length, 1);
});

each('help is the page’s own', [['t1000'], ['k1000']], (id) => {
  const { controller, model, sent } = seat(room({ tiles: [[0, 0, 'Help', { role: 'help' }]], keys: [['VK_H', 'Help', { role: 'key/help' }]] }));
  let opened = 0;
  controller.showHelp = () => (opened += 1);
  equal([controller.act(model.things.get(id)), opened, sent], [true, 1, []]);
});

test('the help of the room can be asked for', () => {
  const { controller, sent } = seat();
  controller.askForHelp();
  controller.drop();
  controller.askForHelp();
  equal(sent, ['help']);
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
    ['@bob b hi', ['say to m1: @bob b hi'], []], // the server asks who is meant
    ['@bobby hi', ['say to m1: @bobby hi'], []], // the server finds players in other rooms
    ['@', [], ['Nobody here has that name. To whisper, type @name and your message.']],
    ['@bob', [], ['To whisper to bob, type a message after @bob.']],
    ['@bob  ', [], ['To whisper to bob, type a message after @bob.']],
    [' @bob is away', ['say to m1:  @bob is away'], []],
  ],
  (typed, expected, notes) => {
    const model = room();
    set(model, 'a2', { name: 'bob' });
    set(model, 'a3', { name: 'Bob B' });
    set(model, 'a4', { name: '' });
    const { controller, sent, told } = seat(model);
    const said = controller.talk(typed);
    equal([said === null ? [] : [`say to ${said.to}: ${said.text}`], sent, told], [expected, expected, notes]);
  },
);

test('a server that does not say what its rooms are is not asked for players in other rooms', () => {
  const model = session();
  set(model, 'm1', { name: 'Room', x: 3, y: 3 });
  set(model, 'a1', { name: 'ann', energy: 1 });
  const { controller, sent, told } = seat(model);
  equal([controller.talk('@dan hi'), sent, told], [null, [], ['Nobody here has that name. To whisper, type @name and your message.']]);
});

test('nothing can be said without a room, or without a session', () => {
  equal([new Controller().talk('hello'), new Controller().keyFor(press('a'))], [null, null]);
});

test('a session begins and ends without the pictures of another', () => {
  const { controller, model } = seat();
  let cleared = 0;
  controller.pictures.clear = () => (cleared += 1);
  controller.take(/** @type {any} */ ({ model }));
  controller.drop();
  equal([cleared, controller.model], [2, null]);
});

test('leaving a replay costs nothing, whatever it cost the player whose seat it is', () => {
  const { controller, model, sent } = seat(room({ tiles: [[0, 0, 'Home', { role: 'home' }]], told: { you: { leave: 'You lose.' }, facts: { replay: {} } } }));
  controller.confirm = () => sent.push('asked');
  controller.act(model.at(0, 0));
  equal(sent, ['click Home']);
});

test('a command that leads elsewhere asks first where leaving costs something, and a command that does not is said at once', () => {
  const { controller, model, sent } = seat(room({ told: { you: { leave: 'You lose.' } } }));
  const asked = [];
  controller.confirm = (cost, leave) => asked.push([cost, leave]);
  equal([controller.order('/start'), sent], [true, ['say to m1: /start']]);
  const led = [];
  controller.leaveFor('/join set', { sent: () => led.push('sent') });
  equal([asked.length, sent.length, led], [1, 1, []]);
  asked[0][1]();
  equal([sent.slice(1), led], [['say to m1: /join set'], ['sent']]);
  model.current = null;
  equal(controller.order('/start'), false);
});
