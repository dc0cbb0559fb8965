// Towers of cubes side by side on a plank, seen from the front and a little from above. Pure; lengths in tiles.
// 0 is where towers stand; y goes down, as on the screen.

import type { Cell, Colour, Figure, Piece, Zone } from '../generated/messages';
import { cellBox, type Box } from './layout';

/** The front of a cube, and how far its back is shifted. */
export const [WIDE, HIGH] = [0.47, 0.4];
export const [DEEP_X, DEEP_Y] = [0.157, 0.118];
/** So many cubes stand in full height; in a higher tower they are flatter. */
export const FULL = 8;
/** Above them there is room for a cube that is held, and for words. */
const ABOVE = 2.2 * HIGH;
/** From where towers stand to the front of the plank, its height, and its shadow. */
export const [PLANK_FRONT, PLANK_HIGH, SHADOW] = [0.3, 0.24, 0.12];
/** How far the plank reaches beyond the towers. */
export const OVERHANG = 0.26;
/** How high a held cube hovers, in cubes. */
const HOVER = 1.7;
/** So far a tower that sways leans to either side, in degrees. */
export const SWAY = 3.5;

/** Whether a board has towers: its pieces stand on top of each other, each a little off. */
export function isTowers(zone: Zone): boolean {
  const cells = zone.cells ?? [];
  return cells.length > 0 && cells.every(({ grow }) => grow === 'up') && (zone.pieces ?? []).some(({ off }) => off !== undefined);
}

/** What the towers take up, with the plank and the room above. */
export function towersBox(zone: Zone): Box {
  const boxes = (zone.cells ?? []).map((cell) => cellBox(zone, cell));
  const [left, right] = [Math.min(...boxes.map(({ x }) => x)), Math.max(...boxes.map(({ x, w }) => x + w))];
  const tall = FULL * HIGH + DEEP_Y + ABOVE;
  return { x: left - OVERHANG, y: -tall, w: right - left + 2 * OVERHANG, h: tall + PLANK_FRONT + PLANK_HIGH + SHADOW };
}

export type Block = { piece: Piece; /** Its front, its top and its side. */ box: Box; /** How high its front is. */ high: number };
export type Tower = { cell: Cell; /** The middle of its foot. */ x: number; blocks: Block[]; /** The height of one cube. */ step: number };

/** The box of a cube whose front has its lower left corner here. */
function blockBox(left: number, foot: number, high: number): Box {
  return { x: left, y: foot - high - DEEP_Y, w: WIDE + DEEP_X, h: high + DEEP_Y };
}

/** Where a cube is that stands so far off, to the right and towards the viewer, in hundredths of its width. */
function shifted(x: number, foot: number, [right, forward]: readonly [number, number], high: number): Box {
  return blockBox(x - (WIDE + DEEP_X) / 2 + (right / 100) * WIDE - (forward / 100) * DEEP_X, foot + (forward / 100) * DEEP_Y, high);
}

export function towersOf(zone: Zone): Tower[] {
  return (zone.cells ?? []).map((cell) => {
    const box = cellBox(zone, cell);
    const pieces = (zone.pieces ?? []).filter((piece) => piece.cell === cell.key);
    const step = HIGH * Math.min(1, FULL / Math.max(1, pieces.length));
    const x = box.x + box.w / 2;
    return { cell, x, step, blocks: pieces.map((piece, n) => ({ piece, high: step, box: shifted(x, -n * step, piece.off ?? [0, 0], step) })) };
  });
}

/** Where the next cube of a tower would stand, so far off the middle of its top. */
export function nextBox({ x, blocks, step }: Tower, [right, forward]: readonly [number, number]): Box {
  const top = blocks[blocks.length - 1]?.piece.off ?? [0, 0];
  return shifted(x, -blocks.length * step, [top[0] + right, top[1] + forward], step);
}

/** Where a cube that is held over a tower hovers. */
export function heldBox(tower: Tower, at: readonly [number, number]): Box {
  const next = nextBox({ ...tower, step: HIGH }, at);
  const foot = -tower.blocks.length * tower.step - HOVER * HIGH + (at[1] / 100) * DEEP_Y;
  return { ...next, y: foot - HIGH - DEEP_Y, h: HIGH + DEEP_Y };
}

/** To which side a tower falls: to where it leans. */
export function fallsTo({ blocks }: Tower): 1 | -1 {
  return (blocks[blocks.length - 1]?.piece.off?.[0] ?? 0) < 0 ? -1 : 1;
}

/** A place among the towers on the screen: what they take up in tiles, and the width of a tile in pixels. */
export class TowerSight {
  constructor(readonly room: Box, readonly tile: number) {}

  x(x: number): number {
    return (x - this.room.x) * this.tile;
  }

  y(y: number): number {
    return (y - this.room.y) * this.tile;
  }

  /** The silhouette of a cube. */
  cube({ x, y, h }: Box): string {
    const [left, top, wide, deepX, deepY, foot] = [this.x(x), this.y(y), WIDE * this.tile, DEEP_X * this.tile, DEEP_Y * this.tile, this.y(y + h)];
    return `M${left} ${foot}V${top + deepY}l${deepX} ${-deepY}h${wide}V${foot - deepY}l${-deepX} ${deepY}Z`;
  }
}

/** The cube that a figure is, if it is one. */
export const cubeOf = (figure: Figure | undefined): Colour | undefined => (typeof figure === 'object' && 'cube' in figure ? figure.cube : undefined);

/** What is said of a tower. */
export const notesOf = ({ cell }: Tower): string[] => (cell.marks ?? []).flatMap((mark) => (typeof mark === 'object' ? [mark.note] : []));

/** What a tower is in danger of, or what is said of it besides its height, is seen in how it stands. */
export const sways = (tower: Tower): boolean => tower.blocks.length > 1 && (tower.cell.marks?.includes('danger') === true || notesOf(tower).length > 1);

/** The upper end of a tower, or of the first cube that would stand there. */
export const topOf = ({ blocks }: Tower): number => Math.min(-HIGH - DEEP_Y, ...blocks.map(({ box }) => box.y));
