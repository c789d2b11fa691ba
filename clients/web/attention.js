// Calls a user who is looking elsewhere: when it is their turn, a game begins, somebody says their name or invites them.
//
// The title and the icon of the tab say so until they look; a sound and a notification, if they are wanted, come once.

import { chime } from './chime.js';
import { isReplay } from './replay.js';
import { invitationsOf } from './table.js';
import { isMyTurn } from './vocabulary.js';
import { say } from './words.js';

/** @import { HeardLine, Model } from './model.js' */

/** @typedef {{ hasSound: boolean, notifies: boolean }} Wishes */

/**
 * What can call the user, as it is now.
 * @typedef {{ room: string | null, isTurn: boolean, isOn: boolean, lines: number, invitations: string[] }} State
 */

const QUIET = 5000; // ms after a call without another one
const ICONS = { calm: new URL('icon.svg', import.meta.url).href, calling: new URL('attention.svg', import.meta.url).href };

// A text as words, each between blanks.
/** @param {string} text */
const words = (text) => ` ${text.toLowerCase().split(/[^\p{L}\p{N}_-]+/u).filter(Boolean).join(' ')} `;

const isLooking = () => !document.hidden && document.hasFocus();

export class Attention {
  #wishes;
  #sound;
  /** @type {Model | null} */
  #model = null;
  /** @type {State | null} */
  #before = null;
  #called = -Infinity; // when the user was called last
  #calling = ''; // what they were called for, until they look
  #icon = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=icon]'));

  /** @param {Wishes} wishes @param {() => void} [sound] */
  constructor(wishes, sound = chime) {
    this.#wishes = wishes;
    this.#sound = sound;
  }

  /** @param {AbortSignal} signal */
  listen(signal) {
    const look = () => {
      if (!isLooking()) return;
      this.#calling = '';
      if (this.#model !== null) this.#show(this.#model);
    };
    addEventListener('focus', look, { signal });
    document.addEventListener('visibilitychange', look, { signal });
  }

  /** @param {Model} model */
  draw(model) {
    const [before, now] = [model === this.#model ? this.#before : null, stateOf(model, this.#before)];
    [this.#model, this.#before] = [model, now];
    const why = before === null ? '' : news(model, before, now);
    if (why !== '' && !isLooking()) this.#call(model, why);
    this.#show(model);
  }

  // The session is over.
  end() {
    document.title = 'tilenet';
    this.#setIcon(false);
  }

  /** @param {Model} model @param {string} why */
  #call(model, why) {
    this.#calling = isMyTurn(model) ? '' : why;
    if (performance.now() - this.#called < QUIET) return;
    this.#called = performance.now();
    if (this.#wishes.hasSound) this.#sound();
    if (this.#wishes.notifies) notify(why, model.matrix?.name ?? '');
  }

  /** @param {Model} model */
  #show(model) {
    const why = isMyTurn(model) ? say('Your turn') : this.#calling;
    const room = model.matrix?.name ?? '';
    document.title = why ? `● ${why} · ${room} · tilenet` : `${room} · tilenet`;
    this.#setIcon(why !== '');
  }

  /** @param {boolean} isCalling */
  #setIcon(isCalling) {
    const icon = isCalling ? ICONS.calling : ICONS.calm;
    if (this.#icon.href !== icon) this.#icon.href = icon;
  }
}

// As long as a room has not told what it is, nobody knows whether the invitations are still there.
/** @param {Model} model @param {State | null} before @returns {State} */
function stateOf(model, before) {
  const { facts, you } = model;
  return {
    room: model.told.isKnown ? model.current : null,
    isTurn: you.turn === true && !isReplay(model),
    isOn: facts.phase === 'playing',
    lines: model.linesHeard,
    invitations: model.told.isKnown ? invitationsOf(model).map(({ join }) => join) : (before?.invitations ?? []),
  };
}

// What has just happened that the user should know; nothing, if it is nothing of that kind.
/** @param {Model} model @param {State} before @param {State} now */
function news(model, before, now) {
  const invitation = invitationsOf(model).find(({ join }) => !before.invitations.includes(join));
  if (invitation) return say('{name} invites you to {game}', { name: invitation.from, game: invitation.game });
  const isSame = now.room !== null && now.room === before.room;
  if (isSame && now.isTurn && !before.isTurn) return say('Your turn');
  if (isSame && now.isOn && !before.isOn && !isReplay(model) && model.you.seat !== undefined) return say('The game begins');
  const line = model.heard.find((one) => one.number >= before.lines && isToMe(one, model.myAgent?.name ?? ''));
  return line === undefined ? '' : say('{name}: {text}', { name: line.whisper?.name ?? line.speaker, text: line.whisper?.text ?? line.message });
}

// Whether somebody whispers to the user, or says their name.
/** @param {HeardLine} line @param {string} name */
function isToMe({ isMine, isByMe, isByRoom, whisper, message }, name) {
  if (whisper !== null) return true;
  if (isByMe || isByRoom) return false;
  return isMine || (name !== '' && words(message).includes(words(name)));
}

/** @param {string} why @param {string} room */
function notify(why, room) {
  try {
    const shown = new Notification(why, { body: room, tag: 'tilenet', icon: ICONS.calling });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // browsers of phones show none of a page
  }
}
