// The bar of a replay: the time, a line of the whole game with its moments, the controls, and the seats to watch from.

import { around, draw, make, setAttribute, setText } from './dom.js';
import { shownKey } from './keys.js';
import { CLOSE, minutes, replayOf } from './replay.js';
import { say } from './words.js';

/** @import { Controller } from './controller.js' */
/** @import { Model } from './model.js' */
/** @import { Replay } from './replay.js' */

const OFTEN = 200; // ms: the time is not drawn more often
const SNAP = 8; // pixels around a moment in which a click on the line means it
const AGAIN = 1; // seconds after a moment, in which "the moment before" means the one before that
const STRIDE = 5; // seconds that an arrow key moves along the line, or less in a short replay, ...
const STRIDES = 20; // ... which has at least so many
const NONE = { length: 0, moments: [] };

/** @type {Record<string, string>} */
const SHAPES = {
  again: 'M12 5V1L6 6l6 5V7a5 5 0 1 1-5 5H5a7 7 0 1 0 7-7Z',
  faster: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6Z',
  pause: 'M6 5h4v14H6ZM14 5h4v14h-4Z',
  play: 'M7 4l13 8-13 8Z',
  slower: 'M5 11h14v2H5Z',
  step: 'M5 5l10 7-10 7ZM16 5h3v14h-3Z',
  stepback: 'M19 5L9 12l10 7ZM5 5h3v14H5Z',
};
const CONTROLS = ['stepback', 'play', 'step', 'slower', 'faster', 'fork']; // roles, after replay/

export class ReplayBar {
  element = make('section', 'replay');
  #controller;
  #time = make('span', 'time');
  #marks = make('div', 'marks');
  #slider = make('input');
  #speed = make('b', 'speed');
  #moments = make('select', 'moments');
  #seats = make('select', 'from');
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map(CONTROLS.map((role) => [role, make('button', role)]));
  #preparing = make('p', 'dim');
  #isDragged = false;
  #isPointed = false; // whether the line is used by a mouse or a finger
  /** @type {number | undefined} */
  #timer;

