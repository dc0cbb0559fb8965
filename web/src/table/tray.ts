// The slim tray of supplies, decks and discards: small pictures, a number and a name each, in one line. Pure; lengths in pixels.

import type { Figure, Piece } from '../generated/messages';
import type { Keep } from './kept';
import { lies, tallness } from './layout';

export type Entry = {
  key: string;
  w: number;
  /** The width of its pictures, and of each of them. */
  pictures: number;
  /** How many pieces it shows at most. */
  most: number;
  /** The width of its name; 0 where there is no room for one. */
  name: number;
};

/** What is shown of a zone; more than this and nobody counts them. */
const MOST_PICTURES = 6;
/** Of a heap so many tell what it is. */
const HEAPED = 3;
const GAP = 4;
/** Around an entry: to its pictures, and between those and its words. */
const AROUND = 12;
const BETWEEN = 8;
/** What one letter of a name takes, and a number. */
const LETTER = 6.4;
const NUMBER = 24;
const [SHORTEST_NAME, LONGEST_NAME] = [40, 104];

/** The width of a picture so that it is this high; what stands is a little smaller than what lies. */
export function pictureWidth(figure: Figure, height: number): number {
  return ((lies(figure) ? 1 : 0.82) * height) / tallness(figure);
}

/** How many pieces of a zone are shown at most: what has few places shows them all, and of equal ones the first stands for the rest. */
function mostOf({ zone, slots }: Keep): number {
  if (zone.kind === 'stack' || zone.look || (zone.pieces?.length === 1 && (zone.count ?? 1) > 1)) return 1;
  return (zone.room || zone.kind === 'row') && slots <= MOST_PICTURES ? slots : HEAPED;
}

/** Two lines of a name, as wide as its longest word. */
function nameWidth(name: string): number {
  const half = Math.max(Math.ceil(name.length / 2), ...name.split(' ').map((word) => word.length));
  return Math.min(LONGEST_NAME, Math.max(SHORTEST_NAME, half * LETTER + 4));
}

/** Closer and closer, with shorter and shorter names, until all entries stand in one line. */
const TRIES: readonly { closer: number; name: number }[] = [
  { closer: 1, name: LONGEST_NAME }, { closer: 0.6, name: LONGEST_NAME }, { closer: 0.6, name: 72 }, { closer: 0.6, name: 56 }, { closer: 0.4, name: 48 }, { closer: 0.4, name: 0 },
];

/** So much of the tray is left free for what may come late. */
const FREE = 0.12;

type Try = (typeof TRIES)[number];

function entryOf(keep: Keep, { closer, name: longest }: Try, height: number): Entry {
  const { zone } = keep;
  const [one, most] = [pictureWidth(keep.figure, height), mostOf(keep)];
  const step = (one + GAP) * Math.min(closer, zone.kind === 'pile' && !zone.room ? 0.28 : 1);
  const pictures = one + step * (most - 1);
  const name = Math.min(longest, nameWidth(zone.title ?? zone.label));
  return { key: zone.key, most, pictures, name, w: Math.ceil(AROUND + pictures + BETWEEN + Math.max(name, NUMBER)) };
}

/**
 * How the entries share the width; the pictures are this high. If even the narrowest are too wide, the tray scrolls.
 * Those that were there from the beginning do not make room for what comes late.
 */
export function planTray(keeps: readonly Keep[], width: number, height: number): Entry[] {
  const first = keeps.filter(({ isLate }) => !isLate);
  const fits = (one: Try, room: number): boolean => first.reduce((sum, keep) => sum + entryOf(keep, one, height).w, 0) <= room;
  const narrowest = TRIES[TRIES.length - 1] as Try;
  const named = TRIES.filter(({ name }) => name > 0);
  const chosen = named.find((one) => fits(one, width * (1 - FREE))) ?? named.find((one) => fits(one, width)) ?? narrowest;
  return keeps.map((keep) => entryOf(keep, chosen, height));
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
