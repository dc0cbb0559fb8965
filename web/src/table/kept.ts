// What a table keeps room for. The plan of the table follows from what the scene has declared, not from what lies there now,
// so that nothing moves but what the game moves. Pure; the lengths of boxes are in tiles.

import type { Figure, Scene, Zone } from '../generated/messages';
import { bounds, cellBox, isBoard, lies, naturalWidth, tallness, type Box } from './layout';
import { wordsOf } from './panel';
import { risenBox } from './rise';
import { isTowers, towersBox } from './towers';

export type Keep = {
  /** The zone as it was seen first: its name and its cells say how much room they need. */
  zone: Zone;
  /** Room for so many pieces side by side. */
  slots: number;
  /** The largest kind of piece it has had, or will have. */
  figure: Figure;
  /** How wide the words below its pieces are. */
  words: number;
  /** What its cells and free pieces have taken up. */
  box: Box;
  /** Whether it came when the table was laid already, so that no room was kept for it. */
  isLate: boolean;
};

/** The zones of a table by their keys, in the order in which they came. */
export type Kept = ReadonlyMap<string, Keep>;

export const NOTHING: Kept = new Map();

/** Where a game does not say how many pieces it has room for. */
const SLOTS: Record<Zone['kind'], number> = { row: 5, fan: 5, pile: 4, stack: 1, board: 1, track: 1, plane: 1 };
/** What lies there at first has its room, up to so many. */
const MOST_AT_FIRST = 8;
/** A card that shows this much of itself can just be told from the others, and a cube that shows this much. */
const [READABLE, VISIBLE] = [0.22, 0.4];

/** In how many places side by side so many pieces can still be told: what comes lies closer together before more room is taken. */
function placesFor(zone: Zone): number {
  const pieces = zone.pieces ?? [];
  if (zone.kind === 'stack' || pieces.length === 0) return 1;
  return Math.ceil(1 + (pieces.length - 1) * (pieces.every(({ figure }) => lies(figure)) ? READABLE : VISIBLE));
}

function areaOf(figure: Figure): number {
  return naturalWidth(figure) ** 2 * tallness(figure);
}

function union(a: Box, b: Box): Box {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
  return { x, y, w: Math.max(a.x + a.w, b.x + b.w) - x, h: Math.max(a.y + a.h, b.y + b.h) - y };
}

/** A place as large as a card. */
const CARD = { w: 1, h: 1.5 };

/** What a board takes up, with room for as many cells as its game says; they come side by side. */
function boardBox(zone: Zone): Box {
  if (zone.rises) return risenBox(zone);
  if (isTowers(zone)) return towersBox(zone);
  const box = bounds(zone);
  const first = zone.cells?.[0];
  const { w, h } = first ? cellBox(zone, first) : CARD;
  return zone.room ? union(isNothing(zone) ? { x: 0, y: 0, w, h } : box, { x: 0, y: 0, w: w * zone.room, h }) : box;
}

const isNothing = (zone: Zone): boolean => (zone.cells ?? []).length === 0 && (zone.pieces ?? []).length === 0;

/** The room that is kept for a zone which was not there before. */
export function keepFor(zone: Zone, isLate = false): Keep {
  const figures = (zone.pieces ?? []).map(({ figure }) => figure).sort((a, b) => areaOf(b) - areaOf(a));
  return {
    zone,
    slots: Math.max(zone.room || Math.max(SLOTS[zone.kind], Math.min(MOST_AT_FIRST, figures.length)), placesFor(zone)),
    figure: figures[0] ?? zone.look ?? 'card_back',
    words: Math.max(0, ...(zone.pieces ?? []).map(wordsOf)),
    box: boardBox(zone),
    isLate,
  };
}

/** Whether most places of a board are gone: then its game has laid it anew, as heaps that are built by now. */
export function isRelaid({ cells: old = [] }: Zone, { cells = [] }: Zone): boolean {
  const now = new Set(cells.map(({ key }) => key));
  return now.size > 0 && old.filter(({ key }) => now.has(key)).length < old.length / 2;
}

/** The same room, and more where it does not suffice; the same object where it does. */
function widen(old: Keep, zone: Zone): Keep {
  const seen = keepFor(zone);
  if (isRelaid(old.zone, zone)) return { ...seen, isLate: old.isLate };
  const slots = Math.max(old.slots, zone.room || 0, placesFor(zone));
  const figure = (zone.pieces ?? []).length > 0 && areaOf(seen.figure) > areaOf(old.figure) ? seen.figure : old.figure;
  const box = isNothing(zone) ? old.box : isNothing(old.zone) ? seen.box : union(old.box, seen.box);
  const isSame = slots === old.slots && figure === old.figure && Object.entries(box).every(([side, length]) => old.box[side as keyof Box] === length);
  // A board that was not laid out at first has its cells now; its name is as wide as it was.
  const laid = isNothing(old.zone) && isBoard(zone) ? { ...old.zone, cells: zone.cells ?? [] } : old.zone;
  return isSame ? old : { ...old, slots, figure, box, zone: laid };
}

/** Whether a zone is laid into the tray if it comes late: boards and hands have places of their own. */
const canWait = (zone: Zone): boolean => !isBoard(zone) && zone.kind !== 'fan';

/** What is kept when this is seen: everything that was, and room for what is new. */
export function keep(before: Kept, scene: Scene): Kept {
  const kept = new Map(before);
  for (const zone of scene.zones) {
    const old = before.get(zone.key);
    kept.set(zone.key, old ? widen(old, zone) : keepFor(zone, (before.size > 0 || zone.passing === true) && canWait(zone)));
  }
  const isSame = kept.size === before.size && [...kept].every(([key, one]) => before.get(key) === one);
  return isSame ? before : kept;
}

/** What is still kept when the screen was turned: boards that turn with it are laid anew. */
export function untilTurned(kept: Kept): Kept {
  return new Map([...kept].filter(([, { zone }]) => !zone.turns));
}

/** All zones that have a place, in the order in which they came; what is not there now is empty. */
export function placesOf(scene: Scene, kept: Kept): Zone[] {
  const now = new Map(scene.zones.map((zone) => [zone.key, zone]));
  return [...kept.values()].map(({ zone }) => now.get(zone.key) ?? { ...zone, cells: [], pieces: [], count: 0 });
}
