// Where things lie. Lengths are in tiles (the width of one tile is 1), so that one number scales a zone.

import type { Cell, Figure, Piece, Scene, Zone } from '../generated/messages';
import { EMBLEMS } from '../pieces/emblems';
import { BLOOM, STAND } from '../pieces/figure';
import { NOTE_WIDTH, noteHeight, tokenHeight } from '../pieces/token';
import { once } from './once';

export type Box = { x: number; y: number; w: number; h: number };
/** A higher level lies in front. */
export type Placed = { piece: Piece; box: Box; turn: number; level: number };

/** Height of a figure, as a part of its width. */
export function tallness(figure: Figure): number {
  if (figure === 'card_back' || figure === 'rune_back') return 160 / 110;
  if (figure === 'tile_face' || figure === 'tile_back') return 1.04;
  if (figure === 'bag') return 1.1;
  if ('card' in figure || 'rune' in figure) return 160 / 110;
  if ('tile' in figure) return 1.04;
  if ('cube' in figure) return 44 / 40;
  if ('bloom' in figure) return BLOOM[1] / BLOOM[0];
  if ('meeple' in figure) return 54 / 44;
  if ('die' in figure) return 52 / 48;
  if ('emblem' in figure) return EMBLEMS[figure.emblem].size[1] / EMBLEMS[figure.emblem].size[0];
  if ('note' in figure) return noteHeight(figure.note) / NOTE_WIDTH;
  return tokenHeight(figure.token) / 100;
}

/** Cards and tiles lie; cubes, meeples, dice and tokens stand on them. */
export function lies(figure: Figure): boolean {
  if (typeof figure === 'string') return figure !== 'bag';
  return 'card' in figure || 'rune' in figure || 'tile' in figure;
}

function isCard(figure: Figure): boolean {
  return lies(figure) && tallness(figure) > 1.2;
}

/** How wide a figure is by nature, in tiles. */
export function naturalWidth(figure: Figure): number {
  if (isCard(figure)) return 1.1;
  if (lies(figure)) return 0.96;
  return typeof figure !== 'string' && ('token' in figure || 'note' in figure) ? 0.9 : 0.64;
}

export function turnOf(piece: Piece): number {
  const quarter = { up: 0, right: 90, down: 180, left: 270 }[piece.turned ?? 'up'];
  return quarter + (piece.askew ? 45 : 0);
}

/** A cell's place, in tiles. */
export function cellBox(zone: Zone, cell: Cell): Box {
  const unit = zone.unit ?? 1;
  return { x: cell.x / unit, y: cell.y / unit, w: cell.size[0] / unit, h: cell.size[1] / unit };
}

function union(boxes: Box[]): Box {
  if (boxes.length === 0) return { x: 0, y: 0, w: 1, h: 1 };
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  const right = Math.max(...boxes.map((box) => box.x + box.w));
  const low = Math.max(...boxes.map((box) => box.y + box.h));
  return { x, y, w: right - x, h: low - y };
}

/** What a board, track or plane takes up. */
export const bounds = once((zone: Zone): Box => {
  const unit = zone.unit ?? 1;
  const cells = (zone.cells ?? []).map((cell) => cellBox(zone, cell));
  const free = (zone.pieces ?? []).flatMap((piece) => {
    if (!piece.at) return [];
    const w = naturalWidth(piece.figure);
    const h = w * tallness(piece.figure);
    return [{ x: piece.at[0] / unit - w / 2, y: piece.at[1] / unit - h / 2, w, h }];
  });
  return union([...cells, ...free]);
});

/** Several flat things side by side in a box, overlapping where they must. */
function spread(box: Box, pieces: Piece[]): Placed[] {
  const tall = Math.max(...pieces.map((piece) => tallness(piece.figure)));
  const w = Math.min(box.w * 0.95, (box.h * 0.95) / tall, tall > 1.2 ? box.h : 0.96);
  const room = box.w * 0.95 - w;
  const step = pieces.length > 1 ? Math.min(w * 1.06, room / (pieces.length - 1)) : 0;
  const start = box.x + (box.w - w - step * (pieces.length - 1)) / 2;
  return pieces.map((piece, n) => {
    const h = w * tallness(piece.figure);
    return { piece, level: n, turn: turnOf(piece), box: { x: start + n * step, y: box.y + (box.h - h) / 2, w, h } };
  });
}

