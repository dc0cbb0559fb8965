// How long somebody may think, by the pace of a table.

import type { Pace } from '../generated/messages';

export type Limit = { seconds: number | null; label: string };

const LIMITS: Record<Pace, readonly Limit[]> = {
  live: [
    { seconds: null, label: 'no limit' }, { seconds: 30, label: '30 seconds' }, { seconds: 60, label: '1 minute' },
    { seconds: 180, label: '3 minutes' }, { seconds: 600, label: '10 minutes' },
  ],
  mail: [
    { seconds: null, label: 'no limit' }, { seconds: 86_400, label: '1 day' }, { seconds: 259_200, label: '3 days' }, { seconds: 604_800, label: '1 week' },
  ],
};

/** "3 minutes", "1 day"; a limit that no list has in its largest whole unit. */
export function limitInWords(seconds: number | null | undefined): string {
  if (seconds == null) return 'no limit';
  const [unit, name] = seconds % 86_400 === 0 ? [86_400, 'day'] : seconds % 3600 === 0 ? [3600, 'hour'] : seconds % 60 === 0 ? [60, 'minute'] : [1, 'second'];
  const n = seconds / unit;
  return n === 7 && name === 'day' ? '1 week' : `${n} ${name}${n === 1 ? '' : 's'}`;
}

/** What can be chosen at this pace; the limit that a table has already is among it. */
export function limits(pace: Pace, current?: number | null): readonly Limit[] {
  const listed = LIMITS[pace];
  if (current == null || !isPossible(pace, current) || listed.some((limit) => limit.seconds === current)) return listed;
  return [...listed, { seconds: current, label: limitInWords(current) }];
}

/** Live at most an hour, by mail at least one. */
function isPossible(pace: Pace, seconds: number): boolean {
  return pace === 'live' ? seconds <= 3600 : seconds >= 3600;
}

/** The limit that a table keeps when its pace changes: the same where it makes sense, else the usual one. */
export function kept(pace: Pace, current: number | null | undefined): number | null {
  if (current == null) return null;
  if (isPossible(pace, current)) return current;
  return pace === 'live' ? 180 : 86_400;
}
