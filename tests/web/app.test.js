// The client from login to leaving: what is shown, what is remembered, and how a lost connection is taken up again.

import { App } from '../../clients/web/app.js';
import { Login } from '../../clients/web/login.js';
import '../../clients/web/newaccount.js'; // which the page loads only when it is needed
import { all, each, equal, one, replace, stopClock, test, texts } from './harness.js';
import { FakeChannel, FakeHistory, FakeSocket, HOME, WELCOME, serverTag, settle } from './world.js';

const input = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));
const isShown = (id) => one(id).hidden === false;
const isLost = () => document.body.classList.contains('lost');
const isOutside = () => document.body.classList.contains('outside');
const SEAT = 'tilenet.seat';
const HAS_ACCOUNT = '<logged-in message="ann has an account: log in with its password, or choose another name."/>';
const TOKEN = '<xresponse options="resume">abc</xresponse>';
const STALE = '<logged-in message="Log in again."/>';
const DOOR = '<set objid="t1" name="Set" x="0" y="0"/><xresponse options="facts">{"room": "m1", "facts": {"rooms": {"room/set": {"room": "set"}}}, "roles": {"t1": "room/set"}}</xresponse>';
const TOLD_SET = '<xresponse options="facts">{"room": "m2", "kind": "", "address": "set", "roles": {"t2": "home"}}</xresponse>';
const address = () => /** @type {any} */ (window.history).address;
const remembered = () => JSON.parse(sessionStorage.getItem(SEAT) ?? 'null');
const secrets = () => FakeSocket.last.sent.flatMap((tag) => /<login .*password="(.*)"/.exec(tag)?.[1] ?? []);

// A page that has just been opened; `random` is where in its range each pause is.
function open({ random = 0.5, frame = (call) => call() } = {}) {
  FakeSocket.sockets.length = FakeChannel.channels.length = 0;
  replace(window, 'WebSocket', FakeSocket);
  replace(window, 'BroadcastChannel', FakeChannel);
  replace(window, 'history', new FakeHistory());
  replace(window, 'requestAnimationFrame', frame);
  replace(Math, 'random', () => random);
  const clock = stopClock();
  const app = new App(new Login());
  app.start();
  return { app, clock };
}

async function login({ name = 'ann', password = '', ...more } = {}) {
  const found = open(more);
  input('name').value = name;
  input('password').value = password;
  one('#login-form').dispatchEvent(new Event('submit', { cancelable: true }));
  found.clock.advance(300);
  await settle();
  return found;
}

// Let promises and the browser go on until something is so.
async function until(isSo, tries = 1000) {
  if (isSo() || tries === 0) return;
  const { port1, port2 } = new MessageChannel();
  await new Promise((done) => {
    port1.onmessage = done;
    port2.postMessage('');
  });
  await until(isSo, tries - 1);
}

async function play(options = {}) {
  const found = await login(options);
  FakeSocket.last.receive(serverTag());
  if (options.password) FakeSocket.last.receive(HAS_ACCOUNT);
  FakeSocket.last.receive(WELCOME + HOME);
  return found;
}

test('a password is sent only if the name has an account', async () => {
  await login({ password: 'secret' });
  FakeSocket.last.receive(serverTag());
  equal(secrets(), ['']);
  FakeSocket.last.receive(HAS_ACCOUNT);
  equal([secrets(), isShown('#login')], [['', 'secret'], true]);
  FakeSocket.last.receive(WELCOME + HOME);
  equal([isOutside(), all('.new-account').length], [false, 0]);
});

test('a name that has no account gets one when the password is typed again, in the seat', async () => {
  const { app } = await login({ password: 'secret' });
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(WELCOME + HOME);
  await until(() => all('.new-account').length === 1);
  equal([secrets(), app.isGuest], [[''], true]);
  const [again] = /** @type {NodeListOf<HTMLInputElement>} */ (document.querySelectorAll('.new-account input:not([hidden])'));
  equal(document.activeElement === again, true);
  again.value = 'secret';
  one('.new-account form').dispatchEvent(new Event('submit', { cancelable: true }));
  equal(FakeSocket.last.sent.at(-1), '<xrequest options="account">{&quot;do&quot;:&quot;create&quot;,&quot;new&quot;:&quot;secret&quot;,&quot;again&quot;:&quot;secret&quot;}</xrequest>');
  FakeSocket.last.receive('<xresponse options="account">{"do": "create", "done": true, "text": "You have an account now."}</xresponse>');
  await until(() => all('.new-account').length === 0);
  equal([app.isGuest, remembered()?.isGuest ?? false], [false, false]);
});

