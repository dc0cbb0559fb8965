// A round table: who sits where around the oval, and how much of its middle is free. Pure; lengths in pixels.

import type { Scene, Theme, Zone } from '../generated/messages';
import type { Box } from './layout';

const FEWEST_SEATS = 5;
/** An outlined board of more cells than this needs the room that the seats would take. */
const MOST_CELLS = 12;

/** Whether these are cards that others do not see, or, at the end, did not see before. */
function isHidden(zone: Zone, isOver: boolean): boolean {
  return zone.kind === 'fan' || (zone.pieces ?? []).some(({ figure }) => (typeof figure === 'string' ? figure.endsWith('_back') : isOver && ('rune' in figure || 'card' in figure)));
}

/** A wooden board is as large as it gets, even while few of its tiles are left. */
function isLarge(zone: Zone): boolean {
  return zone.kind !== 'track' && ((zone.cells?.length ?? 0) > MOST_CELLS || (zone.cells ?? []).some((cell) => cell.ground !== 'bare'));
}

/** Who holds a hand and builds something before them as well needs a place that a seat at an oval does not have. */
function isBuilt(scene: Scene): boolean {
  const owners = (kind: Zone['kind']): Set<number | undefined> => new Set(scene.zones.filter((zone) => zone.kind === kind).map((zone) => zone.owner));
  const holders = owners('fan');
  return [...owners('board')].some((owner) => owner !== undefined && holders.has(owner));
}

/** Whether the table is best seen as people around it: many seats, or a parlour, hands that others do not see, no large board. */
export function isRound(scene: Scene, seat: number | null, world?: Theme, isOver = false): boolean {
  return (
    scene.players.length >= (world === 'parlour' ? 2 : FEWEST_SEATS) &&
    !isBuilt(scene) &&
    // Around a card table people stay where they sit, also when the cards are gone.
    ((isOver && world === 'parlour') || scene.zones.some((zone) => zone.owner !== undefined && zone.owner !== seat && isHidden(zone, isOver))) &&
    scene.zones.every((zone) => zone.owner !== undefined || !isLarge(zone))
  );
}

/** The seats clockwise from the one after the viewer's; all of them for an onlooker. */
export function clockwise(seats: number, viewer: number | null): number[] {
  const first = viewer === null ? 0 : viewer + 1;
  return Array.from({ length: viewer === null ? seats : seats - 1 }, (_, n) => (first + n) % seats);
}

type Point = { x: number; y: number };

/** So many seats along one edge, evenly, the outer ones bent inwards. */
function edge(count: number, first: number, last: number, bend: number): { along: number; inwards: number }[] {
  return Array.from({ length: count }, (_, n) => {
    const along = count === 1 ? (first + last) / 2 : first + ((last - first) * n) / (count - 1);
    return { along, inwards: bend * Math.abs(2 * along - 1) ** 3 };
  });
}

/** Where so many seats are, as parts of the width and the height: clockwise from the lower left, with the bottom kept free for the viewer. */
export function seatsAround(count: number, isBottomFree: boolean): Point[] {
  if (count === 1 && isBottomFree) return [{ x: 0.5, y: 0 }];
  const side = count < 6 || (!isBottomFree && count < 9) ? 1 : count < 9 || !isBottomFree ? 2 : 3;
  const bottom = isBottomFree ? 0 : Math.floor((count - 2 * side) / 2);
  const top = count - 2 * side - bottom;
  // The lowest of several at a side sits at the corner, where the oval bends.
  const sides = side === 1 ? [count < 4 ? 0.4 : 0.6] : side === 2 ? [0.98, 0.5] : [0.97, 0.66, 0.36];
  if (!isBottomFree) sides.splice(0, side, ...(side === 1 ? [0.5] : [0.67, 0.3]));
  const upper = edge(top, top > 3 ? 0.1 : top > 2 ? 0.13 : 0.25, top > 3 ? 0.9 : top > 2 ? 0.87 : 0.75, 0.3);
  const lower = edge(bottom, bottom > 2 ? 0.87 : 0.75, bottom > 2 ? 0.13 : 0.25, 0.3);
  return [
    ...sides.map((y) => ({ x: y > 0.9 ? 0.06 : 0, y })),
    ...upper.map(({ along, inwards }) => ({ x: along, y: inwards })),
    ...[...sides].reverse().map((y) => ({ x: y > 0.9 ? 0.94 : 1, y })),
    ...lower.map(({ along, inwards }) => ({ x: along, y: 1 - inwards })),
  ];
}

/** The seats in a room: nothing hangs over its edge, and neighbours at one side make way for each other. */
export function seatBoxes(points: readonly Point[], sizes: readonly { w: number; h: number }[], room: { w: number; h: number }): Box[] {
  const boxes = points.map((point, n) => {
    const { w, h } = sizes[n] ?? { w: 0, h: 0 };
    return { x: point.x * (room.w - w), y: point.y * (room.h - h), w, h };
  });
  for (const isLeft of [true, false]) {
    const column = boxes.filter((_, n) => (isLeft ? (points[n]?.x ?? 0) < 0.2 : (points[n]?.x ?? 0) > 0.8)).sort((a, b) => a.y - b.y);
    part(column, room.h);
  }
  return boxes;
}

/** Moves boxes that stand on each other apart: down, and back up from the lower edge. */
function part(column: Box[], height: number, gap = 4): void {
  column.forEach((box, n) => {
    const upper = column[n - 1];
    if (upper && box.x < upper.x + upper.w && box.x + box.w > upper.x) box.y = Math.max(box.y, upper.y + upper.h + gap);
  });
  let floor = height;
  for (const box of [...column].reverse()) {
    box.y = Math.max(0, Math.min(box.y, floor - box.h));
    floor = box.y - gap;
  }
}

/** The largest box about the middle line that touches no seat; one that is broader than so many times its height is worth no more. */
export function clearing(seats: readonly Box[], room: { w: number; h: number }, broadest = 1.9, gap = 10): Box {
  let best: Box = { x: room.w * 0.3, y: room.h * 0.3, w: room.w * 0.4, h: room.h * 0.4 };
  let bestWorth = 0;
  const middle = room.h / 2;
  for (let w = room.w * 0.25; w <= room.w; w += 10) {
    const x = (room.w - w) / 2;
    const meets = seats.filter((seat) => seat.x < x + w + gap && seat.x + seat.w > x - gap);
    const top = Math.max(0, ...meets.filter((seat) => seat.y + seat.h / 2 <= middle).map((seat) => seat.y + seat.h + gap));
    const low = Math.min(room.h, ...meets.filter((seat) => seat.y + seat.h / 2 > middle).map((seat) => seat.y - gap));
    const h = low - top;
    const worth = Math.min(w, h * broadest) * Math.min(h, w);
    if (h > 0 && worth > bestWorth) [best, bestWorth] = [{ x, y: top, w, h }, worth];
  }
  return best;
}
