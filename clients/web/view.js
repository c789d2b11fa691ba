// The page around the board: where the user is, who is here, what is said, and which keys do what.
//
// A view is made for one session and takes all of it along: whoever logs in next begins with the page as it was loaded.

import { amountOf } from './amount.js';
import { Aside } from './aside.js';
import { Attention } from './attention.js';
import { Beckon } from './beckon.js';
import { BoardView } from './boardview.js';
import { Dialogs } from './dialogs.js';
import { around, by, make, setText } from './dom.js';
import { Ending } from './ending.js';
import { Focus } from './focus.js';
import { Help } from './help.js';
import { Invitations } from './invitations.js';
import { LeaveGuard } from './leaveguard.js';
import { Company } from './company.js';
import { People } from './people.js';
import { isReplay } from './replay.js';
import { Settings } from './settings.js';
import { offer } from './sharing.js';
import { addStyle } from './styles.js';
import { offersOf } from './table.js';
import { Talk } from './talk.js';
import { Whereabouts } from './whereabouts.js';
import { say } from './words.js';

/** @import { App } from './app.js' */
/** @import { Said } from './controller.js' */
/** @import { Model, Thing } from './model.js' */
/** @import { ReplayBar } from './replaybar.js' */
/** @import { Offer } from './table.js' */
/** @import { Cover } from './trail.js' */
/** @import { Waiting } from './waiting.js' */

