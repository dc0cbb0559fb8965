import { describe, expect, test } from 'vitest';
import type { Cell, Figure, Piece, Zone } from '../src/generated/messages';
import { amount, backOf, bounds, fan, fit, fitEach, isHiddenHand, isSupply, makeRoom, overlap, place, sort, type Box } from '../src/table/layout';

const cell = (key: string, x: number, y: number, change: Partial<Cell> = {}): Cell => ({
  key: `cell:${key}`, label: key, x, y, size: [1, 1], ground: 'bare', grow: 'heap', ...change,
});
const piece = (key: string, figure: Figure, change: Partial<Piece> = {}): Piece => ({ key, figure, label: key, ...change });
const zone = (change: Partial<Zone>): Zone => ({ key: 'zone:z', label: 'Z', kind: 'board', role: 'board', ...change });
const inside = (box: Box, room: Box) =>
  box.x >= room.x - 0.01 && box.y >= room.y - 0.01 && box.x + box.w <= room.x + room.w + 0.01 && box.y + box.h <= room.y + room.h + 0.06;

describe('boards', () => {
  test('the bounds are those of the cells, in tiles', () => {
    expect(bounds(zone({ unit: 2, cells: [cell('a', -2, 0, { size: [2, 2] }), cell('b', 4, 2, { size: [2, 2] })] })))
      .toEqual({ x: -1, y: 0, w: 4, h: 2 });
    expect(bounds(zone({ cells: [] }))).toEqual({ x: 0, y: 0, w: 1, h: 1 });
  });

  test('whatever stands in a cell stays in it', () => {
    const cube: Figure = { cube: 'red' };
    for (const [size, grow, figures] of [
      [[1, 1], 'heap', [cube]],
      [[1, 1], 'heap', [cube, cube, cube, cube, cube, cube]],
      [[1, 5], 'up', Array<Figure>(12).fill(cube)],
      [[1, 5], 'down', [cube, cube]],
      [[1, 1], 'heap', [{ card: 3 }]],
      [[3, 2], 'heap', [{ card: 3 }, { card: 4 }, { card: 5 }, { card: 6 }, cube, cube]],
      [[1, 1], 'heap', [{ tile: 'wheel' }, { meeple: 'red' }]],
    ] as [[number, number], 'heap' | 'up' | 'down', Figure[]][]) {
      const pieces = figures.map((figure, n) => piece(`p:${n}`, figure, { cell: 'cell:a' }));
      const placed = place(zone({ cells: [cell('a', 2, 3, { size, grow })], pieces }));
      expect(placed.length).toBe(figures.length);
      for (const one of placed) {
        expect(inside(one.box, { x: 2, y: 3, w: size[0], h: size[1] }), `${JSON.stringify(figures)} ${JSON.stringify(one.box)}`).toBe(true);
      }
    }
  });

  test('the tile is as large as the room allows', () => {
    expect(fit([{ w: 6, h: 6 }], 624, 2000, 200)).toBe(100);
    expect(fit([{ w: 6, h: 6 }], 2000, 624, 200)).toBe(100);
    expect(fit([{ w: 6, h: 6 }], 9000, 9000, 90)).toBe(90);
    const two = fit([{ w: 4, h: 4 }, { w: 4, h: 4 }], 448, 1000, 200);
    expect(two).toBe(106); // below each other
  });
});

test('a hand tightens, then takes two rows', () => {
  expect(fan(1, 300, 92)).toEqual({ step: 0, rows: 1, perRow: 1 });
  expect(fan(3, 900, 100).step).toBe(98);
  expect(fan(7, 370, 92)).toMatchObject({ rows: 1, perRow: 7 });
  expect(fan(16, 370, 92)).toMatchObject({ rows: 2, perRow: 8 });
});

test('neighbours of a chosen card make room, and the ends of the fan stay', () => {
  expect(makeRoom(4, 40, -1, 20)).toEqual([0, 40, 80, 120]);
  const lefts = makeRoom(6, 40, 2, 20);
  expect([lefts[0], lefts[2], lefts[5]]).toEqual([0, 80, 200]);
  expect(lefts[1]).toBe(20);
  expect(lefts[3]).toBe(140);
  expect(lefts.every((left, n) => n === 0 || left > (lefts[n - 1] ?? 0))).toBe(true);
  expect(makeRoom(2, 30, 0, 20)).toEqual([0, 30]); // there is nowhere to go
  expect(makeRoom(1, 0, 0, 20)).toEqual([0]);
});

