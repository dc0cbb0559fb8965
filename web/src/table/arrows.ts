// Arrows over a board, as paths. Lengths in pixels.

export type Point = { x: number; y: number };
export type Arrow = { shaft: string; head: string };

const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** A point so far from one towards another. */
function towards(from: Point, to: Point, by: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  return { x: from.x + ((to.x - from.x) * by) / length, y: from.y + ((to.y - from.y) * by) / length };
}

/** A way through points, rounded at its bends, with a head at its end; it begins and ends so far from the outer points. */
export function arrow(points: readonly Point[], head: number, start = 0, end = 0): Arrow | null {
  const [first, second] = points;
  const [before, last] = points.slice(-2);
  if (!first || !second || !before || !last) return null;
  const length = Math.hypot(last.x - before.x, last.y - before.y);
  if (points.length === 2 && length <= start + end) return null;
  const tip = towards(last, before, Math.min(end, length * 0.45));
  const foot = towards(tip, before, head * 0.8);
  const middle = points.slice(1, -1);
  let shaft = `M${at(towards(first, second, start))}`;
  middle.forEach((bend, n) => {
    const [into, out] = [middle[n - 1] ?? first, middle[n + 1] ?? last];
    const near = Math.min(14, Math.hypot(bend.x - into.x, bend.y - into.y) / 2, Math.hypot(out.x - bend.x, out.y - bend.y) / 2);
    shaft += `L${at(towards(bend, into, near))}Q${at(bend)} ${at(towards(bend, out, near))}`;
  });
  const angle = Math.atan2(tip.y - before.y, tip.x - before.x);
  const barb = (by: number): Point => ({ x: tip.x - head * Math.cos(angle + by), y: tip.y - head * Math.sin(angle + by) });
  return { shaft: `${shaft}L${at(foot)}`, head: `M${at(tip)}L${at(barb(-0.6))}L${at(barb(0.6))}Z` };
}
