// The login page of somebody who follows a link to a table.

import { Invited } from '../../clients/web/invited.js';
import { each, equal, one, replace, test, texts } from './harness.js';
import { settle } from './world.js';

const TABLE = { game: 'Set', host: 'ann', name: 'friday', people: 2, phase: 'playing' };
const field = () => /** @type {HTMLInputElement} */ (one('#code'));

function server(answer = TABLE, status = 200) {
  const asked = [];
  replace(window, 'fetch', async (url) => {
    asked.push(String(url).split('/').slice(-2).join('/'));
    return { status, ok: status === 200, json: async () => answer };
  });
  return asked;
}

async function looked(hash) {
  history.replaceState(null, '', hash);
  const invited = new Invited();
  await invited.look();
  return invited;
}

each(
  'what it says of the table',
  [
    [TABLE, ['ann invites you to play Set.', 'The table is called friday. 2 people are there. A game is on: you watch it, and play in the next one.']],
    [{ game: 'Set', people: 1, phase: 'waiting' }, ['You are invited to play Set.', '1 person is there.']],
    [{ game: 'Set', host: 'ann' }, ['ann invites you to play Set.', 'Nobody is there right now.']],
  ],
  async (answer, lines) => {
    const asked = server(answer);
    await looked('#/amber-otter-nine');
    equal([texts('#invited > *'), asked], [lines, ['tables/amber-otter-nine']]);
  },
);

test('a table that is gone', async () => {
  server(TABLE, 404);
  await looked('#/amber-otter-nine');
  equal(texts('#invited > *')[0], 'This table is not there any more.');
});

each('nothing is said', [['after too many questions', 429, '#/amber-otter-nine', 1], ['of a room', 200, '#/set', 0], ['without a link', 200, '#/', 0]], async (_name, status, hash, count) => {
  const asked = server(TABLE, status);
  await looked(hash);
  equal([texts('#invited > *'), asked.length], [[], count]);
});

test('a server that cannot be reached', async () => {
  replace(window, 'fetch', () => Promise.reject(new TypeError('no network')));
  await looked('#/amber-otter-nine');
  equal(texts('#invited > *'), []);
});

test('a code that is typed counts more than the link, and is where the user wants to go', async () => {
  const asked = server();
  const invited = await looked('#/amber-otter-nine');
  field().value = 'Blue heron TWO';
  field().dispatchEvent(new Event('change'));
  await settle();
  await invited.look();
  equal(asked, ['tables/amber-otter-nine', 'tables/blue-heron-two']);
  invited.settle();
  equal([location.hash, field().value], ['#/blue-heron-two', '']);
  invited.settle();
  equal(location.hash, '#/blue-heron-two');
});

test('an answer that comes late tells nothing of another table', async () => {
  const waiting = [];
  replace(window, 'fetch', () => new Promise((done) => {
    waiting.push(done);
  }));
  history.replaceState(null, '', '#/amber-otter-nine');
  const invited = new Invited();
  const first = invited.look();
  history.replaceState(null, '', '#/set');
  await invited.look();
  waiting[0]({ status: 200, ok: true, json: async () => TABLE });
  await first;
  equal(texts('#invited > *'), []);
});
