// Short, dry, wooden sounds, made on the spot; silent unless somebody turned them on.

import { settings } from '../lib/settings.svelte';

type Sound = 'turn' | 'refused' | 'end';

const KNOCKS: Record<Sound, [number, number][]> = {
  turn: [[420, 0]],
  refused: [[150, 0], [130, 0.11]],
  end: [[520, 0], [660, 0.12], [780, 0.24]],
};

let context: AudioContext | null = null;

export function knock(sound: Sound): void {
  if (sound === 'turn' && document.hidden === false && 'vibrate' in navigator && settings.sound) navigator.vibrate(10);
  if (!settings.sound) return;
  context ??= new AudioContext();
  for (const [pitch, after] of KNOCKS[sound]) {
    const at = context.currentTime + after;
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.type = 'triangle';
    tone.frequency.setValueAtTime(pitch, at);
    tone.frequency.exponentialRampToValueAtTime(pitch * 0.6, at + 0.09);
    gain.gain.setValueAtTime(0.18, at);
    gain.gain.exponentialRampToValueAtTime(0.001, at + 0.12);
    tone.connect(gain).connect(context.destination);
    tone.start(at);
    tone.stop(at + 0.14);
  }
}
