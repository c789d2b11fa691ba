// A table of one's own, as everybody at it sees it: the invitation, who is here, what was chosen, and the evening's scores.
//
// Its host can change things; everybody else reads them. What it does is said to the room as commands.

import { around, focused, make, setAttribute, setText } from './dom.js';
import { amHost, hostOf } from './table.js';
import { canShare, codeFor, linkTo, share, shownLink } from './sharing.js';
import { say } from './words.js';

/** @import { Model, Thing } from './model.js' */
/** @import { Choice, Score, Table } from './table.js' */

/** @typedef {{ order: (command: string) => void, copy: (button: HTMLElement) => void }} Acts */

const USUAL = 'medium'; // strength of a bot
const WHO = 'who'; // the rows of a table that are no options of its game
const STARTS = 'starts';

export class TableView {
  element = make('div', 'own-table');
  copyButton = button('copy', say('Copy link'), 'i');
  #acts;
  #code = make('p', 'code');
  #link = make('p', 'link');
  #ssh = make('p', 'link ssh');
  #share = button('share', say('Share …'));
  #qr = make('img', 'qr');
  #here = make('ul', 'at-table');
  #rows = make('div', 'rows');
  #tonight = make('section', 'tonight');
  #scores = make('dl');
  #games = make('h3');
  #free = make('li', 'free');
  #strengths = make('select');
  /** @type {Map<string, HTMLSelectElement>} */
  #selects = new Map();
  #sure = ''; // the name of whom the host is asked about before they are sent away
  #again = () => {};

