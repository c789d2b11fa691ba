// The page around the board: what is shown, what a click or a key does, and links that are copied.

import { Skin } from '../../clients/web/skin.js';
import { View } from '../../clients/web/view.js';
import { all, each, equal, frames, one, replace, stopClock, test, texts } from './harness.js';
import { enter, facts, hear, pointed, room, seat, session, set, settle } from './world.js';

const GRID = { x: 3, y: 2, tiles: [[0, 0, 'Lamp'], [1, 0, 'Bell'], [2, 1, 'Help']] };
const { append } = Element.prototype;
const RESULT = { standings: [{ place: 1, name: 'ann', score: 3 }] };
const spot = (at) => one(`[data-spot="${at}"]`);
const isOpen = (id) => /** @type {HTMLDialogElement} */ (one(id)).open;

function page(options = {}) {
  const model = pointed(room({ ...GRID, text: 'A room.', ...options }));
  const { controller, sent } = seat(model);
  const acts = [];
  const trail = { question: null, panels: [], opened: (panel) => trail.panels.push(panel) };
  const app = { controller, trail, draw: () => acts.push('draw'), leave: () => acts.push('leave'), retryNow: () => acts.push('retry') };
  const view = new View(/** @type {any} */ (app));
  view.open('Welcome');
  view.draw();
  const key = (name, more = {}) => {
    const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...more });
    return document.activeElement?.dispatchEvent(event) === false; // whether it was taken from the browser
  };
  return { view, model, controller, sent, acts, key, trail };
}

test('where the user is, and who', () => {
  page();
  equal([texts('#server'), texts('#room'), texts('#title'), texts('#headline'), document.title], [['a server'], ['Room'], ['Room'], ['A room.'], 'Room · tilenet']);
  equal([one('#me').ariaLabel, one('#me').textContent, one('#you-about').textContent], ['You: ann, 10 points', 'ann · 10 points', '10 points']);
});

test('a room in which the user is not yet', () => {
  const { view, model } = page();
  model.me = 'a9';
  one('#me').ariaLabel = '';
  view.draw();
  equal([one('#me').ariaLabel, all('.tile').length], ['', 3]);
});

test('a server that has not said what energy means', () => {
  const { view, model } = page();
  model.energyOverPoints = 0;
  view.draw();
  equal([one('#me').ariaLabel, one('#me').textContent, one('#you-about').textContent], ['You: ann, energy 11', 'ann · 11 energy', 'energy 11']);
});

test('nobody has a number before the server had time to say what it means', () => {
  const { view, controller } = page();
  const clock = stopClock();
  const { model } = seat(session());
  for (const [objid, values] of [['m1', { x: 2, y: 2 }], ['a1', { name: 'ann', energy: 11 }]]) set(model, objid, values);
  one('#list').replaceChildren();
  controller.take(/** @type {any} */ ({ model }));
  view.draw();
  equal(texts('#list b'), []);
  clock.advance(500);
  view.draw();
  equal(texts('#list b'), ['11']);
});

test('what the room tells the user alone is beside the board until they do something, and then how things stand for them', () => {
  const { view, model, controller } = page();
  facts(model, { room: 'm1', you: { status: 'You are X.' } });
  hear(model, 'm1', 'a1', 'That cell is taken.');
  view.draw();
  equal([one('#aside').textContent, texts('#log p')], ['That cell is taken.', ['Welcome', 'Room']]);
  controller.act(model.at(0, 0));
  view.draw();
  equal(one('#aside').textContent, 'You are X.');
});

test('what the room answers to a click is not for the chat, although something was typed just now', () => {
  const { view, model, controller } = page();
  /** @type {HTMLInputElement} */ (one('#words')).value = 'hello';
  one('#say').dispatchEvent(new Event('submit', { cancelable: true }));
  controller.act(model.at(0, 0));
  hear(model, 'm1', 'a1', 'That cell is taken.');
  view.draw();
  equal([one('#aside').textContent, texts('#log p')], ['That cell is taken.', ['Welcome', 'Room']]);
});

test('one point is one point', () => {
  const { view, model } = page();
  set(model, 'a1', { energy: 2 });
  view.draw();
  equal([one('#me').ariaLabel, one('#me').textContent], ['You: ann, 1 point', 'ann · 1 point']);
});

test('who has not changed is not drawn again, as a mouse may be down on it', () => {
  const { view } = page();
  const before = one('#me').firstChild;
  view.draw();
  equal(one('#me').firstChild === before, true);
});

