// Elements: text stays text, and nothing is touched that has not changed.

import { around, by, draw, focused, make, move, setAttribute, setText } from '../../clients/web/dom.js';
import { equal, media, one, test, throws } from './harness.js';

test('an element of the page, of its class', () => {
  equal([by('log').id, by('words', HTMLInputElement).type], ['log', 'text']);
  throws(TypeError, () => by('no-such-element'));
  throws(TypeError, () => by('log', HTMLInputElement));
});

test('an element with what is in it', () => {
  const made = make('p', 'room', '<i>', make('b', '', 'x'));
  equal([made.className, made.textContent, made.children.length], ['room', '<i>x', 1]);
  equal(make('p').hasAttribute('class'), false);
});

test('a drawing', () => {
  const drawn = draw('svg', { viewBox: '0 0 1 1', 'aria-hidden': true }, draw('path', { d: 'M0 0' }));
  equal([drawn.namespaceURI, drawn.getAttribute('aria-hidden'), drawn.children.length], ['http://www.w3.org/2000/svg', 'true', 1]);
});

test('text is no markup, and is left alone if it is the same', () => {
  const element = make('p', '', 'a');
  const node = element.firstChild;
  setText(element, 'a');
  equal(element.firstChild === node, true);
  setText(element, '<b>&amp;');
  equal([element.textContent, element.children.length], ['<b>&amp;', 0]);
});

test('an attribute is set, or removed', () => {
  const element = make('p');
  setAttribute(element, 'title', 'a');
  equal(element.title, 'a');
  setAttribute(element, 'title', null);
  equal(element.hasAttribute('title'), false);
});

test('an attribute that is the same is left alone', async () => {
  const element = make('p');
  element.title = 'a';
  let changes = 0;
  const observer = new MutationObserver((found) => (changes += found.length));
  observer.observe(element, { attributes: true });
  setAttribute(element, 'title', 'a');
  setAttribute(element, 'lang', null);
  changes += observer.takeRecords().length;
  equal(changes, 0);
});

test('what is around the target of an event', () => {
  const found = [];
  document.addEventListener('ping', (event) => found.push(around(event, 'form')?.id ?? null));
  one('#words').dispatchEvent(new Event('ping', { bubbles: true }));
  document.dispatchEvent(new Event('ping'));
  equal(found, ['say', null]);
});

test('the element with the focus', () => {
  equal(focused() === document.body, true);
  document.body.classList.remove('outside');
  by('words').focus();
  equal(focused().id, 'words');
});

test('an element moves', () => {
  const moved = move(by('board'), [{ opacity: 0 }, { opacity: 1 }], 50);
  equal(moved?.effect?.getTiming().duration, 50);
  moved?.cancel();
});

test('nothing moves for users who want no motion', async () => {
  media(true);
  const file = '../../clients/web/dom.js?still';
  const still = await import(file);
  equal(still.move(by('board'), [{ opacity: 0 }], 50), null);
});
