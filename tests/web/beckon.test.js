// A room for everybody that waits for players shows its link.

import { Beckon } from '../../clients/web/beckon.js';
import { each, equal, one, replace, test } from './harness.js';
import { facts, room, seat, settle } from './world.js';

const ROOM = { address: 'set', facts: { phase: 'waiting' } };

function beckon(told) {
  const { controller, model, told: notes } = seat(room({ told }));
  const found = new Beckon(controller);
  found.draw(model);
  return { found, model, notes };
}

each(
  'shown while a room for everybody waits',
  [
    ['it waits', ROOM, true], ['a game is on', { ...ROOM, facts: { phase: 'playing' } }, false], ['it has no address', { facts: ROOM.facts }, false],
    ['a table of one’s own', { ...ROOM, table: { code: 'a-b-c' } }, false], ['a replay', { ...ROOM, facts: { phase: 'waiting', replay: { id: 'x' } } }, false], ['Home', { address: 'home' }, false],
  ],
  (_name, told, is) => equal(beckon(told).found.isShown, is),
);

test('its link is copied by its button', async () => {
  const copied = [];
  replace(navigator, 'clipboard', { writeText: async (text) => copied.push(text) });
  const { notes, model, found } = beckon(ROOM);
  equal(location.href.endsWith(one('#beckon-link').textContent ?? '?'), true);
  one('#beckon-copy').click();
  await settle();
  equal([copied, notes], [[location.href], ['Copied a link to this room.']]);
  facts(model, { room: 'm1', facts: { phase: 'playing' } });
  found.draw(model);
  equal(found.isShown, false);
});
