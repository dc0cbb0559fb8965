import { describe, expect, test } from 'vitest';
import type { Cell, Piece, Zone } from '../src/generated/messages';
import { chance, clamp, odds, told } from '../src/table/aim';
import { keep, NOTHING } from '../src/table/kept';
import { sort } from '../src/table/sort';
import { fallsTo, FULL, heldBox, isTowers, nextBox, towersBox, towersOf, WIDE } from '../src/table/towers';

const cell = (n: number): Cell => ({ key: `cell:tower${n}`, label: `tower ${n}`, x: n - 1, y: 0, size: [1, 4], ground: 'bare', grow: 'up' });
const cube = (tower: number, level: number, off: [number, number] = [0, 0]): Piece => ({ key: `cube:${tower}.${level}`, label: 'red cube', figure: { cube: 'red' }, cell: `cell:tower${tower}`, off });
const zone = (pieces: Piece[]): Zone => ({ key: 'zone:towers', label: 'Towers', kind: 'board', role: 'board', cells: [cell(1), cell(2)], pieces });

describe('towers', () => {
  test('are cubes on top of each other, each a little off', () => {
    expect(isTowers(zone([cube(1, 1)]))).toBe(true);
    expect(isTowers(zone([{ ...cube(1, 1), off: undefined } as unknown as Piece]))).toBe(false);
    const [leaning] = towersOf(zone([cube(1, 1), cube(1, 2, [50, 0])]));
    const [low, high] = leaning?.blocks ?? [];
    expect((high?.box.x ?? 0) - (low?.box.x ?? 0)).toBeCloseTo(WIDE / 2);
    expect(high?.box.y).toBeLessThan(low?.box.y ?? 0);
    expect(leaning && fallsTo(leaning)).toBe(1);
  });

  test('take the same room however high they are, and one that grows does not touch the others', () => {
    const some = (count: number): Piece[] => Array.from({ length: count }, (_, n) => cube(1, n + 1));
    const [low, high] = [zone([...some(2), cube(2, 1)]), zone([...some(30), cube(2, 1)])];
    expect(towersBox(high)).toEqual(towersBox(low));
    expect(towersOf(high)[1]).toEqual(towersOf(low)[1]);
    const highest = Math.min(...(towersOf(high)[0]?.blocks ?? []).map(({ box }) => box.y));
    expect(highest).toBeGreaterThanOrEqual(towersBox(high).y);
    expect(towersOf(zone(some(FULL)))[0]?.step).toBe(towersOf(low)[0]?.step);
  });

  test('a held cube hovers above where it would land', () => {
    const [tower] = towersOf(zone([cube(1, 1), cube(1, 2, [20, 0])]));
    if (!tower) throw new Error('it stands there');
    const [next, held] = [nextBox(tower, [10, 0]), heldBox(tower, [10, 0])];
    expect(held.x).toBeCloseTo(next.x);
    expect(held.y).toBeLessThan(next.y);
    expect(nextBox(tower, [10, 0]).x - nextBox(tower, [0, 0]).x).toBeCloseTo(WIDE / 10);
  });

  test('a plan of what is aimed at lies nowhere: it is drawn where it is aimed', () => {
    const plan: Zone = { key: 'zone:above', label: 'From above', kind: 'plane', role: 'supply' };
    const scene = { zones: [zone([cube(1, 1)]), plan], players: [], prompt: { text: '' } };
    const sorted = sort(scene, 0, keep(NOTHING, scene));
    expect([sorted.boards.map(({ key }) => key), sorted.tray]).toEqual([['zone:towers'], []]);
  });
});

describe('an aim', () => {
  /** Two dice of three sides: errors from -2 to 2. */
  const spread = [1, 2, 3, 2, 1];

  test('is as safe as the ways that end well are many', () => {
    expect(chance(0, [-2, 2], spread)).toBe(1);
    expect(chance(0, [0, 9], spread)).toBeCloseTo(6 / 9);
    expect(chance(3, [-9, 0], spread)).toBe(0);
    expect(odds([0, 0], [[0, 9], [-9, 9]], spread)).toBeCloseTo(6 / 9);
    expect(odds([0, 0], undefined, spread)).toBe(0);
    expect(chance(0, [0, 0], [1])).toBe(1);
  });

  test('is told in words that promise nothing false', () => {
    expect([1, 0.999, 0.89, 0.001, 0].map(told)).toEqual(['Safe', 'More than 99 in 100 safe', '89 in 100 safe', 'Less than 1 in 100 safe', 'Sure to fail']);
    expect([clamp(41, [-40, 40]), clamp(-1.4, [-40, 40])]).toEqual([40, -1]);
  });
});
