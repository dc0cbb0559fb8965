// Counting a score up or down.

const LASTS = 400;

/** What a number shows that long after it began to count: fast at first, whole numbers only, and never past the end. */
export function countAt(from: number, to: number, ms: number): number {
  if (ms >= LASTS) return to;
  const left = 1 - Math.max(0, ms) / LASTS;
  return Math.round(to + (from - to) * left ** 3);
}
