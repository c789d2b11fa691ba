// Images: hex digits become URLs of the page, once, and are let go.

import { Pictures } from '../../clients/web/pictures.js';
import { each, equal, replace, test } from './harness.js';

const PNG = '89504e470d0a1a0a';
const image = (text, x = 2, y = 2, objid = 'i1') => /** @type {any} */ ({ objid, text, x, y });

function urls() {
  const [made, let_go] = [[], []];
  replace(URL, 'createObjectURL', (blob) => `blob:${made.push(blob)}`);
  replace(URL, 'revokeObjectURL', (url) => let_go.push(url));
  return { made, let_go };
}

each(
  'the type',
  [[PNG, 'image/png'], [PNG.toUpperCase(), 'image/png'], ['4749463839', 'image/gif'], ['ffd8ffe0', 'image/jpeg']],
  (text, type) => {
    const { made } = urls();
    equal([new Pictures().url(image(text)), made[0].type], ['blob:1', type]);
  },
);

test('the bytes', async () => {
  const { made } = urls();
  new Pictures().url(image(PNG));
  equal([...new Uint8Array(await made[0].arrayBuffer())], [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
});

each('no picture', [['none', undefined], ['one pixel', image(PNG, 1, 1)], ['of no known type', image('00ff')]], (_name, none) => {
  equal(new Pictures().url(none), null);
});

each('a picture', [['one pixel wide', image(PNG, 1, 9)], ['one pixel high', image(PNG, 9, 1)]], (_name, thin) => {
  urls();
  equal(new Pictures().url(thin), 'blob:1');
});

test('an image that has not changed keeps its URL', () => {
  const [{ made }, pictures] = [urls(), new Pictures()];
  equal([pictures.url(image(PNG)), pictures.url(image(PNG)), made.length], ['blob:1', 'blob:1', 1]);
});

test('an image that has changed gets another URL, and lets go of the first', () => {
  const [{ let_go }, pictures] = [urls(), new Pictures()];
  pictures.url(image(PNG));
  equal([pictures.url(image(`${PNG}00`)), let_go], ['blob:2', ['blob:1']]);
});

test('at the end of a session all URLs are let go', () => {
  const [{ let_go }, pictures] = [urls(), new Pictures()];
  pictures.url(image(PNG));
  pictures.url(image(PNG, 2, 2, 'i2'));
  pictures.clear();
  equal([let_go, pictures.url(image(PNG))], [['blob:1', 'blob:2'], 'blob:3']);
});
