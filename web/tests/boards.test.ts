import { describe, expect, test } from 'vitest';
import type { Cell, Zone } from '../src/generated/messages';
import { coordinates, edgeOf, fitBoards, fitOne, isStrewn, rimOf } from '../src/table/boards';

const cell = (key: string, x: number, y: number, change: Partial<Cell> = {}): Cell => ({
  key: `cell:${key}`, label: key, x, y, size: [1, 1], ground: 'bare', grow: 'heap', ...change,
});
const zone = (change: Partial<Zone>): Zone => ({ key: 'zone:z', label: 'Z', kind: 'board', role: 'board', ...change });

describe('boards in a room', () => {
  const grid = (key: string, columns: number, rows: number, size: [number, number] = [1, 1], change: Partial<Zone> = {}) => zone({
    key, cells: Array.from({ length: columns * rows }, (_, n) => cell(`${n}`, (n % columns) * size[0], Math.floor(n / columns) * size[1], { size })), ...change,
  });

  test('the tile is as large as the room allows', () => {
    expect(fitOne(grid('zone:one', 6, 6), 600, 2000, 200)).toBe(100);
    expect(fitOne(grid('zone:one', 6, 6), 2000, 600, 200)).toBe(100);
    expect(fitOne(grid('zone:one', 6, 6), 9000, 9000, 90)).toBe(90);
  });

  test('wood has a rim, which counts', () => {
    const wooden = zone({ cells: [cell('x', 0, 0, { ground: { tile_back: { shaded: false } }, size: [6, 6] })] });
    const tile = fitOne(wooden, 600, 600, 200);
    expect(6 * tile + 2 * edgeOf(wooden, tile)).toBeLessThanOrEqual(600);
    expect(edgeOf(wooden, tile)).toBeGreaterThan(8);
    expect(edgeOf(grid('zone:bare', 3, 3), 80)).toBe(0);
  });

  test('a board with gaps needs no tray on a drawing, but a shore', () => {
    const wood = (key: string, x: number, y: number) => cell(key, x, y, { ground: { tile: 'drop' } });
    const strewn = zone({ coordinates: true, cells: [wood('a1', 0, 0), wood('b2', 2, 1)] });
    expect(isStrewn(strewn)).toBe(true);
    expect(rimOf(strewn, 60)).toBeLessThan(edgeOf(strewn, 60));
    const closed = zone({ cells: [wood('a1', 0, 0), wood('b1', 1, 0)] });
    expect(rimOf(closed, 60)).toBe(edgeOf(closed, 60));
  });

  test('a small board of other cells gets its own scale, boards of the same cells share one', () => {
    const [cards, towers] = [grid('zone:cards', 4, 6, [2, 2]), grid('zone:towers', 4, 1, [1, 4])];
    const [large = 0, small = 0] = fitBoards([cards, towers], 600, 500, 116).tiles;
    expect(small).toBeGreaterThan(large);
    expect(8 * large + 4 * small + 12).toBeLessThanOrEqual(600);
    const [first, second] = fitBoards([grid('zone:one', 4, 4), grid('zone:two', 3, 3)], 600, 500, 116).tiles;
    expect(first).toBe(second);
    expect(fitBoards([], 600, 500, 116).tiles).toEqual([]);
  });

  test('boards stand beside a column of others where that makes them larger', () => {
    const levels = [4, 3, 2, 1].map((side) => grid(`zone:level${side}`, side, side));
    const { tiles, split } = fitBoards(levels, 700, 420, 116);
    expect(split).toBe(1);
    expect(tiles[0]).toBeGreaterThan(60);
    expect(fitBoards(levels, 2000, 420, 116).split).toBe(0);
  });

  test('a track has a row to itself', () => {
    const track = grid('zone:track', 3, 1, [1, 1], { kind: 'track' });
    const [way = 0, board = 0] = fitBoards([track, grid('zone:board', 3, 3)], 2000, 400, 200).tiles;
    expect(way + 3 * board).toBeLessThan(400);
    expect(way).toBeGreaterThan(1.5 * board);
  });
});

test('a board has letters and numbers only where its game says so, and a row that is shifted shares them', () => {
  const cells = [cell('a1', 0, 2), cell('b1', 2, 2), cell('a2', 1, 0), cell('b2', 3, 0)];
  expect(coordinates(zone({ cells }))).toBe(null);
  const { columns, rows } = coordinates(zone({ cells, coordinates: true, unit: 2 })) ?? {};
  expect([...(columns ?? [])]).toEqual([['a', 1], ['b', 3]]);
  expect([...(rows ?? [])]).toEqual([['1', 2.5], ['2', 0.5]]);
});

test('rows that count their cells from their own beginning have names, and their columns have none', () => {
  const cells = [cell('1a', 0, 0), cell('1b', 2, 0), cell('2a', 5, 2), cell('2b', 7, 2)];
  const { columns, rows } = coordinates(zone({ cells, coordinates: true, unit: 2 })) ?? {};
  expect([...(columns ?? [])]).toEqual([]);
  expect([...(rows ?? [])]).toEqual([['1', 0.5], ['2', 2.5]]);
});

test('a board that rises has the names of its lowest level at the edge', () => {
  const upper = { ...cell('2:a1', 1, 1), level: 1 };
  const cells = [cell('1:a1', 0, 0), cell('1:b1', 2, 0), cell('1:a2', 0, 2), cell('1:b2', 2, 2), cell('↘', 1, 1), upper];
  const { columns, rows } = coordinates(zone({ cells, coordinates: true, unit: 2 })) ?? {};
  expect([...(columns ?? [])]).toEqual([['a', 0.5], ['b', 2.5]]);
  expect([...(rows ?? [])]).toEqual([['1', 0.5], ['2', 2.5]]);
});
