// What somebody set up last for a game on this device, and what is usual for it.

import type { GameCard, Level, Pace, SeatPlan } from '../generated/messages';
import { limits } from '../lib/limits';
import { LEVELS } from '../lib/words';
import { defaults, field, OFF } from './options';

export type Kind = 'me' | 'free' | 'guest' | `bot:${Level}`;
export type Seat = { kind: Kind; name: string };

/** Everything that the form asks for. */
export type Preset = { seats: Seat[]; values: Record<string, string>; pace: Pace; limit: number | null; listed: boolean };

type Game = Pick<GameCard, 'id' | 'seats' | 'best' | 'options'>;

export const seat = (kind: Kind): Seat => ({ kind, name: '' });

/** What most people want: as many seats as make the best game, for whoever comes, and nothing unusual. */
export function usual(game: Game): Preset {
  const seats = Array.from({ length: Math.max(game.best, Math.min(2, game.seats[1])) }, (_, n) => seat(n === 0 ? 'me' : 'free'));
  return { seats, values: defaults(game.options), pace: 'live', limit: null, listed: false };
}

const KINDS: ReadonlySet<unknown> = new Set<Kind>(['me', 'free', 'guest', ...LEVELS.map(({ value }): Kind => `bot:${value}`)]);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Whether an option may still be this. */
function isPossible(values: GameCard['options'][number]['values'], value: string): boolean {
  const { field: about, mayBeOff } = field(values);
  if (value === OFF && mayBeOff) return true;
  if (about.kind === 'choice') return about.choices.some((choice) => choice.value === value);
  if (about.kind === 'number') return value.trim() !== '' && Number(value) >= about.min && Number(value) <= about.max;
  return value.length <= about.longest;
}

/** What was kept, as far as the game still knows it; nothing if it does not fit any more. */
export function fitting(game: Game, kept: unknown): Preset | null {
  if (!isObject(kept) || !Array.isArray(kept.seats) || !isObject(kept.values)) return null;
  const seats = kept.seats.flatMap((one: unknown): Seat[] =>
    isObject(one) && KINDS.has(one.kind) ? [{ kind: one.kind as Kind, name: typeof one.name === 'string' ? one.name : '' }] : []);
  const [low, high] = game.seats;
  if (seats.length !== kept.seats.length || seats.length < low || seats.length > high || seats.filter(({ kind }) => kind === 'me').length > 1) return null;
  const pace: Pace = kept.pace === 'mail' ? 'mail' : 'live';
  const limit = limits(pace).some(({ seconds }) => seconds === kept.limit) ? (kept.limit as number | null) : null;
  const values = defaults(game.options);
  for (const spec of game.options) {
    const value = kept.values[spec.key];
    if (typeof value === 'string' && isPossible(spec.values, value)) values[spec.key] = value;
  }
  return { seats, values, pace, limit, listed: kept.listed === true };
}

/** Whether two settings are the same. */
export const isSame = (a: Preset, b: Preset): boolean => JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b));

function inOrder({ seats, values, pace, limit, listed }: Preset): unknown {
  return [seats.map(({ kind, name }) => [kind, kind === 'guest' ? name : '']), Object.entries(values).sort(), pace, limit, listed];
}

/** How the server is told about a seat. */
export function planOf({ kind, name }: Seat, n: number): SeatPlan {
  if (kind === 'me' || kind === 'free') return kind;
  if (kind === 'guest') return { guest: name.trim() || `Guest ${n + 1}` };
  return { bot: kind.slice(4) as Level };
}

const KEY = 'boxwood.presets';

function stored(): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** What was set up last for a game, if it was something unusual. */
export function lastTime(game: Game): Preset | null {
  const last = fitting(game, stored()[game.id]);
  return last && !isSame(last, usual(game)) ? last : null;
}

/** Keeps it for the next time; a browser that keeps nothing is no reason to stop. */
export function keepPreset(game: Game, preset: Preset): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...stored(), [game.id]: preset }));
  } catch {
    // Private windows may refuse.
  }
}
