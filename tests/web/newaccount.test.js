// The dialog in which a guest creates an account.

import { NewAccount } from '../../clients/web/newaccount.js';
import { all, equal, one, test, texts } from './harness.js';
import { seat, settle } from './world.js';

function open(password = '') {
  const { controller, told } = seat();
  const asked = [];
  controller.change = async (request) => {
    asked.push(request);
    return { done: true, text: 'You have an account now.', why: '', field: '', part: {} };
  };
  const panels = [];
  const dialog = new NewAccount(controller, password);
  dialog.open((panel) => panels.push(panel));
  return { dialog, asked, told, panels };
}

const fields = () => /** @type {HTMLInputElement[]} */ (all('.new-account input:not([hidden])'));
const send = () => one('.new-account form').dispatchEvent(new Event('submit', { cancelable: true }));

test('a guest chooses a name and a password, and stays', async () => {
  const { dialog, asked, told, panels } = open();
  equal([fields().map(({ name }) => name), fields()[0].value, panels.length, dialog.isOpen], [['name', 'new', 'again'], 'ann', 1, true]);
  [fields()[0].value, fields()[1].value, fields()[2].value] = ['lin', 'secret', 'secret'];
  send();
  await settle();
  equal([asked, told], [[{ do: 'create', name: 'lin', new: 'secret', again: 'secret' }], ['You have an account now.']]);
  equal([dialog.isOpen, all('.new-account').length], [false, 0]);
});

test('a password that was typed at the login is only typed again, and not shown', async () => {
  const { asked } = open('secret');
  equal(fields().map(({ name, type, value }) => [name, type, value]), [['again', 'password', '']]);
  equal(one('.new-account').textContent?.includes('secret'), false);
  fields()[0].value = 'secret';
  send();
  await settle();
  equal(asked, [{ do: 'create', new: 'secret', again: 'secret' }]);
});

test('whoever would rather not plays as a guest', () => {
  const { dialog, asked } = open('secret');
  equal(texts('.new-account > button'), ['Play as a guest']);
  one('.new-account > button').click();
  equal([dialog.isOpen, asked], [false, []]);
});
