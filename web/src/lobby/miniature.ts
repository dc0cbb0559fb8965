// A scene as a picture: its largest board, or its open cards and pieces if it has none.

import type { Cell, Figure, Scene, Zone } from '../generated/messages';
import { bounds, cellBox, lies, naturalWidth, place, tallness } from '../table/layout';

/** Something drawn: where, how wide, how turned; in pixels from the upper left corner. */
export type Drawn =
  | { kind: 'ground'; cell: Cell; x: number; y: number; w: number; h: number; isFull: boolean }
  | { kind: 'figure'; figure: Figure; x: number; y: number; w: number; turn: number; level: number };

export type Picture = { isWooden: boolean; drawn: Drawn[] };

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
  const tile = Math.min((width * 0.94) / room.w, Math.max((height * 0.92) / room.h, (width * 0.62) / room.w));
  const [left, top] = [(width - room.w * tile) / 2, Math.max(height * 0.05, (height - room.h * tile) / 2)];
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

/** Open cards as a fan, small things in a row before it. */
function drawLoose(scene: Scene, width: number, height: number, isCorner: boolean): Drawn[] {
  const figures = scene.zones.flatMap((zone) => (zone.pieces ?? []).map((piece) => piece.figure));
  const open = figures.filter((figure) => lies(figure) && !isBack(figure));
  const cards = (open.length > 0 ? open : figures.filter(lies)).slice(0, isCorner ? 3 : 6);
  const small = figures.filter((figure) => !lies(figure) && !(typeof figure === 'object' && 'token' in figure)).slice(0, isCorner ? 0 : 6);
  const size = isCorner ? 48 : 76;
  const step = isCorner ? 24 : Math.min(46, (width - size - 40) / Math.max(1, cards.length - 1));
  const start = isCorner ? width - size - 14 - step * (cards.length - 1) : (width - size - step * (cards.length - 1)) / 2;
  const fan = cards.map((figure, n): Drawn => {
    const lean = (n - (cards.length - 1) / 2) * 5;
    const w = tallness(figure) > 1.2 ? size : size * 0.84;
    return { kind: 'figure', figure, x: start + n * step, y: (isCorner ? height - size * 1.15 : height * 0.16) + Math.abs(lean) * 1.1, w, turn: lean, level: 50 + n };
  });
  const row = small.map((figure, n): Drawn => ({
    kind: 'figure', figure, x: width / 2 + (n - small.length / 2) * 38, y: height - 46, w: naturalWidth(figure) * 48, turn: 0, level: 60 + n,
  }));
  return [...fan, ...row];
}

export function picture(scene: Scene, width: number, height: number): Picture {
  const board = mainBoard(scene);
  if (!board) return { isWooden: false, drawn: drawLoose(scene, width, height, false) };
  const isWooden = (board.cells ?? []).some((cell) => cell.ground !== 'bare');
  const hasHands = scene.zones.some((zone) => zone.kind === 'fan');
  return { isWooden, drawn: [...drawBoard(board, width, height), ...(hasHands ? drawLoose({ ...scene, zones: scene.zones.filter((zone) => zone.kind === 'fan') }, width, height, true) : [])] };
}