test('a server without a name is called by its group', () => {
  const { view, model } = page();
  model.server = { group: 'friends', name: '', status: 'open' };
  view.draw();
  equal(texts('#server'), ['friends']);
});

test('everything is drawn: the board, the players, the chat and the ranking', () => {
  const { view, model } = page();
  hear(model, 'm1', 'm1', 'Well played.');
  facts(model, { room: 'm1', result: RESULT });
  view.draw();
  equal([all('.tile').length, all('#list li').length, texts('#log p:not(.divider)')], [3, 1, ['Welcome', 'Well played.']]);
  equal(one('#ending').hidden, false);
});

test('the rules of a room are in its help', () => {
  const { view, model, sent } = page();
  one('#help-button').click();
  model.take({ tag: 'xresponse', attributes: { options: 'help' }, content: '["a rule"]' });
  view.draw();
  equal([texts('#rules li'), sent], [['a rule'], ['help']]);
});

test('whose turn it is, is in the title of the page', () => {
  const { view, model } = page();
  facts(model, { room: 'm1', facts: { turn: ['a'] }, you: { seat: 'a' } });
  view.draw();
  equal(document.title, '● Your turn · Room · tilenet');
});

test('who logs out of a game that costs something is asked first', () => {
  const { model, acts } = page();
  facts(model, { room: 'm1', you: { leave: 'You lose.' } });
  one('#leave').click();
  equal([isOpen('#sure'), acts.includes('leave')], [true, false]);
  one('#sure-leave').click();
  equal(acts.includes('leave'), true);
});

test('a room that is left takes its skin along', () => {
  const { view, model, controller } = page();
  equal(document.body.dataset.skin, 'panel');
  one('#board').style.setProperty('--x', '1');
  enter(model, { objid: 'm2', tiles: [[0, 0, 'Home']] });
  view.draw();
  equal([texts('.tile'), one('#board').style.getPropertyValue('--x'), controller.allows(model.at(0, 0))], [['Home'], '', true]);
});

test('a skin is not asked about tiles of the next room', () => {
  const { model, controller } = page();
  replace(Skin.prototype, 'allows', () => false);
  const before = controller.allows(model.at(0, 0));
  enter(model, { objid: 'm2', tiles: [[0, 0, 'Home']] });
  equal([before, controller.allows(model.at(0, 0))], [false, true]);
});

test('a room that is of another kind from now on gets another skin', () => {
  const { view, model } = page();
  facts(model, { room: 'm1', kind: 'home/1', roles: { t1000: 'room/den' }, facts: { rooms: { 'room/den': { room: 'den', title: 'Den', about: '', kind: '' } } } });
  view.draw();
  equal([document.body.dataset.skin, all('.door').length], ['home', 1]);
  facts(model, { room: 'm1', kind: '' });
  view.draw();
  equal([document.body.dataset.skin, all('.door').length, texts('.tile')], ['panel', 0, ['Lamp', 'Bell', 'Help']]);
});

each('a skin that throws', [['draw'], ['end'], ['constructor']], async (where) => {
  const said = [];
  replace(console, 'error', (words) => said.push(words));
  const { view, model } = page();
  const { SKINS: [Hall] } = await import('../../clients/web/skins/home.js');
  const fail = () => {
    throw new Error('no mole');
  };
  if (where === 'constructor') replace(Element.prototype, 'append', fail);
  else replace(Hall.prototype, where, fail);
  const [kind] = Hall.kinds;
  facts(model, { room: 'm1', kind, facts: { rooms: {} } });
  view.draw();
  if (where === 'constructor') replace(Element.prototype, 'append', append);
  facts(model, { room: 'm1', kind: where === 'end' ? '' : kind });
  view.draw();
  equal([document.body.dataset.skin, said], ['panel', [`The skin for ${kind} is put away: Error: no mole`]]);
});

test('who has the focus nowhere begins on the board', () => {
  page();
  equal(/** @type {HTMLElement} */ (document.activeElement)?.dataset.spot, '0,0');
});

test('a board that is drawn again keeps its buttons', () => {
  const { view } = page();
  const before = spot('0,0');
  view.draw();
  equal(spot('0,0') === before, true);
});

test('while a skin is loaded, the board is empty', () => {
  const { view, model } = page();
  enter(model, { objid: 'm2', tiles: [[0, 0, 'Home']] });
  facts(model, { room: 'm2', kind: 'records/1' });
  spot('0,0').focus();
  view.draw();
  equal([all('#board *').length, document.activeElement === document.body], [0, true]);
});

