// Who invites, and who is there already.

import type { SeatInfo } from '../generated/messages';
import { capital, count, list } from '../lib/words';

/** Who invites the reader: the host, if that is somebody else who sits there. */
export function inviter(seats: readonly SeatInfo[]): string | null {
  return seats.find((seat) => seat.host && !seat.yours)?.name ?? null;
}

/** "You and Ben are there, and 2 seats are free." */
export function companyOf(seats: readonly SeatInfo[]): string {
  const names = [...new Set(seats.filter((seat) => seat.person && !seat.bot).map((seat) => (seat.yours ? 'you' : seat.name)))];
  const bots = seats.filter((seat) => seat.bot).length;
  const free = seats.filter((seat) => !seat.person && !seat.bot).length;
  const there = list([...names, ...(bots > 0 ? [count(bots, 'bot')] : [])]);
  const rest = free === 0 ? 'all seats are taken' : free === 1 ? '1 seat is free' : `${free} seats are free`;
  const said = there === '' ? rest : `${there} ${names.length + bots === 1 && names[0] !== 'you' ? 'is' : 'are'} there, and ${rest}`;
  return `${capital(said)}.`;
}
