import { expect, test } from 'vitest';
import { formOf, footRoom, handCard } from '../src/table/form';
import { beyond } from '../src/table/beyond';
import { pinch, PLAIN, settle, type Point } from '../src/table/pinch';
import type { Scene } from '../src/generated/messages';

test('what lies between two fingers stays between them', () => {
  const from: [Point, Point] = [{ x: 100, y: 100 }, { x: 200, y: 100 }];
  const look = pinch(PLAIN, from, [{ x: 50, y: 120 }, { x: 250, y: 120 }]);
  expect(look.scale).toBe(2);
  expect([150 * look.scale + look.x, 100 * look.scale + look.y]).toEqual([150, 120]);
  expect(pinch(look, from, [{ x: 0, y: 0 }, { x: 900, y: 0 }]).scale).toBe(4);
});

test('a table never leaves its frame, and one that is hardly enlarged is as it was', () => {
  expect(settle({ scale: 2, x: 40, y: -900 }, { w: 300, h: 200 })).toEqual({ scale: 2, x: 0, y: -200 });
  expect(settle({ scale: 1.02, x: -3, y: 2 }, { w: 300, h: 200 })).toEqual(PLAIN);
});

test('screens have a form, and prompt and hand a room on it that depends on nothing else', () => {
  expect([formOf(390, 844), formOf(844, 390), formOf(720, 450), formOf(820, 1180), formOf(1440, 900), formOf(360, 480)]).toEqual(['phone', 'low', 'low', 'tablet', 'wide', 'phone']);
  for (const [form, height] of [['phone', 844], ['tablet', 1180], ['wide', 900], ['wide', 720]] as const) {
    expect(footRoom(form, height, true)).toBeLessThan(height * 0.37);
    expect(footRoom(form, height, true)).toBeGreaterThanOrEqual(footRoom(form, height, false));
    // A table that is drawn to fill a phone has a quarter of the foot as well.
    if (form === 'phone') expect(footRoom(form, height, true, true)).toBeLessThan(footRoom(form, height, true) * 0.75);
    expect(handCard(form, height)).toBeGreaterThanOrEqual(72);
  }
});

test('beyond the fold is every zone of which nothing that can be touched is in view', () => {
  const scene: Scene = {
    zones: [
      { key: 'zone:shop', label: 'Shop', kind: 'row', role: 'market', pieces: [1, 2, 3, 4].map((n) => ({ key: `card:${n}`, figure: { card: n }, label: `${n}` })) },
      { key: 'zone:deck', label: 'Deck', kind: 'stack', role: 'supply' },
      { key: 'zone:bag', label: 'Bag', kind: 'pile', role: 'supply' },
    ],
    players: [], prompt: { text: '' },
  };
  const found = (leads: string[], seen: string[]) => beyond(scene, (key) => leads.includes(key), (key) => seen.includes(key)).map(({ zone, keys, figures }) => `${zone.key} ${keys.length} ${figures.length}`);
  expect(found(['card:1', 'card:2', 'card:3', 'card:4', 'zone:deck'], ['zone:bag'])).toEqual(['zone:shop 4 3', 'zone:deck 1 0']);
  expect(found(['card:1', 'card:2', 'zone:deck'], ['card:2'])).toEqual(['zone:deck 1 0']);
  expect(found([], [])).toEqual([]);
});
