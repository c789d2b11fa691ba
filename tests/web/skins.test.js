// Which skin draws a room: the one for its kind, whatever is in the room.

import { Skins } from '../../clients/web/skins.js';
import { each, equal, replace, stopClock, test } from './harness.js';
import { facts, room, session, set, settle } from './world.js';

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
  replace(window, 'fetch', async () => ({ json: async () => ({}) }));
  const skins = new Skins(() => {});
  while (skins.find(model) === null) await frame();
  return skins.find(model)?.label;
}

each(
  'a room of the kind',
  Object.entries({
    'home/1': 'home', 'tombala-lobby/1': 'hall', 'dancing-lobby/1': 'lobby', 'noughts/1': 'noughts', 'set/1': 'set', 'set-practice/2': 'set', 'pairpanicking/1': 'pairs',
    'memory/1': 'memory', 'tombala/1': 'tombala', 'dancing/1': 'dancing', 'records/1': 'records', 'replays/1': 'hall', 'tombala/2': 'panel', chess: 'panel', '': 'panel',
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
  facts(other, { room: 'm1', kind: '' });
  equal(skins.find(other)?.label, 'panel');
});

// Plugins

class Mole {
  static label = 'mole';
  static kinds = ['mole/1'];
}

// The skin for mole/1 if the server sends this list, and the module has these skins; and what was loaded and said.
async function plugged(list, SKINS = [Mole]) {
  const [loaded, said, asked] = [[], [], []];
  replace(console, 'error', (words) => said.push(words));
  replace(window, 'fetch', async ({ pathname }) => {
    asked.push(pathname);
    return { json: async () => (list === undefined ? JSON.parse('nonsense') : list) };
  });
  const skins = new Skins(() => {}, async (path) => {
    loaded.push(path);
    if (SKINS === null) throw new SyntaxError('no module');
    return { SKINS };
  });
  const model = roomOf('mole/1');
  while (skins.find(model) === null) await settle();
  return { skins, model, loaded, said, asked, label: skins.find(model)?.label };
}

test('a plugin brings a skin for its kind, and the list is asked for once', async () => {
  const { skins, loaded, said, asked, label } = await plugged({ 'mole/1': '/plugins/mole/skin.js' });
  equal([label, loaded, said, asked, skins.find(roomOf('hill/1'))?.label], ['mole', ['/plugins/mole/skin.js'], [], ['/clients/web/plugins.json'], 'panel']);
});

each(
  'a list that leads nowhere',
  [
    [{}], [null], [undefined], [[1]], ['x'],
    ...['https://elsewhere/x.js', '//elsewhere/plugins/mole/skin.js', '/main.js', '/plugins/../main.js', '/plugins/a/../../main.js', '/plugins/Mole/skin.js', '/plugins/mole/skin.css', '/plugins/mole/skin.js?x', 7]
      .map((path) => [{ 'mole/1': path }]),
  ],
  async (list) => {
    const { loaded, label } = await plugged(list);
    equal([label, loaded], ['panel', []]);
  },
);

each('a module that is none', [[null, 'no module'], [7, 'exports no list'], [[7], 'exports no list'], [[class {}], 'exports no list']], async (SKINS, words) => {
  const { said, label } = await plugged({ 'mole/1': '/plugins/mole/skin.js' }, SKINS);
  equal([label, said.length, said[0].includes(words)], ['panel', 1, true]);
});

test('a skin that has thrown is put away, with one line', async () => {
  const { skins, model, said } = await plugged({ 'mole/1': '/plugins/mole/skin.js' });
  skins.putAway(/** @type {any} */ (Mole), new Error('no mole'));
  equal([skins.find(model)?.label, said], ['panel', ['The skin for mole/1 is put away: Error: no mole']]);
});

test('there is no skin where there is no room', () => equal(new Skins(() => {}).find(/** @type {any} */ ({ matrix: null })), null));

test('while a replay is being prepared nothing draws it; if it cannot be shown, the panel does', async () => {
  const skins = new Skins(() => {});
  const model = roomOf('home/1');
  facts(model, { room: 'm1', facts: { replay: { prepared: 0.5 } } });
  equal(skins.find(model), null);
  facts(model, { room: 'm1', facts: { replay: { prepared: null, length: 5 } } });
  equal(skins.find(model)?.label, 'home');
  facts(model, { room: 'm1', kind: 'replay/1', facts: { replay: { problem: 'gone' } } });
  equal(await find(model), 'panel');
});
