// What a server may send: its tags, and the values in them.

import { checkTag, colour, integer, objid } from '../../clients/web/grammar.js';
import { Illegal } from '../../clients/web/scanner.js';
import { each, equal, test, throws } from './harness.js';

each(
  'an integer',
  [['0', 0], ['-1', -1], ['10', 10], ['2147483647', 2147483647], ['-2147483648', -2147483648]],
  (text, number) => equal(integer(text), number),
);

each(
  'not an integer',
  [['01'], ['-0'], ['+1'], ['1.0'], ['1e3'], [' 1'], [''], ['2147483648'], ['-2147483649'], ['99999999999']],
  (text) => throws(Illegal, () => integer(text)),
);

each('an objid', [['t1'], ['a2147483647']], (text) => equal(objid(text, 'at'), text));

each(
  'not an objid of an agent or a token',
  [['m1'], ['t0'], ['t01'], ['x1'], ['t'], ['1'], ['t-1'], ['a2147483648'], ['T1']],
  (text) => throws(Illegal, () => objid(text, 'at')),
);

each('a colour', [['0'], ['ff00FF00']], (text) => equal(colour(text), text));
each('not a colour', [[''], ['123456789'], ['blue'], ['#ff00ff']], (text) => throws(Illegal, () => colour(text)));

test('a tag with all that it must have, and all that it may have', () => {
  checkTag({ tag: 'hear', attributes: { from: 'a1', to: 'm1', message: '' } });
  checkTag({ tag: 'xresponse', attributes: { options: '' } });
});

each(
  'a tag that is not allowed',
  [
    [{ tag: 'click', attributes: {} }],
    [{ tag: 'toString', attributes: {} }],
    [{ tag: 'hear', attributes: { from: 'a1', to: 'm1' } }],
    [{ tag: 'set', attributes: { objid: 'a1', colour: 'ff' } }],
  ],
  (tag) => throws(Illegal, () => checkTag(tag)),
);
