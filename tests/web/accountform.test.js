// A form for one's own account: what is sent, what is kept, and what is said.

import { AccountForm, newPassword, oldPassword } from '../../clients/web/accountform.js';
import { all, equal, one, test } from './harness.js';
import { seat, settle } from './world.js';

const field = (name) => /** @type {HTMLInputElement} */ (one(`.ask [name=${name}]`));
const NO = { done: false, text: '', why: '', field: '', part: {} };

function open(answer, question = {}) {
  const { controller } = seat();
  const asked = [];
  controller.change = async (request) => {
    asked.push(request);
    return { ...NO, ...answer };
  };
  const done = [];
  const form = new AccountForm(controller, { what: 'password', fields: [oldPassword(), ...newPassword()], button: 'Change', done: (one_) => done.push(one_.text), ...question });
  document.body.append(form.element);
  const send = () => one('.ask').dispatchEvent(new Event('submit', { cancelable: true }));
  return { form, asked, done, send };
}

test('what is typed is sent, and the passwords are gone', async () => {
  const { asked, done, send } = open({ done: true, text: 'You have a new password.' });
  [field('password').value, field('new').value, field('again').value] = ['old', 'new', 'new'];
  equal(send(), false);
  await settle();
  equal(asked, [{ do: 'password', password: 'old', new: 'new', again: 'new' }]);
  equal([one('.answer').textContent, done], ['You have a new password.', ['You have a new password.']]);
  equal(['password', 'new', 'again'].map((name) => field(name).value), ['', '', '']);
});

test('what is wrong is said, and its field is ready for another try', async () => {
  const { done, send } = open({ why: 'That is not your password.', field: 'password' });
  [field('password').value, field('new').value, field('again').value] = ['guess', 'new', 'new'];
  send();
  await settle();
  equal([one('.answer').textContent, one('.answer').className, document.activeElement === field('password')], ['That is not your password.', 'answer wrong', true]);
  equal([field('password').value, field('new').value, field('password').hasAttribute('aria-invalid'), done], ['', 'new', true, []]);
});

test('what remembers passwords is told which is which, and whose they are', () => {
  open({});
  equal(all('.ask input').map((input) => input.getAttribute('autocomplete')), ['username', 'current-password', 'new-password', 'new-password']);
  equal(one('.ask input').getAttribute('hidden') === null, false);
});

test('each field has a label of its own', () => {
  open({}, { fields: [{ name: 'key', label: 'Public key', type: 'area', about: 'A line' }] });
  open({}, { fields: [{ name: 'key', label: 'Public key', type: 'area', about: 'A line' }] });
  const labels = /** @type {HTMLLabelElement[]} */ (all('.ask label'));
  equal(labels.map(({ control }) => control?.tagName), ['TEXTAREA', 'TEXTAREA']);
  equal(new Set(labels.map(({ htmlFor }) => htmlFor)).size, 2);
  equal(one('.ask textarea').getAttribute('aria-describedby') === one('.ask textarea ~ p').id, true);
});
