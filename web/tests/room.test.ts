import { describe, expect, test } from 'vitest';
import type { Cell, Figure, Piece, Player, Scene, Zone } from '../src/generated/messages';
import { keep, keepFor, NOTHING, placesOf } from '../src/table/kept';
import { areaOf, flow, lay, panelOf, slotOf } from '../src/table/panel';
import { leadOf, outline, ringLeft } from '../src/table/race';
import { planBeside, planPhone, planRoom } from '../src/table/room';
import { clearing, clockwise, isRound, seatBoxes, seatsAround } from '../src/table/round';

const zone = (change: Partial<Zone>): Zone => ({ key: 'zone:z', label: 'Z', kind: 'board', role: 'board', ...change });
const piece = (key: string, figure: Figure, change: Partial<Piece> = {}): Piece => ({ key, figure, label: key, ...change });
const cards = (count: number, figure: Figure = { card: 3 }): Piece[] => Array.from({ length: count }, (_, n) => piece(`card:${n}`, figure));
const cells = (columns: number, rows: number): Cell[] =>
  Array.from({ length: columns * rows }, (_, n) => ({ key: `cell:${n}`, label: `${n}`, x: n % columns, y: Math.floor(n / columns), size: [1, 1], ground: 'bare', grow: 'heap' }));

describe('a panel', () => {
  const row = (count: number, room = 0) => zone({ kind: 'row', role: 'market', room, pieces: cards(count) });

  test('is as large for one card as for all it has room for', () => {
    const sizes = [0, 1, 6].map((count) => panelOf(keepFor(row(count, 6)), 60, 500));
    expect(new Set(sizes.map(({ w, h }) => `${w} ${h}`)).size).toBe(1);
    expect(panelOf(keepFor(row(1)), 60, 500).w).toBeGreaterThan(5 * 60);
  });

  test('keeps its cards where they are while there are places, then they lie closer together', () => {
    const area = areaOf(keepFor(row(0, 6)), 60, 500);
    const at = (count: number) => lay(cards(count), area, 60).map(({ x }) => Math.round(x));
    expect(at(6).slice(0, 3)).toEqual(at(3));
    const narrow = areaOf(keepFor(row(0, 6)), 60, 300);
    const near = (count: number) => lay(cards(count), narrow, 60).map(({ x }) => Math.round(x));
    expect(near(6).slice(0, 5)).toEqual(near(5)); // also where they lie over each other
    expect(at(12)[1]).toBeLessThan(at(6)[1] ?? 0);
    for (const { x, y, w, h } of lay(cards(30), area, 60)) expect(x >= 0 && x + w <= area.w + 0.1 && y + h <= area.h + 0.1).toBe(true);
  });

  test('takes a second line where one is too short to read', () => {
    expect(areaOf(keepFor(row(0, 6)), 60, 300).lines).toBe(1);
    expect(areaOf(keepFor(row(0, 12)), 60, 300).lines).toBe(2);
    const noted = zone({ kind: 'row', room: 10, pieces: cards(1).map((one) => ({ ...one, marks: [{ note: 'every round' }] })) });
    expect(areaOf(keepFor(noted), 60, 400).lines).toBe(2); // words are not covered
  });

  test('words below a piece widen it or take two lines', () => {
    expect(slotOf({ figure: { cube: 'red' }, words: 50 }, 60)).toMatchObject({ w: 50, below: 19 });
    expect(slotOf({ figure: { cube: 'red' }, words: 0 }, 60).below).toBe(0);
  });

  test('things flow into rows', () => {
    const thing = { w: 100, h: 50 };
    expect(flow([thing, thing, thing], 220, 10)).toEqual({ w: 210, h: 110 });
    expect(flow([], 220, 10)).toEqual({ w: 0, h: 0 });
  });

  test('a pile is content with little', () => {
    const width = (kind: 'pile' | 'row') => panelOf(keepFor(zone({ kind, room: 9 })), 60, 800).w;
    expect(width('pile')).toBeLessThan(0.6 * width('row'));
  });
});

