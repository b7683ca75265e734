// @ts-check
// Short tones from oscillators: no sound files. The browser lets a page sound only after a first touch,
// unless the kiosk starts it with --autoplay-policy=no-user-gesture-required.

/** Frequency in Hz, start and length in seconds. @type {Record<string, number[][]>} */
const TUNES = {
  attention: [[660, 0, 0.14], [880, 0.18, 0.2]],
  alarm: [[988, 0, 0.16], [740, 0.2, 0.16], [988, 0.4, 0.16], [740, 0.6, 0.24]],
};
/** How loud each tune is at each setting; what is not named is silent. @type {Record<string, Record<string, number>>} */
const LOUDNESS = {
  soft: { attention: 0.08, alarm: 0.15 },
  alarms: { alarm: 0.5 },
};

/** @type {AudioContext | null} */
let audio = null;

/** @param {string} tune @param {string} setting */
export function play(tune, setting) {
  const loud = LOUDNESS[setting]?.[tune];
  if (!loud) return;
  audio ??= new AudioContext();
  audio.resume().catch(() => {});
  for (const [pitch, start, length] of TUNES[tune]) tone(audio, loud, pitch, audio.currentTime + start, length);
}

/** @param {AudioContext} context @param {number} loud @param {number} pitch @param {number} start @param {number} length */
function tone(context, loud, pitch, start, length) {
  const source = context.createOscillator();
  const gain = context.createGain();
  source.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.linearRampToValueAtTime(0, start + length);
  source.connect(gain).connect(context.destination);
  source.start(start);
  source.stop(start + length);
}
