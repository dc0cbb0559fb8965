import { describe, expect, test } from 'vitest';
import type { Cell, Scene, Zone } from '../src/generated/messages';
import { keep, NOTHING, untilTurned } from '../src/table/kept';
import { turn } from '../src/table/turn';

const cells = (across: number, down: number): Cell[] =>
  Array.from({ length: across * down }, (_, n) => ({ key: `cell:${n}`, label: `${n}`, x: n % across, y: Math.floor(n / across), size: [1, 1], ground: 'bare', grow: 'heap' }));
const map = (across: number, down: number, change: Partial<Zone> = {}): Zone => ({ key: 'zone:map', label: 'Map', kind: 'board', role: 'board', turns: true, cells: cells(across, down), ...change });
const scene = (...zones: Zone[]): Scene => ({ zones, players: [], prompt: { text: '' } });
const sizeOf = ({ zones: [zone] }: Scene): number[] => [Math.max(...(zone?.cells ?? []).map(({ x }) => x)) + 1, Math.max(...(zone?.cells ?? []).map(({ y }) => y)) + 1];

describe('a board that may be turned', () => {
  test('lies along the screen', () => {
    expect(sizeOf(turn(scene(map(3, 8)), true))).toEqual([8, 3]);
    expect(sizeOf(turn(scene(map(3, 8)), false))).toEqual([3, 8]);
    expect(sizeOf(turn(scene(map(8, 3)), false))).toEqual([3, 8]);
  });

  test('stays as it is where it is nearly square, or where its game does not allow it', () => {
    const some = [scene(map(6, 6)), scene(map(3, 8, { turns: false }))];
    for (const one of some) expect(turn(one, true)).toBe(one);
  });

  test('is the same object for the same zone, cell by cell', () => {
    const zone = map(3, 8);
    const [first, second] = [turn(scene(zone), true), turn(scene({ ...zone, label: 'Other' }), true)];
    expect(turn(scene(zone), true).zones[0]).toBe(first.zones[0]);
    expect(second.zones[0]?.cells?.[5]).toBe(first.zones[0]?.cells?.[5]);
  });

  test('is laid anew when the screen is turned, and nothing else is', () => {
    const pile: Zone = { key: 'zone:pile', label: 'Pile', kind: 'pile', role: 'supply' };
    const kept = keep(NOTHING, turn(scene(map(3, 8), pile), true));
    const left = untilTurned(kept);
    expect([...left.keys()]).toEqual(['zone:pile']);
    expect(keep(left, scene(map(3, 8), pile)).get('zone:map')?.box).toMatchObject({ w: 3, h: 8 });
  });
});