test('a guest opens the same dialog from the menu, and an account is led to its room', async () => {
  const { app } = await play();
  one('#me').click();
  equal(one('#account-button').textContent, 'Create an account');
  one('#account-button').click();
  await until(() => all('.new-account').length === 1);
  app.changed('create');
  one('.new-account > button').click();
  one('#me').click();
  equal(one('#account-button').textContent, 'My account');
  one('#account-button').click();
  equal(FakeSocket.last.sent.at(-1), '<cmd type="say" objid="m1" text="/join account"/>');
});

test('a new password needs a new token', async () => {
  const { app } = await play({ password: 'secret' });
  FakeSocket.last.sent.length = 0;
  app.changed('password');
  app.changed('logout');
  app.changed('rename');
  equal(FakeSocket.last.sent, Array.from({ length: 2 }, () => '<xrequest options="resume"></xrequest>'));
});

test('the page begins with the login', () => {
  open();
  equal([isShown('#login'), document.activeElement?.id, FakeSocket.sockets.length], [true, 'name', 0]);
});

test('a name that was sent while the page was loading is not sent again, and comes before a seat', async () => {
  sessionStorage.setItem(SEAT, JSON.stringify({ name: 'bob', isGuest: true, token: 'abc', server: '' }));
  replace(window, 'WebSocket', FakeSocket);
  replace(window, 'BroadcastChannel', FakeChannel);
  FakeSocket.sockets.length = FakeChannel.channels.length = 0;
  const clock = stopClock();
  const form = new Login();
  input('name').value = 'ann';
  one('#login-form').dispatchEvent(new Event('submit', { cancelable: true }));
  new App(form).start();
  clock.advance(300);
  await settle();
  FakeSocket.last.receive(serverTag());
  equal([FakeSocket.sockets.length, FakeSocket.last.sent[1]], [1, '<login user="ann" password=""/>']);
});

test('a guest logs in', async () => {
  await play();
  const [{ url, sent }] = FakeSocket.sockets;
  equal([url.protocol, url.pathname, sent[1]], ['ws:', '/clients/web/tilenet', '<login user="ann" password=""/>']);
  equal([isShown('#login'), isOutside(), one('#title').textContent, document.title], [false, false, 'Home', 'Home · tilenet']);
  equal(texts('#log p:not(.divider)').join(''), 'Welcome');
});

test('a guest asks other tabs first, an account does not', async () => {
  const posted = [];
  replace(FakeChannel.prototype, 'postMessage', (data) => posted.push(data));
  await login();
  equal(posted, [{ wants: 'ann' }]);
  await login({ password: 'secret' });
  equal(posted.length, 1);
});

test('the seat of a guest is remembered for a reload, by the name that the server gave', async () => {
  await play();
  FakeSocket.last.receive('<set objid="a1" name="ann2"/>');
  equal(remembered().name, 'ann2');
  const { clock } = open();
  equal(input('name').value, 'ann');
  clock.advance(300);
  await settle();
  FakeSocket.last.receive(serverTag());
  equal(FakeSocket.last.sent[1], '<login user="ann2" password=""/>');
});

test('a password is stored nowhere', async () => {
  await play({ password: 'secret' });
  equal([sessionStorage.getItem(SEAT), JSON.stringify({ ...localStorage, ...sessionStorage }).includes('secret')], [null, false]);
});

test('a login that is refused says why', async () => {
  await login();
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive('<logged-in message="Not that name."/>');
  equal([one('#login-error').textContent, FakeSocket.last.readyState, input('play-button').disabled], ['Not that name.', 2, false]);
});

each(
  'the field that has the focus when a login is refused',
  [
    ['a wrong password', { password: 'wrong' }, 'Wrong password.', 'password'],
    ['anything else, with a password', { password: 'secret' }, 'The server is full.', 'password'],
    ['a name that has a password', {}, 'ann has an account: log in with its password, or choose another name.', 'password'],
    ['a name that nobody can have', {}, 'Not that name.', 'name'],
  ],
  async (_name, options, why, field) => {
    await login(options);
    FakeSocket.last.receive(serverTag());
    if ('password' in options) FakeSocket.last.receive(HAS_ACCOUNT);
    FakeSocket.last.receive(`<logged-in message="${why}"/>`);
    equal([document.activeElement?.id, input('password').value], [field, '']);
  },
);

