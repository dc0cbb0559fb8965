// One thing after the other: bots answer at once, but a move should be seen before the next one comes.
// Nobody who could decide is made to wait for it.

import type { State } from '../generated/messages';
import { lasts, type Motion } from './diff';

export type Heard = { state: State; at: number };

export type Queue = {
  /** What came and has not been shown, the oldest first. */
  readonly waiting: readonly Heard[];
  /** When the last one was shown, and for how long it would like to be looked at. */
  readonly shownAt: number;
  readonly hold: number;
};

export const EMPTY: Queue = { waiting: [], shownAt: -Infinity, hold: 0 };

/** Nothing is shown later than this after it came. */
const LATEST = 2500;
/** Less than this is a blur. */
const LEAST = 220;
const WORDS = 450;
const REST = 120;
/** Whoever has so little time left to think needs all of it. */
const SHORT_OF_TIME = 20_000;

/** How long something new should be looked at: while it moves and a little longer, or as long as a line takes to be noticed. */
export function holdOf(motion: Motion, said: readonly string[]): number {
  const moving = lasts(motion);
  if (moving > 0) return Math.max(WORDS, moving + REST);
  return said.length > 0 ? WORDS : 0;
}

/** What is shown while a new state comes. */
export type Shown = {
  state: State | null;
  /** Whether the viewer has done something that is not answered yet. */
  isAsking: boolean;
  /** Whether nobody would see a movement: a hidden page, a look back, no wish for motion. */
  isUnseen: boolean;
};

/** Whether a state must be shown at once, with all that came before it. */
export function isUrgent(shown: Shown, next: State, isBehind: boolean): boolean {
  const { state } = shown;
  if (state === null || shown.isAsking || shown.isUnseen || next.anew || next.version < state.version) return true;
  if (next.clocks.length > 0) return true;
  const isMine = next.offers.length > 0 || next.more;
  // Whoever is choosing is not interrupted by what others do meanwhile.
  if (!isBehind && isMine && (state.offers.length > 0 || state.more)) return true;
  return isMine && next.think_ms !== null && next.think_ms < SHORT_OF_TIME;
}

export function arrive(queue: Queue, state: State, at: number): Queue {
  return { ...queue, waiting: [...queue.waiting, { state, at }] };
}

/** When the next one is to be shown; the more wait, the sooner. */
export function nextAt({ waiting, shownAt, hold }: Queue): number {
  const oldest = waiting[0];
  if (!oldest) return Infinity;
  const pause = Math.min(hold, Math.max(LEAST, LATEST / (waiting.length + 1)));
  return Math.min(shownAt + pause, oldest.at + LATEST);
}

/** How many of those that wait are to be shown now: the next one, or all if they have waited too long. */
export function due(queue: Queue, now: number): number {
  const oldest = queue.waiting[0];
  if (!oldest || nextAt(queue) > now) return 0;
  return oldest.at + LATEST <= now ? queue.waiting.length : 1;
}
