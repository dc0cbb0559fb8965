import { describe, expect, test } from 'vitest';
import type { Player, TableRecord } from '../src/generated/messages';
import { isShuffleProved } from '../src/table/fair';
import { apart, chart, hasScores, partsOf, sumOf, totals } from '../src/table/totals';

const player = (change: Partial<Player>): Player => ({ seat: 0, active: false, ...change });

describe('how the scores came about', () => {
  test('the totals of each round begin with nothing', () => {
    expect(totals([player({ rounds: [8, 10, -2] }), player({ rounds: [5, 7, 12] })])).toEqual([[0, 8, 18, 16], [0, 5, 12, 24]]);
  });
  test('there are none without rounds, or with rounds of some only', () => {
    expect(totals([player({}), player({})])).toBeNull();
    expect(totals([player({ rounds: [1] }), player({})])).toBeNull();
    expect(totals([])).toBeNull();
  });
  test('the lines fill their box, between round numbers', () => {
    const { lines, ticks, columns } = chart([[0, 8, 18], [0, -3, 29]], 200, 100);
    expect(columns).toEqual([100, 200]);
    expect(ticks.map(({ value }) => value)).toEqual([-10, 0, 10, 20, 30]);
    expect(lines[0]?.points[0]).toEqual([0, 75]);
    for (const [x, y] of lines.flatMap(({ points }) => points)) expect(x >= 0 && x <= 200 && y >= 0 && y <= 100).toBe(true);
    expect(chart([[0, 0]], 200, 100).ticks.map(({ value }) => value)).toEqual([0, 1]);
  });
  test('a score says what it is made of', () => {
    expect(partsOf(player({ parts: [{ label: 'planted', points: 9 }, { label: 'loose', points: -3 }] }))).toBe('planted 9, loose −3');
    expect(partsOf(undefined)).toBe('');
  });
  test('rounds are told as a sum', () => expect(sumOf([-3, 8, -2, 0])).toBe('−3 + 8 − 2 + 0'));
  test('the ends of the lines are so far apart that each can be read', () => {
    expect(apart([10, 60, 12], 16)).toEqual([10, 60, 26]);
    expect(apart([0, 4], 16)).toEqual([-6, 10]);
    expect(apart([], 16)).toEqual([]);
  });
  test('a team has no scores of its own, unless something is told of somebody', () => {
    const team = { scores: [0], ranks: [1], team: { won: true, score: 3 } };
    expect(hasScores(team, [player({})])).toBe(false);
    expect(hasScores(team, [player({ parts: [{ label: 'saved', points: 3 }] })])).toBe(true);
    expect(hasScores({ ...team, team: null }, [player({})])).toBe(true);
  });
});

describe('the shuffle', () => {
  // SHA-256 of the secret, of the secret and the words behind zero bytes, and of something else; as `sha256sum` says.
  const [secret, luck] = ['s3cret', ['clover', 'horseshoe']];
  const commitment = '1ec1c26b50d5d3c58d9583181af8076655fe00756bf7285940ba3670f99fcba0';
  const dealt = 'a51af589ea22f78a56525e9e58a33c39412a74e5ec858eb116986302bd68141e';
  const other = '2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881';
  const record = (change: Partial<TableRecord['fairness']> = {}, seed: unknown = dealt): TableRecord =>
    ({ table: 't', names: [], played: [0, 0], fairness: { commitment, luck, secret, ...change }, record: { seed } });
  for (const [what, told, known, expected] of [
    ['a told secret that everything follows from', record(), commitment, true],
    ['no secret', { ...record(), fairness: { commitment, luck } }, commitment, false],
    ['another secret', record({ secret: 'other' }), commitment, false],
    ['another word', record({ luck: ['clover', 'coin'] }), commitment, false],
    ['another deal', record({}, other), commitment, false],
    ['another promise than the one this page was given', record(), other, false],
    ['a record without a seed', { ...record(), record: null }, commitment, false],
  ] as const) {
    test(`${what}: ${expected ? 'proved' : 'not proved'}`, async () => expect(await isShuffleProved(told, known)).toBe(expected));
  }
});
