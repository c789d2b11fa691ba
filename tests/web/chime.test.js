// The sound: two short notes, and none before the user has done something on the page.

import { chime } from '../../clients/web/chime.js';
import { equal, replace, test } from './harness.js';

class FakeAudio {
  static made = [];
  currentTime = 10;
  destination = 'the speakers';
  notes = [];

  constructor() {
    FakeAudio.made.push(this);
  }

  resume() {}

  createGain() {
    return { gain: { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} }, connect: (to) => to };
  }

  createOscillator() {
    const frequency = { value: 0 };
    return { frequency, connect: (to) => to, start: (at) => this.notes.push([frequency.value, at]), stop() {} };
  }
}

test('two notes, when the user has done something', () => {
  const activation = { hasBeenActive: false };
  replace(window, 'AudioContext', FakeAudio);
  replace(navigator, 'userActivation', activation);
  chime();
  equal(FakeAudio.made.length, 0);
  activation.hasBeenActive = true;
  chime();
  chime();
  equal(FakeAudio.made.length, 1);
  equal(FakeAudio.made[0].notes.slice(0, 2), [[659.26, 10], [880, 10.14]]);
});
