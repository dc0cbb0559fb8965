// The glyphs in the middle of rune cards: one path of strokes in a box of 48 × 48.
import type { Rune, RuneColour } from './box';

const NUMBERS: readonly Rune[] = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** A stave on which each twig counts one, alternately right and left, and a diamond on top counts five. */
function stave(number: number): string {
  const five = number >= 5;
  const twigs = (five ? [24, 29.5, 35, 40.5] : [12, 19, 26, 33]).slice(0, five ? number - 5 : number);
  const diamond = five ? 'M24 3l7.5 7.5L24 18l-7.5-7.5Z' : '';
  return `M24 ${five ? 18 : 6}V43${diamond}${twigs.map((y, index) => `M24 ${y + 4}L${index % 2 ? 11.5 : 36.5} ${y - 3}`).join('')}`;
}

const PUPIL = 'm-2.3 0a2.3 2.3 0 1 0 4.6 0a2.3 2.3 0 1 0-4.6 0Z';

const SIGNS: Readonly<Partial<Record<Rune, string>>> = {
  energy: 'M27.5 3 13 26H23L19.5 45 35.5 20H25Z',
  mine: `M5 18C11 9.5 17 6.5 24 6.5S37 9.5 43 18C37 26.5 31 29.5 24 29.5S11 26.5 5 18ZM24 18${PUPIL}M24 34V45M18.5 40 24 45 29.5 40`,
  yours: `M5 30C11 21.5 17 18.5 24 18.5S37 21.5 43 30C37 38.5 31 41.5 24 41.5S11 38.5 5 30ZM24 30${PUPIL}M24 14V3M18.5 8 24 3 29.5 8`,
  swap: 'M14 42V8M6.5 15.5 14 8 21.5 15.5M34 6V40M26.5 32.5 34 40 41.5 32.5',
  king: 'M6 37 4 13 15.5 22.5 24 7 32.5 22.5 44 13 42 37ZM7 43.5H41',
};

export function glyphPath(rune: Rune): string {
  return SIGNS[rune] ?? stave(NUMBERS.indexOf(rune) + 1);
}

interface Medallion {
  d: string;
  /** Width of the glyph inside. */
  glyph: number;
}

/** The shape around the glyph tells the colour: circle, upright hexagon, diamond. */
export const MEDALLIONS: Readonly<Record<RuneColour, Medallion>> = {
  yellow: { d: 'M19 78a36 36 0 1 1 72 0a36 36 0 1 1-72 0Z', glyph: 50 },
  blue: { d: 'M55 40 88 59V97L55 116 22 97V59Z', glyph: 48 },
  red: { d: 'M55 35 94 78 55 121 16 78Z', glyph: 43 },
};

/** The same on small cards, around (55, 98). */
export const SMALL_MEDALLIONS: Readonly<Record<RuneColour, Medallion>> = {
  yellow: { d: 'M13 98a42 42 0 1 1 84 0a42 42 0 1 1-84 0Z', glyph: 58 },
  blue: { d: 'M55 54 93 76V120L55 142 17 120V76Z', glyph: 58 },
  red: { d: 'M55 46 101 98 55 150 9 98Z', glyph: 50 },
};
