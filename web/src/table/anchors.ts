// A stage: the drawing of a table that a game brings along, with named places at which its zones lie. Pure; boxes of a drawing are in
// its own units, boxes of a room in pixels.

import type { Cell, Zone } from '../generated/messages';
import { fitOne, rimOf } from './boards';
import type { Keep } from './kept';
import { isBoard, largest, type Box } from './layout';
import { areaOf, type Size } from './panel';

/**
 * A place of a drawing: `zone:row` for that zone, `zone:garden.*` for all gardens side by side, `own:garden` for the viewer's, `cell:c4`
 * for a cell, `player:*` for the others and `player:me`, `tray` for what has no place, `control` for what is put together from phrases, and `core` for
 * the part that has to be in view where the players sit elsewhere.
 */
export type Place = { name: string; box: Box; /** What is written there while nothing lies there: `data-empty`. */ empty?: string };
export type Stage = { view: Box; places: Place[] };

/** As much of an element as is read here. */
export type Drawn = { getAttribute(name: string): string | null; querySelectorAll(selector: string): Iterable<Drawn> };

const ALL = '*';
/** Between two zones that share a place, as a part of its longer side. */
const GAP = 0.02;
const [LARGEST_TILE, LARGEST_CARD] = [160, 140];
/** The width of a card before somebody else. */
const BEFORE = 56;
/** As broad as it likes. */
const ANY = 10_000;

function lengths(text: string | null): number[] {
  return (text ?? '').split(/[\s,]+/).filter(Boolean).map(Number);
}

/** The places of a drawing: its rectangles that name one. A drawing without a frame is no stage. */
export function readStage(svg: Drawn): Stage | null {
  const [x, y, w, h] = lengths(svg.getAttribute('viewBox'));
  if (x === undefined || y === undefined || !w || !h) return null;
  const places = [...svg.querySelectorAll('rect[data-place]')].map((rect) => {
    const length = (name: string): number => Number(rect.getAttribute(name) ?? 0);
    const empty = rect.getAttribute('data-empty');
    return { name: rect.getAttribute('data-place') ?? '', ...(empty ? { empty } : {}), box: { x: length('x'), y: length('y'), w: length('width'), h: length('height') } };
  });
  return { view: { x, y, w, h }, places: places.filter(({ name, box }) => name !== '' && box.w > 0 && box.h > 0) };
}

/** Whether a drawing has a place of this name. */
export const hasPlace = ({ places }: Stage, name: string): boolean => places.some((place) => place.name === name);

/** The drawing for a room: a broad room has the wide one. */
export const drawingFor = ({ w, h }: Size): 'wide' | 'tall' => (w > h * 1.1 ? 'wide' : 'tall');

/** The same drawing without the places of the players, as large as its core allows. */
export function withoutPlayers(stage: Stage): Stage {
  const core = stage.places.find(({ name }) => name === 'core');
  return { view: core?.box ?? stage.view, places: stage.places.filter(({ name }) => !name.startsWith('player:')) };
}

/** Where the view of a drawing lies in a room: as large as it fits, in the middle. */
export function frameIn({ view }: Stage, room: Size): Box & { scale: number } {
  const scale = Math.min(room.w / view.w, room.h / view.h);
  const [w, h] = [view.w * scale, view.h * scale];
  return { x: (room.w - w) / 2, y: (room.h - h) / 2, w, h, scale };
}

/** A box of equal parts along its longer side. */
function parts(box: Box, count: number): Box[] {
  const isBroad = box.w >= box.h;
  const gap = GAP * Math.max(box.w, box.h);
  const length = ((isBroad ? box.w : box.h) - gap * (count - 1)) / count;
  return Array.from({ length: count }, (_, n) =>
    isBroad ? { ...box, x: box.x + n * (length + gap), w: length } : { ...box, y: box.y + n * (length + gap), h: length });
}

const isMeant = (name: string, key: string): boolean => (name.endsWith(ALL) ? key.startsWith(name.slice(0, -ALL.length)) : key === name);

