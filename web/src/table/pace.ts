// One thing after the other: bots answer at once, but a move should be seen before the next one comes, and so should
// the moments that a game asks to be looked at. Nobody who could decide is made to wait for it: any touch goes on.

import type { BeatKind, Moment, State } from '../generated/messages';
import { lasts, type Motion } from './diff';
import { clockFor } from './state';

/** What is to be shown: a state, or a moment on the way to it. */
export type Heard = { state: State; at: number; moment?: Moment };

export type Queue = {
  /** What came and has not been shown, the oldest first. */
  readonly waiting: readonly Heard[];
  /** When the last one was shown, and for how long it would like to be looked at. */
  readonly shownAt: number;
  readonly hold: number;
  /** Until when the last moment is staged; what waits behind it is not late before. */
  readonly stagedUntil: number;
};

export const EMPTY: Queue = { waiting: [], shownAt: -Infinity, hold: 0, stagedUntil: -Infinity };

/** Nothing is shown later than this after it came. */
const LATEST = 2500;
/** Less than this is a blur. */
const LEAST = 220;
const WORDS = 450;
const REST = 120;
/** Whoever has so little time left to think needs all of it. */
const SHORT_OF_TIME = 20_000;
/** Whoever is so many states behind sees the newest, whatever there was to look at. */
const MANY = 12;
const MANY_FOR_ONLOOKERS = 3;

/** What stays until somebody goes on stays no longer than this. */
const AWAITED = 6000;
/** How long a moment is looked at once everything has come to rest. */
const LOOKS: Record<BeatKind, number> = { step: 500, reveal: 1500, catch: 1500, blow: 2500, round: 2500 };

/** Whoever has no seat follows those who play: a screen on the wall must not show what they have long left behind. */
const isOnlooker = ({ seat }: State): boolean => seat === null;

/** How long something new should be looked at: while it moves and a little longer, or as long as a line takes to be noticed. */
export function holdOf(motion: Motion, said: readonly string[]): number {
  const moving = lasts(motion);
  if (moving > 0) return Math.max(WORDS, moving + REST);
  return said.length > 0 ? WORDS : 0;
}

/** Whether a moment stays until the viewer goes on: the end of a round, or the last one of a game. Nobody touches a big screen. */
export function isAwaited({ state, moment }: Heard): boolean {
  if (!moment || isOnlooker(state)) return false;
  return moment.beat.kind === 'round' || (state.outcome !== null && moment === state.moments?.[state.moments.length - 1]);
}

/** Of several of a kind in a row (hand after hand is turned up) the last is looked at longest. */
const IN_A_ROW = 0.6;

/** How long a moment is staged: while it moves, and as long as it weighs. */
export function stageOf(shown: Heard, motion: Motion, next?: Heard): number {
  if (!shown.moment) return 0;
  const { kind } = shown.moment.beat;
  const look = isAwaited(shown) ? AWAITED : LOOKS[kind];
  return lasts(motion) + (next?.moment?.beat.kind === kind && next.state === shown.state ? look * IN_A_ROW : look);
}

/** What is shown while a new state comes. */
export type Shown = {
  state: State | null;
  /** Whether the viewer has done something that is not answered yet. */
  isAsking: boolean;
  /** Whether nobody would see a movement: a hidden page, a look back, no wish for motion. */
  isUnseen: boolean;
  /** Whether a moment is being looked at: only what cannot wait cuts it short. */
  isStaging?: boolean;
};

const isMine = (state: State): boolean => state.offers.length > 0 || state.more;

/** Whether the viewer may decide, and needs all the time there is for it. */
function isShort(state: State): boolean {
  if (!isMine(state)) return false;
  const window = clockFor(state)?.left_ms ?? Infinity;
  return Math.min(window, state.think_ms ?? Infinity) < SHORT_OF_TIME;
}

/** The moments that are staged before a state: none if nobody would see them, or if time runs out for the viewer. */
export function staged(shown: Shown, next: State): readonly Moment[] {
  return shown.state === null || shown.isUnseen || next.anew || isShort(next) ? [] : (next.moments ?? []);
}

/** Whether a state must be shown at once, with all that came before it. */
export function isUrgent(shown: Shown, next: State, isBehind: boolean): boolean {
  const { state } = shown;
  if (state === null || shown.isAsking || shown.isUnseen || next.anew || next.version < state.version) return true;
  if (shown.isStaging) return isShort(next);
  if (next.clocks.length > 0) return true;
  // Whoever is choosing is not interrupted by what others do meanwhile.
  if (!isBehind && isMine(next) && isMine(state)) return true;
  return isShort(next);
}

export function arrive(queue: Queue, state: State, at: number, moments: readonly Moment[] = []): Queue {
  return { ...queue, waiting: [...queue.waiting, ...moments.map((moment) => ({ state, at, moment })), { state, at }] };
}

/** So much is passed when somebody goes on: what is being looked at, and the small steps after it. */
export function passed({ waiting }: Queue): number {
  const next = waiting.findIndex(({ moment }) => moment?.beat.kind !== 'step');
  return next + 1;
}

const statesIn = (waiting: readonly Heard[]): number => waiting.filter(({ moment }) => !moment).length;

/** When the next one is to be shown; the more wait, the sooner. Whoever plays may look at a moment to its end. */
export function nextAt({ waiting, shownAt, hold, stagedUntil }: Queue): number {
  const oldest = waiting[0];
  if (!oldest) return Infinity;
  const pause = Math.min(hold, Math.max(LEAST, LATEST / (statesIn(waiting) + 1)));
  const beyond = statesIn(waiting) - 1;
  const staged = isOnlooker(oldest.state) ? shownAt + Math.max(LEAST, (stagedUntil - shownAt) / (1 + beyond)) : stagedUntil;
  return Math.max(Math.min(staged, stagedUntil), Math.min(shownAt + pause, oldest.at + LATEST));
}

/** How many of those that wait are to be shown now: the next one, or all up to the next moment if they have waited too long. */
export function due(queue: Queue, now: number): number {
  const oldest = queue.waiting[0];
  if (!oldest || nextAt(queue) > now) return 0;
  if (statesIn(queue.waiting) > (isOnlooker(oldest.state) ? MANY_FOR_ONLOOKERS : MANY)) return queue.waiting.length;
  if (Math.max(oldest.at, queue.stagedUntil) + LATEST > now) return 1;
  const stop = queue.waiting.findIndex(({ moment }) => moment);
  return stop < 0 ? queue.waiting.length : Math.max(1, stop);
}