test('what is typed after a wrong password is not seen, and is the password', async () => {
  await login({ password: 'wrong' });
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(HAS_ACCOUNT);
  FakeSocket.last.receive('<logged-in message="Wrong password."/>');
  document.execCommand('insertText', false, 'secret');
  one('#login-form').dispatchEvent(new Event('submit', { cancelable: true }));
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(HAS_ACCOUNT);
  equal([input('name').value, document.activeElement?.getAttribute('type'), secrets()], ['ann', 'password', ['', 'secret']]);
});

each(
  'back at the login',
  [
    ['a server that is full', () => login(), (socket) => socket.receive(serverTag('busy')), 'The server is busy right now.'],
    ['a server that is not there', () => login(), (socket) => socket.end(), 'The connection to the server was lost.'],
    ['a server that ends the session', () => play(), (socket) => socket.receive('<logged-out message="Bye."/></server>'), 'Bye.'],
    ['a server that is wrong', () => play(), (socket) => socket.receive('words'), 'The server sent something that TileNet does not allow: text between tags.'],
  ],
  async (_name, begin, act, why) => {
    const { app, clock } = await begin();
    act(FakeSocket.last);
    clock.advance(100_000);
    equal([isShown('#login'), isOutside(), isLost(), one('#login-error').textContent], [true, true, false, why]);
    equal([FakeSocket.sockets.length, sessionStorage.getItem(SEAT), app.controller.model], [1, null, null]);
  },
);

test('a lost connection is taken up again by itself, in the same seat', async () => {
  const { clock } = await play();
  FakeSocket.last.end();
  equal([isLost(), isShown('#notice'), one('#notice-text').textContent], [true, true, 'The connection to the server was lost. Trying again …']);
  clock.advance(499);
  equal(FakeSocket.sockets.length, 1);
  clock.advance(1);
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(WELCOME + HOME);
  equal([FakeSocket.sockets.length, isLost(), isShown('#notice'), isOutside()], [2, false, false, false]);
});

test('an account comes back with its password', async () => {
  const { clock } = await play({ password: 'secret' });
  FakeSocket.last.end();
  clock.advance(500);
  FakeSocket.last.receive(serverTag());
  equal(FakeSocket.last.sent[1], '<login user="ann" password="secret"/>');
});

test('each pause is a quarter longer than the one before, up to 15 seconds, and the first again after a success', async () => {
  const { clock } = await play();
  const pauses = [];
  const next = () => {
    FakeSocket.last.end();
    const [{ at }] = [...clock.timers.values()];
    pauses.push(at - performance.now());
    clock.advance(at - performance.now());
  };
  for (let tries = 0; tries < 20; tries += 1) next();
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(WELCOME + HOME);
  next();
  const expected = Array.from({ length: 20 }, (_, tries) => Math.min(500 * 1.25 ** tries, 15_000));
  equal(pauses.map(Math.round), [...expected, 500].map(Math.round));
});

each(
  'a lost connection is taken up again with the token, and without it',
  [['by a guest', {}, ''], ['by an account', { password: 'secret' }, 'secret']],
  async (_name, options, otherwise) => {
    const { clock } = await play(options);
    equal(FakeSocket.last.sent.at(-1), '<xrequest options="resume"></xrequest>');
    FakeSocket.last.receive(TOKEN);
    FakeSocket.last.end();
    clock.advance(500);
    FakeSocket.last.receive(serverTag());
    equal(secrets(), ['abc']);
    FakeSocket.last.receive(STALE);
    equal(secrets(), ['abc', otherwise]);
    FakeSocket.last.receive(WELCOME + HOME);
    FakeSocket.last.end();
    clock.advance(500);
    FakeSocket.last.receive(serverTag());
    equal(secrets(), [otherwise]);
  },
);

test('a server that stops is waited for, and is told the token when it is back', async () => {
  const { clock } = await play({ password: 'secret' });
  FakeSocket.last.receive(TOKEN);
  FakeSocket.last.receive('<logged-out message="The server is stopping."/></server>');
  FakeSocket.last.end(1001);
  equal([isLost(), one('#notice-text').textContent], [true, 'The server is stopping. Trying again …']);
  clock.advance(500);
  FakeSocket.last.receive(serverTag());
  equal(secrets(), ['abc']);
});