  /** @param {Acts} acts */
  constructor(acts) {
    this.#acts = acts;
    this.#here.ariaLabel = say('Players at this table');
    this.#strengths.ariaLabel = say('Strength of the bot');
    this.#qr.alt = say('The link to this table as a QR code: point a phone’s camera at it.');
    [this.#qr.width, this.#qr.height] = [188, 188];
    const words = make('div', 'words', make('h3', '', say('Invite')), make('p', '', say('Say the code, or send the link:')), this.#code, this.#link, this.#ssh);
    words.append(make('p', 'ways', this.copyButton, ' ', this.#share));
    this.#tonight.append(this.#games, this.#scores);
    const beside = make('div', 'beside', make('section', '', make('h3', '', say('This table')), this.#rows), this.#tonight);
    this.element.append(make('div', 'first', make('div', 'invite', words, this.#qr), this.#here), beside);
    this.copyButton.addEventListener('click', () => this.#acts.copy(this.copyButton));
    this.element.addEventListener('click', (event) => this.#clicked(around(event, 'button[data-order]')));
    this.element.addEventListener('change', (event) => {
      const select = around(event, 'select[data-row]');
      if (select instanceof HTMLSelectElement) this.#choose(select);
    });
  }

  // The strength of the bot that is brought next; empty if there is only one.
  get strength() {
    return this.#strengths.value;
  }

  /** @param {Model} model @param {Table} table @param {boolean} isOn whether a game is on */
  draw(model, table, isOn) {
    this.#again = () => this.draw(model, table, isOn);
    this.#drawInvitation(model, table);
    this.#drawPeople(model, table);
    this.#drawRows(model, table, isOn);
    this.#drawScores(table);
  }

  /** @param {Model} model @param {Table} table */
  #drawInvitation(model, { code, link: told, ssh }) {
    const link = linkTo(code, told);
    setText(this.#code, code);
    setText(this.#link, shownLink(link));
    setText(this.#ssh, ssh);
    this.#ssh.hidden = ssh === '';
    if (this.#qr.dataset.of !== link) {
      this.#qr.dataset.of = link;
      this.#qr.src = codeFor(code, told);
    }
    this.#share.hidden = !canShare();
    this.#share.onclick = () => share(model.matrix?.name ?? '', link);
  }

  /** @param {Model} model @param {Table} table */
  #drawPeople(model, table) {
    const people = model.agents.map((agent) => ({ name: agent.name, notes: notesOf(model, table, agent), acts: this.#actsOn(model, agent) }));
    const { bots } = model.told;
    const drawn = JSON.stringify([people, bots]);
    if (drawn === this.#here.dataset.drawn) return;
    this.#here.dataset.drawn = drawn;
    this.#drawFree(bots);
    const isFull = people.length >= (model.facts.options?.seats ?? Infinity);
    refill(this.#here, [...people.map(card), ...(isFull ? [] : [this.#free])]);
  }

  // What the host can do with somebody: send a bot away, or a person, or make the person host.
  /** @param {Model} model @param {Thing} agent @returns {{ text: string, order: string, about: string }[]} */
  #actsOn(model, agent) {
    const { name } = agent;
    if (model.isBot(agent)) return [{ text: say('Remove'), order: `/bot leave ${name}`, about: say('Remove: {name}', { name }) }];
    if (!amHost(model) || agent.objid === model.me) return [];
    const isAsked = name === this.#sure;
    return [
      { text: say('Make host'), order: `/host ${name}`, about: say('Make host: {name}', { name }) },
      { text: isAsked ? say('Really?') : say('Send away'), order: `/kick ${name}`, about: isAsked ? say('Really? Send away {name}, who cannot come back to this table', { name }) : say('Send away: {name}', { name }) },
    ];
  }

  /** @param {string[] | null} bots */
  #drawFree(bots) {
    const bring = button('bring', say('Add a bot'), 'b');
    bring.dataset.order = '/bot';
    this.#strengths.hidden = !bots?.length;
    const { value } = this.#strengths;
    this.#strengths.replaceChildren(...(bots ?? []).map((strength) => option(strength, strengthWords(strength), strength === (value || USUAL))));
    this.#free.replaceChildren(make('span', '', say('free seat')), ...(bots === null ? [] : [make('span', 'bringing', bring, this.#strengths)]));
  }

  /** @param {Model} model @param {Table} table @param {boolean} isOn */
  #drawRows(model, table, isOn) {
    const rows = rowsOf(model, table);
    const isHost = amHost(model);
    const drawn = JSON.stringify([isHost, rows.map(({ name, values }) => [name, values])]);
    if (drawn !== this.#rows.dataset.drawn) {
      this.#rows.dataset.drawn = drawn;
      this.#selects.clear();
      refill(this.#rows, rows.map((one) => this.#row(one, isHost)));
    }
    for (const { name, value, values } of rows) {
      const select = this.#selects.get(name);
      const shown = this.#rows.querySelector(`[data-of="${CSS.escape(name)}"]`);
      if (shown !== null) setText(shown, values.find((one) => one.value === value)?.text ?? value);
      if (select === undefined) continue;
      if (select.value !== value) select.value = value;
      select.disabled = isOn && name !== WHO && name !== STARTS;
    }
  }

  /** @param {Row} row @param {boolean} isHost */
  #row({ name, text, values }, isHost) {
    if (!isHost) {
      const shown = make('span', 'value');
      shown.dataset.of = name;
      return make('p', 'row', make('span', 'dim', text), ' ', shown);
    }
    const select = make('select', '', ...values.map(({ value, text: words }) => option(value, words, false)));
    select.dataset.row = select.dataset.key = name;
    this.#selects.set(name, select);
    return make('label', 'row', make('span', 'dim', text), ' ', select);
  }

  /** @param {Table} table */
  #drawScores({ scores, games }) {
    this.#tonight.hidden = scores.length === 0;
    setText(this.#games, games > 0 ? say('Tonight · {n} game', { n: games }, 'Tonight · {n} games') : say('Tonight'));
    const drawn = JSON.stringify(scores);
    if (drawn === this.#scores.dataset.drawn) return;
    this.#scores.dataset.drawn = drawn;
    this.#scores.replaceChildren(...scores.flatMap((score) => [make('dt', '', score.name), make('dd', '', scoreWords(score))]));
  }

  // What the user does

  /** @param {HTMLElement | null} clicked */
  #clicked(clicked) {
    if (clicked === null) return;
    const order = clicked.dataset.order ?? '';
    if (order === '/bot') {
      this.bring();
      return;
    }
    const name = /^\/kick (.*)/.exec(order)?.[1];
    const isSure = name === undefined || name === this.#sure;
    this.#sure = isSure ? '' : name;
    if (isSure) this.#acts.order(order);
    this.#again();
  }

  bring() {
    if (this.#free.isConnected && this.#free.querySelector('button') !== null) this.#acts.order(`/bot ${this.#strengths.hidden ? '' : this.strength}`.trim());
  }

  /** @param {HTMLSelectElement} select */
  #choose(select) {
    const { value } = select;
    const name = select.dataset.row ?? '';
    if (name === WHO) this.#acts.order(`/${value}`);
    else if (name === STARTS) this.#acts.order(value === 'host' ? '/wait' : '/wait off');
    else this.#acts.order(`/option ${name} ${value}`);
  }
}

/** @typedef {{ name: string, text: string, value: string, values: { value: string, text: string }[] }} Row */

// What can be chosen for a table: who can come, when its games begin, and the options of its game.
/** @param {Model} model @param {Table} table @returns {Row[]} */
function rowsOf(model, { isPublic, isLocked, isHeld, choices, options }) {
  const who = [
    ...(isLocked ? [{ value: 'lock', text: say('nobody else') }, { value: 'unlock', text: isPublic ? say('everybody again') : say('with the code again') }] : [
      { value: 'private', text: say('with the code') }, { value: 'public', text: say('everybody') }, { value: 'lock', text: say('nobody else') },
    ]),
  ];
  const starts = [{ value: 'host', text: amHost(model) ? say('when I say') : say('when the host says') }, { value: 'itself', text: say('by itself') }];
  return [
    { name: WHO, text: say('Who can come'), value: isLocked ? 'lock' : isPublic ? 'public' : 'private', values: who },
    { name: STARTS, text: say('Starts'), value: isHeld ? 'host' : 'itself', values: starts },
    ...choices.map((choice) => row(choice, options)),
  ];
}

/** @param {Choice} choice @param {Record<string, string>} options @returns {Row} */
function row({ name, text, values, usual }, options) {
  const value = options[name] ?? usual;
  const isListed = value === '' || values.some((one) => one.value === value);
  return { name, text, value, values: isListed ? values : [...values, { value, text: value }] };
}

/** @param {Model} model @param {Table} table @param {Thing} agent */
function notesOf(model, table, agent) {
  const notes = [
    agent.objid === model.me && say('you'),
    agent === hostOf(model) && say('host'),
    model.isBot(agent) && say('bot'),
    model.isAway(agent) && say('away'),
    table.ready.includes(agent.objid) && say('ready'),
  ];
  return notes.filter(Boolean).join(', ');
}

/** @param {{ name: string, notes: string, acts: { text: string, order: string, about: string }[] }} person */
function card({ name, notes, acts }) {
  const buttons = acts.map(({ text, order, about }) => {
    const found = make('button', 'small', text);
    found.type = 'button';
    found.ariaLabel = about;
    found.dataset.order = found.dataset.key = order;
    return found;
  });
  return make('li', '', make('strong', '', name), ' ', make('span', 'dim', notes), ...(buttons.length ? [' ', make('span', 'acts', ...buttons)] : []));
}

/** @param {string} name @param {string} words @param {string} [key] */
function button(name, words, key) {
  const found = make('button', name, words, ...(key ? [' ', make('kbd', '', key)] : []));
  found.type = 'button';
  found.dataset.key = name;
  if (key) setAttribute(found, 'aria-keyshortcuts', key);
  return found;
}

/** @param {string} value @param {string} words @param {boolean} isChosen */
function option(value, words, isChosen) {
  const found = make('option', '', words);
  [found.value, found.selected] = [value, isChosen];
  return found;
}

/** @param {string} strength */
export function strengthWords(strength) {
  return new Map([['weak', say('weak')], ['medium', say('medium')], ['strong', say('strong')]]).get(strength) ?? strength;
}

/** @param {Score} score */
function scoreWords({ wins, points }) {
  const won = say('{n} win', { n: wins }, '{n} wins');
  return say('{wins} · {points}', { wins: won, points });
}

// Put other elements in; what had the focus has it still, if something stands for it.
/** @param {HTMLElement} parent @param {HTMLElement[]} children */
function refill(parent, children) {
  const key = parent.contains(focused()) ? focused().dataset.key : undefined;
  parent.replaceChildren(...children);
  if (key !== undefined) /** @type {HTMLElement | null} */ (parent.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus();
}
