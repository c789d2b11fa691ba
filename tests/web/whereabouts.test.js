// Who is where on the server, and what can be done from there.

import { Whereabouts } from '../../clients/web/whereabouts.js';
import { equal, one, replace, stopClock, test, texts } from './harness.js';
import { enter, room, seat } from './world.js';

const PLACES = [
  { place: 'Home', address: 'home', players: [{ name: 'ann' }, { name: 'bob', away: true }] },
  { place: 'Set', address: 'set', players: [{ name: 'lin' }, { name: 'robo', bot: true }] },
  { place: 'a private table', players: [{ name: 'kai' }] },
];
const panel = () => /** @type {HTMLDetailsElement} */ (one('#whereabouts'));

function seen(address = 'home') {
  document.body.classList.remove('outside');
  const clock = stopClock();
  replace(window, 'setInterval', () => 0);
  const model = room({ told: { kind: 'x/1', address } });
  const { controller, sent } = seat(model);
  const whispers = [];
  const found = new Whereabouts(controller, (name) => whispers.push(name));
  found.draw(model);
  const answer = (places = PLACES) => {
    model.take({ tag: 'xresponse', attributes: { options: 'who' }, content: JSON.stringify({ places }) });
    found.draw(model);
  };
  return { found, model, sent, whispers, answer, clock };
}

test('at Home it is open, and asked for again as long as it can be seen', () => {
  const { found, sent, clock, model } = seen();
  equal([panel().open, sent], [true, ['who']]);
  found.draw(model);
  equal(sent.length, 1);
  clock.advance(5000);
  found.refresh();
  equal(sent.length, 2);
  clock.advance(5000);
  panel().open = false;
  found.refresh();
  panel().open = true;
  one('#side').style.display = 'none';
  found.refresh();
  equal(sent.length, 2);
  one('#side').style.display = '';
  found.refresh();
  equal(sent.length, 3);
  found.end();
});

test('elsewhere it is opened by who wants to know', () => {
  const { found, sent, model } = seen('set');
  equal([panel().open, sent], [false, []]);
  panel().open = true;
  found.refresh();
  equal(sent, ['who']);
  enter(model, { objid: 'm2', told: { kind: 'home/1', address: 'home' } });
  found.draw(model);
  equal(panel().open, true);
});

test('another server cannot be asked', () => {
  const { found, model } = seen();
  enter(model, { objid: 'm2', told: { room: 'm9' } });
  found.draw(model);
  equal(panel().hidden, true);
});

test('places with who is there', () => {
  const { answer } = seen();
  answer();
  equal([texts('#who-count'), texts('#at-places .place strong'), texts('#at-places .name')], [['5'], ['Home', 'Set', 'a private table'], ['ann (you)', 'bob', 'lin', 'robo', 'kai']]);
  equal([texts('#at-places .signs'), texts('#at-places .place button')], [['', 'away', '', 'bot', ''], ['Go there']]);
});

test('from Home one goes there and whispers', () => {
  const { answer, sent, whispers } = seen();
  answer();
  equal(texts('#at-places .acts button'), ['Whisper', 'Whisper', 'Whisper']);
  one('[data-key="go set"]').click();
  one('[data-key="whisper kai"]').click();
  equal([sent.slice(1), whispers], [['say to m1: /join set'], ['kai']]);
});

test('from a room one invites those who are elsewhere, and no bots', () => {
  const { answer, sent } = seen('set');
  answer();
  equal(texts('#at-places [data-invite]').length, 2);
  equal(document.querySelector('[data-invite="lin"]'), null);
  one('[data-invite="kai"]').click();
  equal(sent, ['say to m1: /invite kai']);
});

test('an answer that changes nothing moves nothing, and another keeps the focus', () => {
  const { answer } = seen();
  answer();
  const button = one('[data-key="whisper kai"]');
  button.focus();
  answer();
  equal(document.activeElement === button, true);
  answer([...PLACES, { place: 'Tombala', address: 'tombala', players: [] }]);
  equal(/** @type {HTMLElement} */ (document.activeElement).dataset.key, 'whisper kai');
});
