import { describe, expect, it } from 'vitest';
import type { State } from '../src/generated/messages';
import { follow, isForced, NONE, noteOf } from '../src/table/forced';

const state = (change: Partial<State>): State => ({ version: 4, forced: true, offers: [{}], undo: 'free', outcome: null, ...change }) as State;

describe('a step that leaves no choice', () => {
  it('is done for the viewer where the server says so', () => {
    expect(isForced(state({}), NONE)).toBe(true);
    expect(isForced(state({ forced: false }), NONE)).toBe(false);
  });

  it('is gone back behind, and not done again there', () => {
    const skipped = { at: [2, 4], stays: null };
    const back = follow(skipped, state({ version: 7 }), state({ version: 4 }));
    expect(back).toEqual({ skipped: { at: [2], stays: 4 }, further: true });
    const behind = follow(back.skipped, state({ version: 4 }), state({ version: 3, forced: false }));
    expect(behind).toEqual({ skipped: { at: [2], stays: 3 }, further: false });
    // Another way from there may end in the same.
    const again = follow(behind.skipped, state({ version: 3, forced: false }), state({ version: 4 }));
    expect(isForced(state({}), again.skipped)).toBe(true);
  });

  it('stays open where taking back is a question', () => {
    const { skipped, further } = follow({ at: [4], stays: null }, state({ version: 5 }), state({ undo: 'ask' }));
    expect(further).toBe(false);
    expect(isForced(state({}), skipped)).toBe(false);
    // The same state may be told again, for other reasons.
    expect(follow(skipped, state({}), state({})).skipped).toEqual(skipped);
  });

  it('is told in words', () => {
    expect(noteOf(['You waste a point.', 'Ben plays a card.'], 'Waste the point')).toBe('Nothing else was possible: you waste a point.');
    expect(noteOf([], 'Pass')).toBe('Nothing else was possible: “Pass”.');
  });
});
