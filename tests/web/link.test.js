// A link: what the server sends becomes a model and calls, and acts become tags.

import { LEFT, LOGGED_OUT, LOST, Link, NOT_OPEN, WRONG } from '../../clients/web/link.js';
import { speak } from '../../clients/web/words.js';
import { each, equal, replace, stopClock, test } from './harness.js';
import { FakeSocket, HOME, WELCOME, serverTag, settle } from './world.js';

const ASK = ['<xrequest options="points"/>', '<xrequest options="facts"/>']; // once, after the login

// A link and its socket, with the calls that were made.
function dial(...data) {
  replace(window, 'WebSocket', FakeSocket);
  const clock = stopClock();
  const calls = [];
  const link = new Link(new URL('ws://127.0.0.1/tilenet'), {
    opened: () => calls.push('opened'),
    answered: (message, isIn) => calls.push(`answered ${message} ${isIn}`),
    modelChanged: () => calls.push('modelChanged'),
    changed: (what) => calls.push(`changed ${what}`),
    notSaid: ({ to, text }) => calls.push(`not said to ${to}: ${text}`),
    quiet: (one, isQuiet) => calls.push(`quiet ${isQuiet} ${one === link}`),
    ended: (_link, end, why) => calls.push(`${end}: ${why}`),
  });
  const socket = FakeSocket.last;
  for (const one of data) socket.receive(one);
  const sent = () => socket.sent.filter((tag) => !tag.startsWith('<?xml') && !ASK.includes(tag));
  return { link, socket, clock, calls, sent };
}

const play = () => {
  const found = dial(serverTag(), `${WELCOME}${HOME}<set objid="t1" x="0" y="0" energy="1"/><set objid="k1" name="VK_A"/><set objid="a2" name="bob"/>`);
  found.calls.length = 0;
  return found;
};

each(
  'what was not said',
  [
    ['{"to": "a2", "text": "(&amp;)"}', 'a2: (&)'],
    ['{"to": {}}', ': '],
    ['[', ': '],
    ['', ': '],
  ],
  (content, expected) => {
    const { socket, calls } = play();
    socket.receive(`<xresponse options="not said">${content}</xresponse>`);
    equal(calls, [`not said to ${expected}`, 'modelChanged']);
  },
);

test('a server that is open is answered with a document', () => {
  const { socket, calls } = dial(serverTag());
  equal([socket.url.href, socket.sent.length, calls], ['ws://127.0.0.1/tilenet', 1, ['opened']]);
  equal(socket.sent[0].endsWith('<client version="1.1">'), true);
});

each(
  'a server that is not open',
  [['busy', 'The server is busy right now.'], ['closed', "The server isn't accepting logins right now."]],
  (status, why) => {
    const { socket, calls } = dial(serverTag(status));
    equal([calls, socket.sent, socket.readyState], [[`${NOT_OPEN}: ${why}`], [], 2]);
  },
);

test('a login is answered', () => {
  const { link, sent, calls } = dial(serverTag());
  equal([link.login('ann', 'a "b"'), sent()], [true, ['<login user="ann" password="a &quot;b&quot;"/>']]);
  FakeSocket.last.receive('<logged-in message="no"/>');
  FakeSocket.last.receive(WELCOME);
  equal(calls.slice(1), ['answered no false', 'answered Welcome true', 'modelChanged']);
});

test('points and facts are asked for once, after a login that succeeded', () => {
  const { socket } = dial(serverTag(), '<logged-in message="no"/>');
  equal(socket.sent.length, 1);
  socket.receive(WELCOME);
  socket.receive(HOME);
  equal(socket.sent.slice(1), ASK);
});

test('a page in another language wants the same of the server', () => {
  speak('tr', {});
  equal(dial(serverTag(), WELCOME).socket.sent.slice(1), ['<xrequest options="language tr"/>', ...ASK]);
  speak('en', {});
});

test('the help of the room can be asked for', () => {
  const { link, socket, sent } = play();
  equal([link.askForHelp(), sent().at(-1)], [true, '<xrequest options="help"/>']);
  socket.receive('<xresponse options="help">["one", "&lt;two>"]</xresponse>');
  equal(link.model.help, ['one', '<two>']);
});

test('a resume token can be asked for', () => {
  const { link, socket, sent } = play();
  equal([link.askForToken(), sent().at(-1), link.token], [true, '<xrequest options="resume"></xrequest>', '']);
  socket.receive(`<xresponse options="resume">abc</xresponse><xresponse options="resume">${'x'.repeat(257)}</xresponse><xresponse>no</xresponse>`);
  equal(link.token, 'abc');
});

