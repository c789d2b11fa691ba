// The room Account: what the server keeps of the user, and a form for each thing that they can do about it.

import { AccountForm, newPassword, oldPassword } from '../accountform.js';
import { make, setText } from '../dom.js';
import { Skin } from '../skin.js';
import { say } from '../words.js';

/** @import { Question } from '../accountform.js' */
/** @import { Thing } from '../model.js' */

/** @typedef {{ fingerprint: string, kind: string, comment: string, added: string }} Key */

const DELETE = 'delete'; // what has to be typed, in every language

const PAUSE = 300; // ms between two parts: the server limits requests
const pause = () => new Promise((done) => {
  setTimeout(done, PAUSE);
});

// The forms, by the role of the tile that each stands for.
/** @type {Record<string, () => Question>} */
const QUESTIONS = {
  create: () => ({
    what: 'create',
    about: say('It keeps your name, your points and your results. You stay where you are.'),
    fields: [{ name: 'name', label: say('Name'), autocomplete: 'username' }, ...newPassword()],
    button: say('Create the account'),
  }),
  password: () => ({ what: 'password', fields: [oldPassword(), ...newPassword()], button: say('Change the password') }),
  rename: () => ({
    what: 'rename',
    about: say('Once a month. Everybody sees your new name at once.'),
    fields: [{ name: 'name', label: say('New name'), autocomplete: 'off' }, oldPassword()],
    button: say('Rename the account'),
  }),
  add: () => ({
    what: 'add key',
    about: say('With a key you log in over ssh without your password.'),
    fields: [{ name: 'key', label: say('Public key'), type: 'area', about: say('The line in a file such as ~/.ssh/id_ed25519.pub') }, oldPassword()],
    button: say('Add the key'),
  }),
  delete: () => ({
    what: 'delete',
    about: say('Your account, points and ratings are gone for good. Your results stay, without your name.'),
    fields: [oldPassword(), { name: 'word', label: say('Type the word {word}', { word: DELETE }) }],
    button: say('Delete my account'),
    isGrave: true,
  }),
};

class AccountSkin extends Skin {
  static label = 'account';
  static kinds = ['account/1'];

  #known = make('dl', 'known');
  #status = make('p', 'note');
  #keys = make('ul', 'ssh-keys');
  /** @type {Map<string, [HTMLDetailsElement, AccountForm]>} */
  #forms = new Map();
  #logout = make('button', '', say('Log out on all other devices'));
  #export = make('button', '', say('Download everything that is kept about me'));
  #answer = make('p', 'answer');
  #others = make('div', 'others', this.#logout, this.#export, this.#answer);
  #shown = ''; // of the keys

