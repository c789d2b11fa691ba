// Elements: text is always text, never markup.

export function make(tag, className = '', ...inside) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...inside);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

export function draw(tag, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

export function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

export function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const still = matchMedia('(prefers-reduced-motion: reduce)');

// Let an element move, unless the user wants no motion; returns the animation, if there is one.
export function move(element, frames, duration) {
  return still.matches ? null : element.animate(frames, { duration, easing: 'ease-in-out' });
}