  /** @param {Controller} controller */
  constructor(controller) {
    this.#controller = controller;
    this.element.hidden = true;
    this.element.ariaLabel = say('Replay');
    this.#slider.type = 'range';
    [this.#slider.min, this.#slider.step] = ['0', 'any'];
    this.#slider.ariaLabel = say('Time');
    this.#moments.ariaLabel = say('Moments');
    this.#seats.ariaLabel = say('Watch from');
    this.#marks.ariaHidden = 'true';
    this.#preparing.role = 'status';
    for (const button of this.#buttons.values()) button.type = 'button';
    const [back, play, step, slower, faster, fork] = this.#buttons.values();
    this.element.append(
      make('div', 'line', this.#time, make('div', 'track', this.#marks, this.#slider)),
      make('div', 'controls', make('div', 'pace', back, play, step, slower, this.#speed, faster), this.#moments, this.#seats, fork),
      this.#preparing,
    );
    this.#listen();
  }

  #listen() {
    this.#slider.addEventListener('pointerdown', () => (this.#isPointed = true));
    this.#slider.addEventListener('input', () => {
      this.#isDragged = true;
      this.#drawTime(Number(this.#slider.value));
    });
    this.#slider.addEventListener('change', () => this.#chosen(Number(this.#slider.value)));
    this.#slider.addEventListener('keydown', (event) => this.#slide(event));
    this.#moments.addEventListener('change', () => this.#goTo(Number(this.#moments.value)));
    this.#seats.addEventListener('change', () => this.#click(`seat/${this.#seats.value}`));
  }

  get #replay() {
    const { model } = this.#controller;
    return model === null ? null : replayOf(model);
  }

  // Give the bar the focus.
  take() {
    this.#buttons.get('play')?.focus({ preventScroll: true });
  }

  // Drawing

  /** @param {Model} model */
  draw(model) {
    clearTimeout(this.#timer);
    const replay = replayOf(model);
    this.element.hidden = replay === null;
    if (replay === null) return;
    for (const part of this.element.children) if (part instanceof HTMLDivElement) part.hidden = !replay.isKnown;
    this.#preparing.hidden = replay.isKnown || replay.prepared === null;
    const percent = Math.floor((replay.prepared ?? 0) * 100);
    setText(this.#preparing, this.#preparing.hidden ? '' : say('Preparing the replay: {percent} %', { percent }));
    if (!replay.isKnown) return;
    for (const [role, button] of this.#buttons) this.#drawButton(button, role, model, replay);
    setText(this.#speed, `${replay.speed}×`);
    this.#drawMarks(replay);
    this.#drawOptions(this.#moments, [`0:00 ${say('The beginning')}`, ...replay.moments.map(({ at, text }) => `${minutes(at)} ${text}`)]);
    this.#moments.hidden = replay.moments.length === 0;
    this.#drawOptions(this.#seats, [say('Spectator'), ...replay.seats.map((name) => say('Seat of {name}', { name }))]);
    this.#seats.value = String(replay.seat);
    this.#tick(true);
  }

  /** @param {HTMLButtonElement} button @param {string} role @param {Model} model @param {Replay} replay */
  #drawButton(button, role, model, { isPlaying, at, length }) {
    const tile = model.tile(`replay/${role}`);
    button.hidden = tile === null;
    if (tile === null) return;
    const isOn = model.canActOn(tile);
    button.dataset.act = tile.objid;
    setAttribute(button, 'aria-disabled', isOn ? null : 'true');
    const key = model.key(`replay/${role}`);
    const hint = key === null ? tile.text : `${tile.text} (${shownKey(key.name)})`;
    if (button.title !== hint) button.title = hint;
    const shape = role !== 'play' ? role : isPlaying ? 'pause' : at > length - CLOSE ? 'again' : 'play';
    const drawn = `${shape}\n${tile.name}`;
    if (button.dataset.drawn === drawn) return;
    button.dataset.drawn = drawn;
    button.ariaLabel = tile.name;
    button.replaceChildren(SHAPES[shape] === undefined ? tile.name : draw('svg', { viewBox: '0 0 24 24', 'aria-hidden': true }, draw('path', { d: SHAPES[shape] })));
  }

  /** @param {Replay} replay */
  #drawMarks({ moments, length }) {
    this.#slider.max = String(length);
    const drawn = JSON.stringify([length, moments]);
    if (this.#marks.dataset.drawn === drawn) return;
    this.#marks.dataset.drawn = drawn;
    this.#marks.replaceChildren(...moments.map(({ at }) => {
      const mark = make('i');
      mark.style.setProperty('--at', String(at / (length || 1)));
      return mark;
    }));
  }

  /** @param {HTMLSelectElement} select @param {string[]} texts */
  #drawOptions(select, texts) {
    const drawn = JSON.stringify(texts);
    if (select.dataset.drawn === drawn) return;
    select.dataset.drawn = drawn;
    select.replaceChildren(...texts.map((text, number) => new Option(text, String(number))));
  }

