// Links to rooms, and the way there by clicks.

import { Path } from '../../clients/web/path.js';
import { each, equal, replace, test } from './harness.js';
import { enter, seat, session, set } from './world.js';

const door = (x, address, more = {}) => [x, 0, `to ${address}`, { role: `room/${x}`, ...more }];
const doors = (...addresses) => ({ rooms: Object.fromEntries(addresses.map((address, x) => [`room/${x}`, { room: address }])) });
const BACK = [0, 1, 'Home', { role: 'home' }];
const HOME = { objid: 'm1', tiles: [door(0, 'set'), door(1, 'tombala')], told: { address: 'home', facts: { count: 2, ...doors('set', 'tombala') } } };
const SET = { objid: 'm2', tiles: [BACK], told: { address: 'set' } };
const LOBBY = { objid: 'm3', tiles: [BACK, door(0, 'den')], told: { address: 'tombala', facts: doors('den', 'gone') } };
const DEN = { objid: 'm4', tiles: [BACK], told: { address: 'den' } };

function traveller(hash = '') {
  const { controller, model, sent, told } = seat(session());
  const path = new Path(controller);
  if (hash) path.follow(hash);
  const arrive = (where) => {
    enter(model, where);
    path.modelChanged();
  };
  return { path, model, sent, told, arrive, controller };
}

each(
  'where the user is',
  [
    [[HOME], '#/'],
    [[HOME, SET], '#/set'],
    [[HOME, LOBBY], '#/tombala'],
    [[HOME, LOBBY, DEN], '#/tombala/den'],
    [[HOME, LOBBY, DEN, LOBBY], '#/tombala'],
    [[HOME, SET, HOME], '#/'],
  ],
  (rooms, hash) => {
    const { arrive, sent } = traveller();
    rooms.forEach(arrive);
    equal([location.hash, sent], [hash, []]);
  },
);

test('a link leads to a room', () => {
  const { arrive, sent } = traveller('#/set');
  arrive(HOME);
  equal([sent, location.hash], [['click to set'], '']);
  arrive(SET);
  equal([sent, location.hash], [['click to set'], '#/set']);
});

each('a link through a lobby', [['#/tombala/den'], ['#tombala/den/'], ['#/Tombala/Den']], (hash) => {
  const { arrive, sent } = traveller(hash);
  arrive(HOME);
  arrive(LOBBY);
  equal(sent, ['click to tombala', 'click to den']);
});

const THEATRE = { objid: 'm5', tiles: [BACK], told: { address: 'replay-3', facts: { replay: { id: 'set-abcdefgh' } } } };

test('a replay has a link of its own, wherever the user comes from', () => {
  const { arrive } = traveller();
  [HOME, SET, THEATRE].forEach(arrive);
  equal(location.hash, '#/replays/set-abcdefgh');
  arrive(HOME);
  equal(location.hash, '#/');
});

test('a link leads to a replay, as any room does that is asked', () => {
  const { arrive, sent } = traveller('#/replays/set-abcdefgh');
  arrive(HOME);
  equal(sent, ['say to m1: /watch set-abcdefgh']);
  arrive(THEATRE);
  equal([sent.length, location.hash], [1, '#/replays/set-abcdefgh']);
});

test('a link to a replay that there is not leads nowhere, and does not lead there later', () => {
  const { arrive, sent } = traveller('#/replays/set-abcdefgh');
  [HOME, SET].forEach(arrive);
  equal([sent, location.hash], [['say to m1: /watch set-abcdefgh'], '#/set']);
});

test('after a lost connection the user is in the replay again, or is led there', () => {
  const { arrive, path, sent } = traveller();
  [HOME, THEATRE].forEach(arrive);
  path.resume();
  arrive(THEATRE);
  equal(sent, []);
  path.resume();
  arrive(HOME);
  equal(sent, ['say to m1: /watch set-abcdefgh']);
});