/** Pieces one above the other from an edge of the box. */
function pile(box: Box, pieces: Piece[], isUp: boolean): Placed[] {
  const first = pieces[0];
  if (!first) return [];
  const tall = tallness(first.figure);
  const natural = Math.min(box.w * 0.86, 0.82, (box.h * 0.96) / tall);
  // A tall pile gets smaller before its pieces hide each other.
  const w = Math.max(natural * 0.55, Math.min(natural, box.h / tall / (1 + 0.56 * (pieces.length - 1))));
  const h = w * tall;
  const step = Math.min(h * 0.86, (box.h - h) / Math.max(1, pieces.length - 1));
  return pieces.map((piece, n) => {
    const y = isUp ? box.y + box.h - h - n * step : box.y + n * step;
    // Seen from the front, the lower one stands before the upper one, so that every mark shows.
    return { piece, level: isUp ? pieces.length - n : n, turn: turnOf(piece), box: { x: box.x + (box.w - w) / 2, y, w, h } };
  });
}

/** A stand has room for so many without a change of their size, and then for so many more. */
const STACKS = [9, 16, 25, 40, 60, 90, 130];
/** How far each row stands above the one before, of the height of a piece: so that every mark shows. */
const RISE = 0.66;

/** Rows of pieces on a stand, the first at its foot. One column is the clearest, if its pieces do not get too small. */
function stack(box: Box, pieces: Piece[]): Placed[] {
  const tall = tallness(pieces[0]?.figure ?? 'bag');
  const most = STACKS.find((number) => number >= pieces.length) ?? pieces.length;
  const foot = box.y + box.h - Math.min(box.w, box.h / 1.5) * STAND;
  const width = (columns: number): number => {
    const rows = Math.ceil(most / columns);
    return Math.min((box.w * 0.9) / columns, 0.62 * box.w, ((foot - box.y) * 0.96) / tall / (1 + RISE * (rows - 1)));
  };
  const wide = Array.from({ length: most }, (_, n) => ({ columns: n + 1, w: width(n + 1) }));
  const clear = wide.find(({ columns, w }) => columns === 1 && w >= box.w * 0.3);
  const { columns, w } = clear ?? wide.reduce((best, one) => (one.w > best.w ? one : best));
  const h = w * tall;
  return pieces.map((piece, n) => {
    const [row, column] = [Math.floor(n / columns), n % columns];
    const x = box.x + (box.w - columns * w) / 2 + column * w;
    return { piece, level: pieces.length - n, turn: turnOf(piece), box: { x, y: foot - h * (0.98 + RISE * row), w, h } };
  });
}

/** How wide a flower is, of the card that it grows on; and where the first may stand, so that the number of the card shows. */
const [PETALS, CLEAR] = [0.35, 0.28];

/** Flowers on their card: a row of up to three, the others behind and above them. */
function grow(box: Box, pieces: Piece[]): Placed[] {
  const tall = tallness(pieces[0]?.figure ?? 'bag');
  const w = Math.min(box.w, box.h / 1.5) * PETALS;
  const [left, right] = [box.x + box.w * CLEAR, box.x + box.w * 1.06 - w];
  const behind = Math.max(0, pieces.length - 3);
  return pieces.map((piece, n) => {
    const isBehind = n < behind;
    const [place, row] = isBehind ? [n, behind] : [n - behind, pieces.length - behind];
    const step = (right - left) / Math.max(2, row - 1 + (isBehind ? 0.5 : 0));
    const start = (left + right - step * (row - 1)) / 2 + (isBehind && row === 3 ? step * 0.25 : 0);
    const y = box.y + box.h * (isBehind ? 0.06 : 0.4) + (place % 2) * w * 0.18;
    return { piece, level: 20 + n, turn: turnOf(piece), box: { x: start + place * step, y, w, h: w * tall } };
  });
}

