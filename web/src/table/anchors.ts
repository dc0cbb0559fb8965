// A stage: the drawing of a table that a game brings along, with named places at which its zones lie. Pure; boxes of a drawing are in
// its own units, boxes of a room in pixels.

import { fitOne } from './boards';
import type { Keep } from './kept';
import { isBoard, largest, type Box } from './layout';
import { areaOf, type Size } from './panel';

/** A place of a drawing: `zone:row` for that zone, `zone:garden.*` for all gardens side by side, `player:*` for whoever plays. */
export type Place = { name: string; box: Box };
export type Stage = { view: Box; places: Place[] };

/** As much of an element as is read here. */
export type Drawn = { getAttribute(name: string): string | null; querySelectorAll(selector: string): Iterable<Drawn> };

const ALL = '*';
/** Between two zones that share a place, as a part of its longer side. */
const GAP = 0.02;
const [LARGEST_TILE, LARGEST_CARD] = [160, 140];

function lengths(text: string | null): number[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean).map(Number);
}

/** The places of a drawing: its rectangles that name one. A drawing without a frame is no stage. */
export function readStage(svg: Drawn): Stage | null {
  const [x, y, w, h] = lengths(svg.getAttribute('viewBox'));
  if (x === undefined || y === undefined || !w || !h) return null;
  const places = [...svg.querySelectorAll('rect[data-place]')].map((rect) => {
    const length = (name: string): number => Number(rect.getAttribute(name) ?? 0);
    return { name: rect.getAttribute('data-place') ?? '', box: { x: length('x'), y: length('y'), w: length('width'), h: length('height') } };
  });
  return { view: { x, y, w, h }, places: places.filter(({ name, box }) => name !== '' && box.w > 0 && box.h > 0) };
}

/** Where a drawing lies in a room: as large as it fits, in the middle. */
export function frameIn({ view }: Stage, room: Size): Box & { scale: number } {
  const scale = Math.min(room.w / view.w, room.h / view.h);
  const [w, h] = [view.w * scale, view.h * scale];
  return { x: (room.w - w) / 2, y: (room.h - h) / 2, w, h, scale };
}

/** A box of equal parts along its longer side. */
function parts(box: Box, count: number): Box[] {
  const isBroad = box.w >= box.h;
  const gap = GAP * Math.max(box.w, box.h);
  const length = ((isBroad ? box.w : box.h) - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, n) =>
    isBroad ? { ...box, x: box.x + n * (length + gap), w: length } : { ...box, y: box.y + n * (length + gap), h: length });
}

const isMeant = (name: string, key: string): boolean => (name.endsWith(ALL) ? key.startsWith(name.slice(0, -ALL.length)) : key === name);

/** The boxes of a room at which things of these keys lie; what has no place on the stage has none. A narrower name counts before a wider one. */
export function anchor(stage: Stage, keys: readonly string[], room: Size): Map<string, Box> {
  const frame = frameIn(stage, room);
  const placed = new Map<string, Box>();
  const byName = [...stage.places].sort((a, b) => Number(a.name.endsWith(ALL)) - Number(b.name.endsWith(ALL)));
  for (const { name, box } of byName) {
    const meant = keys.filter((key) => !placed.has(key) && isMeant(name, key));
    const here = {
      x: frame.x + (box.x - stage.view.x) * frame.scale,
      y: frame.y + (box.y - stage.view.y) * frame.scale,
      w: box.w * frame.scale,
      h: box.h * frame.scale,
    };
    for (const [n, part] of parts(here, Math.max(1, meant.length)).entries()) {
      const key = meant[n];
      if (key !== undefined) placed.set(key, part);
    }
  }
  return placed;
}

/** How large a zone is drawn so that it fits into its box: the tile of a board, or the card of what lies side by side. */
export function scaleIn(keep: Keep, box: Size): number {
  if (isBoard(keep.zone)) return fitOne(keep.zone, box.w, box.h, LARGEST_TILE, keep.box);
  return largest((card) => {
    const area = areaOf(keep, card, box.w);
    return area.w <= box.w + 0.5 && area.h <= box.h + 0.5;
  }, LARGEST_CARD);
}
