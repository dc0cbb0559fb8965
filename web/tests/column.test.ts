import { describe, expect, test } from 'vitest';
import type { Figure, Piece, Zone } from '../src/generated/messages';
import { planColumn } from '../src/table/column';
import { keepFor, type Keep } from '../src/table/kept';
import { matOf, needsNames } from '../src/table/panel';

const cards = (count: number, figure: Figure): Piece[] => Array.from({ length: count }, (_, n) => ({ key: `card:${n}`, figure, label: `${n}` }));
const mat = (key: string, change: Partial<Zone> = {}): Keep => keepFor({ key: `zone:${key}`, label: `Birch's ${key}`, title: key, kind: 'row', role: 'mat', room: 4, ...change });
const hand = mat('hand', { kind: 'fan', role: 'hand', pieces: cards(5, 'card_back') });

describe('what lies before a player', () => {
  test('has a name only where there are several things to tell apart', () => {
    expect(needsNames([mat('cubes'), hand])).toBe(false);
    expect(needsNames([mat('played'), mat('reserve'), hand])).toBe(true);
    expect(matOf(mat('played'), 34, 260, true).h).toBeGreaterThan(matOf(mat('played'), 34, 260, false).h);
  });

  test('is as large whatever lies there, and a hidden hand is a glance', () => {
    const sizes = [0, 2, 4].map((count) => matOf(mat('cubes', { pieces: cards(count, { card: 3 }) }), 34, 260, false));
    expect(new Set(sizes.map(({ w, h }) => `${w} ${h}`)).size).toBe(1);
    expect(matOf(hand, 80, 260, true)).toEqual(matOf(hand, 30, 260, false));
  });

  test('without a name stays in one line', () => {
    expect(matOf(mat('cubes', { room: 30 }), 34, 120, false)).toMatchObject({ w: 120, area: { lines: 1 } });
  });
});

test('two to eight players fit into their column, the more the smaller', () => {
  const plans = [2, 4, 6, 8].map((seats) => planColumn(Array.from({ length: seats }, () => [mat('cards'), hand]), 262, 811, true));
  expect(plans[0]).toMatchObject({ isSmall: false, card: 38 });
  expect(plans[3]?.isSmall).toBe(true);
  const sizes = plans.map(({ card, isSmall }) => (isSmall ? 0 : 100) + card);
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
});
