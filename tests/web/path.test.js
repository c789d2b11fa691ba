// Links to rooms, and the way there by clicks.

import { Path, slug } from '../../clients/web/path.js';
import { each, equal, replace, test } from './harness.js';
import { enter, seat, session, set } from './world.js';

const HOME = { objid: 'm1', name: 'Home', tiles: [[0, 0, 'Set'], [1, 0, 'Tombala'], [2, 0, 'Noughts and crosses']] };
const SET = { objid: 'm2', name: 'Set', tiles: [[0, 0, 'Home']] };
const LOBBY = { objid: 'm3', name: 'Tombala', tiles: [[0, 0, 'Home'], [1, 0, 'den (25 s, 2 players)'], [2, 0, 'x', { text: 'cave, of two' }]] };
const DEN = { objid: 'm4', name: 'Tombala: den', tiles: [[0, 0, 'Home']] };

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
  'a name in a link',
  [['Noughts and crosses', 'noughts-and-crosses'], ['Set: 2', 'set-2'], [' ¡Olé! ', 'olé'], ['Ｗide', 'wide'], ['--', '']],
  (name, expected) => equal(slug(name), expected),
);

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
  equal([sent, location.hash], [['click Set'], '']);
  arrive(SET);
  equal([sent, location.hash], [['click Set'], '#/set']);
});

each(
  'a link through a lobby',
  [['#/tombala/den', 'click den (25 s, 2 players)'], ['#/tombala/cave', 'click x'], ['#tombala/den/', 'click den (25 s, 2 players)']],
  (hash, click) => {
    const { arrive, sent } = traveller(hash);
    arrive(HOME);
    arrive(LOBBY);
    equal(sent, ['click Tombala', click]);
  },
);

test('each room is left by one click, however often it changes', () => {
  const { arrive, model, path, sent } = traveller('#/set');
  arrive(HOME);
  set(model, 'm1', { text: 'news' });
  path.modelChanged();
  equal(sent, ['click Set']);
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
  equal(sent, ['click Home', 'click Tombala']);
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
  equal(sent, ['click Tombala', 'click Set']);
});

each(
  'a room that cannot be found',
  [
    ['#/no-such-room', {}],
    ['#/set', { tiles: [[0, 0, 'Set', { energy: 0 }]] }],
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
  equal(sent, ['Set']);
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
  equal(sent, ['Tombala']);
});

test('nothing happens without a room', () => {
  const { path } = traveller('#/set');
  path.modelChanged();
  equal(location.hash, '');
});

test('a room that has the wanted name is the one, whatever the way there', () => {
  const { arrive, path, sent } = traveller();
  arrive({ ...DEN, objid: 'm9' });
  path.follow('#/tombala/den');
  equal([sent, location.hash], [[], '#/tombala/den']);
});

