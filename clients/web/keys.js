// Keys: their names in Java, which a room uses, and in a browser.

export const SHIFT = 1; // Java's bit

/** @typedef {{ key: string, code?: string }} KeyLike what a keyboard event says about its key */

const PUNCTUATION = {
  ' ': ['SPACE'], ',': ['COMMA'], '.': ['PERIOD', 'DECIMAL'], '/': ['SLASH', 'DIVIDE'], ';': ['SEMICOLON'],
  ':': ['COLON'], '=': ['EQUALS'], '-': ['MINUS', 'SUBTRACT'], '+': ['PLUS', 'ADD'], _: ['UNDERSCORE'],
  '*': ['ASTERISK', 'MULTIPLY'], '[': ['OPEN_BRACKET'], ']': ['CLOSE_BRACKET'], '\\': ['BACK_SLASH'],
  "'": ['QUOTE'], '`': ['BACK_QUOTE'], '"': ['QUOTEDBL'], '&': ['AMPERSAND'], '<': ['LESS'], '>': ['GREATER'],
  '{': ['BRACELEFT'], '}': ['BRACERIGHT'], '(': ['LEFT_PARENTHESIS'], ')': ['RIGHT_PARENTHESIS'], '@': ['AT'],
  '^': ['CIRCUMFLEX'], $: ['DOLLAR'], '!': ['EXCLAMATION_MARK'], '#': ['NUMBER_SIGN'],
};
const NAMED = {
  Enter: ['ENTER'], Backspace: ['BACK_SPACE'], Delete: ['DELETE'], Insert: ['INSERT'], Home: ['HOME'], End: ['END'],
  PageUp: ['PAGE_UP'], PageDown: ['PAGE_DOWN'], ArrowUp: ['UP', 'KP_UP'], ArrowDown: ['DOWN', 'KP_DOWN'],
  ArrowLeft: ['LEFT', 'KP_LEFT'], ArrowRight: ['RIGHT', 'KP_RIGHT'],
};
/** @type {Record<string, string[]>} */
const BROWSER = { ...PUNCTUATION, ...NAMED };
/** @type {Record<string, string>} */
const SHOWN = { ' ': 'Space', ArrowUp: '↑', ArrowDown: '↓', ArrowLeft: '←', ArrowRight: '→' };

// Java's names for a key that was pressed. What it types comes first; only where that is not a Latin letter (Cyrillic,
// Greek), the letter's place on the keyboard counts.
/** @param {KeyLike} event */
export function javaNames({ key, code }) {
  if (/^[a-z]$/i.test(key)) return [`VK_${key.toUpperCase()}`];
  if (/^[0-9]$/.test(key)) return [`VK_${key}`, `VK_NUMPAD${key}`];
  if (/^F\d+$/.test(key)) return [`VK_${key}`];
  if (Object.hasOwn(BROWSER, key)) return BROWSER[key].map((name) => `VK_${name}`);
  const place = /^Key([A-Z])$/.exec(code ?? '');
  return place !== null && /^\p{L}$/u.test(key) ? [`VK_${place[1]}`] : [];
}

// A key of a room as people write it: a, 6, Space, F1.
/** @param {string} javaName */
export function shownKey(javaName) {
  const name = javaName.replace(/^VK_(?:NUMPAD(?=\d))?/, '');
  if (/^[A-Z0-9]$/.test(name)) return name.toLowerCase();
  const found = Object.entries(BROWSER).find(([, names]) => names.includes(name));
  return found === undefined ? name : (SHOWN[found[0]] ?? found[0]);
}
