// A soft sound: two short notes, one after the other. Browsers make none before the user has done something on the page.

const NOTES = [659.26, 880]; // Hz: E5, A5
const APART = 0.14; // seconds between them
const LENGTH = 0.35; // of each
const LOUD = 0.08; // of 1
const RISE = 0.015; // seconds

/** @type {AudioContext | null} */
let context = null;

export function chime() {
  if (!navigator.userActivation?.hasBeenActive || !('AudioContext' in window)) return;
  context ??= new AudioContext();
  context.resume();
  for (const [at, frequency] of NOTES.entries()) play(context, frequency, context.currentTime + at * APART);
}

/** @param {AudioContext} audio @param {number} frequency @param {number} start */
function play(audio, frequency, start) {
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.frequency.value = frequency;
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUD, start + RISE);
  volume.gain.exponentialRampToValueAtTime(0.0001, start + LENGTH);
  tone.connect(volume).connect(audio.destination);
  tone.start(start);
  tone.stop(start + LENGTH);
}
