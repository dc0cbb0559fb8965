// Short, dry, wooden sounds, made on the spot; quiet, and off with one touch.

import { settings } from '../lib/settings.svelte';
import type { Theme } from '../generated/messages';
import type { Moved } from './diff';

export type Sound = Moved | 'turn' | 'refused' | 'end';

/** A knock on wood: a tone that sinks and dies away. A brush: a breath of noise. In hertz and seconds. */
type Knock = { kind: 'knock'; pitch: number; after: number; lasts: number; loud: number; wave: OscillatorType };
type Brush = { kind: 'brush'; pitch: number; after: number; lasts: number; loud: number };
type Part = Knock | Brush;

const knock = (pitch: number, after = 0, loud = 0.14): Knock => ({ kind: 'knock', pitch, after, lasts: 0.12, loud, wave: 'triangle' });
const brush = (pitch: number, after: number, lasts: number, loud: number): Brush => ({ kind: 'brush', pitch, after, lasts, loud });

/** What a world makes of the sounds: how high knocks and brushes are, what the knocks are like, what comes along when something is put down. */
type Timbre = { knocks?: number; brushes?: number; wave?: OscillatorType; lasts?: number; along?: Brush };

const TIMBRES: Record<Theme, Timbre> = {
  mine: { knocks: 0.68, brushes: 0.6, wave: 'sine' },
  garden: { knocks: 1.08, brushes: 1.2 },
  temple: { knocks: 0.84, lasts: 0.16 },
  desert: { knocks: 0.94, brushes: 1.5, along: brush(3400, 0, 0.07, 0.03) },
  sea: { knocks: 0.9, along: brush(480, 0, 0.18, 0.05) },
  ice: { knocks: 1.4, brushes: 1.3, wave: 'sine' },
  forest: { knocks: 0.92, brushes: 0.8 },
  space: { knocks: 1.2, wave: 'sine', lasts: 0.17 },
  city: { brushes: 0.9 },
  arena: { knocks: 0.8, brushes: 0.7, along: brush(1500, 0, 0.05, 0.03) },
  night: { knocks: 0.86, wave: 'sine' },
  parlour: { knocks: 0.96, brushes: 0.65 },
};

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

/** What a sound is made of in a world; as it is where there is none. */
export function partsOf(which: Sound, world?: Theme): Part[] {
  const { knocks = 1, brushes = 1, wave, lasts, along }: Timbre = world ? TIMBRES[world] : {};
  const parts = PARTS[which].map((part): Part => part.kind === 'brush'
    ? { ...part, pitch: part.pitch * brushes }
    : { ...part, pitch: part.pitch * knocks, wave: wave ?? part.wave, lasts: lasts ?? part.lasts });
  return along && (which === 'tap' || which === 'slide') ? [...parts, along] : parts;
}

let context: AudioContext | null = null;
let here: Theme | undefined;
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
  gain.gain.setValueAtTime(part.loud * settings.volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001 * settings.volume, at + part.lasts);
  gain.connect(audio.destination);
  if (part.kind === 'knock') {
    const tone = audio.createOscillator();
    tone.type = part.wave;
    tone.frequency.setValueAtTime(part.pitch, at);
    tone.frequency.exponentialRampToValueAtTime(part.pitch * 0.6, at + 0.09);
    tone.connect(gain);
    tone.start(at);
    tone.stop(at + part.lasts + 0.02);
    return;
  }
  const [source, filter] = [audio.createBufferSource(), audio.createBiquadFilter()];
  source.buffer = noise ??= breath(audio);
  filter.type = 'bandpass';
  filter.frequency.value = part.pitch;
  source.connect(filter).connect(gain);
  source.start(at);
  source.stop(at + part.lasts);
}

/** From now on everything sounds as in this world. */
export function soundIn(world: Theme | undefined): void {
  here = world;
}

/** Makes a sound, if somebody wants any; a page that is not looked at only says that it is your turn. */
export function play(which: Sound | null): void {
  if (which === null || !settings.sound || settings.volume === 0 || (document.hidden && which !== 'turn' && which !== 'end')) return;
  // Browsers let a page sound and shake only after it was touched, and complain about earlier attempts.
  if (!navigator.userActivation?.hasBeenActive) return;
  if (which === 'turn' && 'vibrate' in navigator) navigator.vibrate(10);
  context ??= new AudioContext();
  if (context.state === 'suspended') void context.resume();
  for (const part of partsOf(which, here)) sound(context, part);
}
