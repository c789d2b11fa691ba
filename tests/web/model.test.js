// The model: which objects there are, where they are, and what was heard. The conversations hold it to the other models.

import { Model, cellOf } from '../../clients/web/model.js';
import { Illegal } from '../../clients/web/scanner.js';
import { each, equal, test, throws } from './harness.js';
import { SERVER, enter, facts, hear, room, session, set } from './world.js';

const take = (model, tag, attributes = {}) => model.take({ tag, attributes });

test('a model that knows nothing has no room', () => {
  const model = new Model();
  equal([model.matrix, model.myAgent, model.agents, model.tokens, model.at(0, 0), model.isHere('a1')], [null, null, [], [], null, false]);
});

test('a server tells its name, its group and its status', () => {
  const model = new Model();
  model.take(SERVER);
  equal(model.server, { group: 'tests', name: 'a server', status: 'open' });
});

test('a login that fails may be followed by another', () => {
  const model = new Model();
  model.take(SERVER);
  take(model, 'logged-in', { message: 'no' });
  equal(model.me, null);
  take(model, 'logged-in', { message: 'yes', objid: 'a3' });
  equal(model.me, 'a3');
});

each(
  'not allowed',
  [
    ['a tag before <server>', () => take(new Model(), 'logged-in', { message: '' })],
    ['a second <server>', () => session().take(SERVER)],
    ['another version', () => take(new Model(), 'server', { ...SERVER.attributes, version: '1.0' })],
    ['an unknown status', () => take(new Model(), 'server', { ...SERVER.attributes, status: 'asleep' })],
    ['a second login', () => take(session(), 'logged-in', { message: '' })],
    ['a login as something else than an agent', () => {
      const model = new Model();
      model.take(SERVER);
      take(model, 'logged-in', { message: '', objid: 't1' });
    }],
    ['a set before a login', () => {
      const model = new Model();
      model.take(SERVER);
      set(model, 'm1', { x: 2, y: 2 });
    }],
    ['a tag after <logged-out>', () => {
      const model = session();
      take(model, 'logged-out', { message: '' });
      hear(model, 'a1', 'a1', '');
    }],
    ['a tag after the end', () => {
      const model = session();
      take(model, '/server');
      take(model, '/server');
    }],
    ['a member before any matrix', () => set(session(), 'a1')],
    ['a matrix of one column', () => set(session(), 'm1', { x: 1, y: 2 })],
    ['a matrix of one row', () => set(session(), 'm1', { x: 2, y: 1 })],
    ['a new token without x', () => set(room(), 't1', { y: 0 })],
    ['a new token without y', () => set(room(), 't1', { x: 0 })],
    ['a token right of its matrix', () => set(room(), 't1', { x: 3, y: 0 })],
    ['a token below its matrix', () => set(room(), 't1', { x: 0, y: 3 })],
    ['a negative y', () => set(room(), 't1', { x: 0, y: -1 })],
    ['a token that comes back without x', () => {
      const model = room({ tiles: [[0, 0, 'a']] });
      set(model, 't1000', { x: -1 });
      set(model, 't1000', { name: 'b' });
    }],
    ['a key without a name', () => set(room(), 'k1', { energy: 1 })],
    ['an image without a size', () => set(room(), 'i1', { text: '00' })],
    ['an image without data', () => set(room(), 'i1', { x: 1, y: 1 })],
    ['an image of half a byte', () => set(room(), 'i1', { x: 1, y: 1, text: '000' })],
    ['an image that nobody has defined', () => set(room(), 'a1', { image: 'i1' })],
    ['an image that is an agent', () => set(room(), 'a1', { image: 'a1' })],
    ['an image that speaks', () => hear(room(), 'i1', 'a1', '')],
    ['an image that listens', () => hear(room(), 'a1', 'i1', '')],
  ],
  (_name, run) => throws(Illegal, run),
);

test('a token has the colours of its matrix, unless it has its own', () => {
  const model = room({ tiles: [[0, 0, 'a'], [1, 0, 'b', { bgcolor: 'ff123456' }]] });
  equal(model.tokens.map(({ fg, bg }) => [fg, bg]), [['ffffffff', 'ff000000'], ['ffffffff', 'ff123456']]);
});

test('a token that moves leaves its cell', () => {
  const model = room({ tiles: [[0, 0, 'a']] });
  set(model, 't1000', { x: 1, y: 2 });
  equal([model.at(0, 0), model.at(1, 2)?.name], [null, 'a']);
});

test('a token takes the place of another, which is out', () => {
  const model = room({ tiles: [[0, 0, 'a'], [1, 0, 'b']] });
  set(model, 't1001', { x: 0 });
  equal([model.at(0, 0)?.name, model.at(1, 0), model.isHere('t1000'), model.tokens.length], ['b', null, false, 1]);
});

test('a token that is set again stays where it is', () => {
  const model = room({ tiles: [[0, 0, 'a']] });
  set(model, 't1000', { x: 0, y: 0, name: 'b' });
  equal([model.at(0, 0)?.name, model.tokens.length], ['b', 1]);
});

test('a negative x takes an object out of the room', () => {
  const model = room({ tiles: [[0, 0, 'a']], keys: [['VK_A', '']] });
  for (const id of ['t1000', 'k1000', 'a1']) set(model, id, { x: -1 });
  equal([model.tokens, model.keys, model.agents, model.at(0, 0)], [[], [], [], null]);
});

test('the last matrix is the current one, and what is set then is in it', () => {
  const model = room({ tiles: [[0, 0, 'a']] });
  enter(model, { objid: 'm2', tiles: [[0, 0, 'b']] });
  equal([model.matrix?.objid, model.at(0, 0)?.name, model.isHere('t1000')], ['m2', 'b', false]);
  set(model, 'm1');
  equal([model.at(0, 0)?.name, model.agents.length], ['a', 0]); // ann has gone to the other room
});

