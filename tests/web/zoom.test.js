// Zoom: cells too small for a thumb are enlarged by the first touch.

import { make } from '../../clients/web/dom.js';
import { equal, one, test } from './harness.js';

const pointer = { matches: true };
const { matchMedia } = window;
window.matchMedia = () => /** @type {any} */ (pointer);
const file = '../../clients/web/zoom.js?coarse';
const { Zoom } = await import(file);
window.matchMedia = matchMedia;

// A board 300 pixels wide.
function board(columns, { isCoarse = true, isOn = true } = {}) {
  document.body.classList.remove('outside');
  pointer.matches = isCoarse;
  const cell = make('button');
  const pane = make('div', 'tiles', cell);
  const zoom = new Zoom(pane);
  one('#board').style.width = '300px';
  one('#board').append(zoom.frame, zoom.button);
  zoom.draw(columns, isOn);
  return { zoom, cell, isLarge: () => zoom.frame.classList.contains('large') };
}

test('a touch of a small cell enlarges the board, and the next one is a click', () => {
  const { zoom, cell, isLarge } = board(9);
  equal([zoom.button.hidden, zoom.button.textContent, isLarge()], [false, 'Enlarge', false]);
  equal([zoom.takes(cell), isLarge(), zoom.button.textContent], [true, true, 'Whole board']);
  equal(Number(zoom.frame.style.getPropertyValue('--zoom')).toFixed(2), ((48 * 9) / 300).toFixed(2));
  equal(zoom.takes(cell), false);
});

test('cells as wide as a thumb are clicked at once', () => {
  const { zoom, cell, isLarge } = board(6);
  equal([zoom.takes(cell), isLarge(), zoom.button.hidden], [false, false, true]);
});

test('cells that are too low are enlarged, too', () => {
  const { zoom, cell, isLarge } = board(6);
  zoom.frame.style.height = '200px';
  zoom.draw(6, true, 4);
  equal([zoom.button.hidden, zoom.takes(cell), isLarge()], [true, false, false]);
  zoom.draw(6, true, 5);
  equal([zoom.button.hidden, zoom.takes(cell), isLarge()], [false, true, true]);
});

test('a mouse needs no large cells', () => {
  const { zoom, cell } = board(9, { isCoarse: false });
  equal([zoom.takes(cell), zoom.button.hidden], [false, true]);
});

test('a button beside the board enlarges nothing', () => {
  const { zoom } = board(9);
  equal(zoom.takes(one('#talk-button')), false);
});

test('the button enlarges, and reduces', () => {
  const { zoom, isLarge } = board(9);
  zoom.button.click();
  equal([isLarge(), zoom.button.textContent], [true, 'Whole board']);
  zoom.button.click();
  equal([isLarge(), zoom.button.textContent, zoom.frame.style.getPropertyValue('--zoom')], [false, 'Enlarge', '']);
});

test('a board that cannot be touched now is whole', () => {
  const { zoom, isLarge } = board(9);
  zoom.button.click();
  zoom.draw(9, false);
  equal([isLarge(), zoom.button.hidden], [false, true]);
});

test('a board that has room now is whole', async () => {
  const { zoom, isLarge } = board(9);
  zoom.button.click();
  one('#board').style.width = '900px';
  await new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
  equal([isLarge(), zoom.button.hidden], [false, true]);
});

test('a large board stays large when it is drawn again', () => {
  const { zoom, isLarge } = board(9);
  zoom.button.click();
  zoom.draw(9, true);
  equal([isLarge(), zoom.button.textContent], [true, 'Whole board']);
});
