import { describe, expect, test } from 'vitest';
import type { Cell, Zone } from '../src/generated/messages';
import { keepFor } from '../src/table/kept';
import { areaOf } from '../src/table/panel';
import { anchor, before, frameIn, moveCells, nameIn, readStage, scaleIn, withoutPlayers, type Drawn, type Stage } from '../src/table/anchors';

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

  test('says what is written at a place where nothing lies', () => {
    const told = drawn({ 'data-place': 'control', 'data-empty': 'Guess here.', x: '0', y: '0', width: '9', height: '9' });
    expect(readStage(drawn({ viewBox: '0 0 9 9' }, [told]))?.places).toEqual([{ name: 'control', empty: 'Guess here.', box: { x: 0, y: 0, w: 9, h: 9 } }]);
    expect(stage.places.every(({ empty }) => empty === undefined)).toBe(true);
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

describe('a stage with players', () => {
  const place = (name: string, x: number, y: number, w: number, h: number): Stage['places'][number] => ({ name, box: { x, y, w, h } });
  const stage: Stage = { view: { x: 0, y: 0, w: 200, h: 100 }, places: [place('player:*', 0, 0, 200, 20), place('player:me', 0, 80, 60, 20), place('core', 0, 20, 200, 60), place('own:bed', 0, 40, 50, 30)] };

  test('has them side by side over the whole breadth, and the viewer apart', () => {
    const places = anchor(stage, ['player:1', 'player:2', 'player:me'], { w: 300, h: 100 });
    expect(places.get('player:1')?.x).toBe(0);
    expect((places.get('player:2')?.x ?? 0) + (places.get('player:2')?.w ?? 0)).toBeCloseTo(300);
    expect(places.get('player:me')).toEqual({ x: 50, y: 80, w: 60, h: 20 });
  });

  test('shows its core where they sit elsewhere', () => {
    const alone = withoutPlayers(stage);
    expect(frameIn(alone, { w: 400, h: 200 })).toEqual({ x: 0, y: 40, w: 400, h: 120, scale: 2 });
    expect(anchor(alone, ['player:1', 'player:me'], { w: 400, h: 200 }).size).toBe(0);
  });

  test('knows what is the viewer\'s own', () => {
    expect(nameIn(stage, zone({ key: 'zone:bed.1', owner: 1 }), 1)).toBe('own:bed');
    expect(nameIn(stage, zone({ key: 'zone:bed.1', owner: 1 }), 0)).toBe('zone:bed.1');
    expect(nameIn(stage, zone({ key: 'zone:row.1', owner: 1 }), 1)).toBe('zone:row.1');
  });

  test('has what lies before somebody side by side, or below each other where that is narrow', () => {
    const cells: Cell[] = Array.from({ length: 4 }, (_, n) => ({ key: `cell:${n}`, label: `${n}`, x: n, y: 0, size: [1, 1], ground: 'bare', grow: 'heap' }));
    const keeps = [keepFor(zone({ kind: 'board', role: 'board', cells })), keepFor(zone({ key: 'zone:pile', kind: 'pile', room: 4 }))];
    const broad = before(keeps, { w: 800, h: 100 }, 6);
    expect([broad.isStacked, broad.boxes[0]]).toEqual([false, { w: 400, h: 100 }]);
    const narrow = before(keeps, { w: 160, h: 100 }, 6);
    expect([narrow.isStacked, narrow.boxes[0]]).toEqual([true, { w: 160, h: 40 }]);
  });

  test('moves the cells of a board to where they are drawn', () => {
    const cell = (key: string): Cell => ({ key, label: key, x: 0, y: 0, size: [1, 1], ground: 'bare', grow: 'heap' });
    const board = zone({ kind: 'board', role: 'board', cells: [cell('cell:a'), cell('cell:b')] });
    const moved = moveCells(board, { x: 10, y: 10, w: 100, h: 80 }, new Map([['cell:a', { x: 10, y: 10, w: 40, h: 80 }], ['cell:b', { x: 60, y: 10, w: 50, h: 50 }]]));
    expect(moved?.tile).toBe(40);
    expect(moved?.room).toEqual({ x: 0, y: 0, w: 2.5, h: 2 });
    expect(moved?.zone.cells?.map(({ x, y, size, grow }) => [x, y, ...size, grow])).toEqual([[0, 0, 1, 2, 'down'], [1.25, 0, 1.25, 1.25, 'heap']]);
    expect(moveCells(board, { x: 0, y: 0, w: 9, h: 9 }, new Map())).toBe(null);
  });
});
