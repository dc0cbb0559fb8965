// A scene as a picture: its largest board, or its open cards and pieces if it has none.

import type { Cell, Figure, Scene, Zone } from '../generated/messages';
import { bounds, cellBox, lies, naturalWidth, place, tallness } from '../table/layout';

/** Something drawn: where, how wide, how turned; in pixels from the upper left corner. */
export type Drawn =
  | { kind: 'ground'; cell: Cell; x: number; y: number; w: number; h: number; isFull: boolean }
  | { kind: 'figure'; figure: Figure; x: number; y: number; w: number; turn: number; level: number };

export type Picture = { isWooden: boolean; drawn: Drawn[] };

/** How much of the width a hand beside a board takes, and how far apart its cards are. */
const CORNER = 92;
const CORNER_STEP = 17;

function isBack(figure: Figure): boolean {
  return typeof figure === 'string';
}

/** The board that tells most: of those with cells the one with most pieces. */
function mainBoard(scene: Scene): Zone | undefined {
  const boards = scene.zones.filter((zone) => (zone.cells?.length ?? 0) >= 3 && zone.owner === undefined);
  const weight = (zone: Zone): number => (zone.cells?.length ?? 0) + 2 * (zone.pieces?.length ?? 0);
  return boards.sort((a, b) => weight(b) - weight(a))[0];
}

function drawBoard(zone: Zone, width: number, height: number): Drawn[] {
  const room = bounds(zone);
  // Whole, but for a board so tall that nothing could be made out: that one is cut off above and below alike.
  const tile = Math.min((width * 0.92) / room.w, Math.max((height * 0.9) / room.h, (width * 0.38) / room.w));
  const [left, top] = [(width - room.w * tile) / 2, (height - room.h * tile) / 2];
  const full = new Set((zone.pieces ?? []).map((piece) => piece.cell));
  const cells = (zone.cells ?? []).map((cell): Drawn => {
    const box = cellBox(zone, cell);
    const gap = tile * 0.025;
    return {
      kind: 'ground', cell, isFull: full.has(cell.key),
      x: left + (box.x - room.x) * tile + gap, y: top + (box.y - room.y) * tile + gap, w: box.w * tile - 2 * gap, h: box.h * tile - 2 * gap,
    };
  });
  const pieces = place(zone).map(({ piece, box, turn, level }): Drawn => ({
    kind: 'figure', figure: piece.figure, x: left + (box.x - room.x) * tile, y: top + (box.y - room.y) * tile, w: box.w * tile, turn, level,
  }));
  return [...cells, ...pieces];
}

/** Open cards as a fan, small things in a row before it; in a corner only three cards, `width` being the right edge. */
function drawLoose(scene: Scene, width: number, height: number, isCorner: boolean): Drawn[] {
  const figures = scene.zones.flatMap((zone) => (zone.pieces ?? []).map((piece) => piece.figure));
  const open = figures.filter((figure) => lies(figure) && !isBack(figure));
  const cards = (open.length > 0 ? open : figures.filter(lies)).slice(0, isCorner ? 3 : 6);
  const small = figures.filter((figure) => !lies(figure) && !(typeof figure === 'object' && 'token' in figure)).slice(0, isCorner ? 0 : 6);
  const size = isCorner ? 46 : Math.min(76, width * 0.36, height * 0.46);
  const step = isCorner ? CORNER_STEP : Math.min(size * 0.6, (width - size * 1.3) / Math.max(1, cards.length - 1));
  const start = isCorner ? width - size - 14 - step * (cards.length - 1) : (width - size - step * (cards.length - 1)) / 2;
  const line = small.length === 0 ? 0 : size * 0.3;
  const upper = isCorner ? height - size * 1.75 : Math.max(6, (height - size * 1.6 - line) / 2);
  const each = Math.min(38, (width - 12) / Math.max(1, small.length));
  const low = cards.length === 0 ? height / 2 - each * 0.45 : Math.min(height - each - 6, upper + size * 1.3);
  const fan = cards.map((figure, n): Drawn => {
    const lean = (n - (cards.length - 1) / 2) * 5;
    const w = tallness(figure) > 1.2 ? size : size * 0.84;
    return { kind: 'figure', figure, x: start + n * step, y: upper + Math.abs(lean) * 1.1, w, turn: lean, level: 50 + n };
  });
  const row = small.map((figure, n): Drawn => ({
    kind: 'figure', figure, x: width / 2 + (n - small.length / 2) * each, y: low, w: naturalWidth(figure) * each * 1.26, turn: 0, level: 60 + n,
  }));
  return [...fan, ...row];
}

export function picture(scene: Scene, width: number, height: number): Picture {
  const board = mainBoard(scene);
  if (!board) return { isWooden: false, drawn: drawLoose(scene, width, height, false) };
  const isWooden = (board.cells ?? []).some((cell) => cell.ground !== 'bare');
  const hands = scene.zones.filter((zone) => zone.kind === 'fan' && zone.pieces?.some(({ figure }) => !isBack(figure)));
  if (hands.length === 0 || width < 240) return { isWooden, drawn: drawBoard(board, width, height) };
  return { isWooden, drawn: [...drawBoard(board, width - CORNER, height), ...drawLoose({ ...scene, zones: hands }, width, height, true)] };
}