describe('what is kept', () => {
  const scene = (...zones: Zone[]): Scene => ({ zones, players: [], prompt: { text: '' } });
  const board = zone({ key: 'zone:board', cells: cells(4, 4) });
  const shop = zone({ key: 'zone:shop', kind: 'row', role: 'market', pieces: cards(3) });

  test('is laid anew with a board of which most is gone', () => {
    const first = keep(NOTHING, scene(board, shop));
    const relaid = keep(first, scene({ ...board, cells: cells(2, 2) }, shop));
    expect(relaid.get(board.key)?.box).toMatchObject({ w: 2, h: 2 });
    expect(relaid.get(shop.key)).toBe(first.get(shop.key));
  });

  test('stays the same while the table has room, and never becomes less', () => {
    const first = keep(NOTHING, scene(board, shop));
    expect(keep(first, scene({ ...board, cells: cells(4, 2) }, { ...shop, pieces: [] }))).toBe(first);
    const more = keep(first, scene(board, { ...shop, pieces: cards(30) }));
    expect(more.get('zone:shop')?.slots).toBeGreaterThan(first.get('zone:shop')?.slots ?? 0);
    expect(keep(more, scene(board, shop))).toBe(more);
    expect(keep(first, scene({ ...board, cells: cells(5, 4) }, shop)).get('zone:board')?.box.w).toBe(5);
  });

  test('a board has room for the cells that its game says, side by side', () => {
    expect(keepFor(zone({ room: 6, unit: 2, cells: [{ ...cells(1, 1)[0], size: [2, 3] } as Cell] })).box).toEqual({ x: 0, y: 0, w: 6, h: 1.5 });
    expect(keepFor(zone({ room: 6 })).box).toEqual({ x: 0, y: 0, w: 6, h: 1.5 });
    expect(keepFor(zone({ cells: cells(4, 2) })).box).toEqual({ x: 0, y: 0, w: 4, h: 2 });
  });

  test('a zone that goes keeps its place, and one that comes late has none', () => {
    const first = keep(NOTHING, scene(board, shop));
    expect(placesOf(scene(board), first).map(({ key, pieces }) => `${key} ${pieces?.length ?? 0}`)).toEqual(['zone:board 0', 'zone:shop 0']);
    const late = keep(first, scene(board, shop, zone({ key: 'zone:drawn', kind: 'row', role: 'market' }), zone({ key: 'zone:hand.0', kind: 'fan', role: 'hand' })));
    expect([late.get('zone:drawn')?.isLate, late.get('zone:hand.0')?.isLate]).toEqual([true, false]);
  });
});

describe('the plan of the middle', () => {
  const row = (key: string, count: number) => zone({ key, kind: 'row', role: 'market', room: count });

  test('without a board the cards take the room', () => {
    const contents = { boards: [], markets: [row('zone:a', 2)], own: [] };
    expect(planRoom(contents, { width: 700, height: 600 }).card).toBe(104);
    const small = planRoom(contents, { width: 700, height: 140 }).card;
    expect(small).toBeLessThan(80);
    expect(small).toBeGreaterThan(40);
  });

  test('in a low room the own things stand beside the shared ones', () => {
    const contents = { boards: [], markets: [row('zone:a', 2)], own: [row('zone:b', 2)] };
    expect(planRoom(contents, { width: 700, height: 200 })).toMatchObject({ isAbreast: true });
    expect(planRoom(contents, { width: 700, height: 600 })).toMatchObject({ isAbreast: false, card: 104 });
  });

  test('a tall board has the panels beside it, a broad one above', () => {
    const markets = [row('zone:a', 3), row('zone:b', 3)];
    const plan = (columns: number, rows: number) => planRoom({ boards: [zone({ cells: cells(columns, rows) })], markets, own: [] }, { width: 730, height: 560 });
    expect(plan(5, 9).isBeside).toBe(true);
    expect(plan(12, 3).isBeside).toBe(false);
    expect(planRoom({ boards: [zone({ cells: cells(5, 9) })], markets, own: [] }, { width: 300, height: 100 }).tiles[0]).toBeGreaterThan(20);
    const [tile = 0] = plan(5, 9).tiles;
    expect(9 * tile).toBeGreaterThan(500);
    expect(9 * tile).toBeLessThanOrEqual(560);
  });

  test('is the same whatever lies on the table', () => {
    const [empty, full] = [zone({ key: 'zone:a', kind: 'row', role: 'market', room: 6 }), zone({ key: 'zone:a', kind: 'row', role: 'market', room: 6, pieces: cards(6) })];
    const board = zone({ cells: cells(6, 6) });
    for (const room of [{ width: 370, height: 460 }, { width: 740, height: 620 }, { width: 500, height: 900 }]) {
      const plan = (markets: Zone[]) => planRoom({ boards: [board], markets, own: [] }, room);
      expect(plan([full])).toEqual(plan([empty]));
      const phone = (markets: Zone[]) => planPhone({ boards: [board], markets, own: [] }, { ...room, most: room.height + 100 });
      expect(phone([full])).toEqual(phone([empty]));
    }
  });

  test('on a phone a board is seen as a whole unless its cells would be too small', () => {
    const plan = (height: number) => planPhone({ boards: [zone({ cells: cells(6, 8) })], markets: [], own: [] }, { width: 370, height, most: 700 }).tiles[0] ?? 0;
    expect(8 * plan(420)).toBeLessThanOrEqual(420);
    expect(plan(200)).toBeGreaterThan(44);
  });
});

