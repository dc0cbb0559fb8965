// Which games fit, and what to give up if none does.

import type { Book, GameCard } from '../generated/messages';
import { BOOKS, capital, count } from '../lib/words';

export type Filter = { players: number | null; minutes: number | null; complexity: number | null; kind: string | null; book: Book | null; words: string };

export const ANY: Filter = { players: null, minutes: null, complexity: null, kind: null, book: null, words: '' };

/** Six stands for six and more. */
export const MANY = 6;

export function fits(game: GameCard, filter: Filter): boolean {
  const { players, minutes, complexity, kind, book, words } = filter;
  const text = [game.title, game.pitch, ...game.tags, ...game.designers].join(' ').toLowerCase();
  return (
    (players === null || (players >= game.seats[0] && players <= game.seats[1]) || (players === MANY && game.seats[1] >= MANY)) &&
    (minutes === null || game.minutes[0] <= minutes) &&
    (complexity === null || game.complexity <= complexity) &&
    (kind === null || game.tags.includes(kind)) &&
    (book === null || game.book === book) &&
    words.toLowerCase().split(/\s+/).every((word) => text.includes(word))
  );
}

/** One of a list, and how many games it has. */
export type Shelf<T> = { of: T; games: number };

function shelves<T extends string>(all: readonly T[]): Shelf<T>[] {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return [...counts].map(([of, games]) => ({ of, games }));
}

/** The kinds of games by name: what a tile says of its game, and what several games share. What only one has besides is found by its word. */
export function kinds(games: readonly GameCard[]): Shelf<string>[] {
  const first = new Set(games.map(({ tags }) => tags[0]));
  const all = shelves(games.flatMap(({ tags }) => tags));
  return all.filter(({ of, games }) => games > 1 || first.has(of)).sort((a, b) => a.of.localeCompare(b.of));
}

/** The books that the games are from, in the order in which they came out. */
export function books(games: readonly GameCard[]): Shelf<Book>[] {
  const order = Object.keys(BOOKS);
  return shelves(games.map(({ book }) => book)).sort((a, b) => order.indexOf(a.of) - order.indexOf(b.of));
}

/** A game for somebody who does not want to choose, preferably one that they do not know yet, and not the one of before; chance is below 1. */
export function surprise(games: readonly GameCard[], isKnown: (id: string) => boolean, before: string | null, chance: number): GameCard | undefined {
  const others = games.filter(({ id }) => id !== before);
  const unknown = others.filter(({ id }) => !isKnown(id));
  const pool = [unknown, others, games].find((some) => some.length > 0) ?? [];
  return pool[Math.floor(chance * pool.length)];
}

export type Wish = keyof Filter;

/** The wishes, in the order in which they are shown. */
export const WISHES: readonly Wish[] = ['players', 'minutes', 'complexity', 'kind', 'book', 'words'];

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
    case 'book':
      return filter.book ? BOOKS[filter.book] : '';
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
