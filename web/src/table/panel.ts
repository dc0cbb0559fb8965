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
/** A line of a label, and what its plaque takes beside the words. */
const LINE = 17;
const PLAQUE = 16;

/** The width of a piece where cards are this wide. */
export function pieceWidth(figure: Figure, card: number): number {
  if (lies(figure)) return tallness(figure) > 1.2 ? card : card * 0.84;
  if (figure === 'bag') return card * 0.8;
  if (typeof figure === 'object' && 'emblem' in figure && figure.emblem === 'letter') return card * 1.3;
  if (typeof figure === 'object' && 'note' in figure) return card * 1.7;
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

export type Area = Size & { lines: number; slot: Slot; /** Where a game has said how many places a row has, they stay where they are. */ places: Spread | null };

/** So many to a line, and so far apart. */
type Spread = { perLine: number; step: number };

/** What the places of a zone take up in a room of this width, whether pieces lie there or not. */
export function areaOf(keep: Keep, card: number, room: number): Area {
  const slot = slotOf(keep, card);
  const count = keep.zone.kind === 'stack' ? 1 : keep.slots;
  // What is written on it cannot be read below another one.
  const canCover = lies(keep.figure) && !(typeof keep.figure === 'object' && 'note' in keep.figure) && keep.words === 0;
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
  const apart = Math.max(least, step);
  const places = keep.zone.kind === 'row' && keep.zone.room ? { perLine, step: apart } : null;
  return { w: slot.w + apart * (perLine - 1), h: lines * slot.h + (lines - 1) * LEADING, lines, slot, places };
}

export type Laid = { x: number; y: number; w: number; h: number };

/** How many pieces lie in a line, and how far apart: side by side as long as there are places, then closer together. */
function spread({ w, lines, slot, places }: Area, count: number): Spread {
  if (places && count <= places.perLine * lines) return places;
  const full = Math.max(1, Math.floor((w - slot.w + 0.5) / (slot.w + GAP)) + 1);
  if (count <= full * lines) return { perLine: full, step: slot.w + GAP };
  const perLine = Math.ceil(count / lines);
  return { perLine, step: (w - slot.w) / Math.max(1, perLine - 1) };
}

/** Where the pieces lie in their area. */
export function lay(pieces: readonly Piece[], area: Area, card: number): Laid[] {
  const { slot } = area;
  const { perLine, step } = spread(area, pieces.length);
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

/** The places of an area as hollows; where pieces would lie over each other, one for all of them. */
export function hollowsIn({ w, h }: Area, places: readonly Laid[]): readonly Laid[] {
  const [first, second] = places;
  return first && second && second.y === first.y && second.x < first.x + first.w ? [{ x: 0, y: 0, w, h }] : places;
}

/** How a zone is called in its panel: in short where it is everybody's, as the viewer's own where it is that. */
export function shownName({ owner, title, label }: Zone): string {
  return owner === undefined ? (title ?? label) : label;
}

export type Panel = Size & { area: Area; /** How many lines the name has. */ lines: number };

/** The panel of a zone: its places, and its name below them. */
export function panelOf(keep: Keep, card: number, room: number): Panel {
  const area = areaOf(keep, card, room - 22);
  const { zone } = keep;
  const name = shownName(zone).length * LETTER + PLAQUE + (zone.count === undefined && zone.kind !== 'stack' ? 4 : 26);
  const w = Math.min(room - 22, Math.max(area.w, Math.min(name, zone.kind === 'stack' ? 112 : LONGEST_NAME)));
  const lines = name > w ? 2 : 1;
  return { w: w + 22, h: area.h + 7 + lines * LINE + 18, area, lines };
}

/** The width of a card of a hidden hand before somebody else. */
const GLANCE = 22;
/** A number beside small pieces, and a line of a name below them. */
const [NUMBER, CAPTION] = [30, 16];

/** Somebody's hidden hand is told by a few backs and a number. */
export function isGlance({ kind }: Zone, figure: Figure): boolean {
  return kind === 'fan' && typeof figure === 'string';
}

export type Mat = Size & { area: Area; card: number };

/** What lies before a player, on the player's own card: no ground of its own, and a name only where there are several to tell apart. */
export function matOf(keep: Keep, card: number, room: number, isNamed: boolean, isHidden = isGlance(keep.zone, keep.figure)): Mat {
  const { zone } = keep;
  if (isHidden) {
    const slot = slotOf({ figure: keep.figure, words: 0 }, GLANCE);
    return { w: 3 * GLANCE + NUMBER, h: slot.h, area: { w: 3 * GLANCE, h: slot.h, lines: 1, slot, places: null }, card: GLANCE };
  }
  if (!isNamed) {
    const number = isCounted(zone) ? NUMBER : 0;
    const area = inLine(areaOf(keep, card, room - number), room - number);
    return { w: area.w + number, h: area.h, area, card };
  }
  const area = areaOf(keep, card, room);
  const name = (zone.title ?? zone.label).length * 6 + (isCounted(zone) ? 20 : 0);
  return { w: Math.min(room, Math.max(area.w, name)), h: area.h + 2 + CAPTION, area, card };
}

/** The same in one line, as close as it must be: small pieces are there to be counted. */
function inLine(area: Area, room: number): Area {
  if (area.lines === 1) return area;
  const perLine = (area.places?.perLine ?? 0) * area.lines;
  const places = perLine > 1 ? { perLine, step: (room - area.slot.w) / (perLine - 1) } : null;
  return { ...area, w: room, h: area.slot.h, lines: 1, places };
}

/** Whether the number of pieces is said: where they are not all to be seen. */
export function isCounted({ kind, count }: Zone): boolean {
  return kind === 'stack' || (count !== undefined && kind !== 'row');
}

/** Whether what lies before somebody needs names: one thing beside a hand is known by its looks. */
export function needsNames(keeps: readonly Keep[]): boolean {
  return keeps.filter(({ zone, figure }) => !isGlance(zone, figure)).length > 1;
}