/** The boxes of a room at which things of these keys lie; what has no place on the stage has none. A narrower name counts before a wider one. Players side by side and a tray have the whole breadth of the room, where they have that of the drawing. */
export function anchor(stage: Stage, keys: readonly string[], room: Size): Map<string, Box> {
  const frame = frameIn(stage, room);
  const placed = new Map<string, Box>();
  const byName = [...stage.places].sort((a, b) => Number(a.name.endsWith(ALL)) - Number(b.name.endsWith(ALL)));
  for (const { name, box } of byName) {
    const meant = keys.filter((key) => !placed.has(key) && isMeant(name, key));
    const here = {
      x: frame.x + (box.x - stage.view.x) * frame.scale,
      y: frame.y + (box.y - stage.view.y) * frame.scale,
      w: box.w * frame.scale,
      h: box.h * frame.scale,
      ...((name === `player:${ALL}` || name === 'tray') && box.w >= stage.view.w ? { x: 0, w: room.w } : {}),
    };
    for (const [n, part] of parts(here, Math.max(1, meant.length)).entries()) {
      const key = meant[n];
      if (key !== undefined) placed.set(key, part);
    }
  }
  return placed;
}

/** Under which name a zone has its place: the viewer's own before that of its family. */
export function nameIn(stage: Stage, { key, owner }: Zone, seat: number | null): string {
  const own = key.replace(/^zone:/, 'own:').replace(/\.\d+$/, '');
  return owner !== undefined && owner === seat && hasPlace(stage, own) ? own : key;
}

/** A board whose cells lie where the drawing has them, within its own box, and the tile that it is measured in; null if the drawing has none of them. */
export function moveCells(zone: Zone, box: Box, cells: ReadonlyMap<string, Box>): { zone: Zone; tile: number; room: Box } | null {
  const here = [...cells.values()];
  if (here.length === 0) return null;
  const tile = Math.min(...here.map(({ w }) => w));
  const moved = (zone.cells ?? []).map((cell): Cell => {
    const at = cells.get(cell.key);
    if (!at) return cell;
    const isTall = at.h > at.w * 1.2 && cell.grow === 'heap';
    return { ...cell, x: (at.x - box.x) / tile, y: (at.y - box.y) / tile, size: [at.w / tile, at.h / tile], grow: isTall ? 'down' : cell.grow };
  });
  return { zone: { ...zone, unit: 1, cells: moved }, tile, room: { x: 0, y: 0, w: box.w / tile, h: box.h / tile } };
}

/** How large a zone is drawn so that it fits into its box: the tile of a board, or the card of what lies side by side. */
export function scaleIn(keep: Keep, box: Size): number {
  if (isBoard(keep.zone)) return fitOne(keep.zone, box.w, box.h, LARGEST_TILE, keep.box, rimOf);
  return largest((card) => {
    const area = areaOf(keep, card, box.w);
    return area.w <= box.w + 0.5 && area.h <= box.h + 0.5;
  }, LARGEST_CARD);
}

/** Beside what lies side by side there is room for its number. */
export const NUMBER = 44;

/** How wide a zone before somebody else gets if it is this high: what is no board is only to be told apart, in two lines if it is long. */
function breadthAt(keep: Keep, height: number): number {
  if (isBoard(keep.zone)) return (keep.box.w / keep.box.h) * height;
  const number = keep.zone.count !== undefined && keep.zone.kind !== 'stack' ? NUMBER : 0;
  const card = Math.min(BEFORE, scaleIn(keep, { w: ANY, h: height }));
  return number + areaOf(keep, card, ANY).w / (keep.slots > 4 ? 2 : 1);
}

/** Below this part of what it could be, what lies side by side lies below each other rather. */
const CRAMPED = 0.6;
/** A line of small pieces. */
const LINE = 32;

/** The boxes of what lies before somebody: side by side as large as the height allows, or below each other where that is too narrow. */
export function before(keeps: readonly Keep[], { w, h }: Size, gap: number): { isStacked: boolean; boxes: Size[] } {
  const wanted = keeps.map((keep) => breadthAt(keep, h));
  const part = Math.min(1, (w - gap * (keeps.length - 1)) / wanted.reduce((sum, one) => sum + one, 0));
  const lines = keeps.filter(({ zone }) => !isBoard(zone)).length;
  const rest = (h - lines * (LINE + gap)) / Math.max(1, keeps.length - lines);
  if (part >= CRAMPED || keeps.length < 2 || rest < LINE) return { isStacked: false, boxes: wanted.map((one) => ({ w: one * part, h })) };
  return { isStacked: true, boxes: keeps.map(({ zone, box }) => ({ w, h: isBoard(zone) ? Math.min(rest, (box.h / box.w) * w) : LINE })) };
}
