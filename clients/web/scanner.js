// Where a tag of the server's document ends, and what is in it: text in, cut anywhere, and tags out.
//
// It knows XML as far as TileNet 1.0 allows it: no internal subset, no entities but XML's own.

export class Illegal extends Error {}

/** @typedef {{ tag: string, attributes: Record<string, string>, content?: string }} Tag */
/** @typedef {{ begin: string, end: string }} Other */
/** @typedef {{ end: number, tags: Tag[] }} Found */

const NAME = '[A-Za-z_:][-A-Za-z0-9_:.]*';
const VALUE = '"[^<"]*"|\'[^<\']*\'';
const TAG = new RegExp(`<(/?)(${NAME})((?:\\s+${NAME}\\s*=\\s*(?:${VALUE}))*)\\s*(/?)>`, 'y');
const ATTRIBUTE = new RegExp(`(${NAME})\\s*=\\s*(${VALUE})`, 'g');
const DECLARATION = /<\?xml\s+version\s*=\s*("1\.0"|'1\.0')(?:\s+encoding\s*=\s*(?:"utf-8"|'utf-8'))?\s*\?>/iy;
const DOCTYPE = /<!DOCTYPE\s+server\s+SYSTEM\s+(?:"([^"]*)"|'([^']*)')\s*>/y;
const SYSTEM = 'http://putable.com/TileNet/TileNet1.0.dtd';
/** @type {Record<string, string>} */
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const ENTITY = /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|(\w+))?;?/g;
const CONTROL = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;

// What is longer than this and has no end is not a tag. Images come in one tag.
const LONGEST = 4 * 2 ** 20;

// Markup that is neither a tag nor text: how it begins and ends.
const OTHERS = [
  { begin: '<!--', end: '-->' },
  { begin: '<?', end: '?>' },
  { begin: '<![CDATA[', end: ']]>' },
  { begin: '<!DOCTYPE', end: '>' },
];

/** @param {number} number */
function character(number) {
  const char = number > 0 && number <= 0x10ffff ? String.fromCodePoint(number) : '\0';
  if (CONTROL.test(char)) throw new Illegal(`a character that XML does not allow: ${number}`);
  return char;
}

/** @param {string} value */
function plain(value) {
  if (CONTROL.test(value)) throw new Illegal('a control character');
  return value.replace(/\r\n|[\t\n\r]/g, ' ').replace(ENTITY, (whole, hex, digits, name) => {
    if (!whole.endsWith(';')) throw new Illegal(`an & that is not an entity: ${whole}`);
    if (hex !== undefined) return character(parseInt(hex, 16));
    if (digits !== undefined) return character(parseInt(digits, 10));
    if (!Object.hasOwn(ENTITIES, name ?? '')) throw new Illegal(`an unknown entity: ${whole}`);
    return ENTITIES[name];
  });
}

export class Scanner {
  #rest = '';
  /** @type {string[]} */
  #open = [];
  #hasBegun = false;
  /** @type {Tag} */
  #answer = { tag: '', attributes: {} }; // an xresponse that has not ended yet
  #sawDeclaration = false;
  #sawDoctype = false;

  // The tags that this text completes, as { tag, attributes }; the end of the document is { tag: '/server' }.
  /** @param {string} text @returns {Generator<Tag>} */
  *feed(text) {
    this.#rest += text;
    let at = 0;
    try {
      while (at < this.#rest.length) {
        const found = this.#rest[at] === '<' ? this.#markup(at) : this.#text(at);
        if (found === null) break;
        at = found.end;
        this.#hasBegun = true;
        for (const one of found.tags) yield one;
      }
    } finally {
      this.#rest = this.#rest.slice(at);
    }
    if (this.#rest.length > LONGEST) throw new Illegal('a tag without an end');
  }

  /** @param {number} at @returns {Found | null} */
  #text(at) {
    const next = this.#rest.indexOf('<', at);
    const end = next < 0 ? this.#rest.length : next;
    const text = this.#rest.slice(at, end);
    if (this.#open.at(-1) === 'xresponse') {
      if (next < 0) return null;
      this.#answer.content += plain(text);
    } else if (/[^ \t\r\n]/.test(text)) throw new Illegal('text between tags');
    return { end, tags: [] };
  }