test('a server that wants the same login later is told the same token then', async () => {
  const { clock } = await play({ password: 'secret' });
  FakeSocket.last.receive(TOKEN);
  FakeSocket.last.end();
  clock.advance(500);
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive('<logged-in message="Not now. Try again later."/>');
  equal([secrets(), isLost(), one('#notice-text').textContent], [['abc'], true, 'Not now. Try again later. Trying again …']);
  clock.advance(1000);
  FakeSocket.last.receive(serverTag());
  equal([FakeSocket.sockets.length, secrets()], [3, ['abc']]);
});

each(
  'after a reload, an account',
  [
    ['is back by its token', serverTag(), ['abc'], false],
    ['is asked again by another server', serverTag().replace('group="tests"', 'group="others"'), [], true],
  ],
  async (_name, server, expected, isAsked) => {
    await play({ password: 'secret' });
    FakeSocket.last.receive(TOKEN);
    open();
    FakeSocket.last.receive(server);
    equal([secrets(), isShown('#login')], [expected, isAsked]);
  },
);

test('after a reload, an account whose token is refused is asked again', async () => {
  await play({ password: 'secret' });
  FakeSocket.last.receive(TOKEN);
  open();
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(STALE);
  equal([secrets(), isShown('#login'), one('#login-error').textContent, remembered()], [['abc'], true, 'Log in again.', null]);
  equal([input('name').value, document.activeElement?.id], ['ann', 'password']);
});

test('a token is remembered until it is used, and never shown', async () => {
  await play();
  FakeSocket.last.receive(TOKEN);
  equal([remembered().token, document.body.textContent?.includes('abc')], ['abc', false]);
  const { clock } = open();
  clock.advance(300);
  await settle();
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(WELCOME + HOME);
  equal(remembered().token, '');
});

each('a pause varies', [[0, 300], [0.5, 500], [1, 700]], async (random, pause) => {
  const { clock } = await play({ random });
  FakeSocket.last.end();
  equal([...clock.timers.values()][0].at - performance.now(), pause);
});

each(
  'tried at once',
  [
    ['by the button', () => one('#retry').click()],
    ['when the network is back', () => dispatchEvent(new Event('online'))],
    ['when the page is looked at again', () => document.dispatchEvent(new Event('visibilitychange'))],
  ],
  async (_name, act) => {
    await play();
    act();
    equal(FakeSocket.sockets.length, 1); // there is nothing to try while it works
    FakeSocket.last.end();
    act();
    equal(FakeSocket.sockets.length, 2);
    act();
    equal(FakeSocket.sockets.length, 2);
  },
);

test('a server that is silent is told of while the user waits, who need not', async () => {
  const { clock } = await play();
  clock.advance(10_000);
  equal([isShown('#notice'), one('#notice-text').textContent, isLost()], [true, "The server isn't responding.", false]);
  FakeSocket.last.receive('\n');
  equal([isShown('#notice'), FakeSocket.sockets.length], [false, 1]);
  clock.advance(10_000);
  one('#retry').click();
  equal([isLost(), FakeSocket.sockets.length, FakeSocket.sockets[0].readyState], [true, 2, 2]);
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(WELCOME + HOME);
  equal([isLost(), isShown('#notice')], [false, false]);
});

test('nothing is tried while nobody looks at the page', async () => {
  await play();
  FakeSocket.last.end();
  replace(document, 'hidden', true);
  document.dispatchEvent(new Event('visibilitychange'));
  equal(FakeSocket.sockets.length, 1);
});

test('a server that is full while the client comes back is tried again', async () => {
  const { clock } = await play();
  FakeSocket.last.end();
  clock.advance(500);
  FakeSocket.last.receive(serverTag('busy'));
  equal([isLost(), one('#notice-text').textContent], [true, 'The server is busy right now. Trying again …']);
  clock.advance(1000);
  equal(FakeSocket.sockets.length, 3);
});

