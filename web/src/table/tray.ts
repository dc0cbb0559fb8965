// The slim tray of supplies, decks and discards: small pictures, a number and a name each, in one line. Pure; lengths in pixels.

import type { Figure, Piece, Zone } from '../generated/messages';
import type { Keep } from './kept';
import { lies, tallness } from './layout';

export type Entry = {
  key: string;
  w: number;
  /** The width of its pictures, and of each of them. */
  pictures: number;
  /** How many pieces it shows at most. */
  most: number;
  /** The width of its name, and of what is to be known beside it; 0 where there is no room for one. */
  name: number;
  /** How large a picture is, of what it could be: where each says its number, it makes room for it rather than being covered by the next. */
  scale: number;
};

/** The scale of such a picture: its number stands below it. */
const SMALL = 0.62;

/** What is shown of a zone; more than this and nobody counts them. */
const MOST_PICTURES = 6;
/** Of a heap so many tell what it is. */
const HEAPED = 3;
const GAP = 4;
/** Around an entry: to its pictures, and between those and its words. */
const AROUND = 12;
const BETWEEN = 8;
/** What one letter of a name takes, and a number. */
const LETTER = 7;
const NUMBER = 24;
/** What one letter takes below a name, beside the number. */
const SMALL_LETTER = 6;
/** A line of a name; below a number, pictures of this many lines are high enough. */
const LINE = 13;

/** The width of a picture so that it is this high; what stands is a little smaller than what lies. */
export function pictureWidth(figure: Figure, height: number): number {
  return ((lies(figure) ? 1 : 0.82) * height) / tallness(figure);
}

/** How many pieces of a zone are shown at most: what has few places shows them all, and of equal ones the first stands for the rest. */
function mostOf({ zone, slots }: Keep): number {
  if (isTelling(zone)) return zone.pieces?.length ?? 1;
  if (zone.kind === 'stack' || zone.look || (zone.pieces?.length === 1 && (zone.count ?? 1) > 1)) return 1;
  return (zone.room || zone.kind === 'row') && slots <= MOST_PICTURES ? slots : HEAPED;
}

/** How many letters the longest of so many lines has, if the words are divided among them as evenly as can be; no name is ever cut. */
export function lettersOf(name: string, lines: number): number {
  const words = name.split(' ');
  if (lines === 1 || words.length === 1) return name.length;
  return Math.min(...words.map((_, n) => Math.max(words.slice(0, n + 1).join(' ').length, n + 1 === words.length ? 0 : lettersOf(words.slice(n + 1).join(' '), lines - 1))));
}

/** Closer and closer, with names in more and more lines, until all entries stand in one line. */
const TRIES: readonly { closer: number; lines: number }[] = [
  { closer: 1, lines: 1 }, { closer: 1, lines: 2 }, { closer: 0.8, lines: 2 }, { closer: 0.6, lines: 2 }, { closer: 0.4, lines: 2 }, { closer: 0.4, lines: 3 }, { closer: 0.2, lines: 3 }, { closer: 0.4, lines: 0 },
];
/** Pictures this far apart can all be told: so far the tray rather takes its whole room. */
const CLEAR = 0.8;

/** So much of the tray is left free for what may come late. */
const FREE = 0.12;

type Try = (typeof TRIES)[number];

function entryOf(keep: Keep, { closer, lines }: Try, height: number): Entry {
  const { zone } = keep;
  // Where there is no room for names, one piece stands for a heap.
  const isTold = isTelling(zone);
  const scale = isTold && closer < 1 ? SMALL : 1;
  const most = lines === 0 && zone.kind === 'pile' && !zone.room && !isTold ? 1 : mostOf(keep);
  const one = pictureWidth(keep.figure, height) * scale;
  const isHeap = (zone.kind === 'pile' && !zone.room) || zone.note !== undefined;
  const step = scale < 1 ? one + 2 : (one + GAP) * Math.min(closer, isHeap && !isTold ? 0.28 : 1);
  const pictures = one + step * (most - 1);
  if (zone.note !== undefined) {
    const words = Math.ceil(Math.max((zone.title ?? zone.label).length, zone.note.length) * SMALL_LETTER);
    return { key: zone.key, most, pictures, name: words, scale, w: Math.ceil(AROUND + pictures + 2 * BETWEEN + NUMBER + words) };
  }
  const name = lines === 0 || isTold ? 0 : Math.ceil(lettersOf(zone.title ?? zone.label, lines) * LETTER) + 2;
  const words = Math.max(name, isCounted(zone) ? NUMBER : 0);
  return { key: zone.key, most, pictures, name, scale, w: Math.ceil(AROUND + pictures + (words > 0 ? BETWEEN + words : 0)) };
}

