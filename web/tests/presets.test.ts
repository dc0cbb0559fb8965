import { describe, expect, test } from 'vitest';
import type { OptionSpec } from '../src/generated/messages';
import { fitting, isSame, planOf, seat, usual, type Preset } from '../src/lobby/presets';

const options: OptionSpec[] = [
  { key: 'length', label: 'Length', values: { one_of: [{ value: 'short', label: 'Short' }, { value: 'long', label: 'Long' }] }, default: 'short' },
  { key: 'goal', label: 'Goal', values: { or_off: { number: { min: 5, max: 20 } } }, default: 'off' },
];
const game = { id: 'lantern-row', seats: [2, 4] as [number, number], best: 3, options };
const last: Preset = { seats: [seat('me'), seat('bot:strong'), { kind: 'guest', name: 'Cleo' }], values: { length: 'long', goal: '12' }, pace: 'mail', limit: 86_400, listed: true };

describe('a table as last time', () => {
  test('comes back as it was', () => {
    expect(fitting(game, JSON.parse(JSON.stringify(last)))).toEqual(last);
    expect(isSame(last, fitting(game, last) as Preset)).toBe(true);
    expect(isSame(last, usual(game))).toBe(false);
  });

  test('forgets what the game no longer knows', () => {
    expect(fitting(game, { ...last, values: { length: 'endless', goal: '50', gone: 'x' }, limit: 7 })).toEqual({ ...last, values: { length: 'short', goal: 'off' }, limit: null });
    for (const seats of [[seat('me')], Array.from({ length: 5 }, () => seat('me')), [seat('me'), seat('me')], [seat('me'), { kind: 'robot', name: '' }], 'me']) {
      expect(fitting(game, { ...last, seats }), JSON.stringify(seats)).toBeNull();
    }
    for (const kept of [null, 'x', {}, { seats: [] }]) expect(fitting(game, kept)).toBeNull();
  });

  test('the usual has the best number of seats, for whoever comes', () => {
    expect(usual(game).seats.map(({ kind }) => kind)).toEqual(['me', 'free', 'free']);
    expect(usual({ ...game, best: 1, seats: [1, 1] }).seats.map(({ kind }) => kind)).toEqual(['me']);
    expect(last.seats.map(planOf)).toEqual(['me', { bot: 'strong' }, { guest: 'Cleo' }]);
    expect(planOf(seat('guest'), 2)).toEqual({ guest: 'Guest 3' });
  });
});