/** How much of each card of a cascade shows below the one before, and for how many there is room. */
const [SHOWS, CASCADE] = [0.31, 3];

/** Cards in a cell that is taller than they are: each a little lower than the one before, which stays where it is. */
function cascade(box: Box, pieces: Piece[]): Placed[] {
  const tall = tallness(pieces[0]?.figure ?? 'card_back');
  const w = Math.min(box.w * 0.82, (box.h * 0.95) / tall / (1 + SHOWS * (CASCADE - 1)));
  const h = w * tall;
  const step = Math.min(h * SHOWS, (box.h * 0.95 - h) / Math.max(1, pieces.length - 1));
  const [side, top] = [Math.min(w * 0.06, (box.w - w) / 2), box.y + (box.h - h * (1 + SHOWS * (CASCADE - 1))) / 2];
  return pieces.map((piece, n) => ({ piece, level: n, turn: turnOf(piece), box: { x: box.x + (box.w - w) / 2 + (n % 2 === 0 ? -side : side), y: top + n * step, w, h } }));
}

/** Small things close together in the middle of a box. */
function heap(box: Box, pieces: Piece[], largest: number): Placed[] {
  if (pieces.length === 0) return [];
  const tall = Math.max(...pieces.map((piece) => tallness(piece.figure)));
  let columns = 1;
  let w = 0;
  for (let tried = 1; tried <= pieces.length; tried += 1) {
    const rows = Math.ceil(pieces.length / tried);
    const fits = Math.min((box.w * 0.94) / tried, (box.h * 0.94) / rows / tall, largest);
    if (fits > w + 0.001) [w, columns] = [fits, tried];
  }
  const rows = Math.ceil(pieces.length / columns);
  const h = w * tall;
  return pieces.map((piece, n) => {
    const row = Math.floor(n / columns);
    const inRow = row === rows - 1 ? pieces.length - row * columns : columns;
    const x = box.x + (box.w - inRow * w) / 2 + (n % columns) * w;
    const y = box.y + (box.h - rows * h) / 2 + row * h;
    const own = w * 0.94;
    return { piece, level: 20 + n, turn: turnOf(piece), box: { x: x + w * 0.03, y: y + h * 0.03, w: own, h: own * tallness(piece.figure) } };
  });
}

/** How much of each piece of a stack shows above the one before it, of its height. */
const STEP = 0.2;

/** Whether all that stands in a cell of a board is alike, so that it is piled up and counted. */
function isStacked(cell: Cell, standing: readonly Piece[]): boolean {
  const look = JSON.stringify(standing[0]?.figure);
  return cell.ground !== 'bare' && cell.grow === 'heap' && standing.length > 1 && standing.every(({ figure }) => JSON.stringify(figure) === look);
}

/** Pieces that are alike, each on top of the one before, from the lower edge of a box; the lowest is as large as one alone would be. */
function stacked(box: Box, pieces: Piece[], alone: Box): Placed[] {
  const y = box.y + box.h * 0.98 - alone.h;
  const step = Math.min(alone.h * STEP, (y - box.y) / (pieces.length - 1));
  return pieces.map((piece, n) => ({ piece, level: 20 + n, turn: turnOf(piece), box: { ...alone, y: y - n * step } }));
}

/** So few pieces in a cell are told apart side by side. */
const FEW = 3;

/** What stands in a cell by its looks, where several kinds stand together and are too many to be told apart; otherwise none. */
function kindsIn(cell: Cell, standing: readonly Piece[]): Piece[][] {
  if (cell.grow !== 'heap' || standing.length <= FEW) return [];
  const kinds = new Map<string, Piece[]>();
  for (const piece of standing) {
    const look = JSON.stringify(piece.figure);
    kinds.set(look, [...(kinds.get(look) ?? []), piece]);
  }
  return kinds.size > 1 && kinds.size < standing.length ? [...kinds.values()] : [];
}

/** How much of each piece shows above the one before it where several stacks stand together, and how high they get, of its height. */
const [SLIM_STEP, SLIM_MOST] = [0.11, 0.34];

