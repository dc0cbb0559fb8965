// Small sentences that several pages share.

import type { Book, GameCard, Level } from '../generated/messages';

/** "1 cube", "3 cubes". */
export function count(n: number, noun: string, plural = `${noun}s`): string {
  return `${n} ${n === 1 ? noun : plural}`;
}

/** "2" or "2–5". */
export function range([low, high]: [number, number]): string {
  return low === high ? `${low}` : `${low}–${high}`;
}

/** "Anna", "Anna and Ben", "Anna, Ben and Cleo". */
export function list(names: string[]): string {
  if (names.length < 2) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names[names.length - 1]}`;
}

/** "red", with a capital first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The first sentence as a heading, if it is short enough for one. */
export function headed(text: string): { title: string; rest: string } {
  const end = /[.?!](?=\s)/.exec(text);
  const at = end ? end.index + 1 : text.length;
  return at <= 90 ? { title: text.slice(0, at).replace(/[.]$/, ''), rest: text.slice(at).trim() } : { title: '', rest: text };
}

/** "1st", "2nd", "3rd", "4th". */
export function place(rank: number): string {
  const teen = rank % 100 > 10 && rank % 100 < 14;
  const ending = teen ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return `${rank}${ending}`;
}

/** "4:52", "0:07", "2 days". */
export function time(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 172_800) return `${Math.floor(seconds / 86_400)} days`;
  if (seconds >= 7200) return `${Math.floor(seconds / 3600)} hours`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export const LEVELS: { value: Level; label: string; about: string }[] = [
  { value: 'random', label: 'Random', about: 'any legal move' },
  { value: 'easy', label: 'Easy', about: 'a glance' },
  { value: 'medium', label: 'Medium', about: 'a moment' },
  { value: 'strong', label: 'Strong', about: 'as long as it is let' },
];

export const BOOKS: Record<Book, string> = {
  'green-box': 'Green Box',
  'contest-2018': 'Contest 2018',
  'contest-x': 'Contest X',
  'the-deck': 'The Deck',
};

/** Who is to be thanked for a game, in one line. */
export function credit(game: Pick<GameCard, 'designers' | 'origin'>): string {
  const names = list(game.designers);
  if (!names) return game.origin || 'designer not named in the book';
  return game.origin ? `${names} (${game.origin})` : names;
}

/** A list of names with this one in it, the newest last and no more than so many, or without it. */
export function listed(names: readonly string[], name: string, isIn: boolean, most = 20): string[] {
  const others = names.filter((one) => one !== name);
  return isIn ? [...others, name].slice(-most) : others;
}