  // Draw what changes with the time, now and as long as it goes on. A slider with the focus would be read out each
  // second: then it is only named anew if something has happened.
  /** @param {boolean} [isNew] */
  #tick(isNew = false) {
    const { model } = this.#controller;
    const replay = this.#replay;
    if (model === null || replay === null) return;
    const { at, length, moment } = replay;
    if (!this.#isDragged) {
      this.#slider.value = String(at);
      this.#drawTime(at, isNew || document.activeElement !== this.#slider);
    }
    if (this.#moments.value !== String(moment)) this.#moments.value = String(moment);
    [...this.#marks.children].forEach((mark, number) => mark.classList.toggle('past', number < moment));
    if (model.pace === 0 || at >= length) return;
    const pause = ((1 - (at % 1)) / model.pace) * 1000; // until the next second
    this.#timer = setTimeout(() => this.element.isConnected && this.#tick(), Math.max(OFTEN, Math.ceil(pause)));
  }

  /** @param {number} at @param {boolean} [isSaid] */
  #drawTime(at, isSaid = true) {
    const { length } = this.#replay ?? NONE;
    const [time, whole] = [minutes(Math.min(at, length)), minutes(length)];
    setText(this.#time, `${time} / ${whole}`);
    this.#slider.style.setProperty('--at', String(at / (length || 1)));
    if (isSaid) setAttribute(this.#slider, 'aria-valuetext', say('{time} of {whole}', { time, whole }));
  }

  // What is done

  // A place on the line was chosen. With a mouse or a finger, a moment need not be hit exactly.
  /** @param {number} at */
  #chosen(at) {
    const { moments } = this.#replay ?? NONE;
    const pixel = Number(this.#slider.max) / (this.#slider.clientWidth || 1);
    const apart = moments.map((one) => Math.abs(one.at - at));
    const near = this.#isPointed ? apart.indexOf(Math.min(...apart)) : -1;
    this.#isDragged = this.#isPointed = false;
    if (near >= 0 && apart[near] <= SNAP * pixel) this.#goTo(near + 1);
    else this.#jump(at);
  }

  // The keys of a slider.
  /** @param {KeyboardEvent} event */
  #slide(event) {
    const replay = this.#replay;
    if (replay === null || event.ctrlKey || event.altKey || event.metaKey) return;
    const { at, length } = replay;
    const stride = Math.min(STRIDE, length / STRIDES);
    const page = length / (STRIDES / 2);
    /** @type {Record<string, number>} */
    const goals = { ArrowLeft: at - stride, ArrowDown: at - stride, ArrowRight: at + stride, ArrowUp: at + stride, PageDown: at - page, PageUp: at + page, Home: 0, End: length };
    if (!(event.key in goals)) return;
    event.preventDefault();
    this.#jump(Math.min(Math.max(0, goals[event.key]), length));
  }

  /** @param {number} at */
  #jump(at) {
    this.#controller.talk(`/at ${at.toFixed(2)}`);
  }

  /** @param {string} role */
  #click(role) {
    const tile = this.#controller.model?.tile(`replay/${role}`) ?? null;
    return tile !== null && this.#controller.act(tile);
  }

  // Go to a moment; 0 is the beginning. Only those near the present one have tiles.
  /** @param {number} number */
  #goTo(number) {
    if (number === 0) this.#jump(0);
    else if (!this.#click(`moment/${number}`)) this.#controller.talk(`/moment ${number}`);
  }

  // Back to the moment that was last, or, right after it, to the one before.
  /** @param {Replay} replay */
  #goBack({ moment, moments, at, speed }) {
    const isJustOver = moment > 0 && at - moments[moment - 1].at < AGAIN * speed;
    this.#goTo(isJustOver ? moment - 1 : moment);
  }

  // Keys: those that the room does not use, and what they do.
  /** @returns {[string, string][]} */
  get keys() {
    const replay = this.#replay;
    if (replay === null) return [];
    const last = Math.min(9, replay.seats.length);
    return [
      [`0-${last}`, say('watch from a seat; 0 is that of spectators')],
      ['n', say('go to the next moment')],
      ['p', say('go back to the last moment, or the one before')],
      ['Home', say('go to the beginning')],
      ['End', say('go to the end')],
    ];
  }

  // Whether a key was meant for the bar.
  /** @param {KeyboardEvent} event */
  takes(event) {
    const replay = this.#replay;
    if (replay === null || !replay.isKnown || around(event, '#side') !== null) return false;
    const { moment, moments, length } = replay;
    if (/^[0-9]$/.test(event.key)) this.#click(`seat/${event.key}`);
    else if (event.key === 'n') moment < moments.length && this.#goTo(moment + 1);
    else if (event.key === 'p') this.#goBack(replay);
    else if (event.key === 'Home') this.#jump(0);
    else if (event.key === 'End') this.#jump(length);
    else return false;
    return true;
  }
}
