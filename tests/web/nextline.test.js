// What the server says of the next line, and how arrivals are folded.

import { aboutLine, both, inWords } from '../../clients/web/nextline.js';
import { each, equal } from './harness.js';

const NOTHING = { passage: null, whisper: null, whispered: null, isRanking: false };
const passage = (came = [], left = [], more = {}) => ({ came, left, moreCame: 0, moreLeft: 0, ...more });

each(
  'what is said of a line',
  [
    [{ came: ['lin'], left: [] }, { ...NOTHING, passage: passage(['lin']) }],
    [{ came: ['lin'], left: ['dan'], more_came: 3, more_left: -2 }, { ...NOTHING, passage: passage(['lin'], ['dan'], { moreCame: 3 }) }],
    [{ whisper: 'hi', name: 'ann', place: 'Home' }, { ...NOTHING, whisper: { name: 'ann', place: 'Home', text: 'hi' } }],
    [{ whisper: 'hi', name: { toString: 1 } }, { ...NOTHING, whisper: { name: '', place: '', text: 'hi' } }],
    [{ whispered: 'hi', name: 'cid' }, { ...NOTHING, whispered: { name: 'cid', place: '', text: 'hi' } }],
    [{ ranking: true }, { ...NOTHING, isRanking: true }],
    [{ ranking: 'x' }, NOTHING],
    [{ came: [], left: [] }, NOTHING],
    [{ came: [7, {}], left: 'x' }, NOTHING],
    [null, NOTHING],
    [[1], NOTHING],
  ],
  (told, about) => equal(aboutLine(JSON.stringify(told)), about),
);

each('no JSON', [['words'], ['']], (content) => equal(aboutLine(content), NOTHING));

each(
  'two passages are one',
  [
    ['both came', passage(['lin']), passage(['kai']), passage(['lin', 'kai'])],
    ['one came and left', passage(['lin', 'kai']), passage([], ['lin']), passage(['kai'], ['lin'])],
    ['one left and came back', passage([], ['dan']), passage(['dan', 'kai']), passage(['dan', 'kai'])],
    ['many', passage(['lin'], [], { moreCame: 3 }), passage([], ['dan'], { moreCame: 1, moreLeft: 2 }), passage(['lin'], ['dan'], { moreCame: 4, moreLeft: 2 })],
  ],
  (_name, first, second, folded) => equal(both(first, second), folded),
);

each(
  'in words',
  [
    ['lin came in.', passage(['lin'])],
    ['lin and kai came in.', passage(['lin', 'kai'])],
    ['a, b, c, d, e and f came in.', passage([...'abcdef'])],
    ['a, b, c, d, e and 2 others came in.', passage([...'abcdefg'])],
    ['a, b, c, d, e and 6 others left.', passage([], [...'abcdef'], { moreLeft: 5 })],
    ['lin came in; dan and kai left.', passage(['lin'], ['dan', 'kai'])],
    ['lin came in.', passage(['ann', 'lin'])],
    ['', passage(['ann'])],
    ['', passage()],
  ],
  (words, found) => equal(inWords(found, 'ann'), words),
);
