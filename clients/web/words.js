// The page's own words. Each is an English template, which is also its id in a catalogue of another language.

/** @typedef {Record<string, unknown>} Args */

/** @type {Map<string, string>} */
let catalogue = new Map();
let language = 'en';

const ATTRIBUTES = ['aria-label', 'placeholder', 'title', 'content'];

// A text for the user: say('{name} has won.', { name }), or say('{n} point', { n }, '{n} points').
/** @param {string} template @param {Args} [args] @param {string} [many] is said if `n` is not 1 */
export function say(template, args = {}, many = '') {
  const english = many !== '' && args.n !== 1 ? many : template;
  const chosen = catalogue.get(english) ?? catalogue.get(template) ?? english;
  return chosen.replace(/\{(\w+)\}/g, (whole, name) => (Object.hasOwn(args, name) ? String(args[name]) : whole));
}

// The language that the page speaks: "en", "tr".
export const spoken = () => language;

// Speak another language from now on; what the page says in English already is put into it. A word that the catalogue
// does not have stays English.
/** @param {string} name @param {unknown} given templates in English, each with what it is in that language */
export function speak(name, given) {
  catalogue = new Map(Object.entries(given ?? {}).filter(([, words]) => typeof words === 'string'));
  language = name;
  document.documentElement.lang = name;
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) translate(/** @type {Text} */ (texts.currentNode));
  for (const element of document.querySelectorAll('*')) {
    for (const attribute of ATTRIBUTES) {
      const words = catalogue.get(element.getAttribute(attribute) ?? '');
      if (words !== undefined) element.setAttribute(attribute, words);
    }
  }
}

/** @param {Text} node */
function translate(node) {
  const words = catalogue.get(node.data.trim());
  if (words !== undefined) node.data = node.data.replace(node.data.trim(), () => words);
}

// Speak the language of the browser, if the server has the page's words in it.
/** @param {readonly string[]} wanted such as navigator.languages */
export async function learn(wanted) {
  const name = /^[a-z]{2,3}/i.exec(wanted[0] ?? '')?.[0].toLowerCase() ?? 'en';
  if (name === 'en') return;
  try {
    const answer = await fetch(new URL(`words/${name}.json`, import.meta.url));
    if (answer.ok) speak(name, await answer.json());
  } catch {
    // the server cannot be reached, or sends nonsense: English will do
  }
}