test('zones go by kind and owner', () => {
  const zones = [
    zone({ key: 'zone:board' }), zone({ key: 'zone:deck', kind: 'stack', count: 9 }),
    zone({ key: 'zone:hand.0', kind: 'fan', owner: 0 }), zone({ key: 'zone:bed', owner: 0 }),
    zone({ key: 'zone:hand.1', kind: 'fan', owner: 1, pieces: [piece('card:1.0', 'rune_back')] }),
  ];
  const scene = { zones, players: [], prompt: { text: '' } };
  const sorted = sort(scene, 0);
  const keys = (some: Zone[]) => some.map((one) => one.key);
  expect([keys(sorted.boards), keys(sorted.shared), keys(sorted.own), keys(sorted.hand), keys(sorted.others.get(1) ?? [])])
    .toEqual([['zone:board'], ['zone:deck'], ['zone:bed'], ['zone:hand.0'], ['zone:hand.1']]);
  expect(sort(scene, null).others.size).toBe(2);
  expect([zones[1] && amount(zones[1]), zones[4] && amount(zones[4])]).toEqual([9, 1]);
  expect(backOf(scene)).toBe('rune_back');
});

test('a small board of other cells gets its own scale, boards of the same cells share one', () => {
  const grid = (key: string, columns: number, rows: number, size: [number, number]) => zone({
    key, cells: Array.from({ length: columns * rows }, (_, n) => cell(`${n}`, (n % columns) * size[0], Math.floor(n / columns) * size[1], { size })),
  });
  const [cards, towers] = [grid('zone:cards', 4, 6, [2, 2]), grid('zone:towers', 4, 1, [1, 4])];
  const [large = 0, small = 0] = fitEach([cards, towers], 600, 500, 116, 20);
  expect(large).toBe(fit([cards, towers].map(bounds), 600, 500, 116, 20));
  expect(small).toBeGreaterThan(large);
  expect(8 * large + 4 * small + 40).toBeLessThanOrEqual(600);
  const [first, second] = fitEach([grid('zone:one', 4, 4, [1, 1]), grid('zone:two', 3, 3, [1, 1])], 600, 500, 116, 20);
  expect(first).toBe(second);
  expect(fitEach([], 600, 500, 116)).toEqual([]);
});

test('a large board gives way if that leaves more for all together', () => {
  const grid = (key: string, columns: number, rows: number, size: [number, number]): Zone =>
    zone({ key, cells: Array.from({ length: columns * rows }, (_, n) => cell(`${key}${n}`, (n % columns) * size[0], Math.floor(n / columns) * size[1], { size })) });
  const boards = [grid('zone:cards', 4, 6, [2, 2]), grid('zone:towers', 4, 1, [1, 4])];
  const [stiff = 0, cramped = 0] = fitEach(boards, 370, 460, 92, 12, 24);
  const [giving = 0, roomy = 0] = fitEach(boards, 370, 460, 92, 12, 24, 0.85);
  expect(giving).toBeGreaterThanOrEqual(stiff * 0.85);
  expect(giving * roomy).toBeGreaterThan(stiff * cramped);
  expect(8 * giving + 4 * roomy + 24).toBeLessThanOrEqual(370);
});

test('cards of a short row overlap, then take a second line, and stay within the row', () => {
  expect(overlap(5, 50, 6, 300)).toEqual({ by: 0, perLine: 5 });
  for (const [count, card, room] of [[7, 50, 340], [17, 50, 340], [40, 30, 340], [6, 26, 100], [2, 50, 40]] as const) {
    const { by, perLine } = overlap(count, card, 6, room);
    const step = card + 6 - by;
    if (perLine > 1) expect(card + step * (perLine - 1), `${count} in ${room}`).toBeLessThanOrEqual(room + 0.01);
    expect(step, `${count} in ${room}`).toBeGreaterThanOrEqual(card * 0.34);
  }
  expect(overlap(17, 50, 6, 340).perLine).toBe(9); // as even as can be, not 13 and 4
});

test('a hand of backs tells only its size, a supply is one piece and a number', () => {
  const backs = [piece('card:1.0', 'card_back'), piece('card:1.1', 'card_back')];
  expect(isHiddenHand(zone({ kind: 'fan', pieces: backs }))).toBe(true);
  expect(isHiddenHand(zone({ kind: 'fan', count: 4 }))).toBe(true);
  expect(isHiddenHand(zone({ kind: 'fan' }))).toBe(false);
  expect(isHiddenHand(zone({ kind: 'fan', pieces: [...backs, piece('card:7', { card: 7 })] }))).toBe(false);
  expect(isHiddenHand(zone({ kind: 'row', pieces: backs }))).toBe(false);
  expect(isSupply(zone({ kind: 'pile', pieces: [piece('cube:1', { cube: 'red' })], count: 12 }))).toBe(true);
  expect(isSupply(zone({ kind: 'pile', pieces: [piece('cube:1', { cube: 'red' })] }))).toBe(false);
});
