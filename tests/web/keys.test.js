// Keys: what Java calls them, and how people write them.

import { javaNames, shownKey } from '../../clients/web/keys.js';
import { each, equal } from './harness.js';

each(
  'a key that is pressed',
  [
    [{ key: 'a', code: 'KeyQ' }, ['VK_A']], // on a French keyboard
    [{ key: 'A' }, ['VK_A']],
    [{ key: '6' }, ['VK_6', 'VK_NUMPAD6']],
    [{ key: 'F12' }, ['VK_F12']],
    [{ key: ' ' }, ['VK_SPACE']],
    [{ key: '/' }, ['VK_SLASH', 'VK_DIVIDE']],
    [{ key: 'ArrowUp' }, ['VK_UP', 'VK_KP_UP']],
    [{ key: 'ф', code: 'KeyA' }, ['VK_A']],
    [{ key: '½', code: 'KeyA' }, []],
    [{ key: 'ф' }, []],
    [{ key: 'ф', code: 'Digit1' }, []],
    [{ key: 'Shift', code: 'ShiftLeft' }, []],
    [{ key: 'toString' }, []],
  ],
  (event, names) => equal(javaNames(event), names),
);

each(
  'a key of a room',
  [['VK_A', 'a'], ['VK_6', '6'], ['VK_NUMPAD6', '6'], ['VK_SPACE', 'Space'], ['VK_LEFT', '←'], ['VK_COMMA', ','], ['VK_F1', 'F1'], ['VK_PAGE_UP', 'PageUp'], ['VK_NUMPAD', 'NUMPAD']],
  (name, shown) => equal(shownKey(name), shown),
);
