import { expect, test } from 'vitest';
import { fileOf, indexOf, LOOKS, seatsFor, STAGES } from '../browser/screens/looks';

test('a table has as many seats as asked for, as far as the game allows', () => {
  for (const [range, wanted, seats] of [
    [[2, 8], undefined, 4],
    [[2, 2], undefined, 2],
    [[1, 6], 1, 1],
    [[5, 6], undefined, 5],
    [[2, 4], 6, 4],
  ] as const) {
    expect(seatsFor([...range], wanted), `${range} for ${wanted}`).toBe(seats);
  }
});

test('every picture of a game has a file of its own', () => {
  const files = STAGES.flatMap((stage) => LOOKS.map((look) => fileOf('lantern-row', stage, look)));
  expect(new Set(files).size).toBe(24);
});

test('the page of the sheets shows every game in order', () => {
  const page = indexOf([{ id: 'lantern-row', title: 'Lantern Row', pitch: 'Hang lanterns.' }, { id: 'zig', title: 'Zig', pitch: 'Zag.' }]);
  expect(page.match(/\]\(\S+\.webp\)/g)).toEqual(['](lantern-row.webp)', '](zig.webp)']);
  expect(page).toContain('## Lantern Row\n\nHang lanterns.\n');
});
