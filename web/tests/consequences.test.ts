import { describe, expect, test } from 'vitest';
import type { Change, Offer } from '../src/generated/messages';
import { arrow } from '../src/table/arrows';
import { byKey, foresee, signed } from '../src/table/consequences';
import { nextKeys } from '../src/table/offers';

const offer = (label: string, path: string[], ...changes: Change[]): Offer => ({ label, path, changes });
const cost: Change = { at: 'card:1', to: 'gone' };
const offers = [
  offer('Arrow row', ['card:1', 'zone:arrow'], cost, { at: 'zone:arrow', to: { worth: 3 } }),
  offer('Wheel row', ['card:1', 'zone:wheel'], cost, { at: 'zone:wheel', to: { worth: 1 } }, { at: 'card:9', to: 'gone' }),
];

describe('before a choice is final', () => {
  const seen = (path: string[], pointed?: string): Change[] => {
    const next = nextKeys(offers, path);
    return foresee(next, pointed === undefined ? undefined : next.get(pointed), offers, path.length > 0);
  };
  test('nothing is shown before anything is touched or pointed at', () => expect(seen([])).toEqual([]));
  test('what is certain is shown of a thing that leads to several', () => expect(seen([], 'card:1')).toEqual([cost]));
  test('once begun, each next touch says what it is worth', () => {
    expect(seen(['card:1'])).toEqual([cost, { at: 'zone:arrow', to: { worth: 3 } }, { at: 'zone:wheel', to: { worth: 1 } }]);
  });
  test('everything is shown of the one that is pointed at', () => expect(seen(['card:1'], 'zone:wheel')).toEqual(offers[1]?.changes));

  test('what would go somewhere is a ghost there', () => {
    const scene = { zones: [{ key: 'zone:b', label: 'B', kind: 'board' as const, role: 'board' as const, pieces: [{ key: 'cube:1', figure: { cube: 'red' as const }, label: 'red' }] }], players: [], prompt: { text: '' } };
    const changes = byKey([{ at: 'cube:1', to: { at: 'cell:c4' } }, { at: 'cell:c4', to: { worth: 2 } }], scene);
    expect(changes.get('cube:1')).toEqual([{ at: 'cell:c4' }]);
    expect(changes.get('cell:c4')).toEqual([{ figure: { cube: 'red' } }, { worth: 2 }]);
  });

  test('worth has a sign', () => expect([3, 0, -2].map(signed)).toEqual(['+3', '0', '−2']));
});

describe('arrows', () => {
  test('one begins and ends beside the things it joins', () => {
    const drawn = arrow([{ x: 0, y: 0 }, { x: 100, y: 0 }], 10, 20, 30);
    expect(drawn?.shaft).toBe('M20.0 0.0L62.0 0.0');
    expect(drawn?.head.startsWith('M70.0 0.0L')).toBe(true);
  });
  test('there is none where there is no room, and none from nowhere', () => {
    expect(arrow([{ x: 0, y: 0 }, { x: 40, y: 0 }], 10, 20, 30)).toBeNull();
    expect(arrow([{ x: 0, y: 0 }], 10)).toBeNull();
  });
  test('a way is rounded at its bends', () => {
    expect(arrow([{ x: 0, y: 0 }, { x: 100, y: 0 }, { x: 100, y: 100 }], 10)?.shaft).toBe('M0.0 0.0L86.0 0.0Q100.0 0.0 100.0 14.0L100.0 92.0');
  });
});
