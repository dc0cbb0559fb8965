// Short, dry, wooden sounds, made on the spot; quiet, and off with one touch.

import { settings } from '../lib/settings.svelte';
import type { Moved } from './diff';

export type Sound = Moved | 'turn' | 'refused' | 'end';

/** A knock on wood: a tone that sinks and dies away. A brush: a breath of noise. In hertz and seconds. */
type Part = { kind: 'knock'; pitch: number; after: number; loud: number } | { kind: 'brush'; pitch: number; after: number; lasts: number; loud: number };

const knock = (pitch: number, after = 0, loud = 0.14): Part => ({ kind: 'knock', pitch, after, loud });
const brush = (pitch: number, after: number, lasts: number, loud: number): Part => ({ kind: 'brush', pitch, after, lasts, loud });

/** Each ends within 200 ms, but for the dice, which rattle while they roll, and the three blocks at the end. */
const PARTS: Record<Sound, Part[]> = {
  tap: [knock(520, 0, 0.12), brush(2600, 0, 0.02, 0.1)],
  slide: [brush(900, 0, 0.15, 0.07), knock(380, 0.12, 0.06)],
  rattle: [0, 0.09, 0.17, 0.28, 0.36, 0.47, 0.54].flatMap((after, n) => [knock(760 - 40 * n, after, 0.09 - 0.006 * n), brush(3200, after, 0.015, 0.07)]),
  riffle: [0, 0.035, 0.07, 0.105, 0.14].map((after) => brush(2200, after, 0.03, 0.09)),
  turn: [knock(420, 0.06)],
  refused: [knock(150), knock(130, 0.11)],
  end: [knock(520), knock(660, 0.12), knock(780, 0.24)],
};

let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

function breath(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate / 4, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let n = 0; n < samples.length; n += 1) samples[n] = Math.random() * 2 - 1;
  return buffer;
}

function sound(audio: AudioContext, part: Part): void {
  const at = audio.currentTime + part.after;
  const gain = audio.createGain();
  const lasts = part.kind === 'knock' ? 0.12 : part.lasts;
  gain.gain.setValueAtTime(part.loud, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + lasts);
  gain.connect(audio.destination);
  if (part.kind === 'knock') {
    const tone = audio.createOscillator();
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(part.pitch, at);
    tone.frequency.exponentialRampToValueAtTime(part.pitch * 0.6, at + 0.09);
    tone.connect(gain);
    tone.start(at);
    tone.stop(at + lasts + 0.02);
    return;
  }
  const [source, filter] = [audio.createBufferSource(), audio.createBiquadFilter()];
  source.buffer = noise ??= breath(audio);
  filter.type = 'bandpass';
  filter.frequency.value = part.pitch;
  source.connect(filter).connect(gain);
  source.start(at);
  source.stop(at + lasts);
}

/** Makes a sound, if somebody wants any; a page that is not looked at only says that it is your turn. */
export function play(which: Sound | null): void {
  if (which === null || !settings.sound || (document.hidden && which !== 'turn' && which !== 'end')) return;
  // Browsers let a page sound and shake only after it was touched, and complain about earlier attempts.
  if (!navigator.userActivation?.hasBeenActive) return;
  if (which === 'turn' && 'vibrate' in navigator) navigator.vibrate(10);
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const part of PARTS[which]) sound(context, part);
}
