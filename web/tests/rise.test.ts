import { describe, expect, test } from 'vitest';
import type { Cell, Piece, Zone } from '../src/generated/messages';
import { cellBox } from '../src/table/layout';
import { isFooting, isHanging, isHidden, levelBox, levelsOf, paintOrder, planOf, risenBox, silhouette, solidOf, standing, type Solid } from '../src/table/rise';

/** Two steps are one tile. */
const tile = (key: string, x: number, y: number, level: number, change: Partial<Cell> = {}): Cell => ({
  key: `cell:${key}`, label: key, x, y, size: [2, 2], ground: { tile: 'drop' }, grow: 'heap', level, ...change,
});
const quarter = (key: string, x: number, y: number, level: number): Cell => tile(key, x, y, level, { size: [1, 1], ground: 'bare' });
const piece = (key: string, cell: string, figure: Piece['figure']): Piece => ({ key, label: key, figure, cell: `cell:${cell}` });
const zone = (cells: Cell[], pieces: Piece[] = [], change: Partial<Zone> = {}): Zone => ({ key: 'zone:z', label: 'Z', kind: 'board', role: 'board', unit: 2, rises: true, cells, pieces, ...change });

const ground = ['a1', 'b1', 'a2', 'b2'].map((name, n) => tile(name, (n % 2) * 2, Math.floor(n / 2) * 2, 0));
const quarters = [[1, 1], [2, 1], [1, 2], [2, 2]].map(([x = 0, y = 0], n) => quarter(`q${n}`, x, y, 0));
const upper = tile('up', 1, 1, 1);

describe('a board that rises', () => {
  test('keeps room for the levels it will have, and no less when they come', () => {
    const [low, high] = [zone(ground), zone(ground, [], { room: 3 })];
    expect(levelsOf(low)).toBe(1);
    expect(risenBox(high).h).toBeGreaterThan(risenBox(low).h);
    expect(risenBox(zone([...ground, upper], [], { room: 3 }))).toEqual(risenBox(high));
    expect(levelBox(low, 1)).toEqual({ x: 0.5, y: 0.5, w: 1, h: 1 });
  });

  test('a place has the same outline with a tile and without', () => {
    const [a1, bare] = [ground[0] as Cell, tile('a1', 0, 0, 0, { ground: 'bare' })];
    expect(silhouette(zone([a1]), a1)).toEqual(silhouette(zone([bare]), bare));
  });

  test('a tile hangs until all its columns stand', () => {
    const columns = quarters.map(({ label }) => piece(`column:${label}`, label, { cube: 'red' }));
    const all = [...ground, ...quarters, upper];
    expect(quarters.every((one) => isFooting(zone(all), one))).toBe(true);
    expect(isHanging(zone(all, columns.slice(1)), upper)).toBe(true);
    expect(isHanging(zone(all, columns), upper)).toBe(false);
    expect(isHanging(zone(all), ground[0] as Cell)).toBe(false);
  });

  test('whoever stands below an upper tile makes room for it, and is seen through it', () => {
    const at = (cell: string) => {
      const board = zone([...ground, upper], [piece('meeple:0', cell, { meeple: 'red' })]);
      const [one] = standing(board);
      if (!one) throw new Error('it stands there');
      return { one, isHidden: isHidden(board, one) };
    };
    const box = cellBox(zone([]), upper);
    const [front, back] = [at('b2'), at('a1')];
    expect(front.one.solid.x[0]).toBeGreaterThanOrEqual(box.x + box.w - 0.4);
    expect([front.isHidden, back.isHidden]).toEqual([false, true]);
  });

  test('what is nearer to the eye is painted later', () => {
    const board = zone([upper, ...ground], [piece('column:1', 'b2', { cube: 'red' })]);
    const solids = [...(board.cells ?? []).map((cell) => solidOf(board, cell)), ...standing(board).map(({ solid }) => solid)];
    const places = paintOrder(solids);
    expect([...places].sort((a, b) => a - b)).toEqual(solids.map((_, n) => n));
    const place = (n: number): number => places[n] ?? -1;
    // The upper tile after all below it; the front tile after the back one.
    expect([1, 2, 3, 4].every((n) => place(n) < place(0))).toBe(true);
    expect(place(4)).toBeGreaterThan(place(1));
    // A low body in front of a high one covers it.
    const tower: Solid = { x: [0, 1], y: [0, 1], z: [0, 9] };
    expect(paintOrder([{ x: [1, 2], y: [0, 1], z: [0, 1] }, tower])).toEqual([1, 0]);
  });

  test('each level by itself is a flat plan', () => {
    const plan = planOf(zone([...ground, upper], [piece('meeple:0', 'up', { meeple: 'red' }), piece('meeple:1', 'a1', { meeple: 'blue' })]), 1);
    expect([plan.label, plan.rises, plan.cells?.map(({ key }) => key), plan.pieces?.map(({ key }) => key)]).toEqual(['Level 2', false, ['cell:up'], ['meeple:0']]);
  });
});
