// The style sheets of rooms: they apply to no medium at first, so that the login page does not wait for them.

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