const PARTS = ['top', 'notice', 'table', 'help', 'sure', 'you', 'at-table', 'new-table', 'have-code']; // all of the page but the login
const SLIDES = /^(Arrow|Page|Home$|End$)/; // the keys of a slider
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class View {
  #app;
  #before = PARTS.map((id) => by(id).cloneNode(true)); // the session
  #listening = new AbortController();
  #controller;
  #aside = new Aside();
  #settings;
  #attention;
  #talk;
  #people;
  #company;
  #help;
  #ending;
  /** @type {Waiting | null} */
  #waiting = null; // is loaded with the first table
  #isLoadingTables = false;
  /** @type {Offer[]} */
  #offers = []; // the games that have tables, as Home has told last
  #beckon;
  #invitations;
  #whereabouts;
  #guard = new LeaveGuard();
  #focus;
  /** @type {ReplayBar | null} */
  #bar = null; // is loaded with the first replay
  #isLoadingBar = false;
  #board;

  /** @param {App} app */
  constructor(app) {
    this.#app = app;
    this.#controller = app.controller;
    const opened = (/** @type {Cover} */ panel) => app.trail.opened(panel);
    this.#talk = new Talk(app.controller, opened, (words) => this.#aside.tell(words));
    this.#settings = new Settings(() => app.draw());
    this.#attention = new Attention(this.#settings);
    this.#company = new Company((command) => this.#controller.talk(command));
    this.#people = new People((name) => this.#talk.address(name));
    this.#help = new Help(app.controller, opened);
    this.#focus = new Focus(by('play'), by('tooltip'));
    this.#board = new BoardView(app.controller, this.#focus, () => app.draw());
    this.#ending = new Ending(app.controller, () => {
      this.#focus.take();
      app.draw(); // a table of one's own waits now
    });
    this.#beckon = new Beckon(app.controller);
    this.#invitations = new Invitations(app.controller);
    this.#whereabouts = new Whereabouts(app.controller, (name) => this.#talk.address(name));
    app.controller.offersTables = (game) => this.#offers.some((one) => one.game === game);
    const dialogs = new Dialogs(app.controller, opened);
    app.controller.showNewTable = (game) => dialogs.showNewTable(this.#offers, game);
    app.controller.askForCode = () => dialogs.askForCode();
    app.controller.tell = (text) => this.#talk.note(text);
    app.controller.acted = () => {
      this.#talk.acted();
      this.#aside.acted();
    };
    app.controller.showHelp = () => this.#help.open();
    app.trail.question = this.#guard;
    app.controller.confirm = (...question) => this.#guard.ask(...question);
    this.#listen();
  }

  #listen() {
    by('play').addEventListener('click', (event) => this.#clicked(around(event, '[data-act]')));
    by('help-button').addEventListener('click', () => this.#help.open());
    for (const id of ['link-button', 'share']) by(id).addEventListener('click', () => this.#copy(by(id)));
    by('me').addEventListener('click', () => this.#openMenu());
    by('account-button').addEventListener('click', () => this.#openAccount());
    by('leave').addEventListener('click', () => this.#controller.leaveBy(() => this.#app.leave()));
    by('retry').addEventListener('click', () => this.#app.retryNow());
    const { signal } = this.#listening;
    this.#attention.listen(signal);
    addEventListener('keydown', (event) => this.#keyDown(event), { signal });
    addEventListener('keyup', (event) => {
      // Firefox clicks the focused button when Space comes up again.
      if (event.key === ' ' && this.#isForRoom(event) && this.#controller.keyFor(event) !== null) event.preventDefault();
    }, { signal });
    matchMedia('(prefers-color-scheme: light)').addEventListener('change', () => this.#app.draw(), { signal });
  }

  #openMenu() {
    if (this.#controller.model === null) return;
    setText(by('account-button'), this.#app.isGuest ? say('Create an account') : say('My account'));
    this.#settings.open();
    this.#app.trail.opened(this.#settings);
  }

  // A guest creates an account in the seat; what there is to do with one is in a room of its own.
  #openAccount() {
    this.#settings.close();
    if (this.#app.isGuest) this.#app.createAccount();
    else this.#controller.leaveFor('/join account');
  }

  // From login to the end

  /** @param {string} message */
  open(message) {
    document.body.classList.remove('outside', 'lost');
    this.warn('');
    this.#board.forget();
    this.#talk.greet(message);
  }

  /** @param {string} why */
  lose(why) {
    document.body.classList.add('lost');
    this.warn(why);
  }

  // Show this above the room; nothing, if it is empty.
  /** @param {string} why */
  warn(why) {
    by('notice').hidden = why === '';
    setText(by('notice-text'), why);
  }

  /** @param {Said} said */
  notSaid(said) {
    this.#talk.giveBack(said);
  }

  close() {
    this.#listening.abort();
    this.#whereabouts.end();
    this.#board.dismiss();
    PARTS.forEach((id, at) => by(id).replaceWith(this.#before[at]));
    document.body.className = 'outside';
    for (const name of ['skin', 'room']) delete document.body.dataset[name];
    this.#attention.end();
  }

  // Drawing

  draw() {
    const { model } = this.#controller;
    if (!model?.matrix) return;
    const { matrix, myAgent } = model;
    setText(by('server'), model.server?.name || (model.server?.group ?? ''));
    setText(by('room'), matrix.name);
    setText(by('title'), matrix.name);
    setText(by('headline'), this.#waiting?.headline(model) || matrix.text);
    const offers = offersOf(model);
    if (offers.length > 0) this.#offers = offers;
    this.#invitations.draw(model);
    if (isReplay(model) && !this.#isLoadingBar) this.#loadBar();
    this.#bar?.draw(model);
    this.#drawBoard(model);
    if (!this.#board.awaits(model)) { // the answer that numbers are points comes before the facts
      if (myAgent !== null) this.#drawMe(model, myAgent);
      this.#people.draw(model);
      this.#company.draw(model);
    }
    this.#whereabouts.draw(model);
    this.#beckon.draw(model);
    this.#help.draw(model, [...(this.#bar?.keys ?? []), ...(this.#waiting?.keys ?? []), ...this.#ending.keys, ...(this.#board.skin?.keys ?? [])]);
    this.#aside.draw(model);
    this.#attention.draw(model);
    this.#talk.draw(model);
    this.#ending.draw(model);
    if (model.table.code !== undefined && !this.#isLoadingTables) this.#loadTables();
    this.#waiting?.draw(model, this.#ending.isOpen);
  }

  async #loadTables() {
    this.#isLoadingTables = true;
    const loaded = await this.#load(Promise.all([import('./waiting.js'), import('./tableview.js'), addStyle('owntable.css')]));
    if (loaded === null) return;
    const [{ Waiting: Found }, { TableView }] = loaded;
    const { trail } = this.#app;
    this.#waiting = new Found(this.#controller, TableView, {
      opened: (panel) => trail.opened(panel), leave: () => this.#focus.settle(true, true), redraw: () => this.#app.draw(),
    });
    this.#app.draw();
  }

  // What was loaded; nothing if that failed, or the session is over meanwhile.
  /** @template T @param {Promise<T>} parts @returns {Promise<T | null>} */
  async #load(parts) {
    const loaded = await parts.catch(() => null);
    if (loaded === null) this.#controller.tell(say('Part of this page could not be loaded. Please reload it.'));
    return this.#listening.signal.aborted ? null : loaded;
  }

  async #loadBar() {
    this.#isLoadingBar = true;
    const loaded = await this.#load(Promise.all([import('./replaybar.js'), addStyle('replay.css')]));
    const { model } = this.#controller;
    if (loaded === null || model === null) return;
    this.#bar = new loaded[0].ReplayBar(this.#controller);
    by('foot').prepend(this.#bar.element);
    this.#bar.draw(model);
    this.#app.draw();
    if (this.#focus.isInside || document.activeElement === document.body) this.#bar.take();
  }

  /** @param {Model} model @param {Thing} me */
  #drawMe(model, me) {
    const { name } = me;
    const { number, unit, words } = amountOf(model, me);
    const label = say('You: {name}, {points}', { name, points: words });
    if (by('me').ariaLabel === label) return; // replacing what is under a mouse that is down would swallow the click
    by('me').ariaLabel = label;
    const parts = [make('span', 'wide', `${name} · `), make('b', '', String(number)), make('span', '', ` ${unit}`)];
    by('me').replaceChildren(...parts);
    setText(by('you-title'), name);
    setText(by('you-about'), words);
  }

  /** @param {Model} model */
  #drawBoard(model) {
    const { isNew, hadFocus } = this.#board.draw(model);
    if (this.#board.skin === null) return;
    const isPlayed = !isReplay(model);
    this.#focus.settle(isNew, hadFocus && isPlayed && !this.#waiting?.isShown);
    if (isNew && hadFocus && !isPlayed) this.#bar?.take();
  }

  // Mouse and keys

  /** @param {HTMLElement | null} button */
  #clicked(button) {
    if (button === null || document.body.classList.contains('lost') || this.#board.skin?.enlarges(button)) return;
    const thing = this.#controller.model?.things.get(button.dataset.act ?? '');
    if (thing !== undefined) this.#controller.act(thing);
  }

  // Whether a key is meant for the room: the user is not typing, and no other button wants it.
  /** @param {KeyboardEvent} event */
  #isForRoom(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || this.#controller.model === null) return false;
    if (around(event, 'input:not([type=range]), textarea, select, dialog, summary') !== null) return false;
    if (around(event, 'input') !== null && SLIDES.test(event.key)) return false;
    if (event.key === 'Enter') return around(event, 'button, a') === null;
    return event.key !== ' ' || around(event, 'button:not([data-spot]), a') === null;
  }

  /** @param {KeyboardEvent} event */
  #keyDown(event) {
    if (event.key === 'Escape' && around(event, '#side')) {
      this.#talk.close();
      this.#focus.take();
      return;
    }
    if (!this.#isForRoom(event)) return;
    if (event.key === 'Escape') {
      this.#ending.close();
      this.#app.draw();
    }
    if (document.body.classList.contains('lost')) return;
    if (this.#waiting?.takes(event)) {
      event.preventDefault();
    } else if (this.#controller.keyFor(event) !== null) {
      event.preventDefault();
      if (!event.repeat || event.key !== ' ') this.#controller.pressed(event);
    } else if (this.#board.skin?.takes(event) || this.#bar?.takes(event)) {
      event.preventDefault();
    } else if (event.key in ARROWS && !around(event, '#side')) {
      event.preventDefault();
      this.#focus.move(...ARROWS[event.key]);
    } else if (event.key === 'w' && this.#ending.canWatch) {
      this.#ending.watch();
    } else if (event.key === 'i' && this.#beckon.isShown) {
      this.#beckon.copy();
    } else if (event.key === 'Enter' && this.#ending.isOpen) {
      this.#ending.again();
    } else if (event.key === '/') {
      event.preventDefault();
      this.#talk.focus();
    } else if (event.key === '?') {
      event.preventDefault();
      this.#help.open();
    }
  }

  /** @param {HTMLElement} button */
  #copy(button) {
    const link = location.href;
    offer(link, button, (isCopied) => {
      if (isCopied) this.#talk.note(say('Copied a link to this room.'));
      else this.#talk.greet(say('The link to this room: {link}', { link }));
    });
  }
}
