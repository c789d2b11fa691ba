// The chat: what was said, in which words, how much is new, and the line to type in.

import { Talk } from '../../clients/web/talk.js';
import { all, each, equal, frames, one, stopClock, test, texts } from './harness.js';
import { enter, hear, room, seat, set } from './world.js';

const input = () => /** @type {HTMLInputElement} */ (one('#words'));

function chat(told = {}) {
  document.body.classList.remove('outside');
  const model = room({ told });
  set(model, 'a2', { name: 'bob' });
  const { controller, sent } = seat(model);
  const beside = []; // the board
  const talk = new Talk(controller, () => {}, (words) => beside.push(words));
  const draw = (...lines) => {
    for (const line of lines) hear(model, ...line);
    talk.draw(model);
  };
  return { talk, model, sent, draw, beside };
}

each(
  'a line',
  [
    [['a2', 'm1', 'hi'], 'bob hi', ''],
    [['a1', 'm1', 'hi'], 'you hi', ''],
    [['a2', 'a1', '(hi)'], 'bob to you: (hi)', 'to-me'],
    [['a1', 'a2', '(hi)'], 'you to bob: (hi)', ''],
    [['a2', 'a2', '(hi)'], 'bob to nobody: (hi)', ''],
    [['m1', 'm1', 'It begins.'], 'It begins.', 'room'],
    [['m1', 'a1', 'No.'], 'No.', 'room mine'],
    [['a2', 'm1', '<b>"hi"&amp;'], 'bob <b>"hi"&amp;', ''],
  ],
  (line, words, className) => {
    chat().draw(line);
    equal([texts('#log p:not(.divider)'), one('#log p:not(.divider)').className], [[words], className]);
  },
);

test('each line is added once', () => {
  const { draw } = chat();
  draw(['a2', 'm1', 'one']);
  draw(['a2', 'm1', 'two'], ['a2', 'm1', 'three']);
  draw();
  equal(texts('#log p:not(.divider)'), ['bob one', 'bob two', 'bob three']);
});

test('another session begins with its first line', () => {
  const { talk, draw } = chat();
  draw(['a2', 'm1', 'one'], ['a2', 'm1', 'two']);
  const other = room();
  hear(other, 'm1', 'm1', 'Welcome back.');
  talk.draw(other);
  equal(texts('#log p:not(.divider)').at(-1), 'Welcome back.');
});

test('only the last lines are kept', () => {
  const { draw } = chat();
  for (let at = 0; at < 301; at += 1) draw(['a2', 'm1', String(at)]);
  equal([all('#log p:not(.divider)').length, texts('#log p:not(.divider)')[0]], [300, 'bob 1']);
});

test('the latest line is shown until the user walks on', () => {
  const { model, draw } = chat();
  draw(['a2', 'm1', 'one'], ['a2', 'm1', 'two']);
  draw();
  equal(one('#latest').textContent, 'bob two');
  enter(model, { objid: 'm2' });
  draw();
  equal(one('#latest').textContent, '');
});

test('what others said while the chat was closed is counted', () => {
  const { talk, draw } = chat();
  draw(['a2', 'm1', 'one'], ['a1', 'm1', 'two'], ['m1', 'm1', 'three']);
  draw(['a2', 'm1', 'four']);
  equal([one('#unread').textContent, one('#unread').ariaLabel], ['2', '2 new']);
  talk.open();
  equal([one('#unread').textContent, one('#unread').ariaLabel], ['', '']);
  draw(['a2', 'm1', 'five']);
  equal(one('#unread').textContent, '');
});

each(
  'the chat is opened by',
  [
    ['its button', () => one('#talk-button').click()],
    ['the latest line', () => one('#latest').click()],
    ['a key', (talk) => talk.focus()],
  ],
  (_name, open) => {
    const { talk } = chat();
    open(talk);
    equal([talk.isOpen, document.activeElement?.id], [true, 'words']);
    one('#quiet-button').click();
    equal(talk.isOpen, false);
  },
);

