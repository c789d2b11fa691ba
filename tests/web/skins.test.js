// Which skin draws a room: the one for its kind, whatever is in the room.

import { Skins } from '../../clients/web/skins.js';
import { each, equal, test } from './harness.js';
import { facts, room } from './world.js';

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

test('there is no skin where there is no room', () => equal(new Skins(() => {}).find(/** @type {any} */ ({ matrix: null })), null));
