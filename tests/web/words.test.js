// The page's own words: templates, and what they are in another language.

import { learn, say, speak, spoken } from '../../clients/web/words.js';
import { each, equal, one, replace, test } from './harness.js';

const TURKISH = { Play: 'Oyna', '{n} point': '{n} puan', '{name} has won.': 'Kazanan: {name}', Message: 5, 'Board': 'Tahta', 'Chat, @name or /command': 'Mesaj' };

// A case that leaves the page in English.
const english = (body) => async (...given) => {
  try {
    await body(...given);
  } finally {
    speak('en', {});
  }
};

each(
  'in English',
  [
    ['Play', {}, '', 'Play'],
    ['{name} has won.', { name: '{n} $&' }, '', '{n} $& has won.'],
    ['{n} point', { n: 1 }, '{n} points', '1 point'],
    ['{n} point', { n: 0 }, '{n} points', '0 points'],
    ['{toString}', {}, '', '{toString}'],
  ],
  (template, args, many, words) => equal(say(template, args, many), words),
);

each(
  'in Turkish',
  [
    ['Play', {}, '', 'Oyna'],
    ['{name} has won.', { name: 'ann' }, '', 'Kazanan: ann'],
    ['{n} point', { n: 2 }, '{n} points', '2 puan'],
    ['Message', {}, '', 'Message'], // which the catalogue has wrong
    ['Close', {}, '', 'Close'], // and which it does not have
  ],
  english((template, args, many, words) => {
    speak('tr', TURKISH);
    equal([say(template, args, many), spoken()], [words, 'tr']);
  }),
);

test('what the page says already is said in that language', english(() => {
  speak('tr', TURKISH);
  equal([one('#play-button').textContent, one('#play').ariaLabel, one('#words').getAttribute('placeholder'), document.documentElement.lang], ['Oyna', 'Tahta', 'Mesaj', 'tr']);
}));

each(
  'the language of the browser',
  [
    [['tr-TR', 'en'], 'tr'], [['TR'], 'tr'], [['en-GB', 'tr'], 'en'], [[], 'en'], [['de'], 'en'], [['..'], 'en'], [['xx'], 'en'], [['nn'], 'en'],
  ],
  english(async (wanted, found) => {
    const answers = { 'words/tr.json': TURKISH, 'words/nn.json': null };
    const asked = [];
    replace(window, 'fetch', async ({ pathname }) => {
      const path = pathname.replace('/clients/web/', '');
      asked.push(path);
      if (path === 'words/xx.json') throw new TypeError('no network');
      return { ok: Object.hasOwn(answers, path) && answers[path] !== null, json: async () => answers[path] };
    });
    await learn(wanted);
    equal([spoken(), say('Play')], found === 'tr' ? ['tr', 'Oyna'] : ['en', 'Play']);
    if (wanted[0]?.startsWith('en')) equal(asked, []);
  }),
);