  /** @param {ConstructorParameters<typeof Skin>} given */
  constructor(...given) {
    super(...given);
    this.#answer.setAttribute('role', 'status');
    this.board.append(this.#status, this.#known, this.#keys);
    for (const [role, question] of Object.entries(QUESTIONS)) this.board.append(this.#section(role, question()));
    this.board.querySelector('details:last-of-type')?.before(this.#others);
    this.#logout.addEventListener('click', () => this.#do({ do: 'logout' }));
    this.#export.addEventListener('click', () => this.#download());
  }

  /** @param {string} role @param {Question} question */
  #section(role, question) {
    const form = new AccountForm(this.controller, question);
    const details = make('details', '', make('summary', ''));
    details.addEventListener('toggle', () => {
      if (details.open) this.#unfold(details, form);
      else form.element.remove();
    });
    this.#forms.set(role, [details, form]);
    return details;
  }

  /** @param {HTMLDetailsElement} details @param {AccountForm} form */
  #unfold(details, form) {
    details.open = true;
    details.append(form.element);
    form.focus();
  }

  draw() {
    const { you } = this;
    const [isGuest, keeps] = [you.guest, this.facts.accounts];
    setText(this.#status, you.status ?? '');
    this.#drawKnown();
    this.#drawKeys();
    for (const [role, [details]] of this.#forms) {
      const tile = this.model.tile(role);
      details.hidden = tile === null || tile.energy <= 0;
      setText(/** @type {HTMLElement} */ (details.firstElementChild), tile?.name ?? '');
    }
    this.#others.hidden = isGuest || !keeps;
    this.command(this.model.tile('refresh'));
    this.command(this.model.tile('home'));
  }

  #drawKnown() {
    const { name, points, since, games, wins, rename_from: again } = this.you;
    const rows = [
      [say('Name'), name],
      [say('Points'), points],
      [say('Since'), since],
      [say('Games'), games],
      [say('Won'), wins],
      [say('Can be renamed'), again && say('from {day} on', { day: again })],
    ].filter(([, value]) => value !== undefined);
    const drawn = JSON.stringify(rows);
    if (this.#known.dataset.drawn === drawn) return;
    this.#known.dataset.drawn = drawn;
    this.#known.replaceChildren(...rows.flatMap(([words, value]) => [make('dt', '', words), make('dd', '', String(value))]));
  }

  #drawKeys() {
    /** @type {Key[]} */
    const keys = Object.values(this.you.keys ?? {});
    const drawn = JSON.stringify(keys);
    if (this.#shown === drawn) return;
    this.#shown = drawn;
    this.#keys.hidden = keys.length === 0;
    this.#keys.replaceChildren(...keys.map((key) => this.#keyRow(key)));
  }

  // A key is removed by the second click.
  /** @param {Key} key */
  #keyRow({ fingerprint, kind, comment, added }) {
    const button = make('button', '', say('Remove'));
    button.type = 'button';
    button.setAttribute('aria-label', say('Remove the key {key}', { key: comment || fingerprint }));
    button.addEventListener('click', () => {
      if (button.dataset.sure) {
        this.#do({ do: 'remove key', fingerprint });
      } else {
        button.dataset.sure = 'yes';
        button.removeAttribute('aria-label');
        button.textContent = say('Really remove it?');
      }
    });
    return make('li', '', make('strong', '', comment || kind), ' ', make('code', '', fingerprint), ' ', make('span', 'dim', added), ' ', button);
  }

  /** @param {Record<string, unknown>} request */
  async #do(request) {
    const { text, why, done } = await this.controller.change(request);
    setText(this.#answer, text || why);
    this.#answer.classList.toggle('wrong', !done);
  }

  async #download() {
    this.#export.disabled = true;
    setText(this.#answer, say('One moment …'));
    const why = await this.#gather(null, [], 0);
    setText(this.#answer, why || say('Saved as a file.'));
    this.#answer.classList.toggle('wrong', why !== '');
    this.#export.disabled = false;
  }

  // The server tells it in parts. Returns what went wrong, if anything did.
  /** @param {Record<string, unknown> | null} account @param {unknown[]} results @param {number} after @returns {Promise<string>} */
  async #gather(account, results, after) {
    const { done, why, part } = await this.controller.change({ do: 'export', after });
    if (!done) return why;
    const all = [...results, ...(part.results ?? [])];
    if (part.after === undefined) {
      save({ ...(account ?? part.account), results: all }, this.you.name);
      return '';
    }
    await pause();
    return this.#gather(account ?? part.account, all, part.after);
  }

  // A key of the room opens the form that it stands for.
  /** @param {Thing} thing */
  allows(thing) {
    const role = this.model.roleOf(thing.objid).replace(/^key\//, '');
    const found = this.#forms.get(role);
    if (found !== undefined && !found[0].hidden) {
      this.#unfold(...found);
      return false;
    }
    if (role === 'export') this.#download();
    if (role === 'logout') this.#do({ do: 'logout' });
    return role !== 'export' && role !== 'logout';
  }
}

/** @param {unknown} data @param {string} name */
function save(data, name) {
  const link = make('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  link.download = `tilenet-${name.replace(/[^\p{L}\p{N}_-]/gu, '_')}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

export const SKINS = [AccountSkin];
