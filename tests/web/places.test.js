// Who is where, as a server answers.

import { placesIn } from '../../clients/web/places.js';
import { each, equal } from './harness.js';

each(
  'places',
  [
    ['{"places": [{"place": "Set", "address": "set", "players": [{"name": "ann"}, {"name": "robo", "bot": true}, {"name": "cid", "away": true}]}]}',
      [{ place: 'Set', address: 'set', players: [{ name: 'ann', isBot: false, isAway: false }, { name: 'robo', isBot: true, isAway: false }, { name: 'cid', isBot: false, isAway: true }] }]],
    ['{"places": [{"place": "a private table", "players": []}]}', [{ place: 'a private table', address: '', players: [] }]],
    ['{"places": [7]}', [{ place: '', address: '', players: [] }]],
    ['{"places": 7}', []], ['[]', []], ['nonsense', []], ['', []],
  ],
  (content, places) => equal(placesIn(content), places),
);
