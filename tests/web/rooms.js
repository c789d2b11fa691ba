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

export const PAIRS = {
  name: 'PairPanicking', x: 9, y: 8,
  tiles: [
    ...rows(...line(8, (y) => line(8, (x) => ['owl', '··'][8 * y + x] ?? '?'))),
    [8, 0, 'Home'], [8, 1, 'Help'], [8, 2, 'Scoring'], [8, 3, 'Restart'], [8, 4, '1:23', { energy: 0 }],
  ],
};

export const MEMORY = {
  name: 'Memory', x: 5, y: 8,
  tiles: [...rows(...line(4, () => line(4, () => '?'))), [4, 0, 'Home'], [4, 1, 'Help'], [4, 2, 'ann 3', { text: 'plays' }], [4, 3, 'b 9 0', { bgcolor: 'ff0000ff' }]],
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

export const SET = {
  name: 'Set', x: 4, y: 9,
  tiles: [
    ...rows(
      ['1 red █ diamond', '* 2 blue @ box', '3 yellow o slash', '1 red o box'],
      ['2 red o box', '3 red o box', '1 blue o box', '2 blue o box'],
      ['3 blue o box', '1 yellow o box', '2 yellow o box', ''],
    ).map(([x, y, name]) => [x, y, name, { text: `Card ${'abcdefghijkl'[4 * y + x]}` }]),
    [0, 3, 'ann 4', { energy: 0 }], [1, 3, 'b 9 -1', { energy: 0, text: 'Has given up this game.' }], [2, 3, '', { energy: 0 }],
    [0, 6, 'Submit'], [1, 6, 'No set'], [2, 6, 'Hint', { energy: 0 }], [3, 6, 'Home'], [0, 7, 'Keys'], [3, 7, '57 in the deck', { energy: 0 }],
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

export const ROOMS = { LOBBY, DANCING_LOBBY, PAIRS, MEMORY, TOMBALA, SET, DANCING };
