import { describe, expect, test } from 'vitest';
import type { Cell, Figure, Piece, Zone } from '../src/generated/messages';
import { amount, backOf, bounds, fan, isHiddenHand, makeRoom, place, stacksOf, type Box } from '../src/table/layout';
import { sort } from '../src/table/sort';

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

  test('cards in a tall cell lie in a cascade, and the first ones stay where they are', () => {
    const card = (n: number): Piece => piece(`card:${n}`, { card: n }, { cell: 'cell:a' });
    const tall = (cards: number) => place(zone({ cells: [cell('a', 0, 0, { size: [1, 2], grow: 'down' })], pieces: Array.from({ length: cards }, (_, n) => card(n)) }));
    const three = tall(3);
    expect(tall(2).map(({ box }) => box)).toEqual(three.slice(0, 2).map(({ box }) => box));
    expect(tall(5).every(({ box }) => inside(box, { x: 0, y: 0, w: 1, h: 2 }))).toBe(true);
    expect(three.every(({ box }, n) => n === 0 || box.y > (three[n - 1]?.box.y ?? 0) + 0.2)).toBe(true);
  });

  test('what is stacked on a stand stays in its cell, above the front, and where it was while some are taken', () => {
    const heap = (cubes: number, size: [number, number]) =>
      place(zone({ cells: [cell('a', 0, 0, { size, grow: 'up', ground: 'stand' })], pieces: Array.from({ length: cubes }, (_, n) => piece(`p:${n}`, { cube: 'red' }, { cell: 'cell:a' })) })).map(({ box }) => box);
    for (const size of [[1, 3.2], [1, 1.6]] as [number, number][]) {
      for (const cubes of [1, 9, 17, 67, 120]) {
        const boxes = heap(cubes, size);
        expect(boxes.every((box) => inside(box, { x: 0, y: 0, w: 1, h: size[1] - 0.25 })), `${cubes} in ${size.join()}`).toBe(true);
        expect(new Set(boxes.map(({ x, y }) => `${x} ${y}`)).size).toBe(cubes);
      }
      expect(heap(4, size)).toEqual(heap(9, size).slice(0, 4));
    }
  });

  test('flowers on a card leave its number free', () => {
    for (const flowers of [1, 2, 3, 4, 5, 6]) {
      const pieces = [piece('c', { card: 3 }, { cell: 'cell:a' }), ...Array.from({ length: flowers }, (_, n) => piece(`p:${n}`, { bloom: 'red' }, { cell: 'cell:a' }))];
      const [card, ...grown] = place(zone({ cells: [cell('a', 0, 0, { size: [1, 1.5] })], pieces })).map(({ box }) => box);
      expect(grown.every((box) => box.x > (card?.x ?? 0) + 0.2 && inside(box, { x: 0, y: 0, w: 1.05, h: 1.5 })), `${flowers}: ${JSON.stringify(grown)}`).toBe(true);
      expect(new Set(grown.map(({ x, y }) => `${x} ${y}`)).size).toBe(flowers);
    }
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

  test('what is alike is piled up and counted, the lowest as large as one alone', () => {
    const unit = (n: number, colour: 'red' | 'blue' = 'red'): Piece => piece(`u:${n}`, { cube: colour }, { cell: 'cell:a' });
    for (const ground of [{ tile: 'wheel' }, { tile_back: { shaded: false } }] as Cell['ground'][]) {
      const board = (pieces: Piece[]) => zone({ cells: [cell('a', 0, 0, { ground })], pieces });
      const [alone] = place(board([unit(0)]));
      const all = place(board([0, 1, 2, 3].map((n) => unit(n))));
      expect(all.map(({ box }) => box.w)).toEqual(Array(4).fill(alone?.box.w));
      expect(all.every(({ box }) => inside(box, { x: 0, y: 0, w: 1, h: 1 }))).toBe(true);
      expect(all.every(({ box }, n) => n === 0 || box.y < (all[n - 1]?.box.y ?? 0))).toBe(true);
      expect(stacksOf(board([0, 1, 2, 3].map((n) => unit(n))))).toMatchObject([{ key: 'cell:a', many: 4 }]);
      expect(stacksOf(board([unit(0), unit(1, 'blue')]))).toEqual([]);
      expect(stacksOf(board([unit(0)]))).toEqual([]);
    }
  });

  test('a piece stands in the middle of a tile, unless it would hide a symbol', () => {
    const middle = (ground: Cell['ground']): boolean => {
      const [one] = place(zone({ cells: [cell('a', 0, 0, { ground })], pieces: [piece('u:0', { cube: 'red' }, { cell: 'cell:a' })] }));
      return one !== undefined && Math.abs(one.box.x + one.box.w / 2 - 0.5) < 0.01;
    };
    expect([middle({ tile_back: { shaded: false } }), middle('tile_face'), middle({ tile: 'wheel' })]).toEqual([true, true, false]);
  });

  test('several kinds that are too many to be told apart are piled up side by side, each with its number', () => {
    const unit = (n: number, colour: 'red' | 'blue' | 'green'): Piece => piece(`u:${n}`, { cube: colour }, { cell: 'cell:a' });
    const mixed = (['red', 'red', 'red', 'blue', 'blue', 'green'] as const).map((colour, n) => unit(n, colour));
    const card = piece('card:3', { card: 3 }, { cell: 'cell:a' });
    for (const [ground, more] of [[{ tile: 'wheel' }, []], [{ tile_back: { shaded: false } }, []], ['bare', [card]]] as [Cell['ground'], Piece[]][]) {
      const board = zone({ cells: [cell('a', 0, 0, { ground })], pieces: [...more, ...mixed] });
      const stacks = stacksOf(board);
      expect(stacks.map(({ key, many }) => [key, many])).toEqual([['u:0', 3], ['u:3', 2]]);
      const all = place(board);
      expect(all.every(({ box }) => inside(box, { x: 0, y: 0, w: 1, h: 1 })), JSON.stringify(all)).toBe(true);
      const [red, blue] = stacks.map(({ box }) => box);
      expect(red!.x + red!.w <= blue!.x + 0.001 || red!.y + red!.h <= blue!.y + 0.001).toBe(true);
      expect(stacksOf({ ...board, pieces: mixed.slice(2, 5) })).toEqual([]);
    }
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

describe('zones', () => {
  const keys = (some: Zone[] | undefined) => (some ?? []).map((one) => one.key);
  const scene = (...zones: Zone[]) => ({ zones, players: [], prompt: { text: '' } });

  test('go by role and owner', () => {
    const zones = [
      zone({ key: 'zone:board' }), zone({ key: 'zone:deck', kind: 'stack', role: 'supply', count: 9 }),
      zone({ key: 'zone:shop', kind: 'row', role: 'market' }), zone({ key: 'zone:used', kind: 'pile', role: 'discard', owner: 0 }),
      zone({ key: 'zone:hand.0', kind: 'fan', role: 'hand', owner: 0 }), zone({ key: 'zone:bed', owner: 0 }),
      zone({ key: 'zone:hand.1', kind: 'fan', role: 'hand', owner: 1, pieces: [piece('card:1.0', 'rune_back')] }),
    ];
    const sorted = sort(scene(...zones), 0);
    expect([keys(sorted.boards), keys(sorted.markets), keys(sorted.tray), keys(sorted.own), keys(sorted.hand), keys(sorted.others.get(1))])
      .toEqual([['zone:board'], ['zone:shop'], ['zone:deck', 'zone:used'], ['zone:bed'], ['zone:hand.0'], ['zone:hand.1']]);
    expect(sort(scene(...zones), null).others.size).toBe(2);
    expect([zones[1] && amount(zones[1]), zones[6] && amount(zones[6])]).toEqual([9, 1]);
    expect(backOf(scene(...zones))).toBe('rune_back');
  });

  test('what is drawn from is the middle of the table where nothing else is shared', () => {
    const piles = [zone({ key: 'zone:left', kind: 'stack', role: 'supply' }), zone({ key: 'zone:right', kind: 'stack', role: 'supply' })];
    const own = zone({ key: 'zone:deck.0', kind: 'stack', role: 'supply', owner: 0 });
    const sorted = sort(scene(...piles, own), 0);
    expect([keys(sorted.markets), keys(sorted.tray)]).toEqual([['zone:left', 'zone:right'], ['zone:deck.0']]);
  });
});

test('a hand of backs tells only its size', () => {
  const backs = [piece('card:1.0', 'card_back'), piece('card:1.1', 'card_back')];
  expect(isHiddenHand(zone({ kind: 'fan', pieces: backs }))).toBe(true);
  expect(isHiddenHand(zone({ kind: 'fan', count: 4 }))).toBe(true);
  expect(isHiddenHand(zone({ kind: 'fan' }))).toBe(true); // it has run out, and keeps its place
  expect(isHiddenHand(zone({ kind: 'fan', pieces: [...backs, piece('card:7', { card: 7 })] }))).toBe(false);
  expect(isHiddenHand(zone({ kind: 'row', pieces: backs }))).toBe(false);
});