test('a new size empties a matrix', () => {
  const model = room({ tiles: [[0, 0, 'a']] });
  set(model, 'm1', { x: 3 });
  equal([model.tokens, model.agents, model.isHere('t1000')], [[], [], false]);
  set(model, 'm1', { name: 'Other' });
  set(model, 't1000', { x: 1, y: 1 });
  set(model, 'm1', { text: 'as before' });
  equal(model.tokens.length, 1);
});

each(
  'whether something can be clicked',
  [
    ['in the room, enabled, with points', {}, {}, true],
    ['disabled', { energy: 0 }, {}, false],
    ['without points', {}, { energy: 0 }, false],
    ['out of the room', { x: -1 }, {}, false],
  ],
  (_name, tile, me, can) => {
    const model = room({ tiles: [[0, 0, 'a']] });
    set(model, 't1000', tile);
    set(model, 'a1', me);
    equal(model.canActOn(model.things.get('t1000')), can);
  },
);

test('who does not know their own agent can click nothing', () => {
  const model = session();
  set(model, 'm1', { x: 2, y: 2 });
  set(model, 't1', { x: 0, y: 0 });
  equal([model.myAgent, model.canActOn(model.at(0, 0))], [null, false]);
});

test('a line has the names of those who spoke, as they were then', () => {
  const model = room();
  hear(model, 'a1', 'm1', 'hello');
  set(model, 'a1', { name: 'anna' });
  const [{ speaker, listener, message, number }] = model.heard;
  equal([speaker, listener, message, number], ['ann', 'Room', 'hello', 0]);
});

test('who has no name is called by the objid', () => {
  const model = room();
  hear(model, 'a7', 'm1', 'hello');
  equal(model.heard[0].speaker, 'a7');
});

each(
  'a line',
  [
    [['a2', 'a1'], { isMine: true, isByMe: false, isByRoom: false }],
    [['a1', 'a1'], { isMine: false, isByMe: true, isByRoom: false }],
    [['a1', 'm1'], { isMine: false, isByMe: true, isByRoom: false }],
    [['m1', 'a1'], { isMine: true, isByMe: false, isByRoom: true }],
    [['m1', 'm1'], { isMine: false, isByMe: false, isByRoom: true }],
  ],
  ([from, to], expected) => {
    const model = room();
    hear(model, from, to, 'hello');
    const [{ isMine, isByMe, isByRoom }] = model.heard;
    equal({ isMine, isByMe, isByRoom }, expected);
  },
);

test('only the last lines are kept, and not all of a long one', () => {
  const model = room();
  for (let at = 0; at < 501; at += 1) hear(model, 'a1', 'm1', String(at));
  hear(model, 'a1', 'm1', 'a'.repeat(20_000));
  equal([model.heard.length, model.heard[0].message, model.heard[0].number, model.linesHeard], [500, '2', 2, 502]);
  equal(model.heard.at(-1)?.message.length, 10_000);
});

test('a cell is written as column and row', () => equal(cellOf(/** @type {any} */ ({ x: 3, y: 4 })), '3,4'));

// What the room tells of itself

const WHOLE = { room: 'm1', address: 'den', kind: 'mole/1', board_role: 'hole', now: 1, facts: { phase: 'playing' }, you: { seat: '0' }, result: { standings: [] } };
const ROLES = { t1000: 'hole/0', t1001: 'help', k1000: 'key/help', k1001: 'jump' };
const AGENTS = { a1: { bot: true }, a2: { away: true, bot: 'yes' } };

function hole() {
  const model = room({ tiles: [[0, 0, 'a'], [1, 0, 'b']], keys: [['VK_A', ''], ['VK_B', '']] });
  facts(model, { ...WHOLE, roles: ROLES, agents: AGENTS });
  return model;
}

const summary = ({ kind, address, boardRole, facts: public_, you, result }) => [kind, address, boardRole, public_, you, result];

test('facts, roles and flags', () => {
  const model = hole();
  equal(summary(model), ['mole/1', 'den', 'hole', { phase: 'playing' }, { seat: '0' }, { standings: [] }]);
  equal(['hole/0', 'help', 'key/help', 'nothing'].map((role) => model.tile(role)?.name), ['a', 'b', undefined, undefined]);
  equal(['help', 'jump', 'hole/0'].map((role) => model.key(role)?.name), ['VK_A', 'VK_B', undefined]);
  equal(['t1000', 't9', 'toString'].map((id) => model.roleOf(id)), ['hole/0', '', '']);
  equal(['a1', 'a2', 'a3'].map((objid) => [model.isBot({ objid }), model.isAway({ objid })]), [[true, false], [false, true], [false, false]]);
});

test('another room has told nothing yet', () => {
  const model = hole();
  enter(model, { objid: 'm2' });
  equal(summary(model), ['', '', '', {}, {}, {}]);
  facts(model, WHOLE); // which is about the other one
  equal([model.kind, model.tile('hole/0')], ['', null]);
});

test('a tile that has left has no role any more', () => {
  const model = hole();
  set(model, 't1000', { x: -1 });
  equal(model.tile('hole/0'), null);
});

test('deadlines go by the clock that the model was given', () => {
  let now = 5;
  const model = room({}, new Model(() => now));
  facts(model, WHOLE);
  now = 6;
  equal(model.secondsLeft(11), 9);
});

test('another response is not about facts', () => {
  const model = room();
  model.take({ tag: 'xresponse', attributes: { options: 'points' }, content: JSON.stringify(WHOLE) });
  take(model, 'xresponse');
  equal(model.kind, '');
});
