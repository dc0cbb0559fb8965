// Where a moment is staged: what it is about grows at its place, and its words stand beside it. Lengths in pixels.

import type { BeatKind } from '../generated/messages';

export type Box = { x: number; y: number; w: number; h: number };

/**
 * What a moment lights up: its own drawing grows if it has one (`tall` as a part of its width), with room for a name
 * below it if it `isNamed`; a place is only framed.
 */
export type Lit = { box: Box; tall: number | null; isNamed?: boolean };

export type Stage = {
  /** Where each drawing stands when it has grown; a place stays as it is. */
  grown: Box[];
  /** The upper edge of the words, centred on the table. */
  words: number;
};

/** Between two frames. */
const GAP = 24;
/** A small piece grows no larger than so many times itself: a die as large as a card tells nothing more. */
const MOST_GROWTH = 2.6;
/** Several small ones together leave the table in view. */
const MOST_OF_MANY = 84;
/** What a name below a drawing takes. */
const NAME = 30;

/** Only what weighs something covers the table with words. */
export function hasBanner(kind: BeatKind): boolean {
  return kind !== 'step';
}

/** Moves a box into another, if it has room there. */
function within(box: Box, area: Box): Box {
  const into = (at: number, length: number, start: number, room: number): number => Math.max(start, Math.min(at, start + room - length));
  return { ...box, x: into(box.x, box.w, area.x, area.w), y: into(box.y, box.h, area.y, area.h) };
}

const isCard = (tall: number | null): boolean => (tall ?? 1) > 1.3;

const middle = ({ x, w }: Box): number => x + w / 2;

/** Lower than this, drawings that keep clear of a place would be too small to be seen. */
const LEAST_CLEAR = 170;

/** Above or below the places that are lit, wherever there is more room; all of the area if that is too little, or there are none. */
function clearOf(places: readonly Box[], area: Box): Box {
  if (places.length === 0) return area;
  const high = Math.min(...places.map(({ y }) => y)) - GAP / 2;
  const low = Math.max(...places.map(({ y, h }) => y + h)) + GAP / 2;
  const above = { ...area, h: Math.min(area.h, high - area.y) };
  const below = { ...area, y: Math.max(area.y, low), h: area.y + area.h - Math.max(area.y, low) };
  const larger = below.h >= above.h ? below : above;
  return larger.h < LEAST_CLEAR ? area : larger;
}

/** The drawings side by side around where they lie, each as large as all of them can be, clear of the places that are lit with them; the words below them, or above. */
export function stage(lit: readonly Lit[], whole: Box, words: number): Stage {
  const drawn = lit.filter(({ tall }) => tall !== null);
  const area = drawn.length === 0 ? whole : clearOf(lit.filter(({ tall }) => tall === null).map(({ box }) => box), whole);
  const names = drawn.some(({ isNamed }) => isNamed) ? NAME : 0;
  const room = { ...area, h: Math.max(60, area.h - words - GAP - names) };
  const tallest = Math.max(1, ...drawn.map(({ tall }) => tall ?? 1));
  const many = Math.max(1, drawn.length);
  const most = Math.min(180, Math.max(area.w * 0.24, 132), (room.h * 0.62) / tallest);
  const size = Math.min(most, (room.w - GAP * (many - 1)) / many);
  // One that is large already keeps its size, and small ones stay small beside a card, all alike.
  const larger = Math.max(0, ...drawn.filter(({ tall }) => !isCard(tall)).map(({ box }) => box.w)) * MOST_GROWTH;
  const small = many > 2 ? Math.min(larger, MOST_OF_MANY) : larger;
  const widths = drawn.map(({ box, tall }) => Math.max(Math.min(size, isCard(tall) ? size : small), isCard(tall) || many <= 2 ? Math.min(box.w, room.w / many) : 0));
  const breadth = widths.reduce((sum, w) => sum + w, GAP * (many - 1));
  const centre = drawn.reduce((sum, { box }) => sum + middle(box), 0) / many;
  const height = drawn.reduce((sum, { box }) => sum + box.y + box.h / 2, 0) / many;
  const row = within({ x: centre - breadth / 2, y: height - (Math.max(...widths, 1) * tallest) / 2, w: breadth, h: Math.max(...widths, 1) * tallest }, room);
  // From left to right as they lie, so that their ways do not cross.
  const order = drawn.map((_, n) => n).sort((a, b) => middle(drawn[a]?.box ?? area) - middle(drawn[b]?.box ?? area));
  const places = new Map<Lit, Box>();
  let x = row.x;
  for (const n of order) {
    const [one, w] = [drawn[n], widths[n] ?? size];
    if (!one) continue;
    places.set(one, { x, y: row.y, w, h: w * (one.tall ?? 1) });
    x += w + GAP;
  }
  const grown = lit.map((one) => places.get(one) ?? one.box);
  const shown = drawn.length === 0 ? grown : [...places.values()];
  const low = Math.max(area.y, ...shown.map(({ y, h }) => y + h)) + names;
  const high = Math.min(area.y + area.h, ...shown.map(({ y }) => y));
  const below = low + GAP;
  const isBelow = lit.length > 0 && below + words <= area.y + area.h;
  const isAbove = lit.length > 0 && !isBelow && high - GAP - words >= area.y;
  return { grown, words: isBelow ? below : isAbove ? high - GAP - words : area.y + (area.h - words) * 0.42 };
}
