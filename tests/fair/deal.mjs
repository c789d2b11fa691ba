// A checker written from docs/fair.md alone, with WebCrypto. It reads the page, and compares its test vectors:
// node deal.mjs docs/fair.md

import { readFileSync } from 'node:fs';

const hex = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const unhex = (text) => Uint8Array.from(text.match(/../g), (byte) => parseInt(byte, 16));
const range = (count) => [...Array(count).keys()];

async function hmac(key, data) {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return crypto.subtle.sign('HMAC', imported, data);
}

// The words of 64 bits of a seed: enough of them are made before any is drawn.
async function begin(seed, blocks = 200) {
  const words = [];
  for (const number of range(blocks)) {
    const counter = new DataView(new ArrayBuffer(8));
    counter.setBigUint64(0, BigInt(number));
    const block = new DataView(await hmac(seed, counter.buffer));
    for (const at of [0, 8, 16, 24]) words.push(block.getBigUint64(at));
  }
  return new Stream(words);
}

class Stream {
  constructor(words) {
    this.words = words;
    this.at = 0;
  }

  word() {
    if (this.at === this.words.length) throw new Error('more words are needed');
    this.at += 1;
    return this.words[this.at - 1];
  }

  below(number) {
    const n = BigInt(number);
    for (;;) {
      const word = this.word();
      if (word < (2n ** 64n / n) * n) return word % n;
    }
  }

  index(count) {
    return Number(this.below(count));
  }

  shuffle(list) {
    for (let last = list.length - 1; last > 0; last -= 1) {
      const other = this.index(last + 1);
      [list[last], list[other]] = [list[other], list[last]];
    }
    return list;
  }

  sample(list, count) {
    const pool = [...list];
    for (const at of range(count)) {
      const other = at + this.index(pool.length - at);
      [pool[at], pool[other]] = [pool[other], pool[at]];
    }
    return pool.slice(0, count);
  }
}

// The games

function set(stream) {
  const deck = stream.shuffle(range(81));
  return { board: range(12).map(() => deck.pop()), deck };
}

function exchange(stream, { board, deck }) {
  const occupied = range(12).filter((place) => board[place] !== null);
  const places = stream.sample(occupied, Math.min(6, occupied.length));
  const back = places.map((place) => board[place]);
  stream.shuffle(deck);
  stream.shuffle(back);
  const cards = [...back, ...deck];
  const after = [...board];
  for (const place of places) after[place] = cards.pop();
  return { board: after, deck: stream.shuffle(cards) };
}

function memory(stream, rows) {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].slice(0, rows);
  const pairs = letters.flatMap((one) => letters.map((other) => one + other)).slice(0, (rows * rows) / 2);
  return stream.shuffle(pairs.flatMap((pair) => [pair, pair]));
}

function pairpanicking(stream) {
  return stream.shuffle(range(64).map((number) => number % 16));
}

const COLUMNS = range(9).map((column) => range(91).filter((number) => number > 0 && Math.min(Math.floor(number / 10), 8) === column));
const TAKEN = [[0], [0, 1], [0, 1, 2], [0, 2], [1], [1, 2], [2]];
const known = new Map();

function choose(n, k) {
  return range(k).reduce((found, i) => (found * BigInt(n - i)) / BigInt(i + 1), 1n);
}

function without(room, rows) {
  return room.map((count, row) => count - (rows.includes(row) ? 1 : 0));
}

function ways(column, room) {
  if (Math.min(...room) < 0) return 0n;
  if (column === 9) return room.every((count) => count === 0) ? 1n : 0n;
  const key = `${column} ${room}`;
  if (!known.has(key)) {
    const parts = TAKEN.map((rows) => choose(COLUMNS[column].length, rows.length) * ways(column + 1, without(room, rows)));
    known.set(key, parts.reduce((sum, part) => sum + part, 0n));
  }
  return known.get(key);
}

function* combinations(list, count) {
  if (count === 0) yield [];
  else for (const at of range(list.length)) for (const rest of combinations(list.slice(at + 1), count - 1)) yield [list[at], ...rest];
}

function card(number) {
  const rows = [[], [], []];
  let index = number;
  let room = [5, 5, 5];
  for (const column of range(9)) {
    for (const taken of TAKEN) {
      const further = ways(column + 1, without(room, taken));
      const count = choose(COLUMNS[column].length, taken.length) * further;
      if (index < count) {
        const numbers = [...combinations(COLUMNS[column], taken.length)][Number(index / further)];
        taken.forEach((row, at) => rows[row].push(numbers[at]));
        index %= further;
        room = without(room, taken);
        break;
      }
      index -= count;
    }
  }
  return rows;
}

function tombala(stream, players) {
  const cards = range(players).map(() => card(stream.below(ways(0, [5, 5, 5]))));
  return { cards, numbers: stream.shuffle(range(90).map((number) => number + 1)).reverse() };
}

// The page

const told = JSON.parse(readFileSync(process.argv[2], 'utf8').match(/```json vectors\n(.*?)```/s)[1]);
const secret = unhex(told.secret);
const message = JSON.stringify([told.version, ...told.words]);
const seed = await hmac(secret, new TextEncoder().encode(message));
const fresh = () => begin(seed);
const [most] = Object.keys(told.below);
const [stream, limited, table] = [await fresh(), await fresh(), await fresh()];
const dealt = set(table);
const found = {
  version: 'tilenet deal 1',
  secret: told.secret,
  commitment: hex(await crypto.subtle.digest('SHA-256', secret)),
  words: told.words,
  message,
  seed: hex(seed),
  stream: range(6).map(() => stream.word().toString(16).padStart(16, '0')),
  below: { [most]: range(6).map(() => limited.below(most).toString()) },
  shuffle: (await fresh()).shuffle(range(10)),
  sample: (await fresh()).sample(range(10), 4),
  set: { board: dealt.board, deck: [...dealt.deck] },
  'set after a right No set': exchange(table, dealt),
  memory: memory(await fresh(), 4),
  'memory-large': memory(await fresh(), 8),
  pairpanicking: pairpanicking(await fresh()),
  tombala: tombala(await fresh(), 2),
};
const wrong = Object.keys({ ...told, ...found }).filter((name) => JSON.stringify(told[name]) !== JSON.stringify(found[name]));
process.stdout.write(wrong.length ? `wrong: ${wrong.join(', ')}\n` : `${Object.keys(found).length} vectors are right\n`);
process.exitCode = wrong.length ? 1 : 0;
