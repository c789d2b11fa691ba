// What all skins share.

import { make } from '../../clients/web/dom.js';
import { Skin } from '../../clients/web/skin.js';
import { all, each, equal, one, test } from './harness.js';
import { room, seat, set } from './world.js';

function skin(options = {}) {
  document.body.classList.remove('outside');
  const { controller, model } = seat(room(options));
  return { skin: new Skin(controller, one('#board'), one('#actions')), model, controller };
}

const PNG = '89504e470d0a1a0a';
const spots = () => all('#board [data-spot]').map(({ dataset }) => dataset.spot);

test('a skin gives the board its name, and allows everything', () => {
  const { skin: found } = skin();
  const thing = /** @type {any} */ ({});
  equal([one('#board').className, found.allows(thing), found.enlarges(thing)], ['', true, false]);
});

test('a tile keeps its button, and so the focus', () => {
  const { skin: found, model } = skin({ tiles: [[1, 2, 'Lamp', { text: 'a lamp' }]] });
  const button = found.tile(model.at(1, 2), one('#board'), 'cell', 'the lamp');
  equal([button.className, button.type, button.dataset.spot, button.dataset.act], ['cell', 'button', '1,2', 't1000']);
  equal([button.ariaLabel, button.dataset.about, button.title, button.ariaDisabled], ['the lamp', 'a lamp', 'a lamp', null]);
  set(model, 't1000', { energy: 0, text: 'off' });
  const again = found.tile(model.at(1, 2), one('#board'), 'cell', '', '');
  equal([again === button, button.ariaLabel, button.dataset.about, button.title, button.ariaDisabled], [true, null, 'off', '', 'true']);
  equal(found.known(1, 2) === button, true);
});

test('a tile that is drawn again keeps its place and the focus', () => {
  const { skin: found, model } = skin({ tiles: [[0, 0, 'a'], [1, 0, 'b']] });
  const draw = () => model.tokens.map((tile) => found.tile(tile, one('#board'), ''));
  draw()[0].focus();
  found.tile(model.at(0, 0), one('#board'), '');
  equal([spots(), document.activeElement === found.known(0, 0)], [['0,0', '1,0'], true]);
});

test('the buttons of tiles that are gone are removed', () => {
  const { skin: found, model } = skin({ tiles: [[0, 0, 'a'], [1, 0, 'b']] });
  for (const tile of model.tokens) found.tile(tile, one('#board'), '');
  set(model, 't1000', { x: -1 });
  found.sweep();
  equal([spots(), found.known(0, 0)], [['1,0'], undefined]);
});

each(
  'a command',
  [
    ['Lamp', {}, 'Lamp', ''],
    ['Home', {}, 'Leave', 'leave'],
    ['Lamp', { label: 'Light' }, 'Light', ''],
    ['Lamp', { isMain: true }, 'Lamp', 'main'],
    ['Lamp', { kind: 'for-keyboards' }, 'Lamp', 'for-keyboards'],
  ],
  (name, style, words, className) => {
    const { skin: found, model } = skin({ tiles: [[0, 0, name, { role: name.toLowerCase() }]] });
    const button = found.command(model.at(0, 0), style);
    equal([button?.textContent, button?.className, button?.parentElement?.id], [words, className, 'actions']);
  },
);

test('a command shows the key that does the same', () => {
  const { skin: found, model } = skin({ tiles: [[0, 0, 'Submit', { role: 'submit' }]], keys: [['VK_SPACE', 'Gönder', { role: 'key/submit' }], ['VK_S', 'Submit', { role: 'sort' }]] });
  equal(found.command(model.at(0, 0))?.textContent, 'Submit Space');
  set(model, 'k1000', { energy: 0 });
  equal(found.command(model.at(0, 0))?.textContent, 'Submit');
});

test('a command that can do nothing is hidden, unless it stays', () => {
  const { skin: found, model } = skin({ tiles: [[0, 0, 'Submit', { energy: 0 }]] });
  equal([found.command(model.at(0, 0))?.hidden, found.command(model.at(0, 0), { stays: true })?.hidden], [true, false]);
  equal(found.command(null), null);
});

test('a command that is the same is left alone, as a mouse may be down on it', () => {
  const { skin: found, model } = skin({ tiles: [[0, 0, 'Submit']] });
  const node = found.command(model.at(0, 0))?.firstChild;
  equal(found.command(model.at(0, 0))?.firstChild === node, true);
});

each(
  'paint',
  [
    [['ff0000ff', 'ffffff00'], ['rgb(0, 0, 255)', 'rgb(255, 255, 0)', '']],
    [['ffffffff', 'ffffff00'], ['rgb(255, 255, 255)', 'rgb(255, 255, 0)', 'rgb(0, 0, 0)']],
    [['ff000000', 'ffffffff'], ['', '', '']], // those of the room
    [['00123456', 'ffffffff'], ['', '', '']], // clear
    [['00123456', 'fff0f0f0'], ['', 'rgb(240, 240, 240)', 'rgb(0, 0, 0)']], // on the ground of the theme, which is light
    [['ff000000', 'ffffff00'], ['rgb(0, 0, 0)', 'rgb(255, 255, 0)', '']],
  ],
  ([bgcolor, fgcolor], expected) => {
    const { skin: found, model } = skin({ tiles: [[0, 0, 'a', { bgcolor, fgcolor }]] });
    const element = make('i');
    found.paint(element, model.at(0, 0));
    equal([element.style.background, element.style.color, element.style.webkitTextStrokeColor], expected);
  },
);

test('paint that is the same is left alone', () => {
  const { skin: found, model } = skin({ tiles: [[0, 0, 'a', { bgcolor: 'ff0000ff' }]] });
  const element = make('i');
  found.paint(element, model.at(0, 0));
  const observer = new MutationObserver(() => {});
  observer.observe(element, { attributes: true });
  found.paint(element, model.at(0, 0));
  equal(observer.takeRecords().length, 0);
});

test('paint comes off when a tile has the colours of its room again', () => {
  const { skin: found, model } = skin({ tiles: [[0, 0, 'a', { bgcolor: 'ff0000ff' }]] });
  const element = make('i');
  found.paint(element, model.at(0, 0));
  set(model, 't1000', { bgcolor: 'ff000000' });
  found.paint(element, model.at(0, 0));
  equal([element.style.background, element.style.color], ['', '']);
});

test('the picture of a tile has its name, and gives way to it', () => {
  const { skin: found, model } = skin({ tiles: [[0, 0, 'owl']] });
  set(model, 'i1', { text: PNG, x: 2, y: 2 });
  set(model, 'i2', { text: PNG, x: 1, y: 1 });
  set(model, 't1000', { image: 'i1' });
  const button = make('button');
  found.face(button, model.at(0, 0));
  const image = button.querySelector('img');
  equal([image?.alt, image?.src.startsWith('blob:'), button.childNodes.length], ['owl', true, 1]);
  set(model, 't1000', { name: 'cat' });
  found.face(button, model.at(0, 0));
  equal([button.querySelector('img') === image, image?.alt], [true, 'cat']);
  set(model, 't1000', { image: 'i2' });
  found.face(button, model.at(0, 0));
  equal([button.textContent, button.children.length], ['cat', 0]);
  set(model, 't1000', { image: 'i1', name: '' });
  found.face(button, model.at(0, 0));
  set(model, 't1000', { image: 'i2' });
  found.face(button, model.at(0, 0));
  equal(button.children.length, 0);
});
