// The tables of the lobby: which come first, and what is said about each.

import type { Lobby, MyTable, TableCard } from '../generated/messages';
import { count, list } from '../lib/words';

export type Shelves = {
  /** Tables of one's own that go on, those that wait for oneself first. */
  running: MyTable[];
  finished: MyTable[];
  /** Listed tables of others where there is room, then those one can look at. */
  open: TableCard[];
  /** How many wait for the reader. */
  waiting: number;
};

const freeSeats = (table: TableCard): number => table.seats.filter((name) => name === null).length;

/** The tables in the order in which they are shown. */
export function shelve(lobby: Lobby): Shelves {
  const running = lobby.mine.filter((table) => table.stage !== 'over');
  const mine = new Set(lobby.mine.map((table) => table.id));
  return {
    running: running.sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || Number(b.stage === 'running') - Number(a.stage === 'running')),
    finished: lobby.mine.filter((table) => table.stage === 'over'),
    open: lobby.open.filter((table) => !mine.has(table.id) && table.stage !== 'over').sort((a, b) => freeSeats(b) - freeSeats(a)),
    waiting: running.filter((table) => table.your_turn).length,
  };
}

/** Who sits there: "You and Maren", "You, Kari and Ola", "6 at the table". */
export function company(table: TableCard, me: string | null, isMine: boolean): string {
  const names = table.seats.flatMap((name) => (name === null ? [] : [name]));
  const others = names.filter((name) => name !== me || !isMine);
  const all = isMine && others.length < names.length ? ['You', ...others] : others;
  if (all.length > 3) return `${all.length} at the table`;
  if (all.length === 0) return 'nobody yet';
  return all.length === 1 && all[0] === 'You' && table.seats.length === 1 ? 'alone' : list(all);
}

/** The pill of a table: what it waits for. */
export function status(table: TableCard, mine: MyTable | null): string {
  if (mine?.trouble) return 'cannot go on';
  if (mine?.your_turn) return 'Your turn';
  if (table.stage === 'waiting') return freeSeats(table) === 0 ? 'ready to begin' : `${count(freeSeats(table), 'seat')} free`;
  if (table.stage === 'over') return 'finished';
  if (!mine) return 'look on';
  const deciding = mine.deciding ?? [];
  if (deciding.length === 0) return 'running';
  return deciding.length === 1 ? `${deciding[0]} is thinking` : `${deciding.length} are thinking`;
}

/** How long ago something was: "just now", "5 min ago", "yesterday". */
export function ago(then: number, now: number): string {
  const minutes = Math.floor((now - then) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h ago`;
  const days = Math.floor(hours / 24);
  return days === 1 ? 'yesterday' : `${days} days ago`;
}
