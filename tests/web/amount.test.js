// How much a player has, and of what.

import { amountOf } from '../../clients/web/amount.js';
import { equal, test } from './harness.js';
import { pointed, room } from './world.js';

test('energy is shown as such, unless the server says that it tells points', () => {
  const model = room();
  equal(amountOf(model, { energy: 11 }), { number: 11, unit: 'energy', words: 'energy 11' });
  equal(amountOf(pointed(model), { energy: 11 }), { number: 10, unit: 'points', words: '10 points' });
  equal(amountOf(model, { energy: 2 }), { number: 1, unit: 'point', words: '1 point' });
});
