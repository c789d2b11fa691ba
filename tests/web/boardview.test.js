// The board of a room: a skin for each room, made anew, and dismissed with all that it has drawn.

import { BoardView } from '../../clients/web/boardview.js';
import { Focus } from '../../clients/web/focus.js';
import { all, equal, one, test } from './harness.js';
import { enter, room, seat } from './world.js';

function board() {
  document.body.classList.remove('outside');
  const model = room({ tiles: [[0, 0, 'Lamp']], told: { address: 'den' } });
  const { controller } = seat(model);
  const view = new BoardView(controller, new Focus(one('#play'), one('#tooltip')), () => {});
  return { view, model, controller };
}

test('a new room has a new board, and the same room the same', () => {
  const { view, model } = board();
  equal(view.draw(model), { isNew: true, hadFocus: true });
  const { skin } = view;
  equal([document.body.dataset.room, all('.tile').length, view.draw(model).isNew, view.skin === skin], ['den', 1, false, true]);
  enter(model, { objid: 'm2', tiles: [] });
  equal([view.draw(model).isNew, view.skin === skin, all('.tile').length], [true, false, 0]);
  view.forget();
  equal(view.draw(model).isNew, true);
});

test('whoever types does not have the focus on the board', () => {
  const { view, model } = board();
  one('#words').focus();
  equal(view.draw(model).hadFocus, false);
});

test('a skin says what can be used, in its own room alone', () => {
  const { view, model, controller } = board();
  view.draw(model);
  /** @type {any} */ (view.skin).allows = () => false;
  equal(controller.act(model.tokens[0]), false);
  enter(model, { objid: 'm2', tiles: [[0, 0, 'Bell']] });
  equal(controller.act(model.tokens[0]), true);
  view.dismiss();
  equal([view.skin, all('.tile').length], [null, 0]);
});
