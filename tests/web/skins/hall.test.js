// Lobbies: of Tombala, and of Dancing.

import { DancingLobbySkin, HallSkin } from '../../../clients/web/skins/hall.js';
import { all, equal, one, test, texts } from '../harness.js';
import { DANCING_LOBBY, LOBBY } from '../rooms.js';
import { drawn, set } from '../world.js';

const door = (name) => all('.door').find((found) => found.querySelector('strong')?.textContent === name);
const words = (name) => [...door(name).querySelectorAll('.about, .there')].map(({ textContent }) => textContent);

test('a lobby: its rooms are doors, and what is beside them are commands', () => {
  drawn(HallSkin, LOBBY);
  equal([texts('.door strong'), texts('.pills button'), texts('#actions button')], [['den (25 s, 2 players)'], ['New room', 'New timed room'], ['Leave']]);
  equal([one('.pills .main').textContent, words('den (25 s, 2 players)')], ['New room', ['cave']]);
});

test('a room that is closed is gone', () => {
  const { model, skin } = drawn(HallSkin, LOBBY);
  set(model, 't1000', { x: -1 });
  skin.draw();
  equal(all('.door').length, 0);
});

test('the lobby of Dancing: matches, and tables to make', () => {
  drawn(DancingLobbySkin, DANCING_LOBBY);
  const parts = all('#board section');
  equal(parts.map(({ hidden }) => hidden), [false, true, false]);
  equal(parts[0].querySelector('button')?.textContent, 'ann - bob12 x 12');
  equal([...parts[2].querySelectorAll('button')].map(({ textContent }) => textContent), ['New 12 x 12', 'New 20 x 20', 'New 30 x 30', 'New 40 x 40']);
  equal(texts('#actions button'), ['Leave']);
});

test('the lobby of Dancing: results come, and a match ends', () => {
  const { change } = drawn(DancingLobbySkin, DANCING_LOBBY);
  change(2, 0, { name: 'ann beat bob', text: '12 x 12' });
  change(0, 0, { name: '' });
  equal(all('#board section').map(({ hidden }) => hidden), [true, false, false]);
});

test('the lobby of Dancing: what has not changed is not drawn again', () => {
  const { skin } = drawn(DancingLobbySkin, DANCING_LOBBY);
  const name = one('.match strong');
  skin.draw();
  equal(one('.match strong') === name, true);
});
