// Links to rooms, to give to others: copied, shared by what the device has for that, or drawn as a code for cameras.

import { make } from './dom.js';
import { say } from './words.js';

// The address of the page itself.
const page = () => location.origin + location.pathname;

const LOCAL = /^(?:localhost|127\.[\d.]+|\[::1\])$/; // hosts that only this machine can reach

// The address by which others reach the page: that of the page itself, unless only this machine can reach that, and the
// server knows a better one.
/** @param {string} told a link from the server; it may be empty */
function reached(told) {
  const other = URL.canParse(told) ? new URL(told) : null;
  const isBetter = LOCAL.test(location.hostname) && other !== null && /^https?:$/.test(other.protocol) && !LOCAL.test(other.hostname);
  return isBetter ? other.origin + other.pathname : page();
}

// A link to a room, by its address, or to a table, by its code.
/** @param {string} address @param {string} [told] the link that the server has told */
export const linkTo = (address, told = '') => `${reached(told)}#/${address}`;

// A link as people write it down.
/** @param {string} link */
export const shownLink = (link) => link.replace(/^https?:\/\//, '');

// The address of a drawing of a link to a room, which the server makes.
/** @param {string} address @param {string} [told] */
export const codeFor = (address, told = '') => new URL(`qr/${address}.svg?at=${encodeURIComponent(reached(told))}`, page()).href;

// Whether a text is on the clipboard now. On a page without TLS, only the old way works.
/** @param {string} text @param {HTMLElement} button keeps the focus */
export async function copy(text, button) {
  const isDone = await navigator.clipboard?.writeText(text).then(() => true, () => false);
  if (isDone) return true;
  const area = make('textarea', 'unseen', text);
  button.after(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  button.focus();
  return isCopied;
}

// Whether the device can pass a link on to other programs: phones can.
export const canShare = () => typeof navigator.share === 'function';

/** @param {string} title @param {string} url */
export async function share(title, url) {
  await navigator.share({ title, url }).catch(() => {}); // the user has changed their mind
}

/** @type {WeakMap<HTMLElement, Node[]>} */
const words = new WeakMap(); // what is on buttons that say for a moment that they have copied something

// Copy a link, and say so on the button for a moment. If that cannot be, `tell` has to show it.
/** @param {string} link @param {HTMLElement} button @param {(isCopied: boolean) => void} tell */
export async function offer(link, button, tell) {
  const isCopied = await copy(link, button);
  tell(isCopied);
  const before = words.get(button) ?? [...button.childNodes];
  words.set(button, before);
  button.replaceChildren(isCopied ? say('Copied') : say('The link is in the chat'));
  setTimeout(() => words.delete(button) && button.replaceChildren(...before), 2000);
}
