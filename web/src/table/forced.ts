// Steps that leave no choice: all that is on offer lets the game go on. They are done for the viewer, a moment later and
// with a word about it; whoever takes back goes back behind them, and stays there.

import type { State } from '../generated/messages';

export type Skipped = {
  /** After how many inputs something was done for the viewer. */
  readonly at: readonly number[];
  /** Where the viewer went back to: nothing is done for them there. */
  readonly stays: number | null;
};

export const NONE: Skipped = { at: [], stays: null };

/** So long there is to see what is about to be done. */
export const MOMENT = 1600;

/** Whether something is to be done for the viewer now. */
export function isForced(state: State, { stays }: Skipped): boolean {
  return state.forced && state.offers.length === 1 && state.outcome === null && state.version !== stays;
}

/** What a new state makes of it; and whether the viewer has gone back only to what was done for them, and wants to go further. */
export function follow(skipped: Skipped, before: State | null, next: State): { skipped: Skipped; further: boolean } {
  if (before === null || next.version >= before.version) return { skipped: next.version === skipped.stays ? skipped : { ...skipped, stays: null }, further: false };
  const further = next.forced && next.undo === 'free' && skipped.at.includes(next.version);
  return { skipped: { at: skipped.at.filter((version) => version < next.version), stays: next.version }, further };
}

/** What is told about it: what was said first, or else what was chosen. */
export function noteOf(said: readonly string[], label: string): string {
  const what = said[0]?.replace(/^You\b/, 'you') ?? `“${label}”.`;
  return `Nothing else was possible: ${what}`;
}
