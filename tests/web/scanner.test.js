// The scanner: tags out of text that is cut anywhere, and nothing but what TileNet allows.

import { CLOSING, Illegal, OPENING, Scanner, element } from '../../clients/web/scanner.js';
import { each, equal, test, throws } from './harness.js';
import { HEAD, serverTag } from './world.js';

const scan = (...pieces) => {
  const scanner = new Scanner();
  return pieces.flatMap((piece) => [...scanner.feed(piece)]);
};
const inside = (text) => scan(serverTag() + text).slice(1);
const names = (tags) => tags.map(({ tag }) => tag);

test('a tag has its name and attributes', () => {
  equal(inside('<set objid="t1" name=\'a "b"\'/>'), [{ tag: 'set', attributes: { objid: 't1', name: 'a "b"' } }]);
});

each(
  'a value',
  [
    ['&lt;&amp;&gt;&quot;&apos;', '<&>"\''],
    ['&#65;&#x1F600;', 'A😀'],
    ['a\tb\nc\r\nd', 'a b c d'],
    ['&#10;', '\n'],
    ['a > b', 'a > b'],
    ['', ''],
  ],
  (written, read) => equal(inside(`<set name="${written}"/>`)[0].attributes.name, read),
);

each(
  'between tags there may be',
  [['\n \t\r'], ['<!-- a > <set/> -->'], ['<?a pi with > in it?>'], ['<xresponse>text</xresponse>'], ['<xresponse><![CDATA[<set>]]></xresponse>']],
  (text) => equal(names(inside(`${text}<set/>`)).at(-1), 'set'),
);

each(
  'what an xresponse says',
  [
    ['<xresponse options="o">a&amp;b<![CDATA[<c>]]>d<!-- e --></xresponse>', 'a&b<c>d'],
    ['<xresponse options="o"></xresponse>', ''],
    ['<xresponse options="o"/>', ''],
  ],
  (text, content) => equal(inside(text), [{ tag: 'xresponse', attributes: { options: 'o' }, content }]),
);

test('a tag is told when its last character has come', () => {
  const scanner = new Scanner();
  equal([...scanner.feed(`${serverTag()}<set name=">"`)].length, 1);
  equal([...scanner.feed('/')].length, 0);
  equal(names([...scanner.feed('>')]), ['set']);
});

test('wherever a document is cut in two, its tags are the same', () => {
  const text = `${serverTag()}<!-- > --><set name='a>&#x1F600;'/><xresponse>a<![CDATA[>]]></xresponse><?a b?></server>`;
  const whole = scan(text);
  for (let at = 0; at <= text.length; at += 1) equal(scan(text.slice(0, at), text.slice(at)), whole);
  equal(scan(...text), whole);
});

each(
  'the end of the document is a tag of its own',
  [['</server>', ['server', '/server']], ['<set></set>', ['server', 'set']]],
  (text, tags) => equal(names(scan(serverTag() + text)), tags),
);

test('a server tag that is empty is the whole document', () => {
  equal(names(scan(`${HEAD}<server version="1.1"/>`)), ['server', '/server']);
});

test('tags before an error are told', () => {
  const found = [];
  throws(Illegal, () => {
    for (const { tag } of new Scanner().feed(`${serverTag()}<set/>words`)) found.push(tag);
  });
  equal(found, ['server', 'set']);
});

test('what was read is forgotten when the reader stops', () => {
  const scanner = new Scanner();
  const reading = scanner.feed(`${serverTag()}<set a="1"/><set a="2"/>`);
  reading.next();
  reading.return(undefined);
  equal([...scanner.feed('')].map(({ attributes }) => attributes.a), ['1', '2']);
});

each(
  'not allowed after <server>',
  [
    ['words'],
    ['<set'.concat('<')],
    ['<set name=a/>'],
    ['<set name="a" name="b"/>'],
    ['<set name="<"/>'],
    ['<set name="&nbsp;"/>'],
    ['<set name="a & b"/>'],
    ['<set name="&amp"/>'],
    ['<set name="&#0;"/>'],
    ['<set name="&#xD800;"/>'],
    ['<set name="&#x110000;"/>'],
    ['<set name="\u0001"/>'],
    ['<set>words</set>'],
    ['<set><set/></set>'],
    ['</set>'],
    ['<set></hear>'],
    ['<set></set a="b">'],
    ['<server>'],
    ['<!-- -- -->'],
    ['<![CDATA[x]]>'],
    ['<?xml version="1.0"?>'],
    ['<!DOCTYPE server>'],
    ['<1/>'],
  ],
  (text) => throws(Illegal, () => inside(text)),
);

const DOCTYPE = HEAD.split('\n')[1];
each(
  'a document may not begin with',
  [
    ['<server version="1.1">'],
    ['<?xml version="1.0"?><server>'],
    [`${DOCTYPE}<server>`],
    ['<?xml version="1.1"?>'],
    ['<?xml version="1.0" encoding="latin-1"?>'],
    [`<?xml version="1.0"?>${DOCTYPE.replace('TileNet1', 'Other1')}`],
    [`<?xml version="1.0"?>${DOCTYPE.replace('server', 'client')}`],
    [`<?xml version="1.0"?>${DOCTYPE.replace('>', ' [<!ENTITY a "b">]>')}`],
    [HEAD + DOCTYPE],
    ['<?xml version="1.0"?><?xml version="1.0"?>'],
    [`${HEAD}<set/>`],
    ['words'],
  ],
  (text) => throws(Illegal, () => scan(text)),
);

test('a tag may be long, but not without an end', () => {
  equal(inside(`<set text="${'a'.repeat(2 ** 20)}"/>`).length, 1);
  throws(Illegal, () => inside(`<set text="${'a'.repeat(4 * 2 ** 20)}`));
});

each(
  'what a client sends',
  [
    ['a "b" & <c>', '<login user="a &quot;b&quot; &amp; &lt;c>"/>'],
    ['a\tb\u0000\ufffe', '<login user="a b"/>'],
    [5, '<login user="5"/>'],
  ],
  (user, written) => equal(element('login', { user }), written),
);

test('a tag without attributes', () => equal(element('logout'), '<logout/>'));

test('a client opens and closes its own document', () => {
  equal(OPENING.split('\n')[2] + CLOSING, '<client version="1.1"></client>');
  equal(OPENING.includes('<!DOCTYPE client SYSTEM "http://putable.com/TileNet/TileNet1.0.dtd">'), true);
});