test('who is on the board is on the board of the next room', () => {
  const { view, model } = page();
  spot('1,0').focus();
  enter(model, { objid: 'm2', tiles: [[0, 0, 'Home']] });
  view.draw();
  equal(/** @type {HTMLElement} */ (document.activeElement)?.dataset.spot, '0,0');
});

test('who is typing goes on typing in the next room', () => {
  const { view, model } = page();
  one('#words').focus();
  enter(model, { objid: 'm2', tiles: [[0, 0, 'Home']] });
  view.draw();
  equal(document.activeElement?.id, 'words');
});

test('after the session the page is as before it', () => {
  const { view } = page();
  one('#help-button').click();
  view.lose('Lost.');
  view.close();
  equal([document.body.className, one('#notice').hidden, isOpen('#help'), isOpen('#you'), all('#board *').length, document.title], ['outside', true, false, false, 0, 'tilenet']);
});

test('a connection that is lost, and back', () => {
  const { view } = page();
  view.lose('Lost.');
  equal([document.body.className, one('#notice').hidden, one('#notice-text').textContent], ['lost', false, 'Lost.']);
  view.open('Welcome back');
  equal([document.body.className, one('#notice').hidden], ['', true]);
});

// The mouse

test('a click on a tile, or on what is in it', () => {
  const { sent, model, view } = page();
  set(model, 't1000', { name: 'Lamp 2' });
  view.draw();
  spot('0,0').click();
  one('#board').click();
  equal(sent, ['click Lamp 2']);
});

test('a click on Help opens the help', () => {
  const { model, sent } = page();
  facts(model, { room: 'm1', roles: { t1002: 'help' } });
  spot('2,1').click();
  equal([sent, isOpen('#help')], [['help'], true]);
});

test('a click on a key presses it', () => {
  const { sent } = page({ keys: [['VK_A', 'auto']] });
  one('#actions .key').click();
  equal(sent, ['press VK_A 0']);
});

test('a click on a key that has just gone does nothing', () => {
  const { model, sent } = page({ keys: [['VK_A', 'auto']] });
  set(model, 'k1000', { x: -1 });
  one('#actions .key').click();
  equal(sent, []);
});

test('while the connection is lost nothing is clicked', () => {
  const { view, sent, key } = page({ keys: [['VK_A', 'auto']] });
  view.lose('Lost.');
  spot('0,0').click();
  one('#actions .key').click();
  key('a');
  equal(sent, []);
});

each(
  'a button',
  [['#leave', 'leave'], ['#retry', 'retry']],
  (button, act) => {
    const { acts } = page();
    one(button).click();
    equal(acts.includes(act), true);
  },
);

test('a click on the user’s own name opens what is theirs', () => {
  page();
  one('#me').click();
  equal(isOpen('#you'), true);
});

each(
  'a panel that Back closes',
  [
    ['the rules', () => one('#help-button').click(), () => isOpen('#help')],
    ['what is the user’s own', () => one('#me').click(), () => isOpen('#you')],
    ['the chat, where it covers the board', () => one('#talk-button').click(), () => document.body.classList.contains('talking')],
  ],
  (_name, open, isShown) => {
    const { trail } = page();
    one('#quiet-button').style.display = 'block'; // as on a phone
    equal(trail.panels, []);
    open();
    const [panel] = trail.panels;
    equal([trail.panels.length, panel.isOpen, isShown()], [1, true, true]);
    panel.close();
    equal([panel.isOpen, isShown()], [false, false]);
  },
);

test('the chat beside the board is no panel', () => {
  const { trail } = page();
  one('#talk-button').click();
  equal(trail.panels, []);
});

test('Back is asked about the question before leaving', () => {
  const { trail, model } = page();
  facts(model, { room: 'm1', you: { leave: 'You lose.' } });
  one('#leave').click();
  equal([trail.question?.isOpen, isOpen('#sure')], [true, true]);
  trail.question.close();
  equal(isOpen('#sure'), false);
});

test('a click on a player addresses them', () => {
  const { view, model } = page();
  set(model, 'a2', { name: 'bob' });
  view.draw();
  one('[data-name=bob]').click();
  equal(/** @type {HTMLInputElement} */ (one('#words')).value, '@bob ');
});

test('the chat stays at its end while the list of players grows', async () => {
  const { view, model } = page();
  const log = one('#log');
  for (let at = 0; at < 60; at += 1) hear(model, 'm1', 'm1', `line ${at}`);
  view.draw();
  const before = log.clientHeight;
  for (let at = 2; at < 12; at += 1) set(model, `a${at}`, { name: `player ${at}` });
  view.draw();
  await frames();
  equal([log.clientHeight < before, log.scrollHeight - log.scrollTop - log.clientHeight < 2], [true, true]);
});

