// Runs cases one by one, each on a fresh page, and tells the name of each and what was wrong.

/** @type {{ name: string, body: () => unknown }[]} */
let cases = [];
/** @type {(() => void)[]} */
const undo = [];
const fresh = document.body.cloneNode(true);
const listen = EventTarget.prototype.addEventListener;

const describe = (value) => (typeof value === 'string' ? value : JSON.stringify(value));

// A case: it fails if it throws, or rejects.
export function test(name, body) {
  cases.push({ name, body });
}

// One case for each row of a table: its first value names it, and all are passed on.
export function each(name, rows, body) {
  for (const row of rows) test(`${name}: ${describe(row[0])}`, () => body(...row));
}

export function equal(found, expected) {
  if (!isSame(found, expected)) throw new Error(`${describe(found)} is not ${describe(expected)}`);
}

function isSame(one, other) {
  if (Object.is(one, other)) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const keys = Object.keys(one);
  return keys.length === Object.keys(other).length && keys.every((key) => Object.hasOwn(other, key) && isSame(one[key], other[key]));
}

export function throws(kind, body) {
  try {
    body();
  } catch (error) {
    if (error instanceof kind) return;
    throw error;
  }
  throw new Error(`no ${kind.name} was thrown`);
}

// Put something else in the place of a property, until the case is over.
export function replace(object, name, value) {
  const before = Object.getOwnPropertyDescriptor(object, name);
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
  undo.push(() => (before === undefined ? Reflect.deleteProperty(object, name) : Object.defineProperty(object, name, before)));
}

// A clock that stands still until it is told to go on; timers run by it.
export function stopClock() {
  let now = 1000;
  let last = 0;
  const timers = new Map();
  replace(performance, 'now', () => now);
  replace(window, 'setTimeout', (call, wait = 0) => {
    last += 1;
    timers.set(last, { call, at: now + wait });
    return last;
  });
  replace(window, 'clearTimeout', (timer) => timers.delete(timer));
  return {
    timers,
    advance(time) {
      now += time;
      for (const [timer, { call, at }] of [...timers]) {
        if (at <= now && timers.delete(timer)) call();
      }
    },
  };
}

// A media query that tests can change.
export function media(matches) {
  const query = Object.assign(new EventTarget(), { matches });
  replace(window, 'matchMedia', () => query);
  return query;
}

// Wait until the page has been drawn: in the second frame it is known what the first has resized.
export const frames = () => new Promise((done) => {
  requestAnimationFrame(() => requestAnimationFrame(done));
});

export const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
export const one = (selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
export const texts = (selector) => all(selector).map(({ textContent }) => textContent);

function prepare() {
  document.body.replaceWith(fresh.cloneNode(true));
  document.documentElement.className = '';
  localStorage.clear();
  sessionStorage.clear();
  if (location.hash || history.state) history.replaceState(null, '', location.pathname); // a browser allows 200 in ten seconds
  /** @type {EventTarget[]} */
  const shared = [window, document];
  EventTarget.prototype.addEventListener = function add(kind, call, options) {
    const target = this ?? window;
    listen.call(target, kind, call, options);
    if (shared.includes(target)) undo.push(() => target.removeEventListener(kind, call, options));
  };
}

// The names of all cases of a file, each with what was wrong, or nothing.
export async function run(file) {
  const results = [];
  cases = [];
  await import(file);
  for (const { name, body } of cases) {
    let wrong = '';
    prepare();
    try {
      await body();
    } catch (error) {
      wrong = error instanceof Error ? `${error.message}\n${error.stack}` : String(error);
    }
    while (undo.length) undo.pop()();
    results.push([name, wrong]);
  }
  return results;
}
