// What moved between two scenes. Pure: places on the screen are the animation's business.

import type { Figure, Piece, Scene, Zone } from '../generated/messages';
import { amount } from './layout';

export type Flight = {
  key: string;
  /** The zone it is in now, for when the piece itself is not drawn there. */
  zone: string;
  /** Where it comes from, the best first: itself, the thing it was before, a place. Empty if nobody knows. */
  from: string[];
  kind: 'move' | 'flip' | 'capture' | 'deal' | 'place' | 'roll';
  /** Whether it shows another face than where it came from. */
  turns: boolean;
  /** The how-manieth of those that follow each other: of a deal, of a reveal, or outward along a captured run. */
  order: number;
  /** The cells it comes through, first to last. */
  via?: string[];
};

/** A piece that is gone. */
export type Parting = {
  key: string;
  /** Places that have one more since, the best first. */
  to: string[];
  /** Whether it lies under what came. */
  covered: boolean;
};

export type Motion = { flights: Flight[]; partings: Parting[] };

type Known = { piece: Piece; zone: Zone; face: string };

function pieces(scene: Scene): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const zone of scene.zones) {
    for (const piece of zone.pieces ?? []) known.set(piece.key, { piece, zone, face: JSON.stringify(piece.figure) });
  }
  return known;
}

function spot({ piece, zone }: Known): string {
  return [zone.key, piece.cell, piece.at?.join(), isTile(piece.figure) ? '' : piece.turned, piece.askew].join(' ');
}

const isTile = (figure: Figure): boolean => typeof figure === 'object' && 'tile' in figure;
const isDie = (figure: Figure): boolean => typeof figure === 'object' && 'die' in figure;
/** The words on a token change; it does not turn over. */
const canTurn = (figure: Figure): boolean => typeof figure === 'string' ? figure !== 'bag' : !('token' in figure) && !('note' in figure) && !('die' in figure);
/** Whether something was the back of this card, in somebody's hand. */
function isHidden({ piece, zone }: Known, figure: Figure): boolean {
  if (zone.kind !== 'fan' || typeof figure !== 'object') return false;
  return ('card' in figure && piece.figure === 'card_back') || ('rune' in figure && piece.figure === 'rune_back');
}
const isDim = (piece: Piece): boolean => piece.marks?.includes('dim') === true;

/** A zone, and where its owner sits, for when it is not drawn. */
function places(scene: Scene, key: string): string[] {
  const owner = scene.zones.find((zone) => zone.key === key)?.owner;
  return owner === undefined ? [key] : [key, `seat:${owner}`];
}

/** By how much the pieces of each zone have become more or fewer, those apart that are listed. */
function unlisted(before: Scene, after: Scene, old: Map<string, Known>, now: Map<string, Known>): Map<string, number> {
  const change = new Map<string, number>();
  const add = (zone: string, by: number) => change.set(zone, (change.get(zone) ?? 0) + by);
  for (const zone of before.zones) add(zone.key, -amount(zone));
  for (const zone of after.zones) add(zone.key, amount(zone));
  for (const [key, { zone }] of old) if (now.get(key)?.zone.key !== zone.key) add(zone.key, 1);
  for (const [key, { zone }] of now) if (old.get(key)?.zone.key !== zone.key) add(zone.key, -1);
  return change;
}

/** The one zone that has become so much larger or smaller; none if there are several. */
function only(change: Map<string, number>, isIt: (by: number) => boolean): string | undefined {
  const found = [...change].filter(([, by]) => isIt(by));
  return found.length === 1 ? found[0]?.[0] : undefined;
}

/** Dice are thrown anew if one came, changed, went to somebody else, or is ready again that had been used. */
function isThrown(zone: Zone, old: Map<string, Known>): boolean {
  return (zone.pieces ?? []).some((piece) => {
    const was = old.get(piece.key);
    return isDie(piece.figure) && (!was || was.zone.owner !== zone.owner || was.face !== JSON.stringify(piece.figure) || (isDim(was.piece) && !isDim(piece)));
  });
}

/** How far apart two cells of a zone are, in tiles. */
function steps(zone: Zone, one: string | undefined, other: string | undefined): number {
  const [a, b] = [one, other].map((key) => zone.cells?.find((cell) => cell.key === key));
  return a && b ? Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) / (zone.unit ?? 1) : 1;
}

/** Pieces that turn because another was placed turn one after the other, outward from it. */
function spreadRuns(flights: Flight[], now: Map<string, Known>): void {
  for (const placed of flights.filter(({ kind }) => kind === 'place' || kind === 'deal' || kind === 'move')) {
    const at = now.get(placed.key);
    if (!at?.zone.cells) continue;
    for (const flight of flights) {
      const turned = now.get(flight.key);
      if (flight.kind !== 'flip' || turned?.zone !== at.zone) continue;
      flight.kind = 'capture';
      flight.order = Math.max(0, Math.round(steps(at.zone, at.piece.cell, turned.piece.cell)) - 1);
    }
  }
}

/** So many turn one after the other at full leisure; more of them share that time. */
const MOST_TURNS = 6;

/** What is revealed turns over one by one. */
function spreadTurns(flights: Flight[]): void {
  const turning = flights.filter(({ kind, turns }) => turns && (kind === 'flip' || kind === 'move'));
  const step = Math.min(1, MOST_TURNS / Math.max(1, turning.length - 1));
  turning.forEach((flight, n) => (flight.order = n * step));
}