test('a room counts when it has told what it is', () => {
  const { model, path, sent } = traveller('#/set');
  set(model, 'm1', { x: 3, y: 3, name: 'Home' });
  path.modelChanged();
  equal([sent, location.hash], [[], '']);
});

test('who would rather stay keeps their address, and goes nowhere later', () => {
  const { arrive, controller, path, sent } = traveller();
  [HOME, { ...SET, told: { ...SET.told, you: { leave: 'You lose.' } } }].forEach(arrive);
  controller.confirm = (_cost, _leave, stay) => stay();
  path.follow('#/tombala');
  equal([sent, location.hash], [[], '#/set']);
  arrive(HOME);
  equal([sent, location.hash], [[], '#/']);
});

test('each room is left by one click, however often it changes', () => {
  const { arrive, model, path, sent } = traveller('#/set');
  arrive(HOME);
  set(model, 'm1', { text: 'news' });
  path.modelChanged();
  equal(sent, ['click to set']);
});

test('the address is written once in each room', () => {
  const written = [];
  replace(history, 'replaceState', (_state, _title, hash) => written.push(hash));
  const { arrive, path } = traveller();
  arrive(HOME);
  path.modelChanged();
  arrive(SET);
  equal(written, ['#/', '#/set']);
});

test('from another room the way leads by Home', () => {
  const { arrive, path, sent } = traveller();
  [HOME, SET].forEach(arrive);
  path.follow('#/tombala');
  equal(sent, ['click Home']);
  arrive(HOME);
  equal(sent, ['click Home', 'click to tombala']);
});

test('a link to where the user is leads nowhere', () => {
  const { arrive, path, sent } = traveller();
  [HOME, SET].forEach(arrive);
  path.follow('#/set');
  equal(sent, []);
});

test('a link that is followed while the user is on the way to another', () => {
  const { arrive, path, sent } = traveller('#/tombala');
  arrive(HOME);
  path.follow('#/set');
  equal(sent, ['click to tombala', 'click to set']);
});

each(
  'a room that cannot be found',
  [
    ['#/no-such-room', {}],
    ['#/set', { tiles: [door(0, 'set', { energy: 0 })] }],
    ['#/set', { tiles: [] }],
    ['#/set', { told: { address: 'home', facts: { rooms: ['set'], a: null } } }],
  ],
  (hash, more) => {
    const { arrive, told } = traveller(hash);
    arrive({ ...HOME, ...more });
    equal([told, location.hash], [[`Can't find the room “${hash.slice(2)}”. It may have closed: choose another room.`], '#/']);
  },
);

test('a link that is no address is ignored', () => {
  const { arrive, sent, told } = traveller('#/%E0%A4%A');
  arrive(HOME);
  equal([sent, told], [[], []]);
});

test('who comes back after a lost connection walks to where they were', () => {
  const { arrive, controller, path } = traveller();
  [HOME, SET].forEach(arrive);
  path.resume();
  const { model, sent } = seat(session());
  controller.take(/** @type {any} */ ({ model, click: (tile) => sent.push(tile.name) > 0 }));
  enter(model, HOME);
  path.modelChanged();
  equal(sent, ['to set']);
});

test('who was on the way when the connection was lost goes on', () => {
  const { arrive, controller, path } = traveller('#/tombala/den');
  arrive(HOME);
  path.resume();
  const { sent } = seat();
  const model = session();
  controller.take(/** @type {any} */ ({ model, click: (tile) => sent.push(tile.name) > 0 }));
  enter(model, HOME);
  path.modelChanged();
  equal(sent, ['to tombala']);
});

test('nothing happens without a room', () => {
  const { path } = traveller('#/set');
  path.modelChanged();
  equal(location.hash, '');
});

test('the room with the wanted address is the one, whatever the way there', () => {
  const { arrive, path, sent } = traveller();
  arrive({ ...DEN, objid: 'm9' });
  path.follow('#/tombala/den');
  equal([sent, location.hash], [[], '#/tombala/den']);
});

