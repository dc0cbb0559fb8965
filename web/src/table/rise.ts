// A board that rises, as the eye sees it from above its front corner. Pure; lengths in tiles, so that one number scales it.
// x goes to the lower right of the picture, y to its lower left, z up.

import type { Cell, Piece, Zone } from '../generated/messages';
import { cellBox, type Box } from './layout';
import { once } from './once';

export type Point = { x: number; y: number };
type Span = readonly [low: number, high: number];
/** A body with straight edges: what it covers along each axis. */
export type Solid = { x: Span; y: Span; z: Span };

/** Half the width and half the height of a tile's diamond. */
export const [HALF_WIDTH, HALF_HEIGHT] = [0.7, 0.36];
/** How thick a tile is, and how far one level lies above the other. */
export const [THICK, PITCH] = [0.126, 0.6];
/** The base below level 1: two plates, each wider than the one on it. */
export const PLATES = [{ rim: 0.12, top: 0, foot: -0.126 }, { rim: 0.34, top: -0.126, foot: -0.27 }] as const;
/** What stands on the uppermost level rises so far. */
const HEADROOM = 0.5;
/** A column, from its axis to its side, and what stands on a tile. */
const [COLUMN, FOOTING] = [0.1, 0.14];

export function project(x: number, y: number, z: number): Point {
  return { x: (x - y) * HALF_WIDTH, y: (x + y) * HALF_HEIGHT - z };
}

/** The height on which the tiles of a level lie, and that of their upper faces. */
export const footOf = (level: number): number => level * PITCH;
export const topOf = (level: number): number => footOf(level) + THICK;

const levelOf = (cell: Cell): number => cell.level ?? 0;

function union(boxes: readonly Box[]): Box {
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return { x, y, w: Math.max(...boxes.map((box) => box.x + box.w)) - x, h: Math.max(...boxes.map((box) => box.y + box.h)) - y };
}

/** What a level covers: half a tile less than the one below it on every side, and wherever it has cells. */
export function levelBox(zone: Zone, level: number): Box {
  const boxesOn = (one: number): Box[] => (zone.cells ?? []).filter((cell) => levelOf(cell) === one).map((cell) => cellBox(zone, cell));
  const lowest = boxesOn(0);
  const ground = lowest.length > 0 ? union(lowest) : { x: 0, y: 0, w: 1, h: 1 };
  const by = Math.min(level / 2, (Math.min(ground.w, ground.h) - 1) / 2);
  const inner = { x: ground.x + by, y: ground.y + by, w: ground.w - 2 * by, h: ground.h - 2 * by };
  return level === 0 ? ground : union([inner, ...boxesOn(level)]);
}

/** How many levels a board has, or has room for. */
export function levelsOf(zone: Zone): number {
  return Math.max(1, zone.room ?? 0, ...(zone.cells ?? []).map((cell) => levelOf(cell) + 1));
}

/** One level by itself, as a flat board. */
export function planOf(zone: Zone, level: number): Zone {
  const cells = (zone.cells ?? []).filter((cell) => levelOf(cell) === level).map((cell) => ({ ...cell, level: 0 }));
  const here = new Set(cells.map(({ key }) => key));
  const pieces = (zone.pieces ?? []).filter(({ cell }) => cell !== undefined && here.has(cell));
  return { ...zone, key: `${zone.key}.level${level + 1}`, label: `Level ${level + 1}`, cells, pieces, rises: false, room: 0 };
}

/** What the picture of a board takes up, with its base and all levels it has room for. */
export const risenBox = once((zone: Zone): Box => {
  const [inner, outer] = PLATES;
  const { x, y, w, h } = levelBox(zone, 0);
  const rim = Math.max(inner.rim, outer.rim);
  const left = project(x - rim, y + h + rim, 0).x;
  const right = project(x + w + rim, y - rim, 0).x;
  const low = project(x + w + rim, y + h + rim, outer.foot).y;
  const tops = Array.from({ length: levelsOf(zone) }, (_, level) => {
    const box = levelBox(zone, level);
    const [back, middle] = [project(box.x, box.y, topOf(level)), project(box.x + box.w / 2, box.y + box.h / 2, topOf(level) + HEADROOM)];
    return Math.min(back.y, middle.y);
  });
  const top = Math.min(project(x - rim, y - rim, 0).y, ...tops);
  return { x: left, y: top, w: right - left, h: low - top };
});

/** The silhouette of a cell as a box: its upper face, and its thickness below that, whether a tile lies there or not. */
export function silhouette(zone: Zone, cell: Cell): Box {
  const { x, y, w, h } = cellBox(zone, cell);
  const top = topOf(levelOf(cell));
  const [back, left, right, front] = [project(x, y, top), project(x, y + h, top), project(x + w, y, top), project(x + w, y + h, top)];
  return { x: left.x, y: back.y, w: right.x - left.x, h: front.y - back.y + THICK };
}

/** Whether one cell lies within another, seen from above. */
function isWithin(inner: Box, outer: Box): boolean {
  return inner.x >= outer.x - 0.01 && inner.y >= outer.y - 0.01 && inner.x + inner.w <= outer.x + outer.w + 0.01 && inner.y + inner.h <= outer.y + outer.h + 0.01;
}

const isTile = (cell: Cell): boolean => cell.ground !== 'bare';