  /** @param {number} at @returns {Found | null} */
  #markup(at) {
    TAG.lastIndex = at;
    const found = TAG.exec(this.#rest);
    if (found !== null) return { end: TAG.lastIndex, tags: this.#tag(found) };
    for (const other of OTHERS) {
      const some = this.#rest.slice(at, at + other.begin.length);
      if (some === other.begin) return this.#other(at, other);
      if (other.begin.startsWith(some)) return null;
    }
    if (this.#isTorn(at)) return null;
    throw new Illegal('no tag');
  }

  // Whether this can still become a tag: nothing that ends one has come yet.
  /** @param {number} at */
  #isTorn(at) {
    return /^<(?:[^<>"']|"[^<"]*"|'[^<']*')*(?:"[^<"]*|'[^<']*)?$/.test(this.#rest.slice(at));
  }

  /** @param {number} at @param {Other} kind @returns {Found | null} */
  #other(at, { begin, end: ending }) {
    const found = this.#rest.indexOf(ending, at + begin.length);
    if (found < 0) return null;
    const end = found + ending.length;
    const whole = this.#rest.slice(at, end);
    if (begin === '<?' && /^<\?xml\s/i.test(whole)) this.#declaration(whole);
    if (begin === '<!DOCTYPE') this.#doctype(whole);
    if (begin === '<![CDATA[') {
      if (this.#open.at(-1) !== 'xresponse') throw new Illegal('text between tags');
      this.#answer.content += whole.slice(begin.length, -ending.length);
    }
    if (begin === '<!--' && whole.slice(4, -3).includes('--')) throw new Illegal('-- in a comment');
    return { end, tags: [] };
  }

  /** @param {string} whole */
  #declaration(whole) {
    DECLARATION.lastIndex = 0;
    if (this.#hasBegun || !DECLARATION.test(whole)) throw new Illegal('another XML declaration');
    this.#sawDeclaration = true;
  }

  /** @param {string} whole */
  #doctype(whole) {
    DOCTYPE.lastIndex = 0;
    const found = DOCTYPE.exec(whole);
    const isRight = found !== null && (found[1] ?? found[2]) === SYSTEM;
    if (!isRight || !this.#sawDeclaration || this.#sawDoctype) throw new Illegal('another DOCTYPE');
    this.#sawDoctype = true;
  }

  /** @param {RegExpExecArray} found @returns {Tag[]} */
  #tag([, isEnd, tag, attributes, isEmpty]) {
    if (isEnd) {
      if (attributes || isEmpty || this.#open.pop() !== tag) throw new Illegal(`</${tag}> ends nothing`);
      if (tag === 'xresponse') return [this.#answer];
      return tag === 'server' ? [{ tag: '/server', attributes: {} }] : [];
    }
    if (!this.#sawDoctype) throw new Illegal('no XML declaration and DOCTYPE before the first tag');
    if (tag === 'server' ? this.#open.length : this.#open.at(-1) !== 'server') throw new Illegal(`<${tag}> is not expected here`);
    /** @type {Record<string, string>} */
    const found = {};
    for (const [, name, value] of attributes.matchAll(ATTRIBUTE)) {
      if (Object.hasOwn(found, name)) throw new Illegal(`${name} twice`);
      found[name] = plain(value.slice(1, -1));
    }
    if (!isEmpty) this.#open.push(tag);
    if (tag === 'xresponse') {
      this.#answer = { tag, attributes: found, content: '' };
      return isEmpty ? [this.#answer] : [];
    }
    return [{ tag, attributes: found }, ...(isEmpty && tag === 'server' ? [{ tag: '/server', attributes: {} }] : [])];
  }
}

// What a client sends.

/** @type {Record<string, string>} */
const ESCAPES = { '&': '&amp;', '<': '&lt;', '"': '&quot;' };

/** @param {string} text */
const escape = (text) => text.replace(/[&<"]/g, (char) => ESCAPES[char]);

// Characters that XML does not allow cannot be sent.
/** @param {string} text */
const legal = (text) => text.replace(new RegExp(CONTROL, 'gu'), '').replace(/[\t\n\r]/g, ' ');

/** @param {string} tag @param {Record<string, string | number>} [attributes] */
export function element(tag, attributes = {}, content = '') {
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(legal(String(value)))}"`);
  if (content === '') return `<${tag}${given.join('')}/>`;
  return `<${tag}${given.join('')}>${escape(legal(content)).replaceAll('>', '&gt;')}</${tag}>`;
}

export const OPENING =
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE client SYSTEM "${SYSTEM}">\n<client version="1.1">`;
export const CLOSING = '</client>';
