// Links to rooms, copied or passed on.

import { codeFor, copy, linkTo, offer, share, shownLink } from '../../clients/web/sharing.js';
import { equal, one, replace, stopClock, test } from './harness.js';
import { settle } from './world.js';

const PAGE = location.origin + location.pathname;

test('a link to a room, as people write it, and as a code', () => {
  equal(linkTo('amber-otter-nine'), `${PAGE}#/amber-otter-nine`);
  equal([shownLink('https://example.org/#/set'), shownLink('http://x/')], ['example.org/#/set', 'x/']);
  const code = new URL(codeFor('set'));
  equal([code.origin, code.pathname.endsWith('/qr/set.svg'), code.searchParams.get('at')], [location.origin, true, PAGE]);
});

test('on the machine of the server, the link is the one by which others reach it, if there is one', () => {
  equal([linkTo('a-b-c', 'https://example.org/games/#/a-b-c'), new URL(codeFor('a-b-c', 'https://example.org/#/a-b-c')).searchParams.get('at')], ['https://example.org/games/#/a-b-c', 'https://example.org/']);
  equal(['http://localhost:8080/#/a-b-c', 'http://[::1]/', 'ftp://example.org/', 'nonsense', ''].map((told) => linkTo('a-b-c', told)), Array(5).fill(`${PAGE}#/a-b-c`));
});

test('a copied text is on the clipboard', async () => {
  const texts = [];
  replace(navigator, 'clipboard', { writeText: async (text) => texts.push(text) });
  equal([await copy('a link', one('#leave')), texts], [true, ['a link']]);
});

test('without a clipboard, the old way keeps the focus', async () => {
  replace(navigator, 'clipboard', undefined);
  replace(document, 'execCommand', () => false);
  document.body.classList.remove('outside');
  equal([await copy('a link', one('#help-button')), document.activeElement?.id, document.querySelector('textarea')], [false, 'help-button', null]);
});

test('a button says for a moment that it has copied, and has its words and its key again', async () => {
  const clock = stopClock();
  replace(navigator, 'clipboard', { writeText: async () => {} });
  const button = document.createElement('button');
  button.append('Copy link ', document.createElement('kbd'));
  const told = [];
  await offer('a link', button, (isCopied) => told.push(isCopied));
  await offer('a link', button, (isCopied) => told.push(isCopied));
  equal([button.textContent, told], ['Copied', [true, true]]);
  clock.advance(2000);
  equal([button.textContent, button.children.length], ['Copy link ', 1]);
});

test('a link that cannot be copied is shown', async () => {
  stopClock();
  replace(navigator, 'clipboard', { writeText: () => Promise.reject(new Error('no')) });
  replace(document, 'execCommand', () => false);
  const told = [];
  await offer('a link', one('#help-button'), (isCopied) => told.push(isCopied));
  equal([one('#help-button').textContent, told], ['The link is in the chat', [false]]);
});

test('what the device has for sharing is used, and may be left', async () => {
  const shared = [];
  replace(navigator, 'share', async (given) => {
    shared.push(given);
    throw new Error('left');
  });
  await share('Set', 'a link');
  await settle();
  equal(shared, [{ title: 'Set', url: 'a link' }]);
});
