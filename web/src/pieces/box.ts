// Which cards there are. The kit of the table server is the source; a test reads it and compares every card.
import type { Colour, PieceSymbol } from './figure';

export type Background = 'pink' | 'green' | 'brown';
export type Star = 'green' | 'yellow';
export type RuneColour = 'yellow' | 'blue' | 'red';
export type Rune =
  | 'one' | 'two' | 'three' | 'four' | 'five' | 'six' | 'seven' | 'eight' | 'nine'
  | 'energy' | 'mine' | 'yours' | 'swap' | 'king';

export type CardFace =
  | { kind: 'card'; colour: Colour; symbol: PieceSymbol; value: number; background: Background }
  | { kind: 'star'; star: Star };

export interface RuneFace {
  rune: Rune;
  colour: RuneColour;
  corner: number;
}

export const CARD_COUNT = 54;
export const RUNE_COUNT = 76;

export const SYMBOL_NAMES: Readonly<Record<PieceSymbol, string>> = {
  drop: 'Drop', hammers: 'Hammers', circles: 'Circles', bricks: 'Bricks', wheel: 'Wheel', arrow: 'Arrow',
};

// Each colour has the same nine cards, in this order; only their symbols differ.
const SLOTS: readonly (readonly [value: number, background: Background])[] = [
  [1, 'pink'], [2, 'pink'], [3, 'pink'],
  [1, 'green'], [1, 'green'], [2, 'green'],
  [4, 'brown'], [5, 'brown'], [6, 'brown'],
];

const SYMBOLS_BY_COLOUR: readonly (readonly [Colour, readonly PieceSymbol[]])[] = [
  ['red', ['circles', 'bricks', 'drop', 'wheel', 'arrow', 'hammers', 'wheel', 'arrow', 'hammers']],
  ['yellow', ['wheel', 'arrow', 'hammers', 'circles', 'bricks', 'drop', 'circles', 'bricks', 'drop']],
  ['green', ['bricks', 'drop', 'wheel', 'hammers', 'arrow', 'circles', 'arrow', 'hammers', 'circles']],
  ['blue', ['arrow', 'hammers', 'circles', 'drop', 'bricks', 'wheel', 'bricks', 'drop', 'wheel']],
  ['white', ['drop', 'wheel', 'arrow', 'hammers', 'circles', 'bricks', 'hammers', 'circles', 'bricks']],
  ['black', ['hammers', 'circles', 'bricks', 'drop', 'wheel', 'arrow', 'drop', 'wheel', 'arrow']],
];

const CARDS: readonly CardFace[] = [
  ...SYMBOLS_BY_COLOUR.flatMap(([colour, symbols]) =>
    SLOTS.map(([value, background], slot): CardFace => {
      const symbol = symbols[slot];
      if (!symbol) throw new Error(`the ${colour} cards have no symbol in slot ${slot}`);
      return { kind: 'card', colour, symbol, value, background };
    }),
  ),
  { kind: 'star', star: 'green' },
  { kind: 'star', star: 'yellow' },
];

const RUNE_KINDS: readonly (readonly [count: number, Rune, RuneColour, corner: number])[] = [
  [4, 'one', 'yellow', 1],
  [4, 'two', 'yellow', 2],
  [4, 'three', 'yellow', 3],
  [4, 'four', 'yellow', 4],
  [4, 'five', 'yellow', 5],
  [4, 'six', 'yellow', 6],
  [4, 'seven', 'yellow', 7],
  [4, 'eight', 'yellow', 8],
  [4, 'nine', 'yellow', 9],
  [10, 'energy', 'blue', 10],
  [10, 'energy', 'red', 10],
  [4, 'mine', 'yellow', 10],
  [4, 'yours', 'yellow', 10],
  [4, 'swap', 'yellow', 10],
  [4, 'king', 'red', -2],
  [4, 'king', 'blue', 13],
];

const RUNES: readonly RuneFace[] = RUNE_KINDS.flatMap(([count, rune, colour, corner]) =>
  Array.from({ length: count }, () => ({ rune, colour, corner })),
);

/** What is printed on a card, 0–53, or on a star, 54 and 55; other numbers have no face. */
export function cardFace(number: number): CardFace | undefined {
  return CARDS[number];
}

/** What is printed on a rune card, 0–75; other numbers have no face. */
export function runeFace(number: number): RuneFace | undefined {
  return RUNES[number];
}
