// What calls a user who is looking elsewhere, and how.

import { Attention } from '../../clients/web/attention.js';
import { each, equal, one, replace, stopClock, test } from './harness.js';
import { enter, facts, hear, room, session, set } from './world.js';

const SEAT = { kind: 'x/1', you: { seat: 'a' } };
const icon = () => /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=icon]')).href.split('/').at(-1);

function away({ isLooking = false, hasSound = true, notifies = true, told = {} } = {}) {
  const clock = stopClock();
  const calls = [];
  const shown = [];
  replace(document, 'hasFocus', () => isLooking);
  replace(window, 'Notification', class {
    constructor(title, { body }) {
      shown.push(`${title} (${body})`);
    }
  });
  const model = room({ told: { ...SEAT, ...told } });
  set(model, 'a2', { name: 'bob' });
  const attention = new Attention({ hasSound, notifies }, () => calls.push('sound'));
  attention.draw(model);
  const tell = (patch) => {
    facts(model, { room: 'm1', ...patch });
    attention.draw(model);
  };
  const said = (...line) => {
    hear(model, ...line);
    attention.draw(model);
  };
  return { attention, model, clock, calls, shown, tell, said };
}

each(
  'called',
  [
    ['Your turn', { you: { turn: true } }],
    ['The game begins', { facts: { phase: 'playing' } }],
    ['lin invites you to Set', { you: { invitations: [{ from: 'lin', game: 'Set', join: 'amber-otter-nine' }] } }],
  ],
  (why, patch) => {
    const { calls, shown, tell } = away();
    tell(patch);
    equal([calls, shown, document.title, icon()], [['sound'], [`${why} (Room)`], `● ${why} · Room · tilenet`, 'attention.svg']);
  },
);

each(
  'what is said',
  [
    ['ann: your move', ['a2', 'm1', 'ann: your move'], 'bob: ann: your move'],
    ['hi ANN!', ['a2', 'm1', 'hi ANN!'], 'bob: hi ANN!'],
    ['a whisper', ['a2', 'a1', '(psst)'], 'bob: (psst)'],
    ['about anna', ['a2', 'm1', 'anna is late'], null],
    ['by the user', ['a1', 'm1', 'I am ann'], null],
    ['by the room', ['m1', 'm1', 'ann came in.'], null],
  ],
  (_name, line, why) => {
    const { shown, said } = away();
    said(...line);
    equal(shown, why === null ? [] : [`${why} (Room)`]);
  },
);

test('a whisper from another room', () => {
  const { model, shown, said } = away();
  model.take({ tag: 'xresponse', attributes: { options: 'next line' }, content: '{"whisper": "come", "name": "cid", "place": "Home"}' });
  said('m1', 'a1', 'cid whispers from Home: come');
  equal(shown, ['cid: come (Room)']);
});

each(
  'nothing to call for',
  [
    ['a turn that goes on', { you: { seat: 'a', turn: true } }, { you: { turn: true, status: 'x' } }],
    ['a game without the user', { you: {} }, { facts: { phase: 'playing' } }],
    ['a game that goes on', { facts: { phase: 'playing' } }, { facts: { deck: 7 } }],
    ['a turn of a replay', { facts: { replay: {} } }, { you: { turn: true }, facts: { phase: 'playing' } }],
    ['an invitation that is gone', { you: { invitations: [{ from: 'lin', game: 'Set', join: 'x' }] } }, { you: { invitations: null } }],
  ],
  (_name, told, patch) => {
    const { calls, tell } = away({ told });
    tell(patch);
    equal(calls, []);
  },
);

test('a user who looks needs no call, but sees whose turn it is', () => {
  const { calls, shown, tell, said } = away({ isLooking: true });
  said('a2', 'm1', 'ann?');
  equal([calls, document.title, icon()], [[], 'Room · tilenet', 'icon.svg']);
  tell({ you: { turn: true } });
  equal([calls, shown, document.title], [[], [], '● Your turn · Room · tilenet']);
});

test('nobody is called twice within five seconds', () => {
  const { clock, calls, said } = away();
  said('a2', 'm1', 'ann?');
  clock.advance(4999);
  said('a2', 'm1', 'ann!');
  equal(calls.length, 1);
  clock.advance(1);
  said('a2', 'm1', 'ann!!');
  equal(calls.length, 2);
});

each('only as it is wanted', [[{ hasSound: false }, 0, 1], [{ notifies: false }, 1, 0]], (wishes, sounds, notes) => {
  const { calls, shown, said } = away(wishes);
  said('a2', 'm1', 'ann?');
  equal([calls.length, shown.length], [sounds, notes]);
});

test('the title calls until the user looks', () => {
  const { attention, said } = away();
  const listening = new AbortController();
  attention.listen(listening.signal);
  said('a2', 'm1', 'ann?');
  window.dispatchEvent(new Event('focus'));
  equal(document.title, '● bob: ann? · Room · tilenet');
  replace(document, 'hasFocus', () => true);
  window.dispatchEvent(new Event('focus'));
  equal([document.title, icon()], ['Room · tilenet', 'icon.svg']);
  listening.abort();
});

test('the next room, and the next session, begin quietly', () => {
  const { attention, model, calls } = away({ told: { you: { seat: 'a', invitations: [{ from: 'lin', game: 'Set', join: 'x' }] } } });
  const other = { kind: 'x/1', facts: { phase: 'playing' }, you: { seat: 'b', turn: true, invitations: [{ from: 'lin', game: 'Set', join: 'x' }] } };
  set(model, 'm2', { x: 3, y: 3, name: 'Den' });
  attention.draw(model);
  enter(model, { objid: 'm2', told: other });
  attention.draw(model);
  attention.draw(enter(session(), { told: other }));
  equal(calls, []);
  attention.end();
  equal([document.title, icon()], ['tilenet', 'icon.svg']);
});

test('a phone that shows no notifications of a page', () => {
  const { calls, said } = away();
  replace(window, 'Notification', class {
    constructor() {
      throw new TypeError('Illegal constructor');
    }
  });
  said('a2', 'm1', 'ann?');
  equal([calls, one('#log').childElementCount], [['sound'], 0]);
});
