// Style sheets that apply to no medium until the page is there.

import { addStyle, applyStyles } from '../../clients/web/styles.js';
import { equal, test } from './harness.js';

function sheet(href, media = 'not all') {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'stylesheet', href, media });
  document.body.append(link);
  return link;
}

test('they apply when they are there', async () => {
  const before = sheet('/clients/web/replay.css', 'print');
  const links = [sheet('/clients/web/skins.css'), sheet('/clients/web/replay.css')];
  await applyStyles();
  equal([...links, before].map(({ media }) => media), ['all', 'all', 'print']);
  equal(links.map((link) => link.sheet !== null), [true, true]);
});

test('those that were there already, too', async () => {
  const link = sheet('/clients/web/replay.css');
  await new Promise((done) => {
    link.onload = done;
  });
  await applyStyles();
  equal(link.media, 'all');
});

test('one that cannot be had keeps nobody waiting', async () => {
  const link = sheet('data:text/html,');
  await applyStyles();
  equal(link.media, 'all');
});

test('one that is wanted later applies, and one that cannot be had keeps nobody waiting', async () => {
  await addStyle('owntable.css');
  const [added] = document.head.querySelectorAll('link[href$="owntable.css"]');
  equal([/** @type {HTMLLinkElement} */ (added).sheet !== null, added.nextElementSibling?.getAttribute('href')], [true, 'low.css']);
  await addStyle('data:text/html,');
  document.head.querySelectorAll('link[href^="data:"]').forEach((link) => link.remove());
  added.remove();
});
