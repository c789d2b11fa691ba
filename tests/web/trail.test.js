// The browser's history: what Back does in rooms, with panels, and when the user would rather stay.

import { Trail } from '../../clients/web/trail.js';
import { each, equal, replace, test } from './harness.js';

const MOST = 100; // looks at the address, a moment apart

// A panel or a question that is open.
function cover() {
  const made = {
    isOpen: true,
    close() {
      made.isOpen = false;
    },
  };
  return made;
}

// A user in the rooms with these addresses, one after the other; `followed` is where Back and links have led.
function walker(...rooms) {
  const followed = [];
  const trail = new Trail((hash) => followed.push(hash));
  rooms.forEach((address, at) => trail.show(address, { isNew: at > 0 }));
  const panel = () => {
    const made = cover();
    trail.opened(made);
    return made;
  };
  return { trail, followed, panel };
}

// Wait until the browser has done what it was asked for: it takes a moment to go to another entry.
async function until(isDone) {
  for (let looks = 0; looks < MOST; looks += 1) {
    if (isDone()) return;
    await new Promise((done) => {
      setTimeout(done, 10);
    });
  }
  throw new Error(`never ${isDone}: ${location.hash} ${JSON.stringify(history.state)}`);
}

// Go to another entry, and wait until the user is there.
async function go(steps) {
  const isThere = new Promise((done) => {
    addEventListener('popstate', done, { once: true });
  });
  history.go(steps);
  await isThere;
}

test('Back leads to the room before, and Forward to the next', async () => {
  const { trail, followed } = walker('#/', '#/set');
  await go(-1);
  equal([followed, location.hash], [['#/'], '#/']);
  trail.show('#/', { isNew: false });
  await go(1);
  equal([followed, location.hash], [['#/', '#/set'], '#/set']);
});

test('Back closes a panel, and leads nowhere', async () => {
  const { followed, panel } = walker('#/', '#/set');
  const help = panel();
  await go(-1);
  equal([help.isOpen, followed, location.hash], [false, [], '#/set']);
  await go(-1);
  equal(followed, ['#/']);
});

test('Back closes the panel on top first', async () => {
  const { followed, panel } = walker('#/', '#/set');
  const panels = [panel(), panel()];
  await go(-1);
  equal(panels.map(({ isOpen }) => isOpen), [true, false]);
  await go(-1);
  equal([panels.map(({ isOpen }) => isOpen), followed], [[false, false], []]);
});

test('a panel that was closed in another way is not in the way of Back', async () => {
  const { followed, panel } = walker('#/', '#/set');
  panel().close();
  await go(-1);
  await until(() => followed.length > 0);
  equal([followed, location.hash], [['#/'], '#/']);
});

test('the entry of a panel that was closed is for the next panel, or the next room', async () => {
  const { trail, followed, panel } = walker('#/', '#/set');
  panel().close();
  const { at } = history.state;
  const help = panel();
  equal(history.state.at, at);
  await go(-1);
  equal([help.isOpen, followed], [false, []]);
  panel().close();
  trail.show('#/noughts', { isNew: true });
  equal(history.state, { at, depth: 0 });
  await go(-1);
  equal(followed, ['#/set']);
});

test('a panel that stays open in the next room is closed there', async () => {
  const { trail, followed, panel } = walker('#/', '#/set');
  const chat = panel();
  trail.show('#/noughts', { isNew: true });
  await go(-1);
  equal([chat.isOpen, followed, location.hash], [false, [], '#/noughts']);
  await go(-1);
  equal(followed, ['#/set']);
});

test('a panel that is opened twice is one', async () => {
  const { trail, followed, panel } = walker('#/', '#/set');
  const help = panel();
  trail.opened(help);
  await go(-1);
  equal([help.isOpen, followed], [false, []]);
  await go(-1);
  equal(followed, ['#/']);
});

test('Forward opens no panel again, and is not in the way of Back', async () => {
  const { followed, panel } = walker('#/', '#/set');
  panel();
  await go(-1);
  await go(1);
  equal([followed, location.hash], [[], '#/set']);
  await go(-1);
  await until(() => followed.length > 0);
  equal(followed, ['#/']);
});

// The same, where leaving costs something: there is a question before Back leads anywhere.
function player(...rooms) {
  const found = walker(...rooms);
  const question = cover();
  question.close();
  found.trail.question = question;
  return { ...found, question };
}

