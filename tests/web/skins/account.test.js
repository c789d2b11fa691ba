// Account: what is kept of the user, and a form for each thing that can be done about it.

import { SKINS } from '../../../clients/web/skins/account.js';
import { all, equal, one, replace, stopClock, test, texts } from '../harness.js';
import { played, recording, settle } from '../world.js';

const ACCOUNT = await recording('account');
const NO = { done: false, text: '', why: '', field: '', part: {} };

// The room at a moment; what is asked for is answered in this order.
function at(moment, ...answers) {
  const found = played(SKINS[0], ACCOUNT, moment);
  const asked = [];
  found.controller.change = async (request) => {
    asked.push(request);
    return { ...NO, done: true, ...answers.shift() };
  };
  return { ...found, asked };
}

const forms = () => all('.account summary').filter((one_) => !one_.parentElement?.hidden).map(({ textContent }) => textContent);
const known = () => Object.fromEntries(texts('.known dt').map((name, index) => [name, texts('.known dd')[index]]));
const press = (words) => all('#board button').find(({ textContent }) => textContent === words)?.click();

test('a guest sees how to create an account, and nothing else', () => {
  const { tell } = at('guest');
  equal([forms(), one('.others').hidden, known()], [['Create an account'], true, { Name: 'ann', Points: '10' }]);
  equal(one('.account .note').textContent?.startsWith('You are playing as a guest'), true);
  tell('account');
  equal([forms(), one('.others').hidden], [['Change password', 'Rename', 'Add a key', 'Delete account'], false]);
  equal([known().Games, known().Won, one('.account .note').textContent], ['0', '0', '']);
});

test('what an account is called, and when it can be renamed again', () => {
  at('renamed');
  equal([known().Name, /^from \d{4}-\d\d-\d\d on$/.test(known()['Can be renamed'] ?? '')], ['anne', true]);
});

test('a key is removed by the second click', async () => {
  const { asked } = at('key', { text: 'Gone.' });
  equal([texts('.ssh-keys strong'), texts('.ssh-keys code')[0]?.startsWith('SHA256:')], [['ann@laptop'], true]);
  press('Remove');
  equal(asked, []);
  press('Really remove it?');
  await settle();
  equal([asked, one('.others .answer').textContent], [[{ do: 'remove key', fingerprint: texts('.ssh-keys code')[0] }], 'Gone.']);
});

test('other devices are logged out', async () => {
  const { asked } = at('account', { text: 'Nobody else.' });
  press('Log out on all other devices');
  await settle();
  equal([asked, one('.others .answer').textContent], [[{ do: 'logout' }], 'Nobody else.']);
});

test('everything is downloaded as one file, however many parts it has', async () => {
  const clock = stopClock();
  const blobs = [];
  replace(URL, 'createObjectURL', (blob) => `blob:${blobs.push(blob)}`);
  replace(HTMLAnchorElement.prototype, 'click', () => {});
  const { asked } = at('account', { part: { account: { name: 'ann' }, results: [1, 2], after: 7 } }, { part: { results: [3] } });
  press('Download everything that is kept about me');
  await settle();
  clock.advance(300);
  await settle();
  equal(asked, [{ do: 'export', after: 0 }, { do: 'export', after: 7 }]);
  equal([JSON.parse(await blobs[0].text()), one('.others .answer').textContent], [{ name: 'ann', results: [1, 2, 3] }, 'Saved as a file.']);
});

test('a key of the room opens the form that it stands for, and clicks nothing', () => {
  const { controller, model, sent } = at('account');
  const key = model.keys.find(({ name }) => name === 'VK_P');
  controller.act(/** @type {any} */ (key));
  const open = all('.account details').filter((details) => /** @type {HTMLDetailsElement} */ (details).open);
  equal([open.length, open[0]?.firstElementChild?.textContent, document.activeElement?.getAttribute('name'), sent], [1, 'Change password', 'password', []]);
});

test('an account is deleted by the password and the word', async () => {
  const { asked, controller, model } = at('account', { done: false, why: 'No.', field: 'word' });
  controller.act(/** @type {any} */ (model.keys.find(({ name }) => name === 'VK_D')));
  const form = /** @type {HTMLFormElement} */ (all('.account form').at(-1));
  const [password, word] = /** @type {HTMLInputElement[]} */ ([...form.querySelectorAll('input:not([hidden])')]);
  [password.value, word.value] = ['secret', 'no'];
  form.dispatchEvent(new Event('submit', { cancelable: true }));
  await settle();
  equal([asked, form.querySelector('.answer')?.textContent], [[{ do: 'delete', password: 'secret', word: 'no' }], 'No.']);
});

test('what has not changed is not drawn again, so nobody loses what they type', () => {
  const { skin, controller, model } = at('key');
  controller.act(/** @type {any} */ (model.keys.find(({ name }) => name === 'VK_N')));
  const [row, field] = [one('.ssh-keys li'), /** @type {HTMLInputElement} */ (one('.account input:not([hidden])'))];
  field.value = 'typed';
  skin.draw();
  equal([one('.ssh-keys li') === row, field.value, field.isConnected], [true, 'typed', true]);
});
