// Every skin on a server whose words and colours mean nothing: it draws the same from kinds, roles and facts.

import { SKINS as DANCING } from '../../clients/web/skins/dancing.js';
import { SKINS as HALLS } from '../../clients/web/skins/hall.js';
import { SKINS as HOME } from '../../clients/web/skins/home.js';
import { SKINS as NOUGHTS } from '../../clients/web/skins/noughts.js';
import { SKINS as PAIRS } from '../../clients/web/skins/pairs.js';
import { SKINS as RECORDS } from '../../clients/web/skins/records.js';
import { SKINS as SET } from '../../clients/web/skins/set.js';
import { SKINS as TOMBALA } from '../../clients/web/skins/tombala.js';
import { all, each, equal, stopClock } from './harness.js';
import { played, recording } from './world.js';

const SKINS = [...DANCING, ...HALLS, ...HOME, ...NOUGHTS, ...PAIRS, ...RECORDS, ...SET, ...TOMBALA];
// PairPanicking is played by tiles alone.
const PLAYS = ['dancing', 'dancing_lobby', 'home', 'memory', 'noughts', 'records', 'replays', 'set', 'tombala', 'tombala_lobby'];

// As in tests/doubles/reworded.py.
const [PLAIN, CIPHER] = ['abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.?*!()·', 'nopqrstuvwxyzabcdefghijklmNOPQRSTUVWXYZABCDEFGHIJKLM5678901234,!+?[]:'];
const reworded = (sign) => (PLAIN.includes(sign) ? CIPHER[PLAIN.indexOf(sign)] : sign);

// What is drawn: elements, their classes and states, and the words in them.
function look() {
  return all('#board *, #actions *').map((element) => ({
    is: [element.tagName, element.getAttribute('class'), element.hidden, element.ariaDisabled, element.ariaPressed, element.dataset.spot],
    number: [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE).map(({ nodeValue }) => (nodeValue ?? '').trim()).find((text) => /^[0-9]+$/.test(text)),
    words: [element.ariaLabel, element.title, element.childElementCount === 0 ? element.textContent : ''].join('\n'),
  }));
}

// What a skin draws at each moment of a game.
function looks(Kind, game) {
  document.getElementById('board')?.replaceChildren();
  document.getElementById('actions')?.replaceChildren();
  const [first, ...later] = game.moments.keys();
  const { tell } = played(Kind, game, first);
  return [[first, look()], ...later.map((moment) => {
    tell(moment);
    return [moment, look()];
  })];
}

// A sign is the same, or the server's own in cipher.
const isWrong = (sign, other) => other !== sign && other !== reworded(sign);

each('drawn as on any other server', PLAYS.map((name) => [name]), async (name) => {
  stopClock();
  const Kind = SKINS.find(({ kinds }) => kinds.includes(`${name.replace('_', '-')}/1`));
  const [plain, other] = [looks(Kind, await recording(name)), looks(Kind, await recording(name, 'reworded'))];
  let changed = 0;
  plain.forEach(([moment, elements], at) => {
    const found = other[at][1];
    equal([moment, found.length], [moment, elements.length]);
    elements.forEach(({ is, number, words }, index) => {
      const here = found[index];
      equal([moment, here.is], [moment, is]);
      if (name !== 'records') equal([moment, is, here.number], [moment, is, number]); // its table shows tiles as they are
      if ([...words].some((sign, place) => isWrong(sign, here.words[place]))) equal([moment, is, here.words], [moment, is, words]);
      changed += Number(here.words !== words);
    });
  });
  equal(changed > 0, true); // some words are the server's
});