/** A place for a column: a part of a tile, on its level. */
export function isFooting(zone: Zone, cell: Cell): boolean {
  const box = cellBox(zone, cell);
  return !isTile(cell) && (zone.cells ?? []).some((other) => other !== cell && isTile(other) && levelOf(other) === levelOf(cell) && isWithin(box, cellBox(zone, other)) && cellBox(zone, other).w > box.w);
}

/** Whether a tile hangs in the air: a place for a column below it is still empty. */
export function isHanging(zone: Zone, cell: Cell): boolean {
  const occupied = new Set((zone.pieces ?? []).map((piece) => piece.cell));
  const box = cellBox(zone, cell);
  return isTile(cell) && levelOf(cell) > 0 && (zone.cells ?? []).some((other) => levelOf(other) === levelOf(cell) - 1 && !occupied.has(other.key) && isWithin(cellBox(zone, other), box) && cellBox(zone, other).w < box.w);
}

/** The four corners of a tile on which its columns stand, the nearest one last. */
export function corners({ x, y, w, h }: Box): { x: number; y: number }[] {
  return [[0.25, 0.25], [0.75, 0.25], [0.25, 0.75], [0.75, 0.75]].map(([a = 0, b = 0]) => ({ x: x + a * w, y: y + b * h }));
}

/** So far from the back corner something stands on a tile: its symbol shows before it. */
const BACK = 0.36;

/** Where on its tile something stands: behind the symbol, or on the nearest quarter over which nothing is built. */
function footingOn(zone: Zone, cell: Cell): { x: number; y: number } {
  const box = cellBox(zone, cell);
  const above = (zone.cells ?? []).filter((other) => levelOf(other) === levelOf(cell) + 1 && isTile(other)).map((other) => cellBox(zone, other));
  const isCovered = ({ x, y }: { x: number; y: number }): boolean => above.some((one) => x > one.x && x < one.x + one.w && y > one.y && y < one.y + one.h);
  const all = corners(box);
  const free = all.filter((corner) => !isCovered(corner));
  if (box.w < 1) return { x: box.x + box.w / 2, y: box.y + box.h / 2 };
  return free.length === all.length || free.length === 0 ? { x: box.x + box.w * BACK, y: box.y + box.h * BACK } : (free[free.length - 1] as Point);
}

/** Something on the board with its place in the picture. */
export type Standing = { piece: Piece; cell: Cell; /** Where its foot is. */ at: Point; isColumn: boolean; solid: Solid };

/** Where the pieces of a board stand; cubes are columns, as high as the next level. */
export function standing(zone: Zone): Standing[] {
  return (zone.cells ?? []).flatMap((cell) => {
    const pieces = (zone.pieces ?? []).filter((piece) => piece.cell === cell.key);
    const [level, at] = [levelOf(cell), footingOn(zone, cell)];
    return pieces.map((piece, n): Standing => {
      // Several stand side by side, across the picture.
      const aside = (n - (pieces.length - 1) / 2) * 0.24;
      const [x, y] = [at.x + aside, at.y - aside];
      const isColumn = typeof piece.figure === 'object' && 'cube' in piece.figure;
      const wide = isColumn ? COLUMN : FOOTING;
      return { piece, cell, isColumn, at: project(x, y, topOf(level)), solid: { x: [x - wide, x + wide], y: [y - wide, y + wide], z: [topOf(level), footOf(level + 1)] } };
    });
  });
}

export function solidOf(zone: Zone, cell: Cell): Solid {
  const { x, y, w, h } = cellBox(zone, cell);
  const level = levelOf(cell);
  // A place on a tile is as thin as paint.
  const z: Span = isTile(cell) ? [footOf(level), topOf(level)] : isFooting(zone, cell) ? [topOf(level), topOf(level)] : [footOf(level), footOf(level)];
  return { x: [x, x + w], y: [y, y + h], z };
}

const isUpTo = ([, a]: Span, [b]: Span): boolean => a <= b + 0.001;

/** Whether the first is seen behind the second wherever both are seen. */
function isBehind(a: Solid, b: Solid): boolean {
  return isUpTo(a.x, b.x) || isUpTo(a.y, b.y) || isUpTo(a.z, b.z);
}

/**
 * The place of each body in the order in which they are painted, the farthest first. Two that are behind each other, one along
 * one axis and one along another, do not meet in the picture.
 */
export function paintOrder(solids: readonly Solid[]): number[] {
  const places: number[] = solids.map(() => -1);
  const begun = new Set<number>();
  let next = 0;
  const paint = (n: number): void => {
    if (begun.has(n)) return;
    begun.add(n);
    const own = solids[n] as Solid;
    solids.forEach((other, m) => {
      if (m !== n && isBehind(other, own) && !isBehind(own, other)) paint(m);
    });
    places[n] = next;
    next += 1;
  };
  solids.forEach((_, n) => paint(n));
  return places;
}

/** Whether the foot of something is hidden by a tile that is painted after it. */
export function isHidden(zone: Zone, one: Standing): boolean {
  const middle = { x: one.at.x, y: one.at.y - HEADROOM / 2 };
  return (zone.cells ?? []).some((cell) => {
    if (!isTile(cell) || levelOf(cell) <= levelOf(one.cell)) return false;
    const box = silhouette(zone, cell);
    const [w, h] = [box.w / 2, (box.h - THICK) / 2];
    // Within the diamond of its upper face, or just below it.
    return [0, THICK].some((z) => Math.abs(middle.x - box.x - w) / w + Math.abs(middle.y - box.y - h - z) / h < 0.85);
  });
}
