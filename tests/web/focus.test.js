// The focus: one tab stop for the board, kept over drawings, and arrows from tile to tile.

import { Focus } from '../../clients/web/focus.js';
import { make } from '../../clients/web/dom.js';
import { all, each, equal, one, test } from './harness.js';

// Buttons of 40 by 40 pixels: [spot, left, top, more].
function board(...buttons) {
  document.body.classList.remove('outside');
  const [root, tooltip] = [one('#play'), one('#tooltip')];
  one('#board').style.cssText = 'position: relative; width: 400px; height: 400px';
  for (const [spot, left, top, more = {}] of buttons) place(spot, left, top, more);
  const focus = new Focus(root, tooltip);
  focus.settle(true, false);
  return { focus, tooltip };
}

function place(spot, left, top, { parent = '#board', isOff = false, isHidden = false, isMain = false, width = 40 } = {}) {
  const button = make('button', isMain ? 'main' : '');
  Object.assign(button.dataset, { spot, about: `about ${spot}` });
  button.style.cssText = `position: absolute; left: ${left}px; top: ${top}px; width: ${width}px; min-width: 0; height: 40px; padding: 0; margin: 0`;
  if (isOff) button.ariaDisabled = 'true';
  button.hidden = isHidden;
  if (isHidden) button.style.display = 'none';
  one(parent).append(button);
  return button;
}

const SQUARE = [['a', 0, 0], ['b', 50, 0], ['c', 0, 50], ['d', 50, 50]];
const stops = () => all('[data-spot]').filter(({ tabIndex }) => tabIndex === 0).map(({ dataset }) => dataset.spot);
const focused = () => /** @type {HTMLElement} */ (document.activeElement)?.dataset.spot;
const button = (spot) => one(`[data-spot="${spot}"]`);

test('there is one tab stop, the first tile that can be clicked', () => {
  board(['a', 0, 0, { isOff: true }], ['b', 50, 0], ['c', 100, 0]);
  equal(stops(), ['b']);
});

test('a tile of the board comes before one beside it', () => {
  board(['x', 0, 0, { parent: '#actions' }], ['a', 0, 0, { isOff: true }], ['b', 50, 0]);
  equal(stops(), ['b']);
});

test('if nothing on the board can be clicked, it is the command that matters most', () => {
  const actions = { parent: '#actions' };
  board(['a', 0, 0, { isOff: true }], ['x', 0, 50, actions], ['y', 50, 50, { ...actions, isMain: true }], ['z', 100, 50, actions]);
  equal(stops(), ['y']);
});

test('if nothing can be clicked, it is the first tile that is shown', () => {
  board(['a', 0, 0, { isHidden: true }], ['b', 50, 0, { isOff: true }], ['c', 100, 0, { isOff: true }]);
  equal(stops(), ['b']);
});

test('an empty board has none', () => {
  const { focus } = board();
  focus.move(1, 0);
  focus.take();
  equal([stops(), document.activeElement === document.body], [[], true]);
});

test('the tile that has the focus is the tab stop', () => {
  board(...SQUARE);
  button('d').focus();
  equal(stops(), ['d']);
});

test('a tile keeps the focus when the board is drawn again', () => {
  const { focus } = board(...SQUARE);
  button('d').focus();
  focus.settle(false, true);
  equal([stops(), focused()], [['d'], 'd']);
});

test('in a new room the focus begins at the first tile', () => {
  const { focus } = board(...SQUARE);
  button('d').focus();
  focus.settle(true, true);
  equal([stops(), focused()], [['a'], 'a']);
});

test('if the tile is gone, the first one has the focus', () => {
  const { focus } = board(...SQUARE);
  button('d').focus();
  button('d').remove();
  focus.settle(false, true);
  equal([stops(), focused()], [['a'], 'a']);
});

test('who was elsewhere stays there', () => {
  const { focus } = board(...SQUARE);
  one('#words').focus();
  focus.settle(true, false);
  equal([stops(), document.activeElement?.id, focus.isInside], [['a'], 'words', false]);
});

each(
  'an arrow',
  [
    [['a', 1, 0], 'b'], [['a', 0, 1], 'c'], [['d', -1, 0], 'c'], [['d', 0, -1], 'b'],
    [['a', -1, 0], 'a'], [['a', 0, -1], 'a'], [['d', 1, 0], 'd'], [['d', 0, 1], 'd'],
  ],
  ([from, across, down], to) => {
    const { focus } = board(...SQUARE);
    button(from).focus();
    focus.move(across, down);
    equal([focused(), stops()], [to, [to]]);
  },
);

test('the first arrow goes to the tab stop', () => {
  const { focus } = board(...SQUARE);
  focus.move(1, 0);
  equal(focused(), 'a');
});

test('a tile ahead comes before a nearer one aside', () => {
  const { focus } = board(['a', 0, 0], ['far', 200, 0], ['aside', 60, 70]);
  button('a').focus();
  focus.move(1, 0);
  equal(focused(), 'far');
});

test('of two tiles aside, the one that is less aside', () => {
  const { focus } = board(['a', 0, 0], ['b', 60, 300], ['c', 100, 100]);
  button('a').focus();
  focus.move(1, 0);
  equal(focused(), 'c');
});

test('tiles that are not shown are passed over', () => {
  const { focus } = board(['a', 0, 0], ['b', 50, 0, { isHidden: true }], ['c', 100, 0]);
  button('a').focus();
  focus.move(1, 0);
  equal(focused(), 'c');
});

test('a tile far aside comes before one that is not shown', () => {
  const { focus } = board(['a', 100, 100], ['far', 1900, 0], ['b', 0, 0, { isHidden: true }]);
  button('a').focus();
  focus.move(0, -1);
  equal(focused(), 'far');
});

test('a tile below is not to the right, even if its middle is', () => {
  const { focus } = board(['a', 0, 0], ['wide', 0, 50, { width: 200 }]);
  button('a').focus();
  focus.move(1, 0);
  equal(focused(), 'a');
  focus.move(0, 1);
  equal(focused(), 'wide');
});

test('the board takes the focus', () => {
  const { focus } = board(...SQUARE);
  focus.take();
  equal([focused(), focus.isInside], ['a', true]);
});

test('what a tile is about is shown while it has the focus, or the mouse', () => {
  const { focus, tooltip } = board(...SQUARE);
  button('b').focus();
  equal(tooltip.textContent, 'about b');
  button('c').dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  equal(tooltip.textContent, 'about c');
  button('c').dispatchEvent(new MouseEvent('mouseout', { bubbles: true }));
  equal(tooltip.textContent, 'about b');
  button('b').dataset.about = 'news';
  focus.settle(false, true);
  equal(tooltip.textContent, 'news');
  button('b').blur();
  equal(tooltip.textContent, '');
  button('c').dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
  button('c').dispatchEvent(new MouseEvent('mouseout', { bubbles: true }));
  equal(tooltip.textContent, '');
});

test('what is not a tile has no tab stop', () => {
  board(...SQUARE);
  const other = make('button');
  one('#foot').append(other);
  other.focus();
  equal([document.activeElement === other, stops()], [true, ['a']]);
});