test('who comes back is led to the room where they were', async () => {
  const { clock } = await play();
  FakeSocket.last.receive(`<set objid="m2" name="Set" x="2" y="2"/><set objid="t2" name="Home" x="0" y="0"/><set objid="a1"/>${TOLD_SET}`);
  equal(address(), '#/set');
  FakeSocket.last.end();
  clock.advance(500);
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(WELCOME + HOME + DOOR);
  equal(FakeSocket.last.sent.at(-1), '<cmd type="click" objid="t1"/>');
});

test('who logs out is at the login, and the server is told', async () => {
  const { app, clock } = await play();
  app.leave();
  equal([FakeSocket.last.sent.at(-1), isShown('#login'), one('#login-error').textContent], ['<logout/></client>', true, '']);
  FakeSocket.last.end();
  clock.advance(100_000);
  equal([FakeSocket.sockets.length, isLost(), sessionStorage.getItem(SEAT)], [1, false, null]);
});

const TOLD = JSON.stringify({ room: 'm1', kind: '', address: 'home', facts: { seats: { a: { player: { name: 'zebra 1', agent: 'a2' } } } }, you: { leave: 'zebra 2' }, result: { standings: [{ place: 1, name: 'zebra 3', score: 1 }] }, fair: { next: { commitment: 'zebra 4' } } });
const ZEBRAS = [
  '<set objid="m1" name="zebra 5" text="zebra 6"/><set objid="a2" name="zebra 7" text="zebra 8"/>',
  '<set objid="t1" name="zebra 9" text="zebra 10" x="0" y="0"/><set objid="k1" name="VK_Z" text="zebra 11"/>',
  '<hear from="a2" to="a1" message="(zebra 12)"/><hear from="m1" to="m1" message="zebra 13"/>',
  `<xresponse options="facts">${TOLD}</xresponse><xresponse options="help">["zebra 14"]</xresponse>`,
];

each(
  'nothing of a session stays',
  [
    ['that the user has ended', (app) => app.leave()],
    ['that the server has ended', () => FakeSocket.last.receive('<logged-out message="Bye."/></server>')],
    ['that was lost before', (app) => {
      FakeSocket.last.end();
      app.leave();
    }],
  ],
  async (_name, end) => {
    const { app, clock } = await play();
    for (const zebra of ZEBRAS) FakeSocket.last.receive(zebra);
    one('#help-button').click();
    one('#list button[data-name]').click();
    one('#board [data-spot]').focus();
    one('#leave').click();
    one('#link-button').click();
    const page = () => new XMLSerializer().serializeToString(document);
    const values = () => [...document.querySelectorAll('input')].map(({ value }) => value);
    const found = [1, 3, 5, 6, 7, 9, 10, 11, 12, 13, 14].filter((number) => !page().includes(`zebra ${number}`));
    equal([found, values().some((value) => value.includes('zebra'))], [[], true]);
    end(app);
    clock.advance(10_000);
    await settle();
    const left = [page(), ...values(), JSON.stringify({ ...localStorage, ...sessionStorage })];
    equal(left.filter((text) => text.includes('zebra')), []);
  },
);

test('who logs in after somebody else sees nothing of theirs, and everything of their own', async () => {
  const { app, clock } = await play();
  for (const zebra of ZEBRAS) FakeSocket.last.receive(zebra);
  app.leave();
  input('name').value = 'bob';
  one('#login-form').dispatchEvent(new Event('submit', { cancelable: true }));
  clock.advance(300);
  await settle();
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(WELCOME + HOME.replace('ann', 'bob'));
  equal([texts('#log p:not(.divider)').join(''), texts('#list .name'), one('#me').ariaLabel], ['Welcome', ['bob (you)'], 'You: bob, energy 11']);
  dispatchEvent(new KeyboardEvent('keydown', { key: '?' }));
  equal(/** @type {HTMLDialogElement} */ (one('#help')).open, true);
});

test('who logs out while the connection is lost does not come back', async () => {
  const { app, clock } = await play();
  FakeSocket.last.end();
  app.leave();
  clock.advance(100_000);
  equal([FakeSocket.sockets.length, isShown('#login')], [1, true]);
});

test('a tab gives its seat to a newer one, with the token, and the server hears no logout', async () => {
  await play();
  FakeSocket.last.receive(TOKEN);
  const newer = new FakeChannel();
  const heard = [];
  newer.onmessage = ({ data }) => heard.push(data);
  newer.postMessage({ wants: 'ann' });
  await settle();
  equal([heard, FakeSocket.last.readyState, FakeSocket.last.sent.at(-1)], [[], 2, '<xrequest options="resume"></xrequest>']);
  FakeSocket.last.end();
  await settle();
  equal([heard[0].gives, heard[0].key.token, one('#login-error').textContent], ['ann', 'abc', "You're now playing in another tab."]);
});