test('a whisper begins with the name', () => {
  chat().talk.address('bob');
  equal(input().value, '@bob ');
});

test('what is typed is sent, and then gone', () => {
  const { sent } = chat();
  input().value = 'hello';
  equal(one('#say').dispatchEvent(new Event('submit', { cancelable: true })), false);
  equal([sent, input().value], [['say to m1: hello'], '']);
});

test('what could not be sent is still there', () => {
  const { sent } = chat();
  input().value = '@';
  one('#say').dispatchEvent(new Event('submit', { cancelable: true }));
  equal([sent, input().value], [[], '@']);
});

const send = (text) => {
  input().value = text;
  one('#say').dispatchEvent(new Event('submit', { cancelable: true }));
};

test('a blank before a name says it to everybody', () => {
  const { sent } = chat();
  send(' @bob is away');
  equal(sent, ['say to m1:  @bob is away']);
});

test('what the server refuses is in the line again, as it was typed', () => {
  const { talk } = chat();
  for (const [typed, to, text] of [[' @bob is away', 'm1', ' @bob is away'], ['hello', 'm1', 'hello'], ['@BOB: psst', 'a2', '(psst)'], ['/seed my cat', 'm1', '/seed my cat']]) {
    send('hello');
    send(typed);
    equal(input().value, '');
    talk.giveBack({ to, text });
    equal(input().value, typed);
  }
});

test('several things that are refused come back one by one, and replace nothing that is being typed', () => {
  const { talk } = chat();
  for (const text of ['one', 'two', 'three']) send(text);
  input().value = 'fo';
  for (const text of ['two', 'three']) talk.giveBack({ to: 'm1', text });
  equal(input().value, 'fo');
  const found = [];
  for (const text of ['four', 'two', 'three']) {
    send(text);
    found.push(input().value);
  }
  equal(found, ['two', 'three', '']);
});

test('what nobody has typed does not come into the line', () => {
  const { talk } = chat();
  send('hello');
  for (const said of [{ to: 'm1', text: '/at 5.00' }, { to: 'a2', text: 'hello' }]) talk.giveBack(said);
  equal(input().value, '');
  talk.giveBack({ to: 'm1', text: 'hello' });
  input().value = '';
  talk.giveBack({ to: 'm1', text: 'hello' }); // it was given back already
  equal(input().value, '');
});

test('a remark of the page itself is beside the board, or in the chat if the user has just typed', () => {
  const { talk, draw, beside } = chat();
  draw();
  talk.note('Copied.');
  equal([beside, texts('#log p')], [['Copied.'], ['Room']]);
  send('@nobody');
  talk.note('Nobody here has that name.');
  equal([beside, texts('#log p').at(-1), one('#log p:last-child').className], [['Copied.'], 'Nobody here has that name.', 'room']);
});

test('what the room tells the user alone is beside the board, and not in the chat', () => {
  const { draw, beside } = chat();
  draw();
  draw(['m1', 'a1', 'That cell is taken.'], ['m1', 'm1', 'It begins.']);
  equal([beside, texts('#log p'), one('#latest').textContent], [['That cell is taken.'], ['Room', 'It begins.'], 'It begins.']);
});

test('several such lines at once are in the chat, too', () => {
  const { draw, beside } = chat();
  draw();
  draw(['m1', 'a1', 'A pair: +2.'], ['m1', 'a1', 'No pair: -1.']);
  equal([beside, texts('#log p')], [['A pair: +2. No pair: -1.'], ['Room', 'A pair: +2.', 'No pair: -1.']]);
});

each(
  'what the room tells on entering is of use only if it does not say how things stand',
  [['Your turn.', [], ['Room']], ['', ['You play X.'], ['Room', 'You play X.', 'Good luck.']]],
  (status, told, lines) => {
    const { draw, beside } = chat({ you: status === '' ? {} : { status } });
    draw(['m1', 'a1', 'You play X.'], ['m1', 'a1', 'Good luck.']);
    equal([beside, texts('#log p')], [told, lines]);
  },
);

