// A game's options as fields of a form, and back.

import type { Level, NewTable, OptionSpec, SeatPlan, Values } from '../generated/messages';

export type Field =
  | { kind: 'choice'; choices: { value: string; label: string }[] }
  | { kind: 'number'; min: number; max: number }
  | { kind: 'words'; longest: number };

/** What a form shows for an option, and whether it may be off. */
export function field(values: Values): { field: Field; mayBeOff: boolean } {
  if ('or_off' in values) return { field: field(values.or_off).field, mayBeOff: true };
  if ('one_of' in values) return { field: { kind: 'choice', choices: values.one_of }, mayBeOff: false };
  if ('number' in values) return { field: { kind: 'number', ...values.number }, mayBeOff: false };
  return { field: { kind: 'words', longest: values.words.longest }, mayBeOff: false };
}

export const OFF = 'off';

/** The defaults of all options. */
export function defaults(specs: readonly OptionSpec[]): Record<string, string> {
  return Object.fromEntries(specs.map((spec) => [spec.key, spec.default]));
}

/** Only what differs from the default is said. */
export function chosen(specs: readonly OptionSpec[], values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    specs.flatMap((spec) => {
      const value = values[spec.key];
      return value === undefined || value === spec.default ? [] : [[spec.key, value]];
    }),
  );
}

/** How many sit at a quick game against bots: two where that is possible, else as few as it takes. */
export function quickSeats([low, high]: [number, number]): number {
  return Math.min(high, Math.max(low, low === 1 ? 1 : Math.max(2, low)));
}

/** A game against bots that begins at once. */
export function quickTable(game: { id: string; seats: [number, number] }, level: Level = 'medium'): NewTable {
  const bots = Array.from({ length: quickSeats(game.seats) - 1 }, (): SeatPlan => ({ bot: level }));
  return { game: game.id, seats: ['me', ...bots], start: true };
}
