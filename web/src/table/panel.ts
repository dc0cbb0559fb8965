// How large the panel of a row, a pile or a stack becomes. The drawing and the planning of the room both ask here. Lengths in pixels.

import type { Figure, Piece, Zone } from '../generated/messages';
import { amount, isSupply, lies, overlap, tallness } from './layout';

export type Size = { w: number; h: number };

/** Between two pieces. */
export const GAP = 6;
/** The narrowest note that can be read. */
const LEAST_NOTE = 40;
/** How much of a card the next one may hide; its left third tells what it is. */
const MOST_OVERLAP = 0.66;
/** What one letter of a label takes, on average. */
const LETTER = 6;

/** The width of a piece where cards are this wide. */
export function pieceWidth(figure: Figure, card: number): number {
  if (lies(figure)) return tallness(figure) > 1.2 ? card : card * 0.84;
  if (figure === 'bag') return card * 0.8;
  if (typeof figure === 'object' && 'emblem' in figure && figure.emblem === 'letter') return card * 1.3;
  return typeof figure === 'object' && 'token' in figure ? card * 1.1 : card * 0.52;
}

/** How wide the words of a piece are in one line; they may take two. */
export function wordsOf(piece: Piece): number {
  const words = (piece.marks ?? []).flatMap((mark) => (typeof mark === 'object' ? [mark.note] : [])).join(', ');
  return words === '' ? 0 : words.length * 5.7 + 7;
}

function noteOf(piece: Piece, card: number): number {
  const width = pieceWidth(piece.figure, card);
  return Math.min(lies(piece.figure) ? Math.max(48, width) : 72, wordsOf(piece));
}

/** How far the pieces of a row cover each other so that they fit into a room, and how many then lie in a line. */
export function lineOf(pieces: readonly Piece[], card: number, room: number): { by: number; perLine: number } {
  const flat = { by: 0, perLine: Infinity };
  if (!pieces.every((piece) => lies(piece.figure))) return flat;
  const width = Math.max(...pieces.map((piece) => pieceWidth(piece.figure, card)));
  if (pieces.length > 1 && pieces.every(({ figure }) => typeof figure === 'string')) {
    // Of backs nothing but the number counts.
    return { by: Math.max(0, width + GAP - Math.max(3, (room - width) / (pieces.length - 1))), perLine: Infinity };
  }
  const found = overlap(pieces.length, width, GAP, room);
  // Words side by side need their room; without it the pieces take a second row.
  return pieces.some((piece) => wordsOf(piece) > 0) && card + GAP - found.by < LEAST_NOTE ? flat : found;
}

export type Laid = { w: number; h: number; aside: number; below: number; note: number };

/** One piece with the words below it: its size, the margins the words ask for, and how wide they may get. */
export function layPiece(piece: Piece, card: number, by: number): Laid {
  const w = pieceWidth(piece.figure, card);
  const words = wordsOf(piece);
  const note = by > 0 ? card + 4 - by : noteOf(piece, card);
  return {
    w,
    h: w * tallness(piece.figure),
    aside: by === 0 ? Math.max(0, (note - w) / 2) : 0,
    below: words === 0 ? 0 : words > note ? 32 : 19,
    note,
  };
}

/** Things side by side, in as many rows as a width asks for. */
export function flow(things: readonly Size[], width: number, gap: number): Size {
  let [x, row, w, h] = [0, 0, 0, 0];
  for (const thing of things) {
    if (x > 0 && x + gap + thing.w > width) [h, x, row] = [h + row + gap, 0, 0];
    x += (x > 0 ? gap : 0) + thing.w;
    row = Math.max(row, thing.h);
    w = Math.max(w, x);
  }
  return { w, h: h + row };
}

/** Squarely on top of each other only the uppermost shows; so do hands that tell nothing but their size. */
export function shownOf(zone: Zone): Piece[] {
  const listed = zone.pieces ?? [];
  if (zone.kind === 'stack') return listed.slice(-1);
  const isHidden = listed.every(({ figure }) => typeof figure === 'string' && figure.endsWith('_back'));
  return zone.kind === 'fan' && isHidden && listed.length > 7 ? listed.slice(0, 5) : listed;
}

/** How wide the pieces of a zone may lie: a pile or a hidden hand is content with little. */
export function roomOf(zone: Zone, card: number, room: number): number {
  const isHidden = (zone.pieces ?? []).every(({ figure }) => typeof figure === 'string' && figure.endsWith('_back'));
  if (zone.kind === 'fan' && isHidden) return Math.min(room, card * 2.4);
  const count = zone.pieces?.length ?? 0;
  if (zone.kind !== 'pile' || count < 4) return room;
  const step = card * (1 - MOST_OVERLAP) + GAP;
  const whole = card + step * (count - 1);
  return Math.min(room, Math.max(card * 3.4, whole <= room * 0.6 ? whole : card + step * (Math.ceil(count / 2) - 1)) + 1);
}

/** What the panel of a zone takes up, about. */
export function panelSize(zone: Zone, card: number, room: number): Size {
  const label = zone.label.length * LETTER + (zone.count === undefined ? 4 : 26);
  const pieces = shownOf(zone);
  if (amount(zone) === 0 && pieces.length === 0) return { w: Math.min(label, room) + 24, h: 30 };
  const stacked = Math.min(132, label);
  if (pieces.length === 0) return { w: Math.max(card, stacked) + 22, h: card * 1.46 + (label > stacked ? 60 : 44) };
  const lying = roomOf(zone, card, room);
  const line = lineOf(pieces, card, lying);
  const laid = pieces.map((piece) => layPiece(piece, card, line.by));
  const seen = laid.map((one) => ({ w: one.w + 2 * one.aside, h: one.h + one.below }));
  const tallest = Math.max(...seen.map(({ h }) => h));
  const perLine = Math.min(line.perLine, pieces.length);
  const lines = Math.ceil(pieces.length / perLine);
  const inside =
    line.by > 0 ? { w: card + (card + GAP - line.by) * (perLine - 1), h: lines * tallest + (lines - 1) * 8 } : flow(seen, lying, GAP);
  if (isSupply(zone)) return { w: inside.w + 124, h: Math.max(inside.h, zone.label.length > 14 ? 55 : 38) + 18 };
  const words = zone.kind === 'stack' ? stacked : Math.min(label, Math.max(inside.w, room));
  return { w: Math.max(inside.w, words) + 22, h: inside.h + 6 + (label > words ? 34 : 18) + 18 };
}
