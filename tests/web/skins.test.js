// Which skin draws a room: the one for its kind, whatever is in the room.

import { Skins } from '../../clients/web/skins.js';
import { each, equal, stopClock, test } from './harness.js';
import { facts, room, session, set } from './world.js';

const frame = () => new Promise((done) => {
  requestAnimationFrame(done);
});

function roomOf(kind) {
  const model = room();
  facts(model, { room: 'm1', kind });
  return model;
}

// The skin of a room, when its file is loaded.
async function find(model) {
  const skins = new Skins(() => {});
  while (skins.find(model) === null) await frame();
  return skins.find(model)?.label;
}

each(
  'a room of the kind',
  Object.entries({
    'home/1': 'hall', 'tombala-lobby/1': 'hall', 'dancing-lobby/1': 'lobby', 'noughts/1': 'noughts', 'set/1': 'set', 'set-practice/1': 'set', 'pairpanicking/1': 'pairs',
    'memory/1': 'memory', 'tombala/1': 'tombala', 'dancing/1': 'dancing', 'records/1': 'records', 'tombala/2': 'panel', chess: 'panel', '': 'panel',
  }),
  async (kind, label) => equal(await find(roomOf(kind)), label),
);

test('a room that has not said its kind', async () => equal(await find(room()), 'panel'));

test('a skin that has to be loaded is drawn when it has come', async () => {
  let drawn = 0;
  const skins = new Skins(() => (drawn += 1));
  const model = roomOf('records/1');
  equal([skins.find(model), skins.find(model), drawn], [null, null, 0]);
  while (drawn === 0) await frame();
  equal([skins.find(model)?.label, drawn], ['records', 1]);
});

test('the first room of a session has a moment to tell what it is', () => {
  const clock = stopClock();
  let drawn = 0;
  const skins = new Skins(() => (drawn += 1));
  const model = session();
  set(model, 'm1', { x: 3, y: 3 });
  equal([skins.find(model), skins.find(model), clock.timers.size], [null, null, 1]);
  clock.advance(500);
  equal([skins.find(model)?.label, drawn], ['panel', 1]);
  set(model, 'm2', { x: 3, y: 3 });
  equal([skins.find(model)?.label, drawn], ['panel', 1]);
  const other = session();
  set(other, 'm1', { x: 3, y: 3 });
  equal(skins.find(other), null);
  facts(other, { room: 'm1', kind: 'x/1' });
  equal(skins.find(other)?.label, 'panel');
});

test('there is no skin where there is no room', () => equal(new Skins(() => {}).find(/** @type {any} */ ({ matrix: null })), null));
