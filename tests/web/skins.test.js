// Which skin draws a room: by its size and what is in which cell, and by nothing that players write.

import { Skins } from '../../clients/web/skins.js';
import { each, equal, test } from './harness.js';
import { ROOMS } from './rooms.js';
import { facts, room, set } from './world.js';

const LABELS = {
  LOBBY: 'hall', DANCING_LOBBY: 'lobby',
  TOMBALA: 'tombala', DANCING: 'dancing',
};

const frame = () => new Promise((done) => {
  requestAnimationFrame(done);
});

// The skin of a room, when its file is loaded.
async function find(model) {
  const skins = new Skins(() => {});
  while (skins.find(model) === null) await frame();
  return skins.find(model)?.label;
}

each('the room', Object.keys(ROOMS).map((name) => [name]), async (name) => equal(await find(room(ROOMS[name])), LABELS[name]));

each('a room of the same size with other tiles', Object.keys(ROOMS).map((name) => [name]), async (name) => {
  const { x, y } = ROOMS[name];
  equal(await find(room({ x, y, tiles: [[0, 0, 'something']] })), 'panel');
});

// What a skin relies on: without it, the grid draws the room.
each(
  'without',
  [
    ['a door to Home in a lobby, which is Home', 'LOBBY', (tile) => tile.name === 'Help'],
    ['New room in a lobby', 'LOBBY', (tile) => tile.name === 'New room'],
    ['a table to make', 'DANCING_LOBBY', (tile) => tile.name === 'New 40 x 40'],
    ['Home in the lobby of Dancing', 'DANCING_LOBBY', (tile) => tile.name === 'Home'],
    ['Help in the lobby of Dancing', 'DANCING_LOBBY', (tile) => tile.name === 'Help'],
    ['a number in Tombala', 'TOMBALA', (tile) => tile.name === '90'],
    ['a command in Tombala', 'TOMBALA', (tile) => tile.name === 'Lobby'],
    ['a place for the last numbers', 'TOMBALA', (tile) => tile.y === 9 && tile.x === 9],
    ['a cell of the card', 'TOMBALA', (tile) => tile.y === 12 && tile.x === 8],
    ['a cell of the stage', 'DANCING', (tile) => tile.name === '*'],
    ['a command in Dancing', 'DANCING', (tile) => tile.name === 'Again'],
    ['a seat in Dancing', 'DANCING', (tile) => tile.name === 'Lines'],
    ['a fact in Dancing', 'DANCING', (tile) => tile.name === '' && tile.x === 0],
  ],
  async (_name, kind, isTakenOut) => {
    const model = room(ROOMS[kind]);
    for (const tile of model.tokens.filter(isTakenOut)) set(model, tile.objid, { x: -1 });
    equal(await find(model), 'panel');
  },
);

each(
  'with another name',
  [
    ['a cell of the stage', 'DANCING', 2, 0, '0'],
    ['a number in Tombala', 'TOMBALA', 0, 0, '2'],
    ['a table to make', 'DANCING_LOBBY', 4, 3, 'New table'],
  ],
  async (_name, kind, x, y, name) => {
    const model = room(ROOMS[kind]);
    set(model, model.at(x, y).objid, { name });
    equal(await find(model), 'panel');
  },
);

// A file is loaded by size, so its skins are asked here directly.
each(
  'a skin does not know its room in another size',
  [
    ['TOMBALA', 'tombala', { x: 15 }, { y: 14 }],
    ['DANCING', 'dancing', { x: 8 }, { y: 14 }],
  ],
  async (name, file, ...sizes) => {
    const { SKINS } = await import(`../../clients/web/skins/${file}.js`);
    for (const size of sizes) {
      const other = { ...ROOMS[name], ...size };
      const model = room({ ...other, tiles: other.tiles.filter(([x, y]) => x < other.x && y < other.y) });
      equal(SKINS.some((skin) => skin.knows(model)), false);
    }
  },
);

each('a size', [['a stage of one cell', { x: 3, y: 13 }], ['a stage of 51', { x: 53, y: 51 }]], async (_name, size) => {
  equal(await find(room(size)), 'panel');
});

test('a skin that has to be loaded is drawn when it has come', async () => {
  let drawn = 0;
  const skins = new Skins(() => (drawn += 1));
  const model = room();
  facts(model, { room: 'm1', kind: 'records/1' });
  equal([skins.find(model), skins.find(model), drawn], [null, null, 0]);
  while (drawn === 0) await frame();
  equal([skins.find(model)?.label, drawn], ['records', 1]);
});

test('there is no skin where there is no room', () => equal(new Skins(() => {}).find(/** @type {any} */ ({ matrix: null })), null));
