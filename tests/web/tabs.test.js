// Tabs: the newest one has a guest's seat.

import { Tabs } from '../../clients/web/tabs.js';
import { equal, replace, stopClock, test } from './harness.js';
import { FakeChannel, settle } from './world.js';

function browser() {
  FakeChannel.channels.length = 0;
  replace(window, 'BroadcastChannel', FakeChannel);
  return stopClock();
}

const claim = (tabs, name) => {
  const state = { isDone: false, token: '' };
  tabs.claim(name).then(({ token }) => Object.assign(state, { isDone: true, token }));
  return state;
};

test('a tab that is alone waits a moment, and has the seat', async () => {
  const clock = browser();
  const state = claim(new Tabs(async () => null), 'ann');
  await settle();
  equal(state.isDone, false);
  clock.advance(300);
  await settle();
  equal(state.isDone, true);
});

test('the tab that has the seat gives it up, and then the other has it', async () => {
  const clock = browser();
  const asked = [];
  new Tabs(async (name) => {
    asked.push(name);
    return { token: 'abc', server: 's' };
  });
  const state = claim(new Tabs(async () => null), 'ann');
  await settle();
  equal([asked, state, clock.timers.size], [['ann'], { isDone: true, token: 'abc' }, 0]);
});

test('a tab that does not have the seat says nothing', async () => {
  browser();
  new Tabs(async () => null);
  const state = claim(new Tabs(async () => null), 'ann');
  await settle();
  equal(state.isDone, false);
});

test('the seat of somebody else is not the one', async () => {
  browser();
  const state = claim(new Tabs(async () => null), 'ann');
  new FakeChannel().postMessage({ gives: 'bob' });
  await settle();
  equal(state.isDone, false);
});
