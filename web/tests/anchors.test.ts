import { describe, expect, test } from 'vitest';
import type { Cell, Zone } from '../src/generated/messages';
import { keepFor } from '../src/table/kept';
import { areaOf } from '../src/table/panel';
import { anchor, frameIn, readStage, scaleIn, type Drawn } from '../src/table/anchors';

const drawn = (attributes: Record<string, string>, inside: Drawn[] = []): Drawn => ({ getAttribute: (name) => attributes[name] ?? null, querySelectorAll: () => inside });
const rect = (place: string, x: number, y: number, width: number, height: number): Drawn =>
  drawn({ 'data-place': place, x: `${x}`, y: `${y}`, width: `${width}`, height: `${height}` });
const zone = (change: Partial<Zone>): Zone => ({ key: 'zone:z', label: 'Z', kind: 'row', role: 'market', ...change });

describe('a stage', () => {
  const svg = drawn({ viewBox: '-10 0 200 100' }, [
    rect('zone:row', 0, 10, 100, 30), rect('zone:garden.*', 0, 60, 100, 20), rect('zone:garden.0', 120, 60, 40, 40), rect('', 0, 0, 5, 5), rect('zone:flat', 0, 0, 5, 0),
  ]);
  const stage = readStage(svg);
  if (!stage) throw new Error('it has a frame');

  test('is read from the rectangles that name a place', () => {
    expect(stage.view).toEqual({ x: -10, y: 0, w: 200, h: 100 });
    expect(stage.places.map(({ name }) => name)).toEqual(['zone:row', 'zone:garden.*', 'zone:garden.0']);
    expect(readStage(drawn({}))).toBe(null);
  });

  test('lies in the middle of its room, as large as it fits', () => {
    expect(frameIn(stage, { w: 400, h: 400 })).toEqual({ x: 0, y: 100, w: 400, h: 200, scale: 2 });
    expect(frameIn(stage, { w: 600, h: 100 })).toEqual({ x: 200, y: 0, w: 200, h: 100, scale: 1 });
  });

  test('has its zones at their places, those of one name side by side, and others nowhere', () => {
    const places = anchor(stage, ['zone:deck', 'zone:row', 'zone:garden.0', 'zone:garden.1', 'zone:garden.2'], { w: 400, h: 200 });
    expect(places.get('zone:row')).toEqual({ x: 20, y: 20, w: 200, h: 60 });
    expect(places.get('zone:garden.0')).toEqual({ x: 260, y: 120, w: 80, h: 80 }); // its own place, not one of those for all
    expect(places.has('zone:deck')).toBe(false);
    const [one, two] = ['zone:garden.1', 'zone:garden.2'].map((key) => places.get(key));
    expect([one?.y, two?.y, one?.h]).toEqual([120, 120, 40]);
    expect((one?.x ?? 0) + (one?.w ?? 0)).toBeLessThan(two?.x ?? 0);
    expect((two?.x ?? 0) + (two?.w ?? 0)).toBeCloseTo(220);
  });

  test('draws a zone as large as its box allows, however much lies there', () => {
    const box = { w: 300, h: 120 };
    const cells: Cell[] = Array.from({ length: 6 }, (_, n) => ({ key: `cell:${n}`, label: `${n}`, x: n, y: 0, size: [1, 1], ground: 'bare', grow: 'heap' }));
    expect(scaleIn(keepFor(zone({ kind: 'board', role: 'board', cells })), box)).toBe(50);
    const row = keepFor(zone({ room: 6 }));
    const card = scaleIn(row, box);
    const area = areaOf(row, card, box.w);
    expect(area.w <= 300.5 && area.h <= 120.5).toBe(true);
    expect(card).toBeGreaterThan(50);
  });
});