/** So many stacks stand beside each other; the others stand behind them, to the right of the symbol. */
const ABREAST = 3;

/** Stacks of several kinds in the lower part of a box, the first of each as large as all of them can be. */
function bunch(box: Box, kinds: readonly Piece[][], largest: number): Placed[] {
  const front = { x: box.x, y: box.y + box.h * 0.5, w: box.w, h: box.h * 0.5 };
  const behind = { x: box.x + box.w * 0.46, y: box.y + box.h * 0.06, w: box.w * 0.52, h: box.h * 0.4 };
  const firsts = kinds.flatMap(([first]) => first ?? []);
  const lowest = [...heap(front, firsts.slice(0, ABREAST), largest), ...heap(behind, firsts.slice(ABREAST), largest)];
  return kinds.flatMap((kind, k) => {
    const alone = lowest[k]?.box ?? front;
    const step = Math.min(SLIM_STEP, SLIM_MOST / Math.max(1, kind.length - 1)) * alone.h;
    return kind.map((piece, n) => ({ piece, level: (k < ABREAST ? 32 : 14) + Math.min(n, 15), turn: turnOf(piece), box: { ...alone, y: alone.y - n * step } }));
  });
}

/** The stacks of a board: where each stands, and of how many pieces it is. */
export function stacksOf(zone: Zone): { key: string; many: number; box: Box }[] {
  return (zone.cells ?? []).flatMap((cell) => {
    const inside = (zone.pieces ?? []).filter((piece) => piece.cell === cell.key);
    const standing = inside.filter((piece) => !lies(piece.figure));
    const kinds = kindsIn(cell, standing);
    if (kinds.length > 0) {
      const placed = new Map(placeInCell(cellBox(zone, cell), cell, inside).map(({ piece, box }) => [piece.key, box]));
      return kinds.flatMap(([first, ...more]) => {
        const box = first && placed.get(first.key);
        return box && more.length > 0 ? [{ key: first.key, many: more.length + 1, box }] : [];
      });
    }
    if (standing.length < inside.length || !isStacked(cell, standing)) return [];
    const [lowest] = placeInCell(cellBox(zone, cell), cell, standing);
    return lowest ? [{ key: cell.key, many: standing.length, box: lowest.box }] : [];
  });
}

/** The pieces of one cell: what lies fills it, what stands keeps clear of the symbol of a face tile. */
export function placeInCell(box: Box, cell: Cell, pieces: Piece[]): Placed[] {
  if (cell.ground === 'stand') return stack(box, pieces);
  if (cell.grow === 'down' && pieces.every((piece) => isCard(piece.figure))) return cascade(box, pieces);
  if (cell.grow !== 'heap') return pile(box, pieces, cell.grow === 'up');
  const flat = pieces.filter((piece) => lies(piece.figure));
  const standing = pieces.filter((piece) => !lies(piece.figure));
  const hasFace = typeof cell.ground === 'object' && 'tile' in cell.ground;
  const [first] = standing;
  if (first && flat.length === 0 && isStacked(cell, standing)) {
    const [alone] = placeInCell(box, cell, [first]);
    if (alone) return stacked(box, standing, alone.box);
  }
  if (flat.length === 0 && !hasFace) {
    const several = kindsIn(cell, standing);
    if (several.length > 0) return bunch(box, several, 0.5);
    return heap(box, standing, standing.length === 1 ? 0.64 * Math.min(1.4, box.w, box.h) : 0.5);
  }
  if (standing.length > 0 && standing.every(({ figure }) => typeof figure === 'object' && 'bloom' in figure)) return [...spread(box, flat), ...grow(box, standing)];
  const kinds = kindsIn(cell, standing);
  const isOnTile = hasFace || flat.every((piece) => !isCard(piece.figure));
  const lower = { x: box.x, y: box.y + box.h * 0.46, w: box.w, h: box.h * 0.54 };
  const corner = { x: box.x + box.w * 0.45, y: box.y + box.h * 0.42, w: box.w * 0.53, h: box.h * 0.56 };
  const ground = isOnTile && standing.length === 1 ? corner : lower;
  if (kinds.length > 0) return [...spread(box, flat), ...bunch(box, kinds, isOnTile ? 0.42 : 0.34)];
  return [...spread(box, flat), ...heap(ground, standing, isOnTile ? 0.46 : 0.34)].filter(Boolean);
}

