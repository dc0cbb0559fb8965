// How likely an aim ends well. Pure; coordinates are those of the control.

export type At = readonly [x: number, y: number];
export type Reach = readonly [low: number, high: number];

export function clamp(value: number, [low, high]: Reach): number {
  return Math.round(Math.min(high, Math.max(low, value)));
}

/**
 * How likely something that is aimed here ends up within bounds, along one axis. `spread` says in how many ways each error comes
 * about, from the largest to one side to the largest to the other.
 */
export function chance(at: number, [low, high]: Reach, spread: readonly number[]): number {
  const farthest = (spread.length - 1) / 2;
  let [well, all] = [0, 0];
  spread.forEach((ways, n) => {
    const end = at + n - farthest;
    all += ways;
    if (end >= low && end <= high) well += ways;
  });
  return all === 0 ? 1 : well / all;
}

/** The same along both. */
export function odds([x, y]: At, safe: readonly [Reach, Reach] | undefined, spread: readonly number[]): number {
  return safe ? chance(x, safe[0], spread) * chance(y, safe[1], spread) : 0;
}

/** "89 in 100 safe". */
export function told(odds: number): string {
  if (odds >= 1) return 'Safe';
  if (odds <= 0) return 'Sure to fail';
  const percent = Math.round(100 * odds);
  if (percent === 100) return 'More than 99 in 100 safe';
  return percent === 0 ? 'Less than 1 in 100 safe' : `${percent} in 100 safe`;
}

/** From green over amber to red, as a colour. */
export function shade(odds: number): string {
  return odds > 0.5 ? `color-mix(in srgb, #8cc873 ${Math.round((odds - 0.5) * 200)}%, #f0b84c)` : `color-mix(in srgb, #f0b84c ${Math.round(odds * 200)}%, #de6a5e)`;
}
