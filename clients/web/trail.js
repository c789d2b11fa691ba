// The browser's history: an entry for each room that the user was in, and for each panel that is open. So Back closes a
// panel, and then leads to the room before.
//
// A panel that was closed in any other way leaves its entry behind. Back skips it, and the next panel or room takes it.

/**
 * Something that covers the board, and that Back closes.
 * @typedef {{ readonly isOpen: boolean, close(): void }} Cover
 * @typedef {{ at: number, depth: number }} Entry the number of an entry in this tab, and how many panels it has
 */

/** @type {Cover} */
const NO_QUESTION = { isOpen: false, close() {} };

export class Trail {
  question = NO_QUESTION; // before the user leaves at a cost: it has no entry, and Back means to stay
  #follow;
  #hash = ''; // the address of where the user is
  #at; // the number of the entry of where the user is
  /** @type {number | null} */
  #goal = null; // the number of the entry to which Back or a link would lead a user who is asked first
  /** @type {number | null} */
  #target = null; // the number of the entry to which the browser is on its way for us
  /** @type {(() => void)[]} */
  #later = []; // what is to be done there
  /** @type {Cover[]} */
  #panels = []; // those that were opened and perhaps are so still, the last on top

  // `follow` is called with the address of another room to which Back, Forward or a link leads.
  /** @param {(hash: string) => void} follow */
  constructor(follow) {
    this.#follow = follow;
    this.#at = this.#entry?.at ?? 0; // after a reload, the tab has its history still
    addEventListener('popstate', () => this.#moved());
  }

  // The present entry; null if we have not written it yet, as the browser has made it for a link.
  /** @returns {Entry | null} */
  get #entry() {
    const { at, depth } = history.state ?? {};
    return Number.isInteger(at) && Number.isInteger(depth) ? { at, depth } : null;
  }

  /** @param {Entry} entry @param {string} [hash] */
  #replace(entry, hash) {
    history.replaceState(entry, '', hash);
  }

  // The user is in the room with this address. Whoever has walked there gets a new entry; whoever was led there by Back or
  // by a link has one.
  /** @param {string} address @param {{ isNew: boolean }} how */
  show(address, { isNew }) {
    this.#then(() => this.#show(address, isNew));
  }

  /** @param {string} address @param {boolean} isNew */
  #show(address, isNew) {
    const { hash } = new URL(address, location.href); // as the browser writes it
    const { at, depth } = this.#entry ?? { at: this.#at, depth: 0 };
    const isOther = hash !== this.#hash;
    [this.#hash, this.#at] = [hash, at];
    if (isOther && isNew && depth === 0) this.#push(0, hash);
    else if (hash !== location.hash || this.#entry === null) this.#replace({ at, depth: 0 }, hash);
    for (const panel of this.#open) this.opened(panel);
  }

  /** @param {number} depth @param {string} [hash] */
  #push(depth, hash) {
    const { at, depth: before } = this.#entry ?? { at: this.#at, depth: 0 };
    if (this.#entry === null) this.#replace({ at, depth: before }); // to know it again
    this.#at = at + 1;
    history.pushState({ at: this.#at, depth }, '', hash);
  }

  get #open() {
    return this.#panels.filter(({ isOpen }) => isOpen);
  }

  /** @param {Cover} panel */
  opened(panel) {
    this.#panels = [...this.#open.filter((one) => one !== panel), panel];
    const depth = this.#entry?.depth ?? 0;
    if (depth < this.#panels.length) this.#push(depth + 1);
  }

  // The user stays where they are, although Back or a link has led elsewhere.
  stay() {
    this.#goal = null;
    this.#then(() => this.#travel(this.#at));
    this.#then(() => this.#show(this.#hash, false));
  }

  // The user has been asked, and follows Back or the link.
  goOn() {
    const goal = this.#goal;
    this.#goal = null;
    if (goal !== null) this.#then(() => this.#travel(goal));
  }

  /** @param {number} at */
  #travel(at) {
    const steps = at - (this.#entry?.at ?? at);
    if (steps === 0) return;
    this.#target = at;
    history.go(steps);
  }

  // Do this when the browser is where we have sent it.
  /** @param {() => void} act */
  #then(act) {
    if (this.#target === null) act();
    else this.#later.push(act);
  }

  // The session is over. Its address stays, so that whoever logs in again is led to the same room.
  end() {
    [this.#panels, this.question, this.#goal] = [[], NO_QUESTION, null];
  }

  // The address does not tell any more where the user was.
  erase() {
    this.#hash = '';
    this.#replace({ at: this.#entry?.at ?? this.#at, depth: 0 }, location.pathname + location.search);
  }

  // Another entry is the present one.
  #moved() {
    const isHere = location.hash === this.#hash;
    if (this.#entry === null) this.#replace({ at: isHere ? this.#at : this.#at + 1, depth: 0 });
    const { at } = /** @type {Entry} */ (this.#entry);
    if (this.#target !== null) {
      const isThere = at === this.#target;
      const later = this.#later;
      [this.#target, this.#later] = [null, []];
      for (const act of later) this.#then(act);
      if (isThere) return;
    }
    if (this.question.isOpen) {
      this.question.close();
      this.stay();
    } else if (isHere) this.#movedHere();
    else this.#leadTo(at);
  }

  // Lead the user to another room. If they are asked first, they are where they were until they have answered: the next Back
  // must not lead further.
  /** @param {number} at */
  #leadTo(at) {
    this.#follow(location.hash);
    if (!this.question.isOpen) return;
    this.#goal = at;
    this.#travel(this.#at);
  }

  // The same, in the room where the user is.
  #movedHere() {
    const { at, depth } = this.#entry ?? { at: this.#at, depth: 0 };
    const isBack = at < this.#at;
    this.#at = at;
    const closed = this.#open.slice(depth).reverse();
    for (const panel of closed) panel.close();
    if (isBack && closed.length === 0) history.back();
  }
}