/** All pieces of a board, track or plane, lowest first. */
export function place(zone: Zone): Placed[] {
  const unit = zone.unit ?? 1;
  const placed: Placed[] = [];
  for (const cell of zone.cells ?? []) {
    const pieces = (zone.pieces ?? []).filter((piece) => piece.cell === cell.key);
    if (pieces.length > 0) placed.push(...placeInCell(cellBox(zone, cell), cell, pieces));
  }
  for (const piece of zone.pieces ?? []) {
    if (!piece.at) continue;
    const w = naturalWidth(piece.figure);
    const h = w * tallness(piece.figure);
    const box = { x: piece.at[0] / unit - w / 2, y: piece.at[1] / unit - h / 2, w, h };
    placed.push({ piece, box, level: placed.length, turn: turnOf(piece) });
  }
  return placed;
}

/** The largest whole number up to `most` that fits; the smallest allowed if none does. */
export function largest(fits: (tile: number) => boolean, most: number): number {
  let [low, high] = [8, Math.floor(most)];
  if (fits(high)) return high;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** Boards of the same cells belong together, so they keep one scale. */
export const grain = once((zone: Zone): string => {
  const sizes = (zone.cells ?? []).map((cell) => cellBox(zone, cell));
  return [...new Set(sizes.map(({ w, h }) => `${w}x${h}`))].sort().join();
});

/** How far apart the cards of a fan are and in how many rows, for a hand of so many in a width. */
export function fan(cards: number, width: number, card: number): { step: number; rows: number; perRow: number } {
  if (cards < 2) return { step: 0, rows: 1, perRow: Math.max(1, cards) };
  const room = width - card;
  const natural = Math.min(card * 0.98, room / (cards - 1));
  const least = card * 0.32;
  if (natural >= least) return { step: natural, rows: 1, perRow: cards };
  const perRow = Math.ceil(cards / 2);
  return { step: Math.max(14, Math.min(card * 0.98, room / (perRow - 1))), rows: 2, perRow };
}

/** Where each card of a fan begins when its neighbours make room for a chosen one by so much: they close up towards the ends, which stay. */
export function makeRoom(cards: number, step: number, chosen: number, by: number): number[] {
  const last = cards - 1;
  const give = Math.min(by, step * 0.6);
  /** How far apart the cards of one side are, of which so many gaps can close. */
  const closer = (gaps: number): number => (gaps > 0 ? step - give / gaps : step);
  return Array.from({ length: cards }, (_, n) => {
    if (chosen < 0 || n === chosen) return n * step;
    return n < chosen ? n * closer(chosen - 1) : last * step - (last - n) * closer(last - chosen - 1);
  });
}

/** Whether a zone has cells or coordinates. */
export function isBoard(zone: Zone): boolean {
  return zone.kind === 'board' || zone.kind === 'track' || zone.kind === 'plane';
}

/** How many pieces a zone has, listed or not. */
export function amount(zone: Zone): number {
  return zone.count ?? zone.pieces?.length ?? 0;
}

/** Whether a zone is a hand of which only the size is known; one that has run out keeps its place. */
export function isHiddenHand(zone: Zone): boolean {
  const pieces = zone.pieces ?? [];
  return zone.kind === 'fan' && pieces.every(({ figure }) => typeof figure === 'string' && figure.endsWith('_back'));
}

/** What the unlisted pieces of a stack look like: rune cards where the game is played with them. */
export function backOf(scene: Scene): Figure {
  const runes = scene.zones.some((zone) =>
    zone.pieces?.some(({ figure }) => figure === 'rune_back' || (typeof figure === 'object' && 'rune' in figure)));
  return runes ? 'rune_back' : 'card_back';
}
