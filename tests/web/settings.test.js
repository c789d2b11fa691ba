// The menu under the user's name: what is remembered, and that the browser asks only if the user has pressed the button.

import { Settings } from '../../clients/web/settings.js';
import { each, equal, one, replace, test } from './harness.js';
import { settle } from './world.js';

const box = (id) => /** @type {HTMLInputElement} */ (one(id));

function browser(permission, answer = permission) {
  const asked = [];
  const known = { permission, requestPermission: async () => asked.push(known.permission = answer) };
  replace(window, 'Notification', known);
  return asked;
}

test('the palette is remembered, and everything drawn again', () => {
  let drawn = 0;
  new Settings(() => (drawn += 1)).open();
  equal([box('#safe').checked, document.documentElement.className], [false, '']);
  box('#safe').click();
  equal([drawn, document.documentElement.className], [1, 'safe']);
  document.documentElement.className = '';
  const settings = new Settings(() => {});
  equal([box('#safe').checked, document.documentElement.className, settings.isOpen], [true, 'safe', true]);
  settings.close();
  equal(settings.isOpen, false);
});

test('there is sound until it is turned off, which is remembered', () => {
  const settings = new Settings(() => {});
  equal([settings.hasSound, box('#sound').checked], [true, true]);
  box('#sound').click();
  equal([settings.hasSound, new Settings(() => {}).hasSound, box('#sound').checked], [false, false, false]);
});

test('notifications are asked for by the button alone', async () => {
  const asked = browser('default', 'granted');
  const settings = new Settings(() => {});
  settings.open();
  equal([asked, settings.notifies, one('#notify').textContent], [[], false, 'Turn on notifications']);
  one('#notify').click();
  await settle();
  equal([asked, settings.notifies, one('#notify').textContent], [['granted'], true, 'Turn off notifications']);
  one('#notify').click();
  await settle();
  equal([asked.length, settings.notifies, localStorage.getItem('tilenet.notify')], [1, false, 'no']);
  one('#notify').click();
  await settle();
  equal([asked.length, settings.notifies], [1, true]);
});

test('what the browser does not allow is said', async () => {
  browser('default', 'denied');
  const settings = new Settings(() => {});
  equal(one('#not-notified').hidden, true);
  one('#notify').click();
  await settle();
  equal([settings.notifies, one('#notify').hidden, one('#not-notified').hidden], [false, true, false]);
});

each('a browser that never shows any', [['as it does not know them', window, 'isSecureContext', false]], (_name, object, name, value) => {
  replace(object, name, value);
  const settings = new Settings(() => {});
  equal([settings.notifies, one('#notify').hidden, one('#not-notified').hidden], [false, true, true]);
});
