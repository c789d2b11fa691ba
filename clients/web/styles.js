// The style sheets of rooms: they apply to no medium at first, so that the login page does not wait for them, and some are
// loaded later still.

// Apply them; resolves when they are there, or cannot be had.
export function applyStyles() {
  const sheets = /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel=stylesheet][media="not all"]'));
  return Promise.all([...sheets].map(apply));
}

/** @param {HTMLLinkElement} link */
function apply(link) {
  const isHere = link.sheet !== null;
  link.media = 'all';
  return isHere || new Promise((done) => {
    link.onload = done;
    link.onerror = done;
  });
}

// Load a style sheet that index.html does not name; resolves when it applies, or cannot be had.
/** @param {string} name */
export function addStyle(name) {
  const link = document.createElement('link');
  [link.rel, link.href] = ['stylesheet', new URL(name, import.meta.url).href];
  const last = document.querySelector('link[href$="low.css"]'); // which has the last word in low windows
  if (last === null) document.head.append(link);
  else last.before(link);
  return new Promise((done) => {
    link.onload = done;
    link.onerror = done;
  });
}
