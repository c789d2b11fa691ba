// Bots that can be brought to the room: where there are any, and what the buttons say.

import { Company } from '../../clients/web/company.js';
import { all, each, equal, one, test } from './harness.js';
import { facts, room, set } from './world.js';

function drawn(told) {
  document.body.classList.remove('outside');
  const said = [];
  const company = new Company((command) => said.push(command));
  const model = room({ told });
  company.draw(model);
  return { company, model, said };
}

each(
  'whether a bot can be brought',
  [
    ['none', {}, [true, true]],
    ['one', { bots: [] }, [false, true]],
    ['one of several strengths', { bots: ['weak', 'medium', 'strong'] }, [false, false]],
    ['nonsense', { bots: 'weak' }, [true, true]],
  ],
  (_, told, expected) => {
    drawn(told);
    equal([one('#company').hidden, one('#strength').hidden || one('#company').hidden], expected);
  },
);

test('the usual strength is chosen, and another can be', () => {
  const { said } = drawn({ bots: ['weak', 'medium', 'strong'] });
  one('#bring').click();
  /** @type {HTMLSelectElement} */ (one('#strength')).value = 'strong';
  one('#bring').click();
  equal([said, all('#strength option').map((option) => option.textContent)], [['/bot medium', '/bot strong'], ['weak', 'medium', 'strong']]);
});

test('a choice stays when something else in the room changes', () => {
  const { company, model, said } = drawn({ bots: ['weak', 'medium', 'strong'] });
  /** @type {HTMLSelectElement} */ (one('#strength')).value = 'weak';
  facts(model, { room: 'm1', facts: { phase: 'over' } });
  company.draw(model);
  one('#bring').click();
  equal(said, ['/bot weak']);
});

test('a bot that always plays alike has no strength', () => {
  const { said } = drawn({ bots: [] });
  one('#bring').click();
  equal(said, ['/bot']);
});

test('the buttons are beside the headline as long as nobody else is here, and keep the focus when they move', () => {
  const { company, model } = drawn({ bots: [] });
  equal(one('#company').parentElement === one('#heading'), true);
  one('#bring').focus();
  set(model, 'a2', { name: 'bot-1' });
  company.draw(model);
  equal([one('#company').parentElement === one('#people'), document.activeElement === one('#bring')], [true, true]);
});

test('a bot that is here can be sent away', () => {
  const { company, model, said } = drawn({ bots: [] });
  equal(one('#dismiss').hidden, true);
  facts(model, { room: 'm1', agents: { a1: { bot: true } } });
  company.draw(model);
  one('#dismiss').click();
  equal([one('#dismiss').hidden, said], [false, ['/bot leave']]);
});
