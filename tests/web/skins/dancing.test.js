// Dancing: the stage on a canvas, buttons over it while the user can play, and facts in words.

import { SKINS } from '../../../clients/web/skins/dancing.js';
import { all, each, equal, one, test, texts } from '../harness.js';
import { DANCING } from '../rooms.js';
import { drawn, enter, set } from '../world.js';

function dance() {
  one('#board').style.width = '400px';
  return drawn(SKINS[0], DANCING);
}

function stop({ model, skin }) {
  for (const { objid, x, y } of model.tokens) if (x >= 2 && y < 4) set(model, objid, { energy: 0 });
  skin.draw();
}

const facts = () => Object.fromEntries(all('.facts > div').map((fact) => [...fact.children].map(({ textContent }) => textContent)));

// The colour in the middle of a cell, or beside the middle.
function pixel(x, y, aside = 0.2) {
  const canvas = /** @type {HTMLCanvasElement} */ (one('canvas'));
  const cell = canvas.width / 4;
  const [red, green, blue] = canvas.getContext('2d')?.getImageData((x + 0.5 + aside) * cell, (y + 0.5 + aside) * cell, 1, 1).data ?? [];
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

test('while the user can play, each cell is a button in words', () => {
  dance();
  const cells = all('.cells .cell');
  equal([cells.length, one('.cells').hidden, cells[0].ariaLabel, cells[2].ariaLabel, cells[5].ariaLabel], [16, false, 'dancer 1, row 0, column 0', 'empty, row 0, column 2', 'star, row 1, column 1']);
  equal(cells[5].style.gridArea, '2 / 2');
});

test('while others play there are no buttons', () => {
  stop(dance());
  equal(one('.cells').hidden, true);
});

test('for who only watches, no buttons are made at all', () => {
  one('#board').style.width = '400px';
  drawn(SKINS[0], { ...DANCING, tiles: DANCING.tiles.map(([x, y, name]) => [x, y, name, { energy: 0 }]) });
  equal([one('.cells').hidden, all('.cells .cell').length], [true, 0]);
});

test('facts are drawn again only when they change', () => {
  const { skin } = dance();
  const fact = one('.facts > div');
  skin.draw();
  equal(one('.facts > div') === fact, true);
});

test('facts, without those that are empty', () => {
  stop(dance());
  equal(facts(), { Dancer: 'ann (you)', Now: 'the dancer is thinking', 'Time left': '1:59', Stage: 'round 1, step 3' });
});

test('when the user can play, it is their turn', () => {
  dance();
  equal(facts().Now, 'your turn');
});

each(
  'the phase',
  [['players', 'waiting for an opponent'], ['over', 'the match is over'], ['other', 'other']],
  (phase, words) => {
    const found = dance();
    stop(found);
    found.change(0, 8, { name: phase });
    equal(facts().Now, words);
  },
);

test('the stage is described', () => {
  dance();
  equal([one('canvas').getAttribute('role'), one('canvas').ariaLabel], ['img', 'The stage, 4 by 4: step 3']);
});

test('dancers have colours of their own, stars are gold', () => {
  dance();
  equal([pixel(0, 0), pixel(1, 0), pixel(1, 1, 0)], ['#d55e00', '#2f8fd6', '#f2c14e']);
});

test('a dancer that is chosen has light around it, one that has moved does not', () => {
  const { change } = dance();
  change(2, 0, { bgcolor: 'fff0f0f0' });
  equal(pixel(0, 0, 0.47), '#fff3b0');
  change(2, 0, { bgcolor: 'ffd8e8ff' });
  equal(pixel(0, 0, 0.47), '#8fb4ff');
  change(2, 0, { bgcolor: 'ff000000' });
  equal(['#fff3b0', '#8fb4ff'].includes(pixel(0, 0, 0.47)), false);
});

test('a dancer that has gone is gone from the canvas', () => {
  const { change } = dance();
  change(2, 0, { name: '.' });
  equal(pixel(0, 0) === '#d55e00', false);
});

test('the canvas is as wide as the stage', () => {
  dance();
  const canvas = /** @type {HTMLCanvasElement} */ (one('canvas'));
  equal([canvas.width === canvas.height, canvas.width > 100, canvas.width === Math.round(one('.pane').clientWidth * devicePixelRatio)], [true, true, true]);
});

test('commands that can do something, and the main ones in gold', () => {
  dance();
  const shown = all('#actions button').filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
  equal(shown, ['Dance', 'Spoil', 'Done', 'Step', 'Lines', 'Pause', 'Slower', 'Faster', 'Again', 'Lobby', 'Leave']);
  equal(texts('#actions .main'), ['Dance', 'Done', 'Step']);
});

test('a match that is paused can be played', () => {
  dance().change(0, 5, { bgcolor: 'ff112233' });
  equal(one('#actions [data-spot="0,5"]').textContent, 'Play');
});

// Make the stage narrower, and wait until the browser has noticed; tell whether it was drawn again.
async function narrow() {
  const canvas = /** @type {HTMLCanvasElement} */ (one('canvas'));
  const before = canvas.width;
  one('#board').style.width = '200px';
  await new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
  });
  return canvas.width < before;
}

each(
  'whether a stage that has become narrower is drawn again',
  [
    ['during the match', () => {}, true],
    ['after the room was left', ({ skin }) => skin.end(), false],
    ['after the session', ({ controller }) => controller.drop(), false],
    ['when the room is another', ({ model }) => enter(model, { objid: 'm2' }), false],
  ],
  async (_name, act, isDrawn) => {
    act(dance());
    equal(await narrow(), isDrawn);
  },
);
