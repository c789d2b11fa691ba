// Lobbies: of Tombala, and of Dancing; and Replays.

import { DancingLobbySkin, HallSkin, ReplaysSkin } from '../../../clients/web/skins/hall.js';
import { all, equal, one, test, texts } from '../harness.js';
import { drawn, played, recording } from '../world.js';

const [TOMBALA, DANCING, REPLAYS] = [await recording('tombala_lobby'), await recording('dancing_lobby'), await recording('replays')];

test('a lobby: its rooms are doors, and what is beside them are commands', () => {
  const { tell } = played(HallSkin, TOMBALA, 'empty');
  equal([texts('.door strong'), texts('.pills button'), texts('#actions button')], [[], ['New room', 'New timed room'], ['Leave']]);
  equal(one('.pills .main').textContent, 'New room');
  tell('den');
  equal([texts('.door strong'), texts('.door .about')], [['den (24 s, 1 player)'], ['Players: bob.']]);
  equal(one('.door').ariaDisabled, null);
});

test('a room whose game has begun can be watched, and one that is closed is gone', () => {
  const { tell } = played(HallSkin, TOMBALA, 'den');
  tell('begun');
  equal([one('.door').ariaDisabled, texts('.door .about')], [null, ['You can watch bob.']]);
  tell('closed');
  equal(all('.door').length, 0);
});

test('replays: a card for each finished game, and pages of them', () => {
  const { tell } = played(ReplaysSkin, REPLAYS, 'none');
  const commands = () => all('#actions button').filter(({ hidden }) => !hidden).map(({ textContent }) => textContent);
  equal([all('.door:not([aria-disabled])').length, texts('.pills button'), one('.chosen').textContent, commands()], [0, ['Mine', 'All'], 'Mine', ['Refresh u', 'Leave']]);
  tell('all');
  equal([texts('.door strong').slice(0, 2), texts('.door .about')[0]], [['Set 1', 'Set 2'], '1 minute ago · 5:01 · ann 31, bob 27.5']);
  equal([all('.door').length, one('.chosen').textContent, commands()], [8, 'All', ['Older o', 'Refresh u', 'Leave']]);
  tell('older');
  equal([texts('.door:not([hidden]) strong'), commands()], [['Set 9'], ['Newer n', 'Refresh u', 'Leave']]);
});

const shown = () => all('#board section').map((part) => (part.hidden ? null : [...part.querySelectorAll('strong')].map(({ textContent }) => textContent)));

test('the lobby of Dancing: matches, results, and tables to make', () => {
  const { tell } = played(DancingLobbySkin, DANCING, 'empty');
  const tables = ['New 8 x 8', 'New 12 x 12', 'New 16 x 16', 'New 20 x 20', 'New 4 x 4'];
  equal([shown(), texts('#actions button')], [[null, null, tables], ['Leave']]);
  equal(texts('#board .main'), ['New 8 x 8']);
  tell('a match');
  equal([shown(), texts('.match .dim')], [[['bob - cid'], null, tables], ['Dancing 1, 4 2 2: round 1 of 2, stars']]);
  tell('a result');
  equal(shown(), [null, ['bob wins'], tables]);
});

test('the lobby of Dancing: what has not changed is not drawn again', () => {
  const { skin } = played(DancingLobbySkin, DANCING, 'a match');
  const name = one('.match strong');
  skin.draw();
  equal(one('.match strong') === name, true);
});

for (const Kind of [HallSkin, DancingLobbySkin]) {
  test(`a table of one’s own is opened from a lobby whose game has them: ${Kind.label}`, () => {
    const { skin, controller } = drawn(Kind, { tiles: [[0, 0, 'Home', { role: 'home' }]], told: { address: 'den', facts: { rooms: {}, matches: {}, results: {}, tables: {} } } });
    const press = () => skin.takes(new KeyboardEvent('keydown', { key: 'n' }));
    equal([texts('#actions button'), press(), skin.keys], [['Leave'], false, []]);
    const opened = [];
    controller.offersTables = (game) => game === 'den';
    controller.showNewTable = (game) => opened.push(game);
    skin.draw();
    one('#actions button').click();
    equal([texts('#actions button'), press(), skin.keys.length, opened], [['New table n', 'Leave'], true, 1, ['den', 'den']]);
  });
}
