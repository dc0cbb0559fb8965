// How large boards become in a room of pixels, with their rims and names, and how several of them stand.

import type { Cell, Zone } from '../generated/messages';
import { bounds, cellBox, grain, largest, type Box } from './layout';
import { once } from './once';

type Size = { w: number; h: number };

/** Whether a cell is one of the long spaces of a race, whose pieces line up. */
export const isSpace = ({ ground, size: [w, h], grow }: Cell): boolean => grow !== 'heap' && h >= 3 * w && ground !== 'stand';

/** Whether a cell is of the wood of a board: what is bare or stands on the ground has no rim. */
export const isWood = (ground: Cell['ground']): boolean => ground !== 'bare' && ground !== 'stand';

/** The middle of all that are called the same; nothing if some of them lie too far apart to share a name at the edge. */
function middles(named: readonly (readonly [name: string, at: number])[], apart: number): Map<string, number> {
  const all = new Map<string, number[]>();
  for (const [name, at] of named) all.set(name, [...(all.get(name) ?? []), at]);
  const isShared = [...all.values()].every((some) => Math.max(...some) - Math.min(...some) < apart);
  return new Map(isShared ? [...all].map(([name, some]) => [name, some.reduce((sum, at) => sum + at, 0) / some.length]) : []);
}

/**
 * The letters and numbers at the edge of a board that has them, with where they stand: the labels of its cells are made of them,
 * `c4` or `4c`, or of two words, `c1 L4`. Letters may also name the rows. Where each row counts its cells from its own beginning, only
 * the rows can be told at the edge; and on a board that rises, `1:c4`, those of its lowest level.
 */
export const coordinates = once((zone: Zone): { columns: Map<string, number>; rows: Map<string, number> } | null => {
  if (!zone.coordinates) return null;
  const ground = (zone.cells ?? []).filter(({ level }) => !level);
  const named = ground.flatMap((cell) => {
    const words = cell.label.split(' ');
    const name = cell.label.replace(/^\d+:/, '');
    if (words.length === 2) return [{ cell, column: words[0] ?? '', row: words[1] ?? '' }];
    return /^[a-z]+\d+$|^\d+[a-z]+$/i.test(name) ? [{ cell, column: name.replace(/\d+/, ''), row: name.replace(/\D+/, '') }] : [];
  });
  const unit = zone.unit ?? 1;
  type Named = (typeof named)[number];
  const across = (name: (one: Named) => string): Map<string, number> => middles(named.map((one) => [name(one), one.cell.x + one.cell.size[0] / 2]), unit);
  const down = (name: (one: Named) => string): Map<string, number> => middles(named.map((one) => [name(one), one.cell.y + one.cell.size[1] / 2]), unit);
  const usual = { columns: across(({ column }) => column), rows: down(({ row }) => row) };
  return usual.columns.size + usual.rows.size > 0 ? usual : { columns: across(({ row }) => row), rows: down(({ column }) => column) };
});

/** What a name of two letters needs at the edge. */
const LONG_NAME = 22;
/** A tile too small for letters at the edge. */
const SMALL_TILE = 34;

/** How wide the rim is, in pixels: wood has one, and coordinates need more. */
export function edgeOf(zone: Zone, tile: number): number {
  // A board that rises has its base around it.
  if (zone.rises) return 0;
  if (!zone.cells?.some((cell) => isWood(cell.ground)) && !coordinates(zone)) return 0;
  const names = coordinates(zone);
  // The numbers of long spaces stand in the rim.
  if (zone.cells?.some(isSpace)) return Math.max(14, Math.round(Math.min(24, tile * 0.42)));
  // A shore reaches into the rim, and the names stand outside it.
  if (tile > SMALL_TILE && zone.shores) return Math.round(Math.min(38, tile * 0.5));
  const isLong = [...(names?.rows.keys() ?? [])].some((name) => name.length > 1);
  if (tile > SMALL_TILE && names) return Math.max(isLong ? LONG_NAME : 0, Math.round(Math.min(30, tile * 0.3)));
  return Math.max(8, Math.round(tile * 0.16));
}

/** How much of a board its cells leave free, from which on it is no closed grid. */
const GAPPY = 0.16;

/** Whether a board has gaps: an island, a path, rows of different lengths. */
export const isGappy = once((zone: Zone): boolean => {
  const cells = (zone.cells ?? []).map((cell) => cellBox(zone, cell));
  const { w, h } = bounds(zone);
  return cells.length > 0 && cells.reduce((sum, cell) => sum + cell.w * cell.h, 0) < w * h * (1 - GAPPY);
});

/** What the shore around each cell of a bare board takes. */
const SHORE = 6;

/** A board with gaps needs no tray where a drawing is its ground. */
export const isStrewn = (zone: Zone): boolean => !zone.rises && !zone.shores && isGappy(zone) && (zone.cells ?? []).some(({ ground }) => ground !== 'bare');

