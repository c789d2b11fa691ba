// The tile with the focus: one tab stop for the whole board, and arrow keys from tile to tile, wherever they are drawn.

import { around, focused, setAttribute } from './dom.js';

const SIDEWAYS = 2; // how much more a step to the side counts than one ahead

export class Focus {
  #root;
  #tooltip;
  /** @type {string | undefined} */
  #cell; // of the button that has the focus, or had it last

  /** @param {HTMLElement} root @param {HTMLElement} tooltip */
  constructor(root, tooltip) {
    this.#root = root;
    this.#tooltip = tooltip;
    root.addEventListener('focusin', (event) => this.#choose(around(event, '[data-spot]')));
    root.addEventListener('focusout', () => (tooltip.textContent = ''));
    root.addEventListener('mouseover', (event) => this.#describe(around(event, '[data-spot]')));
    root.addEventListener('mouseout', () => this.#describe(this.isInside ? focused() : null));
  }

  get isInside() {
    return this.#root.contains(document.activeElement);
  }

  get #buttons() {
    return /** @type {HTMLElement[]} */ ([...this.#root.querySelectorAll('[data-spot]')]);
  }

  get #tabStop() {
    return this.#buttons.find((button) => button.tabIndex === 0);
  }

  /** @param {HTMLElement | null} button */
  #choose(button) {
    if (button === null) return;
    for (const other of this.#buttons) if (other.tabIndex === 0) other.tabIndex = -1;
    button.tabIndex = 0;
    this.#cell = button.dataset.spot;
    this.#describe(button);
  }

  /** @param {HTMLElement | null} button */
  #describe(button) {
    this.#tooltip.textContent = button?.dataset.about ?? '';
  }

  // After drawing: the tile that had the focus keeps it. In a new room, or if that tile is not there any more, it is the
  // first on the board that can be clicked; if there is none, the command that matters most.
  /** @param {boolean} isNew @param {boolean} hadFocus */
  settle(isNew, hadFocus) {
    const buttons = this.#buttons.filter((button) => button.getClientRects().length > 0);
    if (buttons.length === 0) return;
    const kept = isNew ? undefined : buttons.find((button) => button.dataset.spot === this.#cell);
    const apt = buttons.filter((button) => button.ariaDisabled !== 'true');
    const isOnBoard = (/** @type {HTMLElement} */ button) => button.closest('#board') !== null;
    const chosen = kept ?? apt.find(isOnBoard) ?? apt.find((button) => button.classList.contains('main')) ?? buttons[0];
    for (const button of this.#buttons) {
      setAttribute(button, 'tabindex', button === chosen ? '0' : '-1');
    }
    if (hadFocus && kept === undefined) chosen.focus({ preventScroll: true });
    else if (chosen === document.activeElement) this.#describe(chosen);
  }

  // Give the board the focus.
  take() {
    this.#tabStop?.focus();
  }

  /** @param {number} across @param {number} down */
  move(across, down) {
    const from = this.#tabStop;
    if (from === undefined) return;
    if (document.activeElement !== from) {
      from.focus();
      return;
    }
    const start = from.getBoundingClientRect();
    /** @type {HTMLElement | null} */
    let best = null;
    let least = Infinity;
    for (const button of this.#buttons) {
      const distance = apart(start, button.getBoundingClientRect(), across, down);
      if (distance < least) [best, least] = [button, distance];
    }
    /** @type {HTMLElement | null} */ (best)?.focus();
  }
}

// How far a rectangle is ahead of another, in this direction; Infinity if it is not.
/** @param {DOMRect} from @param {DOMRect} to @param {number} across @param {number} down */
function apart(from, to, across, down) {
  if (to.width === 0) return Infinity;
  const dx = (to.left + to.right - from.left - from.right) / 2;
  const dy = (to.top + to.bottom - from.top - from.bottom) / 2;
  const ahead = dx * across + dy * down;
  const overlap = across
    ? Math.min(to.bottom, from.bottom) - Math.max(to.top, from.top)
    : Math.min(to.right, from.right) - Math.max(to.left, from.left);
  const gap = across
    ? Math.max(to.left - from.right, from.left - to.right)
    : Math.max(to.top - from.bottom, from.top - to.bottom);
  if (ahead <= 1 || gap < -4) return Infinity;
  const aside = Math.abs(across ? dy : dx);
  return ahead + (overlap > 0 ? aside / 4 : SIDEWAYS * aside + 50);
}
