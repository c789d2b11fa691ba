// What the modules of the page meet in tests: models of rooms, and links and sockets that only remember.

import { Controller } from '../../clients/web/controller.js';
import { Model } from '../../clients/web/model.js';
import { Scanner } from '../../clients/web/scanner.js';

const string = (values) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)]));

export const SERVER = { tag: 'server', attributes: { version: '1.1', group: 'tests', name: 'a server', status: 'open' } };

export const set = (model, objid, values = {}) => model.take({ tag: 'set', attributes: string({ objid, ...values }) });
export const hear = (model, from, to, message) => model.take({ tag: 'hear', attributes: { from, to, message } });
export const facts = (model, message) => model.take({ tag: 'xresponse', attributes: { options: 'facts' }, content: JSON.stringify(message) });

// The server says that energy tells points.
export function pointed(model) {
  model.take({ tag: 'xresponse', attributes: { options: 'points' }, content: 'energy is points + 1' });
  return model;
}

// A session in which ann has logged in, and has seen no room yet.
export function session(model = new Model()) {
  model.take(SERVER);
  model.take({ tag: 'logged-in', attributes: { message: 'Welcome', objid: 'a1' } });
  return model;
}

// Walk into a room of this size. A tile is [x, y, name, more], or a row of names; a key is [name, text, more]. Their
// roles can be in `more`; `told` is what the room tells of itself besides.
export function enter(model, { objid = 'm1', x = 3, y = 3, name = 'Room', tiles = [], keys = [], told = {}, ...more } = {}) {
  set(model, objid, { x, y, name, bgcolor: 'ff000000', fgcolor: 'ffffffff', ...more });
  set(model, 'a1', { name: 'ann', text: '127.0.0.1', energy: 11 });
  const first = 1000 * Number(objid.slice(1));
  const roles = {};
  const put = (id, { role = '', ...values }) => {
    set(model, id, { energy: 1, ...values });
    if (role) roles[id] = role;
  };
  tiles.forEach(([column, row, words, values], at) => put(`t${first + at}`, { x: column, y: row, name: words, ...values }));
  keys.forEach(([key, words, values], at) => put(`k${first + at}`, { name: key, text: words, ...values }));
  facts(model, { room: objid, kind: '', roles, ...told });
  return model;
}

export const room = (options, model) => enter(session(model), options);

// Tiles with these names, row by row; an empty name is a disabled tile, and null is none.
export function rows(...lines) {
  return lines.flatMap((line, y) => line.flatMap((name, x) => (name === null ? [] : [[x, y, name, { energy: name === '' ? 0 : 1 }]])));
}

// A controller whose link remembers what would be sent.
export function seat(model = room()) {
  const controller = new Controller();
  const sent = [];
  const act = (words, thing) => model.canActOn(thing) && sent.push(words) > 0;
  const link = {
    model,
    click: (tile) => act(`click ${tile.name}`, tile),
    press: (key, modifiers) => act(`press ${key.name} ${modifiers}`, key),
    askForHelp: () => sent.push('help') > 0,
    askWho: () => sent.push('who') > 0,
    say: (target, text) => sent.push(`say to ${target.objid}: ${text}`) > 0,
  };
  controller.take(/** @type {any} */ (link));
  const told = [];
  controller.tell = (text) => told.push(text);
  return { controller, model, sent, told };
}

// A WebSocket without a network.
export class FakeSocket extends EventTarget {
  static OPEN = 1;
  static CLOSED = 3;
  static sockets = [];
  readyState = 1;
  sent = [];
  onmessage = (_event) => {};
  onclose = (_event) => {};

  constructor(url) {
    super();
    this.url = url;
    FakeSocket.sockets.push(this);
  }

  static get last() {
    return FakeSocket.sockets.at(-1);
  }

  send(text) {
    this.sent.push(text);
  }

  close() {
    this.readyState = 2;
  }

  receive(data) {
    this.onmessage({ data });
  }

  // The connection ends.
  end(code = 1006) {
    this.readyState = 3;
    this.onclose({ code });
    this.dispatchEvent(new Event('close'));
  }
}

// Tabs of one browser, in one page.
export class FakeChannel {
  static channels = [];
  onmessage = (_event) => {};

  constructor() {
    FakeChannel.channels.push(this);
  }

  postMessage(data) {
    for (const other of FakeChannel.channels) if (other !== this) queueMicrotask(() => other.onmessage({ data }));
  }
}

// A history that the browser does not count: it allows 200 changes in ten seconds.
export class FakeHistory {
  state = null;
  address = '';

  replaceState(state, _title, address = this.address) {
    [this.state, this.address] = [state, address];
  }

  pushState(...given) {
    this.replaceState(...given);
  }
}

const SYSTEM = 'http://putable.com/TileNet/TileNet1.0.dtd';
export const HEAD = `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE server SYSTEM "${SYSTEM}">\n`;
export const serverTag = (status = 'open') => `${HEAD}<server version="1.1" group="tests" name="a server" status="${status}">`;
export const WELCOME = '<logged-in message="Welcome" objid="a1"/>';
export const HOME = '<set objid="m1" name="Home" text="" bgcolor="ff000000" fgcolor="ffffffff" x="3" y="3"/><set objid="a1" name="ann" energy="11"/>' +
  '<xresponse options="facts">{"room": "m1", "kind": "", "address": "home"}</xresponse>';


// Let promises that have resolved go on.
export async function settle() {
  for (let turns = 0; turns < 10; turns += 1) await Promise.resolve();
}

// The skin of a room, drawn; `Kind` is its class.
export function drawn(Kind, options) {
  document.body.classList.remove('outside');
  const found = seat(room(options));
  const skin = new Kind(found.controller, document.getElementById('board'), document.getElementById('actions'));
  found.controller.allows = (thing) => skin.allows(thing);
  skin.draw();
  // Change the tile in a cell, and draw again.
  const change = (x, y, values) => {
    set(found.model, found.model.at(x, y).objid, values);
    skin.draw();
  };
  return { ...found, skin, change };
}

const DOCUMENT = '<?xml version="1.0"?>\n<!DOCTYPE server SYSTEM "http://putable.com/TileNet/TileNet1.0.dtd">\n<server version="1.1" group="" name="" status="open">';

// A real game, as a client was told of it: tests/web/plays has it, moment by moment; `reworded` has it in cipher.
export async function recording(name, server = 'plays') {
  const { me, moments } = await (await fetch(`/${server}/${name}.json`)).json();
  return { me, moments: new Map(moments) };
}

// The skin of a room, drawn when ann has been told of a game up to a moment; `tell` goes on to a later one.
export function played(Kind, { me, moments }, moment) {
  document.body.classList.remove('outside');
  const [scanner, model] = [new Scanner(), new Model()];
  const take = (text) => {
    for (const tag of scanner.feed(text)) model.take(tag);
  };
  take(`${DOCUMENT}<logged-in message="" objid="${me}"/>`);
  const rest = [...moments];
  const tell = (last) => {
    for (let name = ''; name !== last;) {
      const [next, text] = /** @type {[string, string]} */ (rest.shift());
      take(text);
      name = next;
    }
  };
  tell(moment);
  const found = seat(pointed(model));
  const skin = new Kind(found.controller, document.getElementById('board'), document.getElementById('actions'));
  found.controller.allows = (thing) => skin.allows(thing);
  skin.draw();
  return {
    ...found,
    skin,
    tell: (last) => {
      tell(last);
      skin.draw();
    },
  };
}