test('the palette for colour-blind users is remembered', () => {
  const { acts } = page();
  equal([document.documentElement.className, localStorage.getItem('tilenet.safe')], ['', null]);
  one('#safe').click();
  equal([document.documentElement.className, localStorage.getItem('tilenet.safe'), acts.includes('draw')], ['safe', 'yes', true]);
  document.documentElement.className = '';
  page();
  equal(document.documentElement.className, 'safe');
});

// Keys

test('a key of the room', () => {
  const { key, sent } = page({ keys: [['VK_A', 'auto']] });
  equal([key('a'), sent], [true, ['press VK_A 0']]);
});

each(
  'a key that is not for the room',
  [
    ['with Ctrl', () => {}, { ctrlKey: true }],
    ['with Alt', () => {}, { altKey: true }],
    ['with Meta', () => {}, { metaKey: true }],
    ['while the user types', () => one('#words').focus(), {}],
    ['while help is open', () => one('#help-button').click(), {}],
  ],
  (_name, prepare, more) => {
    const { key, sent } = page({ keys: [['VK_A', 'auto']] });
    prepare();
    sent.length = 0;
    equal([key('a', more), sent], [false, []]);
  },
);

each(
  'Space and Enter',
  [
    [' ', '[data-spot="0,0"]', true],
    [' ', '#help-button', false],
    [' ', '#brand', false],
    ['Enter', '[data-spot="0,0"]', false],
    ['Enter', '#help-button', false],
  ],
  (name, on, isTaken) => {
    const { key } = page({ keys: [['VK_SPACE', 'submit'], ['VK_ENTER', 'done']] });
    one(on).focus();
    equal(key(name), isTaken);
  },
);

test('Enter is the room’s where no button has the focus', () => {
  const { key, sent } = page({ keys: [['VK_ENTER', 'done']] });
  one('#log').focus();
  equal([key('Enter'), sent], [true, ['press VK_ENTER 0']]);
});

test('Space that is held down presses once', () => {
  const { key, sent } = page({ keys: [['VK_SPACE', 'submit'], ['VK_A', 'auto']] });
  key(' ');
  key(' ', { repeat: true });
  key('a');
  key('a', { repeat: true });
  equal(sent, ['press VK_SPACE 0', 'press VK_A 0', 'press VK_A 0']);
});

test('Space that comes up does not click where it is a key of the room', () => {
  const { model } = page({ keys: [['VK_SPACE', 'submit']] });
  const up = (name) => spot('0,0').dispatchEvent(new KeyboardEvent('keyup', { key: name, bubbles: true, cancelable: true }));
  equal([up(' '), up('a')], [false, true]);
  set(model, 'k1000', { energy: 0 });
  equal(up(' '), true);
});

test('arrows move from tile to tile', () => {
  const { key } = page();
  spot('0,0').focus();
  equal([key('ArrowRight'), /** @type {HTMLElement} */ (document.activeElement)?.dataset.spot], [true, '1,0']);
});

test('arrows in the list of players scroll it', () => {
  const { key } = page();
  one('#log').focus();
  equal(key('ArrowDown'), false);
});

test('arrows that are keys of the room are pressed', () => {
  const { key, sent } = page({ keys: [['VK_LEFT', 'left']] });
  key('ArrowLeft');
  equal(sent, ['press VK_LEFT 0']);
});

test('/ leads to the chat, and Escape back to the board', () => {
  const { key } = page();
  equal([key('/'), document.activeElement?.id], [true, 'words']);
  key('Escape');
  equal([/** @type {HTMLElement} */ (document.activeElement)?.dataset.spot, document.body.classList.contains('talking')], ['0,0', false]);
});

test('? opens the help', () => {
  const { key } = page();
  equal([key('?'), isOpen('#help')], [true, true]);
});

test('w watches the game again, if the room has no such key', () => {
  for (const [keys, said] of [[[], ['say to m1: /watch set-abcdefgh']], [[['VK_W', 'wait']], ['press VK_W 0']]]) {
    const clock = stopClock();
    const { view, model, key, sent } = page({ keys });
    key('w');
    facts(model, { room: 'm1', result: { ...RESULT, replay: 'set-abcdefgh' } });
    view.draw();
    clock.advance(1000);
    sent.length = 0;
    key('w');
    equal(sent, said);
  }
});