test('whoever is asked first is where they were until they have answered', async () => {
  const { followed, question } = player('#/', '#/noughts', '#/set');
  replace(followed, 'push', () => (question.isOpen = true));
  await go(-1);
  await until(() => location.hash === '#/set');
  equal([question.isOpen, history.state.at], [true, 2]);
});

test('whoever would rather stay has the same history as before', async () => {
  const { trail, followed, question } = player('#/', '#/noughts', '#/set');
  const asked = [];
  replace(followed, 'push', (hash) => asked.push(hash) && (question.isOpen = true));
  for (const steps of [-1, -2, -1]) {
    await go(steps);
    question.close();
    trail.stay();
    await until(() => location.hash === '#/set');
    equal(history.state.at, 2);
  }
  equal(asked, ['#/noughts', '#/', '#/noughts']);
});

test('Back is the answer to a question: to stay', async () => {
  const { trail, followed, question } = player('#/', '#/noughts', '#/set');
  replace(followed, 'push', () => (question.isOpen = true));
  await go(-1);
  await until(() => location.hash === '#/set');
  await go(-1);
  await until(() => location.hash === '#/set');
  trail.stay(); // as the answer is told a little later
  equal([question.isOpen, history.state.at], [false, 2]);
});

each('whoever leaves goes on', [['at once', () => true], ['after a while', () => location.hash === '#/set']], async (_name, isTime) => {
  const { trail, followed, question } = player('#/', '#/noughts', '#/set');
  replace(followed, 'push', () => (question.isOpen = true));
  await go(-2);
  await until(isTime);
  question.close();
  trail.goOn();
  trail.show('#/', { isNew: false });
  trail.show('#/memory', { isNew: true });
  await until(() => location.hash === '#/memory');
  equal(history.state, { at: 1, depth: 0 });
});

test('a link has an entry for its room, or for where it really leads', async () => {
  const { trail, followed } = walker('#/');
  for (const [address, room] of [['#/set', '#/set'], ['#/no-such-room', '#/noughts']]) {
    const { at } = history.state;
    location.hash = address;
    await until(() => followed.at(-1) === address);
    trail.show('#/', { isNew: false }); // on the way
    trail.show(room, { isNew: false });
    equal(history.state, { at: at + 1, depth: 0 });
  }
  equal(location.hash, '#/noughts');
  await go(-1);
  equal(followed.at(-1), '#/set');
});

test('whoever would rather stay than follow a link has their own address again', async () => {
  const { trail, followed } = walker('#/set');
  location.hash = '#/noughts';
  await until(() => followed.length > 0);
  trail.stay();
  await until(() => location.hash === '#/set');
  equal([followed, history.state.at], [['#/noughts'], 0]);
});

test('a link that led into the page is answered by where the user stays', () => {
  history.replaceState(null, '', '#/noughts');
  const { trail } = walker('#/set');
  trail.stay();
  equal([location.hash, history.state], ['#/set', { at: 0, depth: 0 }]);
});

test('a link to where the user is leads nowhere', async () => {
  const { trail, followed } = walker('#/', '#/set');
  history.replaceState(null, '', '#/set'); // as the browser does
  dispatchEvent(new PopStateEvent('popstate'));
  equal([followed, history.state], [[], { at: 1, depth: 0 }]);
  trail.show('#/set', { isNew: false });
  await go(-1);
  equal(followed, ['#/']);
});

test('an address with letters of any language is the same as the browser writes it', async () => {
  const { followed, panel } = walker('#/', '#/tombala/köy masası');
  const help = panel();
  await go(-1);
  equal([help.isOpen, followed], [false, []]);
});

test('after a reload, the history goes on', async () => {
  walker('#/', '#/set');
  const { trail, followed } = walker('#/set');
  trail.show('#/noughts', { isNew: true });
  equal(history.state, { at: 2, depth: 0 });
  await go(-1);
  equal(followed, ['#/set']);
});

test('after a session no panel is open, and after a logout the address is that of the page', async () => {
  const { trail, followed, panel } = walker('#/', '#/set');
  const help = panel();
  trail.end();
  equal(location.hash, '#/set');
  trail.erase();
  equal([location.hash, help.isOpen], ['', true]);
  trail.show('#/', { isNew: false });
  await go(-1);
  equal([help.isOpen, followed], [true, ['#/set']]);
});
