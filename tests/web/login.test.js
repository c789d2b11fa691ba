// The login form: the name is remembered, the password is not.

import { Login } from '../../clients/web/login.js';
import { equal, one, test } from './harness.js';

const input = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id));

function form() {
  const begun = [];
  const login = new Login();
  login.serve((name, password) => begun.push([name, password]));
  const send = () => one('#login-form').dispatchEvent(new Event('submit', { cancelable: true }));
  return { login, begun, send };
}

test('a form that is sent begins, once', () => {
  const { begun, send } = form();
  input('name').value = ' ann ';
  input('password').value = ' secret ';
  equal(send(), false); // the page is not loaded again
  equal([begun, input('play-button').disabled, one('#play-button').textContent], [[['ann', ' secret ']], true, 'One moment …']);
});

test('a form that is sent before the page is there begins when it is, once', () => {
  const login = new Login();
  const begun = [];
  input('name').value = 'ann';
  one('#login-form').dispatchEvent(new Event('submit', { cancelable: true }));
  equal(input('play-button').disabled, true);
  const begin = (...given) => begun.push(given);
  equal([login.serve(begin), login.serve(begin), begun], [true, false, [['ann', '']]]);
});

test('ready to type at once, unless the user is typing already', () => {
  form();
  equal(document.activeElement?.id, 'name');
  localStorage.setItem('tilenet.name', 'ann');
  input('name').value = 'b';
  form();
  equal([input('name').value, input('name').selectionEnd], ['b', 1]);
});

test('the name is remembered, and the password is not', () => {
  const { send } = form();
  input('name').value = 'ann';
  input('password').value = 'secret';
  send();
  input('name').value = '';
  input('name').blur();
  form();
  equal([input('name').value, JSON.stringify({ ...localStorage, ...sessionStorage }).includes('secret')], ['ann', false]);
});

test('a form without a name does not begin', () => {
  const { begun, send } = form();
  input('name').value = '  ';
  send();
  equal([begun, input('play-button').disabled], [[], false]);
});

test('shown with the reason, ready to type', () => {
  const { login, send } = form();
  input('name').value = 'ann';
  send();
  login.show('The server is full.');
  const button = one('#play-button');
  equal([one('#login-error').textContent, input('play-button').disabled, button.textContent, document.activeElement?.id], ['The server is full.', false, 'Play', 'name']);
  equal([input('name').selectionStart, input('name').selectionEnd], [0, 3]);
  send();
  equal(one('#login-error').textContent, '');
});

test('shown after a wrong password, it is ready for another one', () => {
  const { login, send } = form();
  input('name').value = 'ann';
  input('password').value = 'wrong';
  send();
  login.show('Wrong password.', { isForPassword: true });
  equal([one('#login-error').textContent, document.activeElement?.id, input('password').value, input('name').value], ['Wrong password.', 'password', '', 'ann']);
});

test('shown again, it has forgotten the password', () => {
  const { login } = form();
  input('password').value = 'secret';
  login.show('The server is full.');
  equal(input('password').value, '');
});

test('hidden, it has neither the focus nor the password', () => {
  const { login } = form();
  login.show();
  input('password').value = 'secret';
  login.hide();
  equal([one('#login').hidden, document.activeElement === document.body, input('password').value], [true, true, '']);
  login.show();
  equal(one('#login').hidden, false);
});
