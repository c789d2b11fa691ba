// The question before the user leaves at a cost.

import { LeaveGuard } from '../../clients/web/leaveguard.js';
import { each, equal, one, test } from './harness.js';

const dialog = () => /** @type {HTMLDialogElement} */ (one('#sure'));
const closed = () => new Promise((done) => {
  dialog().addEventListener('close', () => done(null));
});

function asked() {
  const guard = new LeaveGuard();
  const answers = [];
  const ask = (cost) => guard.ask(cost, () => answers.push('leave'), () => answers.push('stay'));
  ask('You lose 2 points.');
  return { guard, answers, ask };
}

test('what leaving costs is asked, and staying is at hand', () => {
  asked();
  equal([dialog().open, one('#sure-cost').textContent, document.activeElement?.textContent], [true, 'You lose 2 points.', 'Stay']);
});

each(
  'the answer',
  [
    ['leave', () => one('#sure-leave').click()],
    ['stay', () => one('#sure .main').click()],
    ['stay', () => dialog().close()], // as Escape does
  ],
  async (answer, act) => {
    const { answers } = asked();
    const end = closed();
    act();
    await end;
    equal([answers, dialog().open], [[answer], false]);
  },
);

test('a question that is open is not asked again', () => {
  const { ask } = asked();
  ask('You lose everything.');
  equal(one('#sure-cost').textContent, 'You lose 2 points.');
});

test('the session is over before the answer', async () => {
  const { guard, answers } = asked();
  const end = closed();
  guard.close();
  await end;
  equal(answers, ['stay']);
});