test('Enter plays again, wherever the focus is not on a button', () => {
  const clock = stopClock();
  const { view, model, key, sent } = page({ tiles: [[0, 0, 'Again!', { role: 'restart' }]] });
  facts(model, { room: 'm1', result: RESULT });
  view.draw();
  clock.advance(1000);
  /** @type {HTMLElement} */ (document.activeElement).blur();
  key('Enter');
  equal(sent, ['click Again!']);
});

test('Escape closes the ranking', () => {
  const { view, model, key } = page();
  facts(model, { room: 'm1', result: RESULT });
  view.draw();
  key('a');
  equal(one('#ending').hidden, false);
  key('Escape');
  equal(one('#ending').hidden, true);
});

test('before the login no key does anything', () => {
  const { controller, key, sent } = page({ keys: [['VK_A', 'auto']] });
  controller.drop();
  equal([key('a'), key('/'), sent], [false, false, []]);
});

// Links

each(
  'a link is copied',
  [
    ['by the clipboard', { writeText: async () => {} }, () => false, 'Copied', 'Copied a link to this room.'],
    ['in the old way', undefined, () => true, 'Copied', 'Copied a link to this room.'],
    ['in the old way, where the clipboard is refused', { writeText: () => Promise.reject(new Error('no')) }, () => true, 'Copied', 'Copied a link to this room.'],
    ['not at all, so it is in the chat', undefined, () => false, 'The link is in the chat', null],
  ],
  async (_name, clipboard, execCommand, words, note) => {
    const clock = stopClock();
    replace(navigator, 'clipboard', clipboard);
    replace(document, 'execCommand', execCommand);
    page();
    one('#link-button').click();
    one('#link-button').click(); // twice, and its own words come back all the same
    await settle();
    equal([one('#link-button').textContent, one('#aside').textContent || texts('#log p').at(-1), all('textarea').length], [words, note ?? `The link to this room: ${location.href}`, 0]);
    clock.advance(2000);
    equal(one('#link-button').textContent, 'Copy link');
  },
);

const REPLAY = { told: { now: 0, facts: { replay: { start: 0, length: 60, playing: true, seats: ['ann'], moments: [] } } }, tiles: [[0, 0, 'Lamp', { energy: 0 }], [1, 0, 'Pause', { role: 'replay/play' }], [2, 0, 'ann', { role: 'replay/seat/1' }]], keys: [['VK_SPACE', 'play', { role: 'key/replay/play' }]] };

// The page in a replay, when its bar is there.
async function replay() {
  const found = page(REPLAY);
  for (let turns = 0; turns < 100 && document.querySelector('.replay') === null; turns += 1) await frames();
  return found;
}

test('in a replay the bar has the focus, and its keys work', async () => {
  const { key, sent } = await replay();
  equal([document.activeElement?.className, one('.replay').hidden], ['play', false]);
  equal([key('1'), key('n'), key('x'), sent], [true, true, false, ['click ann']]);
});

test('on the line of a replay its own keys work, and all others of the room; in a list none', async () => {
  stopClock();
  const { key, sent } = await replay();
  one('.replay input').focus();
  equal([key(' '), key('1'), key('PageUp')], [true, true, true]);
  equal(sent, ['press VK_SPACE 0', 'click ann', 'say to m1: /at 6.00']);
  one('.replay select.from').focus();
  equal([key(' '), key('1'), sent.length], [false, false, 3]);
});

test('other rooms have no bar', () => {
  page();
  equal(document.querySelector('.replay'), null);
});

const OWN = { tiles: [[0, 0, 'Home', { role: 'home' }], [1, 0, 'Card', { role: 'card/0' }]], told: { board_role: 'card', facts: { phase: 'waiting' }, table: { code: 'amber-otter-nine', host: 'a1', starts: 'host' } } };

test('when the game of one’s own table begins, the focus is on the board, and Enter does not leave', async () => {
  const { view, model, sent, key, acts } = page(OWN);
  const before = acts.length;
  for (let turns = 0; turns < 100 && acts.length === before; turns += 1) await frames();
  view.draw();
  view.draw();
  equal([document.activeElement?.id, texts('#headline')], ['next', ['A private table. You are its host.']]);
  equal([key('Enter'), one('#next').click(), sent], [false, undefined, ['say to m1: /start']]);
  facts(model, { room: 'm1', facts: { phase: 'playing' }, table: { why_not: null } });
  view.draw();
  view.draw();
  equal([/** @type {HTMLElement} */ (document.activeElement).dataset.spot, texts('#headline')], ['1,0', ['A room.']]);
});
