// Which games fit, and what to give up if none does.

import type { GameCard } from '../generated/messages';

export type Filter = { players: number | null; minutes: number | null; complexity: number | null; kind: string | null; words: string };

export const ANY: Filter = { players: null, minutes: null, complexity: null, kind: null, words: '' };

/** Six stands for six and more. */
export const MANY = 6;

export function fits(game: GameCard, filter: Filter): boolean {
  const { players, minutes, complexity, kind, words } = filter;
  const text = [game.title, game.pitch, ...game.tags, ...game.designers].join(' ').toLowerCase();
  return (
    (players === null || (players >= game.seats[0] && players <= game.seats[1]) || (players === MANY && game.seats[1] >= MANY)) &&
    (minutes === null || game.minutes[0] <= minutes) &&
    (complexity === null || game.complexity <= complexity) &&
    (kind === null || game.tags.includes(kind)) &&
    words.toLowerCase().split(/\s+/).every((word) => text.includes(word))
  );
}

/** The kinds of games, the most frequent first. */
export function kinds(games: readonly GameCard[]): string[] {
  const counts = new Map<string, number>();
  for (const tag of games.flatMap((game) => game.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([tag]) => tag);
}

/** The one wish without which there would be most games. */
export function relax(games: readonly GameCard[], filter: Filter): { wish: keyof Filter; games: number } | null {
  let best: { wish: keyof Filter; games: number } | null = null;
  for (const wish of Object.keys(ANY) as (keyof Filter)[]) {
    if (filter[wish] === ANY[wish]) continue;
    const left = games.filter((game) => fits(game, { ...filter, [wish]: ANY[wish] })).length;
    if (left > (best?.games ?? 0)) best = { wish, games: left };
  }
  return best;
}
