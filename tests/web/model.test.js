// The model: what is known, what was heard, and what the room tells. The conversations hold it to the other models.

import { Model } from '../../clients/web/model.js';
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
    ['an image that speaks', () => hear(room(), 'i1', 'a1', '')],
    ['an image that listens', () => hear(room(), 'a1', 'i1', '')],
  ],
  (_name, run) => throws(Illegal, run),
);

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

each(
  'what the room says about itself',
  [
    ['["one", "two"]', ['one', 'two']], ['["one", 2]', ['one']], ['{}', []], ['words', []], ['', []],
  ],
  (content, lines) => {
    const model = room();
    model.take({ tag: 'xresponse', attributes: { options: 'help' }, content });
    equal(model.help, lines);
    enter(model, { objid: 'm2' });
    equal(model.help, []);
  },
);
