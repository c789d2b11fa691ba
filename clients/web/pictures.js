// Images of a session: hex digits in the protocol, and Blob URLs on the page, made when they are first shown.

/** @import { Thing } from './model.js' */

const TYPES = [
  ['89504e47', 'image/png'],
  ['474946', 'image/gif'],
  ['ffd8ff', 'image/jpeg'],
];

export class Pictures {
  /** @type {Map<string, { text: string, url: string }>} */
  #urls = new Map(); // by objid: the hex digits and the URL made from them

  // The URL of an image; null if it is one pixel, which stands for no image.
  /** @param {Thing | undefined} image */
  url(image) {
    if (image === undefined || (image.x === 1 && image.y === 1)) return null;
    const known = this.#urls.get(image.objid);
    if (known?.text === image.text) return known.url;
    if (known !== undefined) URL.revokeObjectURL(known.url);
    const type = TYPES.find(([magic]) => image.text.toLowerCase().startsWith(magic))?.[1];
    if (type === undefined) return null;
    const bytes = Uint8Array.from(image.text.match(/../g) ?? [], (digits) => parseInt(digits, 16));
    const url = URL.createObjectURL(new Blob([bytes], { type }));
    this.#urls.set(image.objid, { text: image.text, url });
    return url;
  }

  clear() {
    for (const { url } of this.#urls.values()) URL.revokeObjectURL(url);
    this.#urls.clear();
  }
}
