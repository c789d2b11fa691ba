// Objects: which there are, and where they are. The conversations hold them to the other models.

import { cellOf } from '../../clients/web/objects.js';
import { Illegal } from '../../clients/web/scanner.js';
import { each, equal, test, throws } from './harness.js';
import { enter, room, session, set } from './world.js';

each(
  'not allowed',
  [
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

test('a cell is written as column and row', () => equal(cellOf(/** @type {any} */ ({ x: 3, y: 4 })), '3,4'));