test('the caller hears of changes once a message, and not before the login', () => {
  const { socket, calls } = play();
  socket.receive('<set objid="a2" name="rob"/><set objid="a1" energy="3"/>');
  equal(calls, ['modelChanged']);
  equal(dial(serverTag()).calls, ['opened']);
});

each(
  'the end',
  [
    ['the connection breaks', (socket) => socket.end(), `${LOST}: The connection to the server was lost.`],
    ['the server says why', (socket) => {
      socket.receive('<logged-out message="Bye"/>');
      socket.end();
    }, `${LOGGED_OUT}: Bye`],
    ['the server says why, and closes the document', (socket) => socket.receive('<logged-out message="Bye"/></server>'), `${LOGGED_OUT}: Bye`],
    ['the server is stopping', (socket) => {
      socket.receive('<logged-out message="Bye"/></server>');
      socket.end(1001);
    }, `${LOST}: Bye`],
    ['the server closes the document', (socket) => socket.receive('</server>'), `${LOST}: The server ended the session.`],
    ['the server is wrong', (socket) => socket.receive('<set/>'), `${WRONG}: The server sent something that TileNet does not allow: <set> without a required attribute.`],
    ['the server sends bytes', (socket) => socket.receive(new ArrayBuffer(1)), `${WRONG}: The server sent something that TileNet does not allow: a message that is not text.`],
  ],
  (_name, act, expected) => {
    const { socket, clock, calls } = play();
    act(socket);
    socket.end(); // and is told only once
    clock.advance(100_000);
    equal(calls.filter((call) => call !== 'modelChanged'), [expected]);
  },
);

test('a server that does not close the connection after its last words is left', () => {
  const { socket, clock, calls } = play();
  socket.receive('<logged-out message="Bye"/></server>');
  equal(calls, []);
  clock.advance(2000);
  equal([calls, socket.readyState], [[`${LOGGED_OUT}: Bye`], 2]);
});

test('changes that come with the last words are not told', () => {
  const { socket, calls } = play();
  socket.receive('<set objid="a1" energy="3"/><logged-out message="Bye"/>');
  equal(calls, []);
});

test('an error of our own is not taken for one of the server', () => {
  const { link, socket } = play();
  link.model.take = () => {
    throw new RangeError('ours');
  };
  let found = null;
  try {
    socket.receive('<set objid="a1"/>');
  } catch (error) {
    found = error;
  }
  equal(found instanceof RangeError, true);
});

// A link to a server that says nothing for so many ms, while the page is awake.
function silent(time, found = play()) {
  for (let passed = 0; passed < time; passed += 1000) found.clock.advance(1000);
  return found;
}

test('a server that is silent for 10 s is told of, and for 30 s it is lost', () => {
  const { socket, clock, calls } = silent(9000);
  equal(calls, []);
  clock.advance(1000);
  equal([calls, socket.readyState], [['quiet true true'], 1]);
  clock.advance(19_000);
  equal(calls.length, 1);
  clock.advance(1000);
  equal([calls.slice(1), socket.readyState], [[`${LOST}: The server isn't responding.`], 2]);
});

test('a heartbeat is enough', () => {
  const found = silent(9000);
  found.socket.receive('\n');
  silent(9000, found);
  equal(found.calls, ['modelChanged']);
});

test('whatever comes late is welcome, as a slow network may bring it', () => {
  const { link, socket, clock, calls } = silent(25_000);
  equal(link.isQuiet, true);
  socket.receive('\n');
  equal([calls, link.isQuiet], [['quiet true true', 'quiet false true', 'modelChanged'], false]);
  clock.advance(9000);
  equal(calls.length, 3);
});

test('a server that has not let the user in is lost after 10 s', () => {
  for (const data of [[], [serverTag()]]) {
    const { socket, calls } = silent(10_000, dial(...data));
    equal([calls.at(-1), socket.readyState], [`${LOST}: The server isn't responding.`, 2]);
  }
});

test('a page that has slept reads first what has come meanwhile', () => {
  const { socket, clock, calls } = play();
  clock.advance(60_000);
  equal(calls, []);
  socket.receive('\n');
  clock.advance(9999);
  equal(calls, ['modelChanged']);
});

test('a page that always sleeps notices, too', () => {
  const { clock, calls } = play();
  for (const expected of [[], ['quiet true true'], ['quiet true true', `${LOST}: The server isn't responding.`]]) {
    clock.advance(60_000);
    equal(calls, expected);
  }
});

test('clicks and presses', () => {
  const { link, sent } = play();
  equal([link.click(link.model.at(0, 0)), link.press(link.model.keys[0]), link.press(link.model.keys[0], 1)], [true, true, true]);
  equal(sent(), ['<cmd type="click" objid="t1"/>', '<cmd type="press" objid="k1" modifiers="0"/>', '<cmd type="press" objid="k1" modifiers="1"/>']);
});

