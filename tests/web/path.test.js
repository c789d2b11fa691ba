// Links to rooms, and the way there by clicks.

import { Path } from '../../clients/web/path.js';
import { each, equal, test } from './harness.js';
import { enter, facts, seat, session, set } from './world.js';

const door = (x, address, more = {}) => [x, 0, `to ${address}`, { role: `room/${x}`, ...more }];
const doors = (...addresses) => ({ rooms: Object.fromEntries(addresses.map((address, x) => [`room/${x}`, { room: address }])) });
const BACK = [0, 1, 'Home', { role: 'home' }];
const HOME = { objid: 'm1', tiles: [door(0, 'set'), door(1, 'tombala')], told: { address: 'home', facts: { count: 2, ...doors('set', 'tombala') } } };
const SET = { objid: 'm2', tiles: [BACK], told: { address: 'set' } };
const LOBBY = { objid: 'm3', tiles: [BACK, door(0, 'den')], told: { address: 'tombala', facts: doors('den', 'gone') } };
const DEN = { objid: 'm4', tiles: [BACK], told: { address: 'den' } };

// A trail that only remembers: `shown` has each address in the order of writing, with a plus where it is a new entry.
class FakeTrail {
  shown = [];
  stays = 0;
  goes = 0;

  show(address, { isNew }) {
    const shown = `${isNew ? '+' : ''}${address}`;
    if (this.hash !== address) this.shown.push(shown);
  }

  get hash() {
    return (this.shown.at(-1) ?? '').replace('+', '');
  }

  stay() {
    this.stays += 1;
  }

  goOn() {
    this.goes += 1;
  }
}

function traveller(hash = '') {
  const { controller, model, sent, told } = seat(session());
  const trail = new FakeTrail();
  const path = new Path(controller, /** @type {any} */ (trail));
  path.begin(hash);
  const arrive = (where) => {
    enter(model, where);
    path.modelChanged();
  };
  return { path, model, sent, told, arrive, controller, trail };
}

each(
  'where the user is: each room that they walk to has an entry of its own',
  [
    [[HOME], ['#/']],
    [[HOME, SET], ['#/', '+#/set']],
    [[HOME, LOBBY], ['#/', '+#/tombala']],
    [[HOME, LOBBY, DEN], ['#/', '+#/tombala', '+#/tombala/den']],
    [[HOME, LOBBY, DEN, LOBBY], ['#/', '+#/tombala', '+#/tombala/den', '+#/tombala']],
    [[HOME, SET, HOME], ['#/', '+#/set', '+#/']],
  ],
  (rooms, shown) => {
    const { arrive, sent, trail } = traveller();
    rooms.forEach(arrive);
    equal([trail.shown, sent], [shown, []]);
  },
);

test('a link leads to a room, and to one entry', () => {
  const { arrive, sent, trail } = traveller('#/set');
  arrive(HOME);
  equal([sent, trail.shown], [['click to set'], ['#/']]);
  arrive(SET);
  equal([sent, trail.shown], [['click to set'], ['#/', '#/set']]);
});

each('without a room in the link, whoever comes back stays in theirs', [[''], ['#/'], ['#']], (hash) => {
  const { arrive, sent, trail } = traveller(hash);
  arrive(SET);
  equal([sent, trail.shown], [[], ['#/set']]);
});

test('a link to Home that is followed in another room leads Home', () => {
  const { arrive, path, sent } = traveller();
  arrive(SET);
  path.follow('#/');
  equal(sent, ['click Home']);
});

test('Back through a lobby needs no entry for the rooms on the way', () => {
  const { arrive, path, sent, trail } = traveller();
  [HOME, SET].forEach(arrive);
  path.follow('#/tombala/den');
  [HOME, LOBBY, DEN].forEach(arrive);
  equal(sent, ['click Home', 'click to tombala', 'click to den']);
  equal(trail.shown.slice(2), ['#/', '#/tombala', '#/tombala/den']);
});

test('a door that stays shut ends the walk: the next room is one that the user has chosen', () => {
  const { arrive, path, sent, trail } = traveller('#/set');
  arrive(HOME);
  arrive(LOBBY);
  equal([sent, trail.shown], [['click to set'], ['#/', '+#/tombala']]);
  path.modelChanged();
  equal(sent, ['click to set']);
});

test('the next session knows nothing of the one before', () => {
  const { arrive, path, sent, trail } = traveller();
  [HOME, LOBBY].forEach(arrive);
  path.follow('#/set');
  path.forget();
  path.begin('');
  [LOBBY, DEN].forEach(arrive);
  equal([sent, trail.shown.slice(2)], [['click Home'], ['+#/tombala/den']]);
});

each('a link through a lobby', [['#/tombala/den'], ['#tombala/den/'], ['#/Tombala/Den']], (hash) => {
  const { arrive, sent } = traveller(hash);
  arrive(HOME);
  arrive(LOBBY);
  equal(sent, ['click to tombala', 'click to den']);
});

const THEATRE = { objid: 'm5', tiles: [BACK], told: { address: 'replay-3', facts: { replay: { id: 'set-abcdefgh' } } } };

