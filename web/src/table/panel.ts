// How large the panel of a row, a pile or a stack becomes, and where its pieces lie in it. The drawing and the planning of the room
// both ask here. Lengths in pixels.

import type { Figure, Piece, Zone } from '../generated/messages';
import type { Keep } from './kept';
import { lies, tallness } from './layout';

export type Size = { w: number; h: number };

/** Between two pieces, and between two lines of them. */
export const GAP = 6;
const LEADING = 8;
/** How much of a card of a row shows at least where room is short, and of one in a loose pile. */
const CLOSE = 0.6;
const LOOSE = 0.45;
/** What one letter of a label takes, on average, and how wide a name may make a panel. */
const LETTER = 6.4;
const LONGEST_NAME = 150;
/** A line of a label. */
const LINE = 17;

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

/** The place of one piece, with the words below it. */
export type Slot = Size & { /** How wide the words may get. */ note: number; /** Their height. */ below: number };

export function slotOf({ figure, words }: Pick<Keep, 'figure' | 'words'>, card: number): Slot {
  const w = pieceWidth(figure, card);
  const note = Math.min(lies(figure) ? Math.max(48, w) : 72, words);
  const below = words === 0 ? 0 : words > note ? 32 : 19;
  return { w: Math.max(w, note), h: w * tallness(figure) + below, note: Math.max(note, w), below };
}

export type Area = Size & { lines: number; slot: Slot };

/** What the places of a zone take up in a room of this width, whether pieces lie there or not. */
export function areaOf(keep: Keep, card: number, room: number): Area {
  const slot = slotOf(keep, card);
  const count = keep.zone.kind === 'stack' ? 1 : keep.slots;
  const canCover = lies(keep.figure) && keep.words === 0;
  const least = canCover ? slot.w * (keep.zone.kind === 'pile' ? LOOSE : CLOSE) : slot.w + GAP;
  const natural = keep.zone.kind === 'pile' ? least : slot.w + GAP;
  let lines = 1;
  let step = natural;
  for (; lines < count; lines += 1) {
    const gaps = Math.ceil(count / lines) - 1;
    step = Math.min(natural, (room - slot.w) / gaps);
    if (step >= least) break;
  }
  const perLine = Math.ceil(count / lines);
  return { w: slot.w + Math.max(least, step) * (perLine - 1), h: lines * slot.h + (lines - 1) * LEADING, lines, slot };
}

export type Laid = { x: number; y: number; w: number; h: number };

/** Where the pieces lie in their area: side by side as long as there are places, then closer together. */
export function lay(pieces: readonly Piece[], area: Area, card: number): Laid[] {
  const { slot, lines } = area;
  const full = Math.max(1, Math.floor((area.w - slot.w + 0.5) / (slot.w + GAP)) + 1);
  const hasPlaces = pieces.length <= full * lines;
  const perLine = hasPlaces ? full : Math.ceil(pieces.length / lines);
  const step = hasPlaces ? slot.w + GAP : (area.w - slot.w) / Math.max(1, perLine - 1);
  return pieces.map(({ figure }, n) => {
    const w = Math.min(pieceWidth(figure, card), slot.w);
    return {
      x: (n % perLine) * step + (slot.w - w) / 2,
      y: Math.floor(n / perLine) * (slot.h + LEADING),
      w,
      h: w * tallness(figure),
    };
  });
}

export type Panel = Size & { area: Area; /** How many lines the name has. */ lines: number };

/** The panel of a zone: its places, and its name below them. */
export function panelOf(keep: Keep, card: number, room: number): Panel {
  const area = areaOf(keep, card, room - 22);
  const { zone } = keep;
  const name = (zone.title ?? zone.label).length * LETTER + (zone.count === undefined && zone.kind !== 'stack' ? 4 : 26);
  const w = Math.min(room - 22, Math.max(area.w, Math.min(name, zone.kind === 'stack' ? 112 : LONGEST_NAME)));
  const lines = name > w ? 2 : 1;
  return { w: w + 22, h: area.h + 6 + lines * LINE + 18, area, lines };
}

/** The width of a card of a hidden hand before somebody else. */
export const GLANCE = 22;

/** The panel of a hidden hand: backs close together, and their number beside them. */
export function glanceOf(keep: Keep): Panel {
  const slot = slotOf({ figure: keep.figure, words: 0 }, GLANCE);
  const area = { w: 3 * GLANCE, h: slot.h, lines: 1, slot };
  return { w: area.w + 48, h: area.h + 10, area, lines: 1 };
}
