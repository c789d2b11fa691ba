// Invitations: a banner that can be answered by keys, and that is read aloud.

import { Invitations } from '../../clients/web/invitations.js';
import { all, equal, one, test, texts } from './harness.js';
import { facts, room, seat } from './world.js';

const [ANN, BOB] = [{ from: 'lin', game: 'Set', kind: 'set/1', name: 'friday', join: 'amber-otter-nine' }, { from: 'kai', game: 'Tombala', kind: 'tombala/1', join: 'tombala' }];

function invited(invitations, leave = '') {
  document.body.classList.remove('outside');
  const model = room({ told: { you: { invitations, leave } } });
  const { controller, sent } = seat(model);
  const banner = new Invitations(controller);
  const tell = (given) => {
    facts(model, { room: 'm1', you: { invitations: given } });
    banner.draw(model);
  };
  banner.draw(model);
  return { sent, tell, controller };
}

test('who invites, and to what', () => {
  invited([ANN, BOB]);
  equal(texts('#invitations span'), ['lin invites you to Set: friday.', 'kai invites you to Tombala.']);
  equal([one('#invitations').getAttribute('role'), texts('#invitations button')], ['status', ['Join', 'No thanks', 'Join']]);
});

test('one click accepts, and another declines all', () => {
  const { sent } = invited([ANN, BOB]);
  for (const button of all('#invitations button')) button.click();
  equal(sent, ['say to m1: /join amber-otter-nine', 'say to m1: /decline', 'say to m1: /join tombala']);
});

test('who would lose something by leaving is asked first', () => {
  const { sent, controller } = invited([ANN], 'You lose.');
  const asked = [];
  controller.confirm = (cost) => asked.push(cost);
  one('#invitations button').click();
  equal([sent, asked], [[], ['You lose.']]);
});

test('it goes away when it is answered, and the next one has the focus', () => {
  const { tell } = invited([ANN, BOB]);
  one('#invitations button').focus();
  tell([BOB]);
  equal([texts('#invitations span'), document.activeElement?.textContent], [['kai invites you to Tombala.'], 'Join']);
  tell(null);
  equal(one('#invitations').children.length, 0);
});