test('a tab that has lost the connection gives its token to a newer one at once', async () => {
  await play();
  FakeSocket.last.receive(TOKEN);
  FakeSocket.last.end();
  const newer = new FakeChannel();
  const heard = [];
  newer.onmessage = ({ data }) => heard.push(data);
  newer.postMessage({ wants: 'ann' });
  await settle();
  equal(heard.map(({ key }) => key.token), ['abc']);
});

each(
  'a seat is kept',
  [['of another name', {}, 'bob'], ['of an account', { password: 'secret' }, 'ann']],
  async (_name, options, wants) => {
    await play(options);
    new FakeChannel().postMessage({ wants });
    await settle();
    equal([isShown('#login'), FakeSocket.last.readyState], [false, 1]);
  },
);

test('the page is drawn once a frame, whatever has changed', async () => {
  const frames = [];
  await play({ frame: (call) => frames.push(call) });
  FakeSocket.last.receive('<set objid="m1" name="Hall"/>');
  equal([frames.length, one('#title').textContent], [1, '']);
  frames[0]();
  equal(one('#title').textContent, 'Hall');
  FakeSocket.last.receive('<set objid="m1" name="Home"/>');
  equal(frames.length, 2);
});

test('a frame that comes after the session draws nothing', async () => {
  const frames = [];
  const { app } = await play({ frame: (call) => frames.push(call) });
  app.leave();
  frames[0]();
  equal(document.title, 'tilenet');
});

test('nothing is drawn before there is a room', async () => {
  await login();
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(WELCOME);
  equal([one('#title').textContent, sessionStorage.getItem(SEAT)], ['', null]);
});

test('what the server refuses to pass on is in the line again', async () => {
  await play();
  input('words').value = 'hello';
  one('#say').dispatchEvent(new Event('submit', { cancelable: true }));
  equal([FakeSocket.last.sent.at(-1), input('words').value], ['<cmd type="say" objid="m1" text="hello"/>', '']);
  FakeSocket.last.receive('<hear from="m1" to="a1" message="Not said: you are talking too fast."/><xresponse options="not said">{"to": "m1", "text": "hello"}</xresponse>');
  equal([one('#log').lastElementChild?.textContent, input('words').value], ['Not said: you are talking too fast.', 'hello']);
});

test('a link that is opened in the page is followed', async () => {
  await play();
  FakeSocket.last.receive(DOOR);
  const isThere = new Promise((done) => {
    addEventListener('popstate', done, { once: true });
  });
  location.hash = '#/set';
  await isThere;
  equal(FakeSocket.last.sent.at(-1), '<cmd type="click" objid="t1"/>');
});

test('without a link, whoever comes back stays in their room', async () => {
  await login();
  FakeSocket.last.receive(serverTag());
  const before = FakeSocket.last.sent.length;
  FakeSocket.last.receive(`${WELCOME}<set objid="m2" name="Set" x="2" y="2"/><set objid="t2" name="Home" x="0" y="0"/><set objid="a1" name="ann"/>${TOLD_SET}`);
  equal([address(), FakeSocket.last.sent.slice(before).filter((tag) => tag.startsWith('<cmd'))], ['#/set', []]);
});

each(
  'the address after a session',
  [
    ['that the user has ended: it does not tell where they were', (app) => app.leave(), location.pathname],
    ['that the server has ended: it leads there again', () => FakeSocket.last.receive('<logged-out message="Bye."/></server>'), '#/set'],
  ],
  async (_name, end, expected) => {
    const { app, clock } = await play();
    FakeSocket.last.receive(`<set objid="m2" name="Set" x="2" y="2"/><set objid="a1"/>${TOLD_SET}`);
    end(app);
    clock.advance(10_000);
    equal(address(), expected);
  },
);

test('a guest whose agent has no name keeps the typed one', async () => {
  await login();
  FakeSocket.last.receive(serverTag());
  FakeSocket.last.receive(`${WELCOME}<set objid="m1" x="2" y="2"/><set objid="a1" energy="1"/>`);
  equal(remembered().name, 'ann');
});