test('nor at a table of somebody’s own, where the invitation says it', () => {
  const { draw, beside } = chat({ table: { code: 'amber-otter-nine' } });
  draw(['m1', 'a1', 'The next deal.']);
  equal([beside, texts('#log p')], [[], ['Room']]);
});

test('a room that does not say what it is tells everything in the chat, too', () => {
  const { model, draw, beside } = chat();
  draw();
  set(model, 'm2', { x: 3, y: 3, name: 'Cellar' });
  draw();
  draw(['m2', 'a1', 'It is dark.']);
  equal([beside, texts('#log p')], [['It is dark.'], ['Cellar', 'It is dark.']]);
});

test('what the room answers to what was typed is in the chat alone, for a moment', () => {
  const clock = stopClock();
  const { talk, draw, beside } = chat();
  draw();
  send('/who');
  draw(['m1', 'a1', 'ann is here.']);
  clock.advance(3000);
  draw(['m1', 'a1', 'You have slept.']);
  send('hello');
  talk.acted();
  draw(['m1', 'a1', 'That cell is taken.']);
  equal([beside, texts('#log p')], [['You have slept.', 'That cell is taken.'], ['Room', 'ann is here.']]);
});

test('a whisper to another room is one of the user, and the ranking is not told twice', () => {
  const { model, draw, beside } = chat();
  draw();
  for (const [told, to, text] of [[{ whispered: 'come', name: 'cid' }, 'a1', 'You whisper to cid: come'], [{ ranking: true }, 'm1', '1. ann'], [{ ranking: true }, 'a1', '13. bob']]) {
    model.take({ tag: 'xresponse', attributes: { options: 'next line' }, content: JSON.stringify(told) });
    draw(['m1', to, text]);
  }
  equal([beside, texts('#log p')], [[], ['Room', 'you to cid: (come)']]);
});

test('a whisper from another room is one of its speaker', () => {
  const { model, draw, beside } = chat();
  draw();
  model.take({ tag: 'xresponse', attributes: { options: 'next line' }, content: JSON.stringify({ whisper: 'come to Set', name: 'cid', place: 'Home' }) });
  draw(['m1', 'a1', 'cid whispers from Home: come to Set']);
  equal([beside, texts('#log p').at(-1), one('#log p:last-child').className, one('#unread').textContent], [[], 'cid (Home) to you: (come to Set)', 'to-me', '1']);
});

test('the log follows what is new, unless somebody reads further up', () => {
  const { draw } = chat();
  const log = one('#log');
  log.style.cssText = 'height: 100px; overflow: auto; flex: none';
  for (let at = 0; at < 50; at += 1) draw(['a2', 'm1', String(at)]);
  const isAtEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < 2;
  equal(isAtEnd(), true);
  log.scrollTop = 0;
  draw(['a2', 'm1', 'new']);
  equal([isAtEnd(), log.scrollTop], [false, 0]);
});

each(
  'the log becomes smaller, and larger',
  [
    ['under a reader of the last line, who goes on seeing it', (log) => log.scrollHeight, true],
    ['under a reader further up, who stays there', () => 200, false],
    ['under a reader who is back at the end', (log) => (log.scrollTop = 0) + log.scrollHeight, true],
  ],
  async (_name, scroll, isAtEnd) => {
    const { draw } = chat();
    const log = one('#log');
    log.style.cssText = 'height: 400px; overflow: auto; flex: none';
    for (let at = 0; at < 60; at += 1) draw(['a2', 'm1', String(at)]);
    log.scrollTop = scroll(log);
    await frames();
    for (const height of [200, 300, 100]) {
      log.style.height = `${height}px`;
      await frames();
      equal([height, log.scrollHeight - log.scrollTop - log.clientHeight < 2], [height, isAtEnd]);
    }
  },
);
