import { expect, test } from 'vitest';
import type { Piece, Scene, Zone } from '../src/generated/messages';
import { directionOf, nearest } from '../src/table/keyboard';

const card = (number: number, change: Partial<Piece> = {}): Piece => ({ key: `card:${number}`, figure: { card: number }, label: `card ${number}`, ...change });
const zone = (name: string, pieces: Piece[], change: Partial<Zone> = {}): Zone => ({ key: `zone:${name}`, label: name, kind: 'row', role: 'market', pieces, ...change });
const scene = (...zones: Zone[]): Scene => ({ zones, players: [], prompt: { text: '.' } });

test('arrows find the nearest thing, straight ahead first', () => {
  const spots = [{ x: 100, y: 0 }, { x: 60, y: 50 }, { x: 0, y: 100 }, { x: -10, y: 3 }];
  const from = { x: 0, y: 0 };
  expect(nearest(spots, from, 'right')).toBe(0);
  expect(nearest(spots, from, 'down')).toBe(2);
  expect(nearest(spots, from, 'left')).toBe(3);
  expect(nearest(spots, from, 'up')).toBeNull();
  expect([directionOf('ArrowUp'), directionOf('a')]).toEqual(['up', null]);
});