test('what is not executable is not sent', () => {
  const { link, socket, sent } = play();
  const [tile, key] = [link.model.at(0, 0), link.model.keys[0]];
  socket.receive('<set objid="a1" energy="0"/>');
  equal([link.click(tile), link.press(key), sent()], [false, false, []]);
});

test('what is said is bounded, and a blank at its beginning means something', () => {
  const { link, sent } = play();
  equal([link.say(link.model.matrix, ' @hi'), link.say(link.model.matrix, ' ')], [true, false]);
  link.say(link.model.matrix, 'a'.repeat(2000));
  equal([sent()[0], sent()[1].length, sent().length], ['<cmd type="say" objid="m1" text=" @hi"/>', `<cmd type="say" objid="m1" text=""/>`.length + 1000, 2]);
});

each(
  'noted here',
  [
    ['a whisper to somebody', 'a2', '(hi)', 1],
    ['a whisper to oneself, which comes back', 'a1', '(hi)', 0],
    ['not a whisper', 'a2', 'hi', 0],
    ['what the room hears', 'm1', '(hi)', 0],
  ],
  (_name, target, words, lines) => {
    const { link, calls } = play();
    link.say(link.model.things.get(target), words);
    equal([link.model.heard.length, calls.length], [lines, lines]);
  },
);

test('nothing is sent after the end, or before the socket is open', () => {
  const { link, socket, sent } = play();
  socket.readyState = 0;
  equal(link.click(link.model.at(0, 0)), false);
  socket.readyState = 1;
  socket.receive('<logged-out message=""/>');
  equal([link.click(link.model.at(0, 0)), link.say(link.model.matrix, 'hi'), sent()], [false, false, []]);
});

test('who leaves logs out, and waits for the server', () => {
  const { link, socket, clock, calls, sent } = play();
  link.leave();
  equal([sent(), socket.readyState, calls], [['<logout/></client>'], 1, []]);
  socket.receive('<logged-out message="Bye"/></server>');
  equal([calls, socket.readyState], [[`${LEFT}: `], 2]);
  equal(clock.timers.size, 0);
});

test('a server that does not answer a logout is left', () => {
  const { link, clock, calls } = play();
  link.leave();
  clock.advance(1999);
  equal(calls, []);
  clock.advance(1);
  equal(calls, [`${LEFT}: `]);
});

test('who is not logged in leaves without a word', () => {
  const { link, calls, sent, socket } = dial(serverTag());
  link.leave();
  equal([calls.at(-1), sent(), socket.readyState], [`${LEFT}: `, [], 2]);
});

test('a seat that is given up is held by the server, which hears no logout', async () => {
  const { link, socket, sent } = play();
  let isClosed = false;
  const done = link.drop().then(() => (isClosed = true));
  await settle();
  equal([isClosed, sent(), socket.readyState], [false, [], 2]);
  socket.end();
  await done;
});

test('something is done with the account, and the answer comes to whoever has asked', async () => {
  const { link, socket, calls, sent } = play();
  const answer = link.change({ do: 'password', password: 'a<b&"]]>', new: 'x' });
  const other = await link.change({ do: 'password' });
  equal([other.done, other.why], [false, 'One moment …']);
  equal(sent(), ['<login user="ann" password=""/>'].slice(1).concat('<xrequest options="account">{&quot;do&quot;:&quot;password&quot;,&quot;password&quot;:&quot;a&lt;b&amp;\\&quot;]]&gt;&quot;,&quot;new&quot;:&quot;x&quot;}</xrequest>'));
  socket.receive('<xresponse options="account">{"do": "password", "done": true, "text": "Done."}</xresponse>');
  equal([(await answer).done, (await answer).text, calls.includes('changed password')], [true, 'Done.', true]);
});

each(
  'an answer about the account',
  [
    ['{"do": "rename", "why": "Taken.", "field": "name"}', ['Taken.', 'name']],
    ['{"do": 7}', ['The server’s answer made no sense.', '']],
    ['[', ['The server’s answer made no sense.', '']],
  ],
  async (content, expected) => {
    const { link, socket, calls } = play();
    const answer = link.change({ do: 'rename' });
    socket.receive(`<xresponse options="account">${content}</xresponse>`);
    const { done, why, field } = await answer;
    equal([done, [why, field], calls.includes('changed rename')], [false, expected, false]);
  },
);

test('nobody waits for an answer of a server that is lost', async () => {
  const { link, socket } = play();
  const answer = link.change({ do: 'rename' });
  socket.end();
  equal((await answer).why, 'The connection to the server was lost.');
  equal((await link.change({ do: 'rename' })).why, 'The connection to the server was lost.');
});