/** The number that a note begins with: "6 left". */
export function numberIn(piece: Piece): string | undefined {
  const notes = (piece.marks ?? []).flatMap((mark) => (typeof mark === 'object' ? [mark.note] : []));
  return notes.flatMap((note) => /^\d+\b/.exec(note)?.[0] ?? [])[0];
}

/** Pieces that each say their number need no name beside them. */
const isTelling = ({ pieces }: Zone): boolean => (pieces ?? []).length > 1 && (pieces ?? []).every((piece) => numberIn(piece) !== undefined);

/** Whether the number of pieces is said: where they are not all to be seen, or heaped, and do not say it themselves. */
export const isCounted = (zone: Zone): boolean => !isTelling(zone) && (zone.count !== undefined || zone.note !== undefined || zone.kind === 'stack' || zone.kind === 'pile');

/**
 * How the entries share the width; the pictures are this high. If even the narrowest are too wide, the tray scrolls.
 * Those that were there from the beginning do not make room for what comes late.
 */
export function planTray(keeps: readonly Keep[], width: number, height: number): Entry[] {
  const first = keeps.filter(({ isLate }) => !isLate);
  const fits = (one: Try, room: number): boolean => first.reduce((sum, keep) => sum + entryOf(keep, one, height).w, 0) <= room;
  const narrowest = TRIES[TRIES.length - 1] as Try;
  const named = TRIES.filter(({ lines }) => lines > 0 && lines * LINE <= height);
  const clear = named.filter(({ closer }) => closer >= CLEAR);
  const best = (some: readonly Try[]): Try | undefined => some.find((one) => fits(one, width * (1 - FREE))) ?? some.find((one) => fits(one, width));
  const chosen = best(clear) ?? best(named) ?? narrowest;
  return keeps.map((keep) => entryOf(keep, chosen, height));
}

/** An entry that stands among others below each other: its pictures have the whole width, and its name is below them. */
export function planUpright(keep: Keep, width: number, height: number): Entry {
  const tries = TRIES.map(({ closer }) => entryOf(keep, { closer, lines: 0 }, height));
  const entry = tries.find(({ pictures }) => AROUND + pictures <= width) ?? (tries[tries.length - 1] as Entry);
  return { ...entry, w: width, pictures: Math.min(entry.pictures, width - AROUND), name: isTelling(keep.zone) ? 0 : width - AROUND };
}

/** Where what came late hangs beside a tray of this width, from its left: at its right, or over its end where there is no room. */
export function lateAt(tray: number, late: number, width: number): number {
  return Math.min(tray + BETWEEN, width - (width - tray) / 2 - late);
}

/** The pieces that an entry shows: the uppermost, but what can be touched first of all. */
export function picturesOf(pieces: readonly Piece[], most: number, leads: (key: string) => boolean): Piece[] {
  if (pieces.length <= most) return [...pieces];
  const wanted = new Set(pieces.filter(({ key }) => leads(key)).slice(0, most));
  for (const piece of [...pieces].reverse()) if (wanted.size < most) wanted.add(piece);
  return pieces.filter((piece) => wanted.has(piece));
}

/** How far apart so many pictures lie. */
export function stepOf(count: number, one: number, room: number): number {
  return count < 2 ? 0 : Math.min(one + GAP, (room - one) / (count - 1));
}
