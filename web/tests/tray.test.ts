import { describe, expect, test } from 'vitest';
import type { Figure, Piece, Scene, Zone } from '../src/generated/messages';
import { keep, keepFor, NOTHING, type Kept } from '../src/table/kept';
import { isCounted, lateAt, lettersOf, numberIn, picturesOf, planTray, planUpright, stepOf } from '../src/table/tray';

const piece = (key: string, figure: Figure = { card: 3 }): Piece => ({ key, figure, label: key });
const zone = (key: string, change: Partial<Zone> = {}): Zone => ({ key: `zone:${key}`, label: key, kind: 'stack', role: 'supply', count: 9, ...change });
const widthOf = (entries: { w: number }[]): number => entries.reduce((sum, { w }) => sum + w, 0);

describe('the tray', () => {
  const zones = ['Temple deck', 'Relic deck', 'Movement deck', 'Saved relics', 'Matched temple cards', 'Used movement cards', 'Lost cubes'].map((name, n) =>
    zone(name, n < 3 ? {} : { kind: 'pile', role: 'discard', count: 0 }));

  test('stands in one line, with shorter names where it is narrow and with none where it is narrower', () => {
    for (const width of [1000, 740]) {
      const entries = planTray(zones.map((one) => keepFor(one)), width, 40);
      expect(widthOf(entries), `${width}`).toBeLessThanOrEqual(width);
      expect(Math.min(...entries.map(({ name }) => name)), `${width}`).toBeGreaterThan(0);
    }
    expect(Math.max(...planTray(zones.map((one) => keepFor(one)), 360, 32).map(({ name }) => name))).toBe(0);
  });

  test('no name is cut: it takes as many lines as there are, divided evenly', () => {
    expect(lettersOf('Cards of earlier rounds', 2)).toBe('earlier rounds'.length);
    expect(lettersOf('Used movement cards', 3)).toBe('movement'.length);
    expect(lettersOf('Deck', 2)).toBe(4);
  });

  test('pieces that say their number need no name, and can be told from each other', () => {
    const left = (n: number): Piece => ({ ...piece(`tile:${n}`, { tile: 'drop' }), marks: [{ note: `${n} left` }] });
    expect(numberIn(left(6))).toBe('6');
    expect(numberIn(piece('card:1'))).toBeUndefined();
    const stacks: Zone = { key: 'zone:stacks', label: 'Stacks of tiles', kind: 'row', role: 'supply', room: 6, pieces: Array.from({ length: 6 }, (_, n) => left(n)) };
    const [entry] = planTray([keepFor(stacks), ...zones.slice(0, 3).map((one) => keepFor(one))], 708, 40);
    expect(entry?.name).toBe(0);
    expect(stepOf(6, 38, entry?.pictures ?? 0)).toBeGreaterThan(30);
    expect(isCounted({ ...stacks, count: 15 })).toBe(false);
    // Where it is narrow they are smaller, but none covers the number of another.
    const [close] = planTray([keepFor(stacks), ...zones.slice(0, 3).map((one) => keepFor(one))], 360, 32);
    expect(close?.scale).toBeLessThan(1);
    expect(stepOf(6, 32 * (close?.scale ?? 1), close?.pictures ?? 0)).toBeGreaterThanOrEqual(32 * (close?.scale ?? 1));
  });

  test('entries below each other have the whole width, and their names below them', () => {
    const row = keepFor(zone('Played cards', { kind: 'row', room: 6, pieces: [piece('card:1')] }));
    const entry = planUpright(row, 98, 30);
    expect(entry.w).toBe(98);
    expect(entry.pictures).toBeLessThanOrEqual(98);
    expect(entry.name).toBeGreaterThan('Played cards'.length * 6);
  });

  test('what is there only for a while never has a place of its own', () => {
    const scene = (...zones: Zone[]): Scene => ({ zones, players: [], prompt: { text: '' } });
    const drawn = zone('drawn', { kind: 'row', role: 'market', passing: true, pieces: [piece('card:1')] });
    expect(keep(NOTHING, scene(drawn)).get('zone:drawn')?.isLate).toBe(true);
    expect(keep(NOTHING, scene({ ...drawn, passing: false })).get('zone:drawn')?.isLate).toBe(false);
  });

  test('what is to be known stands in a line with the number', () => {
    const cards = zone('cards', { kind: 'row', title: 'Temple cards', note: '7 would strike', room: 9 });
    const [entry] = planTray([keepFor(cards)], 172, 30);
    expect(entry?.name).toBeGreaterThan('7 would strike'.length * 5);
    expect(entry?.w).toBeLessThanOrEqual(172);
  });

  test('what comes late hangs beside it, or over its end', () => {
    expect(lateAt(400, 100, 740)).toBe(408);
    expect(lateAt(700, 100, 740)).toBe(620);
  });

  test('is the same whatever lies in it, and whatever comes late', () => {
    const scene = (zones: Zone[]): Scene => ({ zones, players: [], prompt: { text: '' } });
    const first = keep(NOTHING, scene(zones));
    const full = keep(first, scene([...zones.map((one) => (one.kind === 'pile' ? { ...one, count: 2, pieces: [piece('card:1'), piece('card:2')] } : one)), zone('Card in play')]));
    const plan = (kept: Kept) => planTray([...kept.values()], 740, 40);
    expect(plan(full).slice(0, zones.length)).toEqual(plan(first));
    expect(plan(full).length).toBe(zones.length + 1);
  });

  test('shows every piece of a row with few places, and of a heap of equal pieces one', () => {
    const [market, cubes] = [zone('Market', { kind: 'row', room: 3, count: undefined as never }), zone('Red', { kind: 'pile', pieces: [piece('cube:red', { cube: 'red' })] })];
    expect(planTray([keepFor(market), keepFor(cubes)], 740, 40).map(({ most }) => most)).toEqual([3, 1]);
  });

  test('shows what lies on top, and what can be touched before all', () => {
    const pieces = [1, 2, 3, 4, 5].map((n) => piece(`card:${n}`));
    const shown = (...leads: string[]) => picturesOf(pieces, 3, (key) => leads.includes(key)).map(({ key }) => key);
    expect(shown()).toEqual(['card:3', 'card:4', 'card:5']);
    expect(shown('card:1')).toEqual(['card:1', 'card:4', 'card:5']);
    expect(stepOf(3, 30, 62)).toBe(16);
    expect(stepOf(2, 30, 200)).toBe(34);
  });
});
