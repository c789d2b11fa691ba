// What the page's model knows after each step of conversations, for `test_conversations.py`.

import { Model } from '../../clients/web/model.js';
import { Illegal, Scanner } from '../../clients/web/scanner.js';

const USUAL = { name: '', text: '', energy: 1, fg: null, bg: null, x: 0, y: 0, image: null };
const ids = (things) => things.map(({ objid }) => objid).sort();

// Without what is nothing.
const isSomething = (value) => value !== null && value !== false && value !== '' && (typeof value !== 'object' || Object.keys(value).length > 0);
const something = (known) => Object.fromEntries(Object.entries(known).filter(([, value]) => isSomething(value)));

const unusual = (thing) => Object.fromEntries(Object.entries(USUAL).filter(([key, usual]) => thing[key] !== usual).map(([key]) => [key, thing[key]]));

function picture(model) {
  const { server } = model;
  return something({
    server: server && [server.group, server.name, server.status],
    me: model.me,
    room: model.current,
    here: ids(['a', 't', 'k'].flatMap((kind) => model.here(kind))),
    cells: Object.fromEntries(model.tokens.map((tile) => [`${tile.x},${tile.y}`, tile.objid])),
    usable: ids([...model.tokens, ...model.keys].filter((thing) => model.canActOn(thing))),
    things: Object.fromEntries([...model.things].map(([objid, thing]) => [objid, unusual(thing)])),
    heard: model.heard.map(({ from, to, message }) => [from, to, message]),
    lastWords: model.lastWords,
    isClosed: model.isClosed,
    told: something({
      kind: model.kind,
      address: model.address,
      boardRole: model.boardRole,
      now: model.told.now || null,
      facts: model.facts,
      you: model.you,
      result: model.result,
      agents: model.told.agents,
      roles: model.told.roles,
    }),
  });
}

function played(steps) {
  const [scanner, model] = [new Scanner(), new Model()];
  const found = [];
  try {
    for (const pieces of steps) {
      for (const piece of pieces) for (const tag of scanner.feed(piece)) model.take(tag);
      found.push(picture(model));
    }
  } catch (error) {
    if (!(error instanceof Illegal)) throw error;
    found.push('illegal');
  }
  return found;
}

export const play = (conversations) => conversations.map(played);
