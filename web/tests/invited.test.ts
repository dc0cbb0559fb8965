import { expect, test } from 'vitest';
import type { SeatInfo } from '../src/generated/messages';
import { companyOf, inviter } from '../src/table/invited';

const free: SeatInfo = { name: '', bot: null, person: false, here: false, yours: false, left: false };
const person = (name: string, change: Partial<SeatInfo> = {}): SeatInfo => ({ ...free, name, person: true, here: true, ...change });
const bot: SeatInfo = { ...free, name: 'Alder', bot: 'easy' };

test('the host invites everybody else', () => {
  expect(inviter([person('Anna', { host: true }), free])).toBe('Anna');
  expect(inviter([person('Anna', { host: true, yours: true }), person('Ben')])).toBeNull();
  expect(inviter([person('Ben'), free])).toBeNull();
});

test('it is told who is there and whether there is room', () => {
  for (const [seats, said] of [
    [[person('Anna', { yours: true }), person('Ben'), free, free], 'You and Ben are there, and 2 seats are free.'],
    [[person('Anna'), free], 'Anna is there, and 1 seat is free.'],
    [[person('Anna', { yours: true }), free], 'You are there, and 1 seat is free.'],
    [[person('Anna', { yours: true }), bot, bot], 'You and 2 bots are there, and all seats are taken.'],
    [[free, free], '2 seats are free.'],
  ] as const) expect(companyOf(seats)).toBe(said);
});
