// Colours as servers write them (AARRGGBB in hex), and what makes them readable.

/** @typedef {number[]} Colour red, green and blue, from 0 to 255 */

const READABLE = 4.5; // contrast of text
const [BLACK, WHITE] = [[0, 0, 0], [255, 255, 255]];

/** @param {string} hex */
export function read(hex) {
  const digits = hex.padStart(8, '0');
  return [2, 4, 6].map((at) => parseInt(digits.slice(at, at + 2), 16));
}

/** @param {string} hex */
export const isClear = (hex) => hex.length > 6 && parseInt(hex.padStart(8, '0').slice(0, 2), 16) === 0;

/** @param {Colour} rgb */
export const css = (rgb) => `rgb(${rgb.join(' ')})`;

/** @param {Colour} rgb */
function luminance(rgb) {
  const [r, g, b] = rgb.map((value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {Colour} one @param {Colour} other */
export function contrast(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

// Black or white, whichever is easier to read on this ground.
/** @param {Colour} ground */
export function inkOn(ground) {
  return contrast(WHITE, ground) > contrast(BLACK, ground) ? WHITE : BLACK;
}

// What an ink needs around it to be read on this ground: black or white, or null if it can be read as it is. So an ink
// is never changed, and two that differ never look alike.
/** @param {Colour} ink @param {Colour} ground */
export function outline(ink, ground) {
  if (contrast(ink, ground) >= READABLE) return null;
  const best = inkOn(ground);
  return contrast(best, ink) >= READABLE ? best : inkOn(ink);
}
