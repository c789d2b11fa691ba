// The bar of a replay: what it shows, and what each of its parts does.

import { ReplayBar } from '../../clients/web/replaybar.js';
import { all, each, equal, one, stopClock, test, texts } from './harness.js';
import { facts, room, seat } from './world.js';

const TOLD = {
  start: 100, length: 60, speed: 1, playing: true, seats: ['ann', 'bob'],
  moments: [{ at: 2, text: 'first' }, { at: 10, text: 'second' }, { at: 50, text: 'third' }],
};
const CONTROLS = [['Back', 'stepback'], ['Pause', 'play'], ['Step', 'step'], ['Slower', 'slower'], ['Faster', 'faster'], ['Second', 'moment/2'], ['Spectator', 'seat/0'], ['ann', 'seat/1']];
/** @type {any[]} */
const TILES = CONTROLS.map(([name, role], x) => [x, 0, name, { role: `replay/${role}`, text: `About ${name}` }]);
const KEYS = [['VK_SPACE', 'Play or pause', { role: 'key/replay/play' }]];
const slider = () => /** @type {HTMLInputElement} */ (one('.replay input'));
const select = (name) => /** @type {HTMLSelectElement} */ (one(`.replay .${name}`));

function bar(replay = {}, { now = 103, pace = 1, you = {}, tiles = TILES } = {}) {
  document.body.classList.remove('outside');
  const model = room({ x: 18, tiles, keys: KEYS, told: { now, pace, facts: { replay: { ...TOLD, ...replay } }, you } });
  const { controller, sent } = seat(model);
  const found = new ReplayBar(controller);
  one('#foot').prepend(found.element);
  found.draw(model);
  const tell = (message) => {
    facts(model, { room: 'm1', ...message });
    found.draw(model);
  };
  return { found, model, controller, sent, tell };
}

// The user chooses something.
function choose(element, value, kinds = ['change']) {
  element.value = String(value);
  for (const kind of kinds) element.dispatchEvent(new Event(kind));
}

const typed = (key, more = {}) => new KeyboardEvent('keydown', { key, cancelable: true, bubbles: true, ...more });

test('the time, the length, and how fast it is', () => {
  stopClock();
  bar({ speed: 0.5 });
  equal([texts('.time'), texts('.speed'), slider().max, slider().value, slider().getAttribute('aria-valuetext')], [['0:03 / 1:00'], ['0.5×'], '60', '3', '0:03 of 1:00']);
});

test('it goes on by itself, and stands still when it is paused', () => {
  const clock = stopClock();
  const { tell } = bar({}, { pace: 2 });
  const seen = () => one('.time').textContent;
  clock.advance(500);
  equal(seen(), '0:04 / 1:00');
  for (let times = 0; times < 4; times += 1) clock.advance(500);
  equal([seen(), slider().value], ['0:08 / 1:00', '8']);
  tell({ now: 108, pace: 0 });
  equal(clock.timers.size, 0);
  clock.advance(5000);
  equal(seen(), '0:08 / 1:00');
  tell({ now: 159, pace: 2 });
  clock.advance(500);
  equal([seen(), clock.timers.size], ['1:00 / 1:00', 0]);
});

test('a slider with the focus is not read out each second', () => {
  const clock = stopClock();
  const { tell } = bar();
  slider().focus();
  clock.advance(1000);
  equal([slider().value, slider().getAttribute('aria-valuetext')], ['4', '0:03 of 1:00']);
  tell({ now: 120 });
  equal(slider().getAttribute('aria-valuetext'), '0:20 of 1:00');
});

test('the moments are marks on the line, and the last one is named', () => {
  const clock = stopClock();
  bar({}, { now: 109.5 });
  equal(all('.marks i').map(({ style, className }) => [style.getPropertyValue('--at'), className]), [[String(2 / 60), 'past'], [String(10 / 60), ''], [String(50 / 60), '']]);
  equal([select('moments').selectedOptions[0].text, select('moments').options[0].text], ['0:02 first', '0:00 The beginning']);
  clock.advance(500);
  equal([select('moments').value, all('.marks .past').length], ['2', 2]);
});

test('without moments there is nothing to choose from', () => {
  bar({ moments: [] });
  equal([select('moments').hidden, select('from').hidden], [true, false]);
});

test('buttons have names, hints with their keys, and say when they cannot be used', () => {
  const tiles = TILES.map(([x, y, name, more]) => [x, y, name, name === 'Back' ? { ...more, energy: 0 } : more]);
  bar({}, { tiles });
  const buttons = all('.replay button').filter(({ hidden }) => !hidden);
  equal(buttons.map(({ ariaLabel }) => ariaLabel), ['Back', 'Pause', 'Step', 'Slower', 'Faster']);
  equal(buttons.map(({ title }) => title).slice(0, 2), ['About Back', 'About Pause (Space)']);
  equal([buttons[0].ariaDisabled, buttons[1].ariaDisabled, buttons[1].dataset.act], ['true', null, 't1001']);
  equal(all('.replay [data-spot]').length, 0); // each is a stop for Tab: arrow keys belong to the replay
});

each(
  'the sign of the button that plays it',
  [['pause', { playing: true }, 103], ['play', { playing: false }, 103], ['again', { playing: false }, 160]],
  (sign, replay, now) => {
    bar(replay, { now, pace: 0 });
    equal(one('.replay .play').dataset.drawn, `${sign}\nPause`);
  },
);