test('a replay has a link of its own, wherever the user comes from', () => {
  const { arrive, trail } = traveller();
  [HOME, SET, THEATRE].forEach(arrive);
  equal(trail.hash, '#/replays/set-abcdefgh');
  arrive(HOME);
  equal(trail.hash, '#/');
});

test('a link leads to a replay, as any room does that is asked', () => {
  const { arrive, sent, trail } = traveller('#/replays/set-abcdefgh');
  arrive(HOME);
  equal(sent, ['say to m1: /watch set-abcdefgh']);
  arrive(THEATRE);
  equal([sent.length, trail.shown], [1, ['#/', '#/replays/set-abcdefgh']]);
});

const TABLE = { objid: 'm6', tiles: [BACK], told: { address: 'set-7', table: { code: 'amber-otter-nine' } } };

test('a table of one’s own has its code as a link, wherever the user comes from', () => {
  const { arrive, trail } = traveller();
  [HOME, LOBBY, TABLE].forEach(arrive);
  equal(trail.hash, '#/amber-otter-nine');
  arrive(HOME);
  equal(trail.hash, '#/');
});

test('a table that gets another code has another link, in the same entry', () => {
  const { arrive, trail, model, path } = traveller();
  [HOME, TABLE].forEach(arrive);
  facts(model, { room: 'm6', table: { code: 'blue-heron-two' } });
  path.modelChanged();
  equal(trail.shown, ['#/', '+#/amber-otter-nine', '#/blue-heron-two']);
});

test('whoever comes back to a table with another code is there already; whoever has lost the seat is led there', () => {
  const { arrive, path, sent, trail } = traveller();
  [HOME, TABLE].forEach(arrive);
  path.resume();
  arrive({ ...TABLE, objid: 'm7', told: { address: 'set-7', table: { code: 'blue-heron-two' } } });
  equal([sent, trail.hash], [[], '#/blue-heron-two']);
  path.resume();
  arrive({ ...HOME, objid: 'm8' });
  equal(sent, ['say to m8: /join blue-heron-two']);
});

test('a code leads to its table from any room, in one step and one entry', () => {
  const { arrive, sent, path, trail } = traveller('#/amber-otter-nine');
  arrive(HOME);
  equal(sent, ['say to m1: /join amber-otter-nine']);
  arrive(TABLE);
  equal([sent.length, trail.shown], [1, ['#/', '#/amber-otter-nine']]);
  arrive(SET);
  path.follow('#/amber-otter-nine');
  equal(sent.slice(1), ['say to m2: /join amber-otter-nine']);
});

test('a code of no table leads nowhere, and whoever comes back to a table is led nowhere else', () => {
  const { arrive, sent, trail, path } = traveller('#/amber-otter-ten');
  [HOME, SET].forEach(arrive);
  equal([sent, trail.shown], [['say to m1: /join amber-otter-ten'], ['#/', '+#/set']]);
  path.begin('#/amber-otter-nine');
  arrive(TABLE);
  equal([sent.length, trail.hash], [1, '#/amber-otter-nine']);
});

test('a link to a replay that there is not leads nowhere, and does not lead there later', () => {
  const { arrive, sent, trail } = traveller('#/replays/set-abcdefgh');
  [HOME, SET].forEach(arrive);
  equal([sent, trail.shown], [['say to m1: /watch set-abcdefgh'], ['#/', '+#/set']]);
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
  const { model, path, sent, trail } = traveller('#/set');
  set(model, 'm1', { x: 3, y: 3, name: 'Home' });
  path.modelChanged();
  equal([sent, trail.shown], [[], []]);
});

test('who would rather stay keeps their address, and goes nowhere later', () => {
  const { arrive, controller, path, sent, trail } = traveller();
  [HOME, { ...SET, told: { ...SET.told, you: { leave: 'You lose.' } } }].forEach(arrive);
  controller.confirm = (_cost, _leave, stay) => stay();
  path.follow('#/tombala');
  equal([sent, trail.shown, trail.stays], [[], ['#/', '+#/set'], 1]);
  arrive(HOME);
  equal([sent, trail.shown], [[], ['#/', '+#/set', '+#/']]);
});

test('each room is left by one click, however often it changes', () => {
  const { arrive, model, path, sent } = traveller('#/set');
  arrive(HOME);
  set(model, 'm1', { text: 'news' });
  path.modelChanged();
  equal(sent, ['click to set']);
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
    ['#/no-such', {}],
    ['#/set', { tiles: [door(0, 'set', { energy: 0 })] }],
    ['#/set', { tiles: [] }],
    ['#/set', { told: { address: 'home', facts: { rooms: ['set'], a: null } } }],
  ],
  (hash, more) => {
    const { arrive, told, trail } = traveller(hash);
    arrive({ ...HOME, ...more });
    equal([told, trail.hash], [[`Can't find the room “${hash.slice(2)}”. It may have closed: choose another room.`], '#/']);
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
  const { path, trail } = traveller('#/set');
  path.modelChanged();
  equal(trail.shown, []);
});

test('the room with the wanted address is the one, whatever the way there', () => {
  const { arrive, path, sent, trail } = traveller();
  arrive({ ...DEN, objid: 'm9' });
  path.follow('#/tombala/den');
  equal([sent, trail.hash], [[], '#/tombala/den']);
});