describe('the round table', () => {
  const player = (seat: number): Player => ({ seat, active: false });
  const scene = (seats: number, zones: Zone[]): Scene => ({ zones, players: Array.from({ length: seats }, (_, n) => player(n)), prompt: { text: '' } });
  const hand = zone({ key: 'zone:hand.1', kind: 'fan', owner: 1, pieces: cards(3, 'card_back') });

  test('is for many seats with hidden hands, and not for large boards', () => {
    expect(isRound(scene(5, [hand]), 0)).toBe(true);
    expect(isRound(scene(4, [hand]), 0)).toBe(false);
    expect(isRound(scene(2, [hand]), 0, 'parlour')).toBe(true);
    expect(isRound(scene(5, [{ ...hand, owner: 0 }]), 0)).toBe(false);
    expect(isRound(scene(5, [zone({ key: 'zone:open', kind: 'row', owner: 1, pieces: cards(2) })]), 0)).toBe(false);
    expect(isRound(scene(5, [zone({ key: 'zone:open', kind: 'row', owner: 1, pieces: cards(2) })]), 0, undefined, true)).toBe(true); // turned up at the end
    expect(isRound(scene(2, []), 0, 'parlour', true)).toBe(true); // all cards are gone
    expect(isRound(scene(2, []), 0, 'parlour')).toBe(false);
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
    expect(seatsAround(1, true)).toEqual([{ x: 0.5, y: 0 }]);
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

describe('a low screen', () => {
  const tray = { high: 60, broad: 124, tall: 96 };
  const square = { boards: [zone({ cells: cells(8, 8) })], markets: [], own: [] };
  const low = { width: 494, height: 320, least: 15 };

  test('has the tray beside a board that needs the height, and above one that needs the width', () => {
    const { plan, isAside } = planBeside(square, low, tray);
    expect(isAside).toBe(true);
    expect(plan.tiles[0]).toBeGreaterThan(planRoom(square, { ...low, height: 260 }).tiles[0] ?? 0);
    expect(planBeside({ ...square, boards: [zone({ cells: cells(16, 4) })] }, low, tray).isAside).toBe(false);
  });
  test('has a tray above that is too long to stand', () => {
    expect(planBeside(square, low, { ...tray, tall: 400 }).isAside).toBe(false);
  });
  test('shows a board of many cells as a whole, however small they are', () => {
    const large = { ...square, boards: [zone({ cells: cells(16, 14) })] };
    const whole = planRoom(large, { ...low, height: 280 });
    expect((whole.tiles[0] ?? 0) * 14).toBeLessThanOrEqual(280);
    expect((planRoom(large, { width: 494, height: 280 }).tiles[0] ?? 0) * 14).toBeGreaterThan(280);
  });
});