test('a button that has not changed is not drawn again', () => {
  const { tell } = bar();
  const before = one('.replay .play svg');
  tell({ now: 105 });
  equal(one('.replay .play svg') === before, true);
});

test('a fork has a button with its name, if there is one', () => {
  bar();
  equal(one('.replay .fork').hidden, true);
  one('.replay').remove();
  bar({}, { tiles: [...TILES, [9, 0, 'Play on', { role: 'replay/fork' }]] });
  equal([one('.replay .fork').hidden, one('.replay .fork').textContent], [false, 'Play on']);
});

test('choosing a seat', () => {
  const { sent, tell } = bar();
  equal([...select('from').options].map(({ text }) => text), ['Spectator', 'Seat of ann', 'Seat of bob']);
  choose(select('from'), 1);
  equal(sent, ['click ann']);
  tell({ you: { seat_of: 2 } });
  equal(select('from').value, '2');
});

test('choosing a moment: those far away have no tile', () => {
  const { sent } = bar();
  for (const number of [2, 3, 0]) choose(select('moments'), number);
  equal(sent, ['click Second', 'say to m1: /moment 3', 'say to m1: /at 0.00']);
});

test('choosing a time: while the user drags, the time is not moved away', () => {
  const clock = stopClock();
  const { sent } = bar();
  choose(slider(), 30.5, ['input']);
  equal([texts('.time'), sent], [['0:30 / 1:00'], []]);
  clock.advance(1000);
  equal([texts('.time'), slider().value], [['0:30 / 1:00'], '30.5']);
  slider().dispatchEvent(new Event('change'));
  equal(sent, ['say to m1: /at 30.50']);
});

test('with a mouse or a finger, a moment need not be hit exactly', () => {
  const { sent } = bar();
  const pixel = 60 / slider().clientWidth;
  choose(slider(), 10 + 3 * pixel, ['pointerdown', 'input', 'change']);
  choose(slider(), 10 + 3 * pixel);
  choose(slider(), 10 + 30 * pixel, ['pointerdown', 'input', 'change']);
  equal([sent[0], sent.length, sent.slice(1).every((words) => words.startsWith('say to m1: /at 1'))], ['click Second', 3, true]);
});

each(
  'the keys of the line',
  [['ArrowRight', '25.00'], ['ArrowUp', '25.00'], ['ArrowLeft', '19.00'], ['PageUp', '28.00'], ['PageDown', '16.00'], ['Home', '0.00'], ['End', '60.00']],
  (key, time) => {
    stopClock();
    const { sent } = bar({}, { now: 122 });
    const event = typed(key);
    slider().dispatchEvent(event);
    equal([sent, event.defaultPrevented], [[`say to m1: /at ${time}`], true]);
  },
);

test('other keys on the line are not for it', () => {
  const { sent } = bar();
  const [held, other] = [typed('ArrowRight', { ctrlKey: true }), typed('x')];
  for (const event of [held, other]) slider().dispatchEvent(event);
  equal([sent, held.defaultPrevented, other.defaultPrevented], [[], false, false]);
});

each(
  'keys',
  [
    ['1', 103, 'click ann'], ['0', 103, 'click Spectator'], ['n', 103, 'click Second'], ['n', 111, 'say to m1: /moment 3'], ['p', 111.5, 'click Second'], ['p', 110.5, 'say to m1: /moment 1'],
    ['p', 102.5, 'say to m1: /at 0.00'], ['p', 101, 'say to m1: /at 0.00'], ['Home', 103, 'say to m1: /at 0.00'], ['End', 103, 'say to m1: /at 60.00'],
  ],
  (key, now, done) => {
    stopClock();
    const { found, sent } = bar({}, { now });
    equal([found.takes(typed(key)), sent], [true, [done]]);
  },
);

test('other keys, and keys in other rooms, are not for it', () => {
  const { found, model } = bar();
  equal(found.takes(typed('x')), false);
  facts(model, { room: 'm1', facts: { replay: null } });
  equal([found.takes(typed('n')), found.keys], [false, []]);
});

test('after the last moment there is none', () => {
  const { found, sent } = bar({}, { now: 155 });
  equal([found.takes(typed('n')), sent], [true, []]);
});

test('the help has its keys', () => equal(bar().found.keys.map(([key]) => key), ['0-2', 'n', 'p', 'Home', 'End']));

test('while it is being prepared there is nothing to use', () => {
  const { tell } = bar({ length: null, start: null, prepared: 0.256 });
  const seen = () => [...one('.replay').children].map((part) => /** @type {HTMLElement} */ (part).hidden);
  equal([seen(), one('.replay [role=status]').textContent], [[true, true, false], 'Preparing the replay: 25 %']);
  tell({ facts: { replay: { length: 60, prepared: null } } });
  equal([seen(), one('.replay [role=status]').textContent], [[false, false, true], '']);
});

test('in other rooms it is hidden, and nothing is drawn', () => {
  const clock = stopClock();
  const { tell } = bar();
  tell({ facts: { replay: null } });
  clock.advance(5000);
  equal([one('.replay').hidden, clock.timers.size], [true, 0]);
});

test('it takes the focus', () => {
  bar().found.take();
  equal(document.activeElement === one('.replay .play'), true);
});
