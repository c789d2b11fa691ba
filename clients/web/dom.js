// Elements: text is always text, never markup.

// The element with this id, which must be of this class.
/** @template {HTMLElement} [T=HTMLElement] @param {string} id @param {new () => T} [kind] @returns {T} */
export function by(id, kind) {
  const found = document.getElementById(id);
  if (!(found instanceof (kind ?? HTMLElement))) throw new TypeError(`the page has no such element: ${id}`);
  return /** @type {T} */ (found);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {string} [className] @param {...(string | Node)} inside @returns {HTMLElementTagNameMap[K]}
 */
export function make(tag, className = '', ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside);
  return element;
}

// The nearest element around the target of an event that a selector finds.
/** @param {Event} event @param {string} selector @returns {HTMLElement | null} */
export const around = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

// The element that has the focus.
export const focused = () => (document.activeElement instanceof HTMLElement ? document.activeElement : document.body);

const SVG = 'http://www.w3.org/2000/svg';

/** @param {keyof SVGElementTagNameMap} tag @param {Record<string, string | number | boolean>} [attributes] @param {...(string | Node)} inside */
export function draw(tag, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...inside);
  return element;
}

/** @param {Node} element @param {string} text */
export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** @param {Element} element @param {string} name @param {string | null} value */
export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

// Animate an element, unless the user prefers reduced motion; returns the animation, if there is one.
/** @param {Element} element @param {Keyframe[]} frames @param {number} duration */
export function move(element, frames, duration) {
  return still.matches ? null : element.animate(frames, { duration, easing: 'ease-in-out' });
}
