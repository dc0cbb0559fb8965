// Two fingers on a table: it is enlarged and moved under them, and a double tap brings it back. Pure; lengths in pixels.

export type Point = { x: number; y: number };
/** How a table is shown: so many times as large, moved by so much. */
export type Look = { scale: number; x: number; y: number };

export const PLAIN: Look = { scale: 1, x: 0, y: 0 };
const MOST = 4;
/** Less than this is a hand that was not quite still. */
const LEAST = 1.05;

const between = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const apart = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

/** The table stays under the fingers: what was between them at first is between them now. */
export function pinch(look: Look, from: readonly [Point, Point], to: readonly [Point, Point]): Look {
  const scale = Math.min(MOST, Math.max(1, (look.scale * apart(...to)) / Math.max(1, apart(...from))));
  const [was, is] = [between(...from), between(...to)];
  const grown = scale / look.scale;
  return { scale, x: is.x - (was.x - look.x) * grown, y: is.y - (was.y - look.y) * grown };
}

/** No edge of the table comes into its frame; a table that is hardly enlarged is not. */
export function settle(look: Look, { w, h }: { w: number; h: number }): Look {
  if (look.scale < LEAST) return PLAIN;
  const within = (at: number, length: number): number => Math.min(0, Math.max(length * (1 - look.scale), at));
  return { scale: look.scale, x: within(look.x, w), y: within(look.y, h) };
}
