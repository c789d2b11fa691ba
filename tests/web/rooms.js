// Rooms as the games of the server make them: size, tiles, and what is in which cell.

import { rows } from './world.js';

const line = (length, make) => Array.from({ length }, (_, at) => make(at));

export const LOBBY = {
  name: 'Tombala', x: 4, y: 7,
  tiles: [[0, 0, 'den (25 s, 2 players)', { text: 'cave' }], [3, 0, 'New room'], [3, 1, 'New timed room'], [3, 2, 'Home'], [3, 3, 'Help']],
};

export const DANCING_LOBBY = {
  name: 'Dancing', x: 5, y: 13,
  tiles: [
    [0, 0, 'ann - bob', { text: '12 x 12' }], [1, 0, '', { energy: 0 }], [2, 0, '', { energy: 0 }],
    [4, 0, 'Home'], [4, 1, 'Help'], [4, 2, 'Lobby'],
    [4, 3, 'New 12 x 12'], [4, 4, 'New 20 x 20'], [4, 5, 'New 30 x 30'], [4, 6, 'New 40 x 40'],
  ],
};

const NUMBERS = line(9, (y) => line(10, (x) => String(10 * y + x + 1)));
export const TOMBALA = {
  name: 'Tombala: den', x: 14, y: 13,
  tiles: [
    ...rows(...NUMBERS, line(10, () => '')),
    ...rows(...line(3, () => ['7', '', '(25)', '', '46', '', '', '', '89'])).map(([x, y, name, more]) => [x, y + 10, name, more]),
    ...['Next', 'Cinko', 'Auto mark', 'Home', 'Help', 'Lobby'].map((name, y) => [10, y, name, {}]),
    [10, 9, '25 s', { energy: 0 }], [11, 0, 'ann 0', {}], [11, 1, 'b 2 1 ...', {}],
  ],
};

export const DANCING = {
  name: 'Dancing: 4 x 4', x: 6, y: 13,
  tiles: [
    ...rows(['1', '2', '.', '.'], ['.', '*', '.', '.'], ['.', '.', '12', '.'], ['.', '.', '.', '.']).map(([x, y, name]) => [x + 2, y, name]),
    ...['Home', 'Help', 'Lobby', 'Slower', 'Faster', 'Pause', 'Again', '1:59', 'steps', 'round 1', 'step 3', 'ann', ''].map((name, y) => [0, y, name]),
    ...[['Dance', 0], ['Spoil', 1], ['Done', 3], ['Step', 4], ['Undo', 5], ['Lines', 6]].map(([name, y]) => [1, y, name, { energy: name === 'Undo' ? 0 : 1 }]),
  ],
};

export const ROOMS = { LOBBY, DANCING_LOBBY, TOMBALA, DANCING };
