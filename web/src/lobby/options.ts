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

/** Bots that play differently well are better company than twins. */
const COMPANY: readonly Level[] = ['medium', 'easy', 'strong'];

/** A game that begins at once, with bots at the other places: as many as make the best game, and as it is most fun. */
export function quickTable(game: { id: string; best: number; quick: [string, string][] }): NewTable {
  const bots = Array.from({ length: game.best - 1 }, (_, n): SeatPlan => ({ bot: COMPANY[n % COMPANY.length] ?? 'medium' }));
  return { game: game.id, options: Object.fromEntries(game.quick), seats: ['me', ...bots], start: true };
}

/** What the button for it says. */
export function quickWords(game: { best: number; tags: readonly string[] }): string {
  if (game.best === 1) return 'Play now';
  return game.tags.includes('co-operative') ? 'Play with bots' : 'Play against bots';
}
