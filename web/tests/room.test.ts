import { describe, expect, test } from 'vitest';
import type { Cell, Figure, Piece, Player, Scene, Zone } from '../src/generated/messages';
import { flow, layPiece, lineOf, panelSize } from '../src/table/panel';
import { leadOf, outline, ringLeft } from '../src/table/race';
import { planRoom } from '../src/table/room';
import { clearing, clockwise, isRound, seatBoxes, seatsAround } from '../src/table/round';

const zone = (change: Partial<Zone>): Zone => ({ key: 'zone:z', label: 'Z', kind: 'board', role: 'board', ...change });
const piece = (key: string, figure: Figure, change: Partial<Piece> = {}): Piece => ({ key, figure, label: key, ...change });
const cards = (count: number, figure: Figure = { card: 3 }): Piece[] => Array.from({ length: count }, (_, n) => piece(`card:${n}`, figure));
const cells = (columns: number, rows: number): Cell[] =>
  Array.from({ length: columns * rows }, (_, n) => ({ key: `cell:${n}`, label: `${n}`, x: n % columns, y: Math.floor(n / columns), size: [1, 1], ground: 'bare', grow: 'heap' }));

describe('a panel', () => {
  test('overlaps cards that would not fit, but not so far that their words are lost', () => {
    expect(lineOf(cards(3), 60, 400).by).toBe(0);
    expect(lineOf(cards(10), 60, 400).by).toBeGreaterThan(20);
    const noted = cards(10).map((one) => ({ ...one, marks: [{ note: 'every round' }] }));
    expect(lineOf(noted, 60, 400).by).toBe(0);
    expect(panelSize(zone({ kind: 'row', pieces: noted }), 60, 400).h).toBeGreaterThan(2 * 60 * 1.45);
  });

  test('words below a piece widen it or take two lines', () => {
    const cube = piece('cube:1', { cube: 'red' }, { marks: [{ note: '12 left' }] });
    expect(layPiece(cube, 60, 0).aside).toBeGreaterThan(0);
    expect(layPiece(piece('cube:2', { cube: 'red' }), 60, 0)).toMatchObject({ aside: 0, below: 0 });
  });

  test('things flow into rows', () => {
    const thing = { w: 100, h: 50 };
    expect(flow([thing, thing, thing], 220, 10)).toEqual({ w: 210, h: 110 });
    expect(flow([], 220, 10)).toEqual({ w: 0, h: 0 });
  });

  test('a pile is content with little', () => {
    const width = (kind: 'pile' | 'row') => panelSize(zone({ kind, pieces: cards(9) }), 60, 800).w;
    expect(width('pile')).toBeLessThan(0.6 * width('row'));
  });
});

describe('the plan of the middle', () => {
  const row = (key: string, count: number) => zone({ key, kind: 'row', pieces: cards(count) });

  test('without a board the cards take the room', () => {
    const contents = { boards: [], shared: [row('zone:a', 2)], ownBoards: [], own: [] };
    expect(planRoom(contents, { width: 700, height: 600, lack: 0 }).card).toBe(104);
    const small = planRoom(contents, { width: 700, height: 140, lack: 0 }).card;
    expect(small).toBeLessThan(80);
    expect(small).toBeGreaterThan(40);
  });

  test('in a low room the own things stand beside the shared ones', () => {
    const contents = { boards: [], shared: [row('zone:a', 2)], ownBoards: [], own: [row('zone:b', 2)] };
    expect(planRoom(contents, { width: 700, height: 200, lack: 0 })).toMatchObject({ isAbreast: true });
    expect(planRoom(contents, { width: 700, height: 600, lack: 0 })).toMatchObject({ isAbreast: false, card: 104 });
  });

  test('a tall board has the panels beside it, a broad one above', () => {
    const shared = [row('zone:a', 3), row('zone:b', 3)];
    const plan = (columns: number, rows: number) => planRoom({ boards: [zone({ cells: cells(columns, rows) })], shared, ownBoards: [], own: [] }, { width: 730, height: 560, lack: 0 });
    expect(plan(5, 9).isBeside).toBe(true);
    expect(plan(12, 3).isBeside).toBe(false);
    expect(planRoom({ boards: [zone({ cells: cells(5, 9) })], shared, ownBoards: [], own: [] }, { width: 300, height: 100, lack: 0 }).tiles[0]).toBeGreaterThan(20);
    const [tile = 0] = plan(5, 9).tiles;
    expect(9 * tile).toBeGreaterThan(500);
    expect(9 * tile).toBeLessThanOrEqual(560);
  });
});

