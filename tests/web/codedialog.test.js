// The dialog for somebody who has been told a code.

import { CodeDialog } from '../../clients/web/codedialog.js';
import { equal, one, test } from './harness.js';
import { seat } from './world.js';

const field = () => /** @type {HTMLInputElement} */ (one('#code-words'));

function dialog() {
  document.body.classList.remove('outside');
  const { controller, sent } = seat();
  const panels = [];
  const found = new CodeDialog(controller, (panel) => panels.push(panel));
  const send = () => one('#code-form').dispatchEvent(new Event('submit', { cancelable: true }));
  found.open();
  return { found, sent, panels, send };
}

test('a code leads to its table, however it is typed', () => {
  const { found, sent, panels, send } = dialog();
  equal([found.isOpen, document.activeElement?.id, panels.length], [true, 'code-words', 1]);
  field().value = 'Amber Otter nine';
  equal([send(), sent, found.isOpen], [false, ['say to m1: /join amber-otter-nine'], false]);
});

test('nothing leads nowhere', () => {
  const { found, sent, send } = dialog();
  send();
  equal([sent, found.isOpen], [[], true]);
  one('#code-cancel').click();
  equal(found.isOpen, false);
  found.open();
  found.open();
  equal(found.isOpen, true);
});
