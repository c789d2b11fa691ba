// The dialogs that lead to tables, when they are first wanted.

import { Dialogs } from '../../clients/web/dialogs.js';
import { equal, one, test } from './harness.js';
import { seat } from './world.js';

const isOpen = (id) => /** @type {HTMLDialogElement} */ (one(id)).open;

test('each opens when it is there, and again', async () => {
  const { controller } = seat();
  const panels = [];
  const dialogs = new Dialogs(controller, (panel) => panels.push(panel));
  await dialogs.showNewTable([{ game: 'set', title: 'Set', choices: [] }], 'set');
  equal([isOpen('#new-table'), /** @type {HTMLSelectElement} */ (one('#new-game')).value], [true, 'set']);
  panels[0].close();
  await dialogs.askForCode();
  equal([isOpen('#new-table'), isOpen('#have-code')], [false, true]);
  panels[1].close();
  await dialogs.askForCode();
  equal([isOpen('#have-code'), panels[1] === panels[2]], [true, true]);
});