/** How wide the rim of a board is that lies at a place of a drawing. */
export function rimOf(zone: Zone, tile: number): number {
  return isStrewn(zone) ? SHORE : edgeOf(zone, tile);
}

/** A name may be wider than a small board. */
export const LEAST_NAME = 190;

/** What a board with this tile takes up on the screen, with its name above it and the gap to the next. */
function boardSize(zone: Zone, room: Size, tile: number, isNamed: boolean): Size {
  const edge = edgeOf(zone, tile);
  const name = isNamed ? zone.label.length * 7.4 + 8 : 0;
  const w = Math.max(room.w * tile + 2 * edge, Math.min(name, LEAST_NAME));
  const lines = Math.ceil(name / w);
  return { w: w + 12, h: room.h * tile + 2 * edge + lines * 18 + (isNamed ? 6 : 0) + 12 };
}

/** Whether boards of these sizes fit side by side and below each other into a room; a track has its row to itself. */
function packs(boards: readonly Zone[], sizes: readonly Size[], width: number, height: number): boolean {
  let [x, row, total] = [0, 0, 0];
  for (const [n, { w, h }] of sizes.entries()) {
    if (w > width + 12) return false;
    const isTrack = boards[n]?.kind === 'track' || boards[n - 1]?.kind === 'track';
    if (x > 0 && (isTrack || x + w > width + 12)) [total, x, row] = [total + row, 0, 0];
    x += w;
    row = Math.max(row, h);
  }
  return total + row <= height + 12;
}

/** The largest tile with which one board fits into a room. */
export function fitOne(zone: Zone, width: number, height: number, most: number, { w, h }: Box = bounds(zone), rim = edgeOf): number {
  return largest((tile) => w * tile + 2 * rim(zone, tile) <= width && h * tile + 2 * rim(zone, tile) <= height, most);
}

type Fits = (tiles: number[]) => boolean;

/** One tile for all boards; then a larger one for those of the same cells, the largest board first, while there is room left. */
function tilesFor(boards: readonly Zone[], rooms: readonly Size[], fits: Fits, most: number): number[] {
  const common = largest((tile) => fits(boards.map(() => tile)), most);
  let tiles = boards.map(() => common);
  const area = (n: number): number => (rooms[n]?.w ?? 0) * (rooms[n]?.h ?? 0);
  const grains = boards.map(grain);
  if (boards.some((zone) => zone.kind === 'track') && boards.some((zone) => zone.kind !== 'track')) return besideTrack(boards, fits, common, most);
  const kinds = [...new Set(boards.map((_, n) => n).sort((a, b) => area(b) - area(a)).map((n) => grains[n]))];
  for (const kind of kinds.length > 1 ? kinds : []) {
    const tilesAt = (tile: number): number[] => tiles.map((one, n) => (grains[n] === kind ? tile : one));
    tiles = tilesAt(Math.max(common, largest((tile) => fits(tilesAt(tile)), Math.min(most, common * 2))));
  }
  return tiles;
}

/** A track is where things happen: the boards below it give way a little if that makes it much larger. */
function besideTrack(boards: readonly Zone[], fits: Fits, common: number, most: number): number[] {
  let [best, worth] = [boards.map(() => common), 0];
  for (let tile = common; tile >= Math.max(8, common * 0.85); tile -= 1) {
    const tilesAt = (way: number): number[] => boards.map((zone) => (zone.kind === 'track' ? way : tile));
    const way = Math.max(tile, largest((one) => fits(tilesAt(one)), Math.min(most, tile * 2)));
    if (way * tile > worth) [best, worth] = [tilesAt(way), way * tile];
  }
  return best;
}

/**
 * The tile of each board in a room, and how they stand: in rows (`split` 0), or the first few below each other at the left
 * and the others in rows beside them, whichever makes them larger.
 */
export function fitBoards(boards: readonly Zone[], width: number, height: number, most: number, boxOf: (zone: Zone) => Box = bounds): { tiles: number[]; split: number } {
  const rooms = boards.map(boxOf);
  const sizes = (tiles: readonly number[]): Size[] =>
    boards.map((zone, n) => boardSize(zone, rooms[n] ?? { w: 1, h: 1 }, tiles[n] ?? 0, boards.length > 1));
  let best = { tiles: tilesFor(boards, rooms, (tiles) => packs(boards, sizes(tiles), width, height), most), split: 0 };
  if (boards.some((zone) => zone.kind === 'track')) return best;
  for (let split = 1; split < boards.length - 1; split += 1) {
    const fits: Fits = (tiles) => {
      const all = sizes(tiles);
      const left = all.slice(0, split);
      return (
        left.reduce((sum, { h }) => sum + h, -12) <= height &&
        packs(boards.slice(split), all.slice(split), width - Math.max(...left.map(({ w }) => w)), height)
      );
    };
    const tiles = tilesFor(boards, rooms, fits, most);
    if (Math.min(...tiles) > Math.min(...best.tiles)) best = { tiles, split };
  }
  return best;
}
