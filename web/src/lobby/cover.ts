// Pictures of games without drawing each: pieces chosen by what the game says about itself, laid out by chance
// that is the same every time.

import type { Colour, Figure, GameCard, PieceSymbol } from '../generated/messages';

export type Laid = { figure: Figure; x: number; y: number; size: number; turn: number };

const COLOURS: Colour[] = ['red', 'yellow', 'green', 'blue', 'white', 'black'];
const SYMBOLS: PieceSymbol[] = ['drop', 'hammers', 'circles', 'bricks', 'wheel', 'arrow'];

/** Numbers from 0 to 1 that follow from a word. */
export function chance(word: string): () => number {
  let state = 2166136261;
  for (const letter of word) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = Math.imul(state ^ (state >>> 15), 2246822507) + 0x9e3779b9;
    const mixed = Math.imul(state ^ (state >>> 13), 3266489909);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
  };
}

/** One ground for each kind of game. */
export function groundOf(tags: readonly string[]): string {
  const has = (...words: string[]): boolean => tags.some((tag) => words.some((word) => tag.includes(word)));
  if (has('bluff', 'luck', 'bidding')) return 'clay';
  if (has('memory', 'real-time', 'induction')) return 'lilac';
  if (has('dexterity', 'abstract', 'control')) return 'mist';
  if (has('set collection', 'hand management', 'co-operative')) return 'moss';
  return 'beech';
}

/** The pieces of the picture, lowest first; places in per cent. */
export function compose(game: Pick<GameCard, 'id' | 'tags' | 'book'>): Laid[] {
  const next = chance(game.id);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T;
  const has = (...words: string[]): boolean => game.tags.some((tag) => words.some((word) => tag.includes(word)));
  const wobble = (by: number): number => (next() - 0.5) * 2 * by;
  const laid: Laid[] = [];
  const isBoard = has('abstract', 'perfect', 'board', 'control', 'race', 'building', 'dexterity') && !has('real-time');
  if (isBoard) {
    for (let row = 0; row < 3; row += 1) {
      for (let column = 0; column < 5; column += 1) {
        const isFace = next() < 0.45 && !has('abstract');
        laid.push({ figure: isFace ? { tile: pick(SYMBOLS) } : 'tile_back', x: 12 + column * 19, y: 17 + row * 33, size: 56, turn: 0 });
        if (next() < 0.42) laid.push({ figure: { cube: COLOURS[Math.floor(next() * 4)] ?? 'red' }, x: 12 + column * 19, y: 17 + row * 33, size: 32, turn: 0 });
      }
    }
  }
  const cards = isBoard ? 2 : 5;
  for (let n = 0; n < cards; n += 1) {
    const lean = (n - (cards - 1) / 2) * 7;
    const figure: Figure = game.book === 'the-deck'
      ? n % 2 === 0 ? 'rune_back' : { rune: { card: Math.floor(next() * 52), role: '' } }
      : { card: Math.floor(next() * 54) };
    laid.push({ figure, x: isBoard ? 74 + n * 12 : 50 + (n - 2) * 14, y: isBoard ? 72 : 54 + Math.abs(lean) * 0.9, size: isBoard ? 54 : 80, turn: lean + wobble(2) });
  }
  const cubes = isBoard ? 0 : 3 + Math.floor(next() * 3);
  for (let n = 0; n < cubes; n += 1) {
    laid.push({ figure: { cube: pick(COLOURS.slice(0, 4)) }, x: 18 + n * 15 + wobble(3), y: 89 + wobble(3), size: 30, turn: wobble(6) });
  }
  if (has('dice')) laid.push({ figure: { die: { value: 5, dark: false } }, x: 16, y: 28, size: 36, turn: -8 }, { figure: { die: { value: 2, dark: true } }, x: 28, y: 36, size: 36, turn: 10 });
  return laid;
}
