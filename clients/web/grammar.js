// What a server may send: its tags with their attributes, and what a value is. Everything else is Illegal.

import { Illegal } from './scanner.js';

/** @import { Thing } from './model.js' */
/** @import { Tag } from './scanner.js' */

// The attributes that a tag must have, and may have.
/** @type {Record<string, [string[], string[]]>} */
const GRAMMAR = {
  server: [['version', 'group', 'name', 'status'], []],
  'logged-in': [['message'], ['objid']],
  set: [['objid'], ['energy', 'name', 'text', 'bgcolor', 'fgcolor', 'x', 'y', 'image']],
  hear: [['from', 'to', 'message'], []],
  xresponse: [[], ['options']],
  'logged-out': [['message'], []],
  '/server': [[], []],
};
const INTEGER = /^(?:0|-?[1-9][0-9]{0,9})$/;
const OBJID = /^[matki][1-9][0-9]{0,9}$/;
const COLOUR = /^[0-9a-fA-F]{1,8}$/;
const LARGEST = 2 ** 31;

/** @param {unknown} isLegal @param {string} why @returns {asserts isLegal} */
export function need(isLegal, why) {
  if (!isLegal) throw new Illegal(why);
}

/** @param {Tag} tag */
export function checkTag({ tag, attributes }) {
  need(Object.hasOwn(GRAMMAR, tag), `an unknown tag: ${tag}`);
  const [required, optional] = GRAMMAR[tag];
  const isKnown = (/** @type {string} */ name) => required.includes(name) || optional.includes(name);
  need(required.every((name) => Object.hasOwn(attributes, name)), `<${tag}> without a required attribute`);
  need(Object.keys(attributes).every(isKnown), `<${tag}> with an unknown attribute`);
}

/** @param {string} text */
export function integer(text) {
  const number = Number(text);
  need(INTEGER.test(text) && -LARGEST <= number && number < LARGEST, `${text} is not an integer`);
  return number;
}

/** @param {string} text @param {string} kinds the letters of the kinds of objects that are allowed */
export function objid(text, kinds) {
  const isLegal = OBJID.test(text) && kinds.includes(text[0]) && Number(text.slice(1)) < LARGEST;
  need(isLegal, `${text} is not an objid of ${kinds}`);
  return text;
}

/** @param {string} text */
export function colour(text) {
  need(COLOUR.test(text), `${text} is not a colour`);
  return text;
}

// What a set gives its object.
/** @param {Record<string, string>} attributes */
export function values({ energy, name, text, fgcolor, bgcolor, x, y, image }) {
  /** @type {Partial<Thing>} */
  const found = {};
  if (energy !== undefined) found.energy = integer(energy);
  if (name !== undefined) found.name = name;
  if (text !== undefined) found.text = text;
  if (x !== undefined) found.x = integer(x);
  if (y !== undefined) found.y = integer(y);
  need((found.y ?? 0) >= 0, 'a negative y');
  if (fgcolor !== undefined) found.fg = colour(fgcolor);
  if (bgcolor !== undefined) found.bg = colour(bgcolor);
  if (image !== undefined) found.image = objid(image, 'i');
  return found;
}
