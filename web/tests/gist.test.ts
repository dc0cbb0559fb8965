import { expect, test } from 'vitest';
import { gist } from '../src/lib/gist';

const GUIDE = '# Lantern Row\n\nHang ever brighter lanterns.\nOr change colour.\n\n## In short\n\n- **Aim**: be the last.\n- **Your turn**: hang one.\n\n## What you need\n\nTwo players.\n\n### Cards\n\nNine.\n';

test('the gist of a guide is its opening and its section in short', () => {
  expect(gist(GUIDE)).toBe('Hang ever brighter lanterns.\nOr change colour.\n\n- **Aim**: be the last.\n- **Your turn**: hang one.');
});

test('a guide without that section still has its opening', () => {
  expect(gist('# Nim\n\nTake cubes.\n\n## What you need\n\nTwo players.')).toBe('Take cubes.');
});
