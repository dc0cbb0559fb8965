import { describe, expect, test } from 'vitest';
import { hasBanner, stage, type Box, type Lit } from '../src/table/stage';

const area: Box = { x: 300, y: 60, w: 760, h: 600 };
const lit = (x: number, y: number, w = 60): Lit => ({ box: { x, y, w, h: w * 1.45 }, tall: 1.45 });
const isInside = (box: Box): boolean => box.x >= area.x && box.y >= area.y && box.x + box.w <= area.x + area.w && box.y + box.h <= area.y + area.h;

describe('a moment on the table', () => {
  test('a card grows at its place, and the words stand below it', () => {
    const { grown: [card], words } = stage([lit(600, 250)], area, 50);
    expect(card?.w).toBe(180);
    expect(card && card.x + card.w / 2).toBe(630);
    expect(card && words).toBeGreaterThan((card?.y ?? 0) + (card?.h ?? 0));
  });

  test('nothing grows out of the table, and the words find room', () => {
    for (const [x, y] of [[300, 60], [1000, 600], [0, 0], [640, 640]] as const) {
      const { grown, words } = stage([lit(x, y)], area, 50);
      expect(grown.every(isInside), `${x} ${y}`).toBe(true);
      expect(words).toBeGreaterThanOrEqual(area.y);
      expect(words + 50).toBeLessThanOrEqual(area.y + area.h);
    }
  });

  test('several stand side by side in the order in which they lie', () => {
    const { grown } = stage([lit(900, 100), lit(320, 400), lit(640, 200)], area, 50);
    expect(grown.every(isInside)).toBe(true);
    expect(grown.map((_, n) => n).sort((a, b) => (grown[a]?.x ?? 0) - (grown[b]?.x ?? 0))).toEqual([1, 2, 0]);
    expect(new Set(grown.map(({ y }) => y)).size).toBe(1);
  });

  test('a small piece grows with measure, and a name below it has its room', () => {
    const die: Lit = { box: { x: 600, y: 250, w: 30, h: 32 }, tall: 1.08 };
    const { grown: [one], words } = stage([die], area, 50);
    expect(one?.w).toBe(78);
    expect(stage([die, { ...die, box: { ...die.box, w: 40 } }], area, 50).grown.map(({ w }) => w), 'pieces of a kind alike').toEqual([104, 104]);
    const named = stage([{ ...die, isNamed: true }], area, 50);
    expect(named.words - words).toBe(30);
  });

  test('a place is only framed, and without anything to look at the words are alone', () => {
    const place = { box: { x: 400, y: 100, w: 200, h: 90 }, tall: null };
    expect(stage([place], area, 50).grown).toEqual([place.box]);
    expect(stage([], area, 50).words).toBeCloseTo(60 + 550 * 0.42);
  });

  test('drawings keep clear of the place that is lit with them', () => {
    const place = { x: 500, y: 200, w: 80, h: 80 };
    const { grown: [one], words } = stage([lit(520, 240), { box: place, tall: null }], area, 50);
    expect(one && (one.y >= place.y + place.h || one.y + one.h <= place.y)).toBe(true);
    expect(words).toBeGreaterThan(place.y + place.h);
  });

  test('a small step has no banner', () => {
    expect(['step', 'reveal', 'catch', 'blow', 'round'].filter((kind) => hasBanner(kind as 'step'))).toEqual(['reveal', 'catch', 'blow', 'round']);
  });
});
