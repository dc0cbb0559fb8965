// The ground of a game's picture.

/** One ground for each kind of game. */
export function groundOf(tags: readonly string[]): string {
  const has = (...words: string[]): boolean => tags.some((tag) => words.some((word) => tag.includes(word)));
  if (has('bluff', 'luck', 'bidding')) return 'clay';
  if (has('memory', 'real-time', 'induction')) return 'lilac';
  if (has('dexterity', 'abstract', 'control')) return 'mist';
  if (has('set collection', 'hand management', 'co-operative')) return 'moss';
  return 'beech';
}
