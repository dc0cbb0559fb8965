// Which games fit, and what to give up if none does.

import type { GameCard } from '../generated/messages';
import { capital, count } from '../lib/words';

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

export type Wish = keyof Filter;

/** The wishes, in the order in which they are shown. */
export const WISHES: readonly Wish[] = ['players', 'minutes', 'complexity', 'kind', 'words'];

/** What is wished for, one by one. */
export function wishes(filter: Filter): Wish[] {
  return WISHES.filter((wish) => filter[wish] !== ANY[wish] && filter[wish] !== '');
}

/** A wish in a few words: "4 players", "to 30 min". */
export function inWords(filter: Filter, wish: Wish): string {
  switch (wish) {
    case 'players':
      return filter.players === MANY ? '6 or more players' : count(filter.players ?? 0, 'player');
    case 'minutes':
      return `to ${filter.minutes} min`;
    case 'complexity':
      return `complexity to ${filter.complexity}`;
    case 'kind':
      return capital(filter.kind ?? '');
    case 'words':
      return `“${filter.words.trim()}”`;
  }
}

export function without(filter: Filter, wish: Wish): Filter {
  return { ...filter, [wish]: ANY[wish] };
}

/** The one wish without which there would be most games. */
export function relax(games: readonly GameCard[], filter: Filter): { wish: Wish; games: number } | null {
  let best: { wish: Wish; games: number } | null = null;
  for (const wish of wishes(filter)) {
    const left = games.filter((game) => fits(game, without(filter, wish))).length;
    if (left > (best?.games ?? 0)) best = { wish, games: left };
  }
  return best;
}
