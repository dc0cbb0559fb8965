// Sounds: short and quiet in every world, and not the same in all of them.
import { expect, test, vi } from 'vitest';
import type { Theme } from '../src/generated/messages';
import type { Sound } from '../src/table/sound';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }));
const { partsOf } = await import('../src/table/sound');
const { loudness } = await import('../src/lib/settings.svelte');

const WORLDS: (Theme | undefined)[] = [undefined, 'mine', 'garden', 'temple', 'desert', 'sea', 'ice', 'forest', 'space', 'city', 'arena', 'night', 'parlour'];

test('what is put down, moved, refused or called is over within 300 ms and never loud', () => {
  for (const world of WORLDS) {
    for (const which of ['tap', 'slide', 'riffle', 'turn', 'refused'] satisfies Sound[]) {
      for (const part of partsOf(which, world)) {
        expect(part.after + part.lasts, `${which} in ${world}`).toBeLessThanOrEqual(0.3);
        expect(part.loud, `${which} in ${world}`).toBeLessThanOrEqual(0.14);
        expect(part.pitch, `${which} in ${world}`).toBeGreaterThan(80);
      }
    }
  }
});

test('no two worlds sound alike', () => {
  expect(new Set(WORLDS.map((world) => JSON.stringify([partsOf('tap', world), partsOf('slide', world)]))).size).toBe(WORLDS.length);
  const [plain, mine] = [partsOf('tap')[0], partsOf('tap', 'mine')[0]];
  expect(mine?.pitch, 'a mine is duller').toBeLessThan(plain?.pitch ?? 0);
  expect(partsOf('tap', 'sea').length, 'water washes over it').toBe(partsOf('tap').length + 1);
});

test('a volume that was kept is taken, anything else is full', () => {
  for (const [kept, volume] of [[0.3, 0.3], [0, 0], [1, 1], [2, 1], [-1, 1], ['0.5', 1], [undefined, 1]] as const) expect(loudness(kept), String(kept)).toBe(volume);
});
