// Dancing: the stage on a canvas, buttons over it while the user can play, and facts in words.

import { SKINS } from '../../../clients/web/skins/dancing.js';
import { all, each, equal, one, stopClock, test, texts } from '../harness.js';
import { enter, facts, played, recording } from '../world.js';

const MATCH = await recording('dancing');

function at(moment) {
  one('#board').style.width = '400px';
  return played(SKINS[0], MATCH, moment);
}

const told = () => Object.fromEntries(all('.facts > div').filter(({ hidden }) => !hidden).map((fact) => [...fact.children].map(({ textContent }) => textContent)));
const shown = () => all('#actions button').filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);

// The colour in the middle of a cell, or beside the middle.
function pixel(x, y, aside = 0.2) {
  const canvas = /** @type {HTMLCanvasElement} */ (one('canvas'));
  const cell = canvas.width / 4;
  const [red, green, blue] = canvas.getContext('2d')?.getImageData((x + 0.5 + aside) * cell, (y + 0.5 + aside) * cell, 1, 1).data ?? [];
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

test('while the user can play, each cell is a button in words', () => {
  const { tell } = at('turn');
  const cells = all('.cells .cell');
  equal([cells.length, one('.cells').hidden, cells[0].ariaLabel, cells[2].ariaLabel, cells[5].ariaLabel], [16, false, 'dancer 1, row 0, column 0', 'empty, row 0, column 2', 'star, row 1, column 1']);
  equal(cells[5].style.gridArea, '2 / 2');
  tell('moved');
  equal(cells.slice(0, 2).map(({ ariaLabel }) => ariaLabel), ['empty, row 0, column 0', 'dancer 1, row 0, column 1']);
});

test('while others play there are no buttons', () => {
  const { tell } = at('stars');
  equal([one('.cells').hidden, all('.cells .cell').length], [true, 0]);
  tell('over');
  equal(one('.cells').hidden, true);
});

test('who plays, what the match waits for, the time, and what is on the stage', () => {
  const clock = stopClock();
  const { tell } = at('waiting');
  equal(told(), { Now: 'waiting for an opponent', Stage: 'step 0 of 0' });
  tell('stars');
  equal(told(), { Dancer: 'ann (you)', Spoiler: 'bob', Now: 'the spoiler is thinking', Stage: 'step 0 of 0', 'Time left': '2:00' });
  clock.advance(75000);
  equal(told()['Time left'], '45 s');
  tell('turn');
  equal(told().Now, 'your turn');
  tell('paused');
  equal(told().Stage, 'step 1 of 1'); // in the match; the stage is behind
  tell('behind');
  equal([told().Now, told().Stage, told()['Time left']], ['the match is over', 'step 0 of 2', undefined]);
});

each(
  'what else it may wait for',
  [[{ step: 'steps' }, 'the dancer is thinking'], [{ step: 'lines' }, 'waiting for the lines'], [{ cancelled: true }, 'the match is cancelled']],
  (change, words) => {
    const { model, skin } = at('stars');
    facts(model, { room: model.current, facts: change });
    skin.draw();
    equal(told().Now, words);
  },
);

test('facts are drawn again only when they change', () => {
  const { skin } = at('stars');
  const fact = one('.facts > div');
  skin.draw();
  equal(one('.facts > div') === fact, true);
});

test('the stage is described', () => {
  at('over');
  equal([one('canvas').getAttribute('role'), one('canvas').ariaLabel], ['img', 'The stage, 4 by 4: step 2']);
});

test("dancers have the game's colours, stars are gold, and those who have gone are gone", () => {
  const { tell } = at('turn');
  equal([pixel(0, 0), pixel(3, 0), pixel(1, 1, 0)], ['#d55e00', '#0072b2', '#f2c14e']);
  tell('moved');
  equal([pixel(0, 0) === '#d55e00', pixel(1, 0)], [false, '#d55e00']);
});

test('a dancer that is selected has light around it, and so have lines at the end, in turn', () => {
  const { tell } = at('moved');
  equal([pixel(0, 2, 0.47), ['#fff3b0', '#8fb4ff'].includes(pixel(1, 0, 0.47))], ['#fff3b0', false]);
  tell('over');
  equal([pixel(2, 0, 0.47), pixel(2, 2, 0.47)].toSorted(), ['#8fb4ff', '#fff3b0']);
});

test('the canvas is as wide as the stage', () => {
  at('stars');
  const canvas = /** @type {HTMLCanvasElement} */ (one('canvas'));
  equal([canvas.width === canvas.height, canvas.width > 100, canvas.width === Math.round(one('.pane').clientWidth * devicePixelRatio)], [true, true, true]);
});

test('commands that can do something, and the main ones in gold', () => {
  const { tell } = at('waiting');
  const gold = () => texts('#actions .main:not([hidden])');
  equal([shown(), gold()], [['Dance', 'Spoil', 'Lobby l', 'Leave'], ['Dance']]);
  tell('turn');
  equal([shown(), gold()], [['Step Space', 'Undo u', 'Lines n', 'Lobby l', 'Leave'], ['Step Space']]);
  tell('behind');
  equal([shown(), gold()], [['Play p', 'Slower s', 'Faster f', 'Again a', 'Lobby l', 'Leave'], []]);
});

test('whoever sits can stand up, and the opponent is what is missing', () => {
  const { model, skin } = at('waiting');
  facts(model, { room: model.current, you: { seat: '1' } });
  skin.draw();
  equal([shown().slice(0, 2), texts('#actions .main:not([hidden])')], [['Dance', 'Stand up'], []]);
});

test('Lines is in gold when all dancers stand in lines', () => {
  const { model, skin } = at('turn');
  facts(model, { room: model.current, you: { goal: true } });
  skin.draw();
  equal(texts('#actions .main:not([hidden])'), ['Lines n']);
});

test('a stage that is paused can be played', () => {
  at('stopped');
  equal(shown()[0], 'Play p');
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
    ['when the room is another', ({ model }) => enter(model, { objid: 'm99' }), false],
  ],
  async (_name, act, isDrawn) => {
    act(at('stars'));
    equal(await narrow(), isDrawn);
  },
);