describe('the round table', () => {
  const player = (seat: number): Player => ({ seat, active: false });
  const scene = (seats: number, zones: Zone[]): Scene => ({ zones, players: Array.from({ length: seats }, (_, n) => player(n)), prompt: { text: '' } });
  const hand = zone({ key: 'zone:hand.1', kind: 'fan', owner: 1, pieces: cards(3, 'card_back') });

  test('is for many seats with hidden hands, and not for large boards', () => {
    expect(isRound(scene(5, [hand]), 0)).toBe(true);
    expect(isRound(scene(4, [hand]), 0)).toBe(false);
    expect(isRound(scene(5, [{ ...hand, owner: 0 }]), 0)).toBe(false);
    expect(isRound(scene(5, [zone({ key: 'zone:open', kind: 'row', owner: 1, pieces: cards(2) })]), 0)).toBe(false);
    expect(isRound(scene(5, [hand, zone({ cells: cells(6, 6) })]), 0)).toBe(false);
    const tile = { ...cells(1, 1)[0], ground: { tile: 'drop' } } as Cell;
    expect(isRound(scene(5, [hand, zone({ cells: [tile] })]), 0)).toBe(false);
    expect(isRound(scene(5, [hand, zone({ cells: [tile], kind: 'track' })]), 0)).toBe(true);
    expect(isRound(scene(5, [hand, zone({ key: 'zone:garden.1', owner: 1 })]), 0)).toBe(false);
    expect(isRound(scene(5, [zone({ owner: 1, cells: cells(2, 2), pieces: cards(4, 'rune_back') })]), 0)).toBe(true);
  });

  test('begins at the left of the viewer', () => {
    expect(clockwise(5, 3)).toEqual([4, 0, 1, 2]);
    expect(clockwise(5, null)).toEqual([0, 1, 2, 3, 4]);
    const [first, ...rest] = seatsAround(5, true);
    expect(first?.x).toBe(0);
    expect(rest.at(-1)?.x).toBe(1);
  });

  test('nobody sits on somebody else, whatever the number', () => {
    for (const isBottomFree of [true, false]) {
      for (let count = 4; count <= 11; count += 1) {
        const points = seatsAround(count, isBottomFree);
        expect(points.length).toBe(count);
        const size = { w: count > 8 ? 140 : 156, h: count > 8 ? 74 : 140 };
        const boxes = seatBoxes(points, points.map(() => size), { w: 1070, h: 590 });
        for (const [n, a] of boxes.entries()) {
          expect(a.x >= 0 && a.y >= 0 && a.x + a.w <= 1070 && a.y + a.h <= 590, `${count}: ${n}`).toBe(true);
          for (const b of boxes.slice(n + 1)) {
            expect(a.x + a.w <= b.x || b.x + b.w <= a.x || a.y + a.h <= b.y || b.y + b.h <= a.y, `${count}: ${JSON.stringify([a, b])}`).toBe(true);
          }
        }
      }
    }
  });

  test('its middle touches no seat', () => {
    const room = { w: 1000, h: 500 };
    const boxes = seatBoxes(seatsAround(5, true), Array<{ w: number; h: number }>(5).fill({ w: 180, h: 100 }), room);
    const free = clearing(boxes, room);
    expect(free.w).toBeGreaterThan(450);
    expect(free.h).toBeGreaterThan(300);
    expect(free.x * 2 + free.w).toBeCloseTo(1000);
    for (const box of boxes) {
      expect(box.x + box.w <= free.x || free.x + free.w <= box.x || box.y + box.h <= free.y || free.y + free.h <= box.y).toBe(true);
    }
  });
});

describe('a race', () => {
  const last = { ...cards(1)[0], key: 'card:lead', marks: ['last'] } as Piece;
  const scene = (zones: Zone[]): Scene => ({ zones, players: [], prompt: { text: '' } });
  const discard = zone({ key: 'zone:discard', kind: 'stack', pieces: [last] });
  const deck = zone({ key: 'zone:deck', kind: 'stack', owner: 0, pieces: cards(1) });

  test('is about what just came, or about the one thing that can be claimed', () => {
    expect(leadOf(scene([deck, discard]), [{ label: 'Pass', path: ['button:pass'] }])).toBe('zone:discard');
    expect(leadOf(scene([deck]), [{ label: 'Draw', path: ['zone:deck'] }, { label: 'Top', path: ['card:0'] }])).toBe('zone:deck');
    expect(leadOf(scene([deck]), [{ label: 'Draw', path: ['zone:deck'] }, { label: 'Pass', path: ['button:pass'] }])).toBe(null);
    expect(leadOf(scene([discard, { ...discard, key: 'zone:other' }]), [])).toBe(null);
    expect(leadOf(scene([{ ...discard, kind: 'board' }]), [])).toBe(null);
  });

  test('runs out evenly, or in quarters', () => {
    expect(ringLeft(1000, 4000, false)).toBe(0.25);
    expect(ringLeft(1001, 4000, true)).toBe(0.5);
    expect([ringLeft(-5, 4000, true), ringLeft(9000, 4000, false), ringLeft(1, 0, false)]).toEqual([0, 1, 1]);
    expect(outline(100, 160, 10)).toMatch(/^M50 0H90A/);
  });
});