/** The pieces that moved, turned over, came and went; `oneByOne` if what turns is to be seen card by card. */
export function motion(before: Scene, after: Scene, oneByOne = false): Motion {
  const [old, now] = [pieces(before), pieces(after)];
  const gone = new Map([...old].filter(([key]) => !now.has(key)));
  const change = unlisted(before, after, old, now);
  const flights: Flight[] = [];
  let dealt = 0;

  /** The thing a new piece was before: names often say where something stands, so they change as it moves. */
  function earlier(known: Known): string | undefined {
    const { from } = known.piece;
    const fits = [...gone].filter(([, was]) => (from === undefined ? was.face === known.face : was.zone.key === from || was.piece.cell === from));
    const found = fits.find(([, was]) => was.face === known.face) ?? fits[fits.length - 1]
      ?? [...gone].find(([, was]) => from === undefined && isHidden(was, known.piece.figure));
    if (found) gone.delete(found[0]);
    return found?.[0];
  }

  for (const [key, known] of now) {
    const { piece, zone } = known;
    const flight = (kind: Flight['kind'], from: string[], turns = false): void => {
      const via = kind === 'move' && piece.via?.length ? { via: piece.via } : {};
      flights.push({ key, zone: zone.key, from, kind, turns, order: kind === 'deal' ? dealt++ : 0, ...via });
    };
    const was = old.get(key);
    if (isDie(piece.figure)) {
      if (isThrown(zone, old)) flight('roll', [key]);
    } else if (was) {
      const turns = was.face !== known.face && canTurn(piece.figure);
      if (spot(was) !== spot(known)) flight('move', [key, ...places(before, was.zone.key)], turns);
      else if (turns) flight('flip', [key], true);
    } else {
      const origin = earlier(known);
      const left = origin === undefined ? undefined : old.get(origin);
      if (origin !== undefined && left) {
        flight('move', [origin, ...places(before, left.zone.key)], left.face !== known.face);
      } else if (piece.from !== undefined) {
        flight('deal', places(before, piece.from));
      } else if (old.size > 0) {
        const source = only(change, (by) => by < 0);
        if (source === undefined) flight('place', []);
        else flight('deal', places(before, source));
      }
    }
  }
  spreadRuns(flights, now);
  if (oneByOne) spreadTurns(flights);

  const heap = only(change, (by) => by > 0);
  const landing = new Set(flights.map(({ zone }) => zone));
  const partings: Parting[] = [];
  for (const [key, { piece, zone }] of gone) {
    if (isDie(piece.figure)) continue;
    const covered = (zone.kind === 'stack' || zone.kind === 'pile') && landing.has(zone.key);
    partings.push({ key, to: heap === undefined || covered ? [] : places(after, heap), covered });
  }
  return { flights, partings };
}

/** A scene before its hands were dealt. */
export function undealt(scene: Scene): Scene {
  const zones = scene.zones.map((zone) => (zone.kind === 'fan' ? { ...zone, pieces: (zone.pieces ?? []).filter((piece) => piece.from === undefined) } : zone));
  return { ...scene, zones };
}

/** In milliseconds, as look and feel have it. */
export const TIMES = { move: 220, perTile: 40, mostMove: 420, flip: 260, deal: 180, apart: 55, reveal: 230, hop: 260, mostHops: 2600, hand: 600, capture: 120, run: 50, land: 140, roll: 600, place: 180, part: 220 };

/** How long a piece takes for a way: 220 ms and 40 for each tile (of about 60 pixels), at most 420. */
export function duration(distance: number): number {
  return Math.min(TIMES.mostMove, TIMES.move + (TIMES.perTile * distance) / 60);
}

/** How long a piece takes that comes through so many cells; each hop is seen. */
export function hopsLast(via: number): number {
  return Math.min(TIMES.mostHops, (via + 1) * TIMES.hop);
}

/** How much later than the first a flight begins, among so many dealt together. */
export function delay(flight: Flight, dealt: number): number {
  if (flight.kind === 'deal') return flight.order * Math.min(TIMES.apart, (TIMES.hand - TIMES.deal) / Math.max(1, dealt - 1));
  return flight.kind === 'capture' ? TIMES.land + flight.order * TIMES.run : flight.order * TIMES.reveal;
}

/** How long a movement lasts at most. */
export function lasts({ flights, partings }: Motion): number {
  const dealt = flights.filter(({ kind }) => kind === 'deal').length;
  const ends = flights.map((flight) => delay(flight, dealt) + (flight.via ? hopsLast(flight.via.length) : flight.kind === 'move' ? TIMES.mostMove : TIMES[flight.kind]));
  return Math.max(0, partings.length > 0 ? TIMES.part : 0, ...ends);
}

export type Moved = 'tap' | 'slide' | 'rattle' | 'riffle';

/** What a movement sounds like; the loudest part of it counts. */
export function soundOf({ flights }: Motion): Moved | null {
  const has = (...kinds: string[]): number => flights.filter(({ kind }) => kinds.includes(kind)).length;
  if (has('roll') > 0) return 'rattle';
  if (has('deal') > 2) return 'riffle';
  if (has('place', 'deal', 'flip') > 0) return 'tap';
  return has('move') > 0 ? 'slide' : null;
}

/** The faces that a die shows before it settles: each differs from the one before, and the last from its own. */
export function tumbled(value: number, chance: () => number = Math.random): number[] {
  const faces: number[] = [];
  let next = value;
  for (let n = 0; n < 5; n += 1) {
    next = ((next + Math.floor(chance() * 5)) % 6) + 1;
    faces.unshift(next);
  }
  return faces;
}
