// The players below each other in their column: every seat has the same place at every moment. Pure; lengths in pixels.

import { fitOne } from './boards';
import type { Keep } from './kept';
import { isBoard } from './layout';
import { flow, matOf, needsNames, type Size } from './panel';

export type Column = {
  /** Whether the cards of the players say only what is needed. */
  isSmall: boolean;
  /** The width of a card before a player, and how high a board there may be. */
  card: number;
  board: number;
};

/** Step by step smaller, until all who sit at the table are in view: first what lies before them, then what is told of them. */
const STEPS: readonly Column[] = [
  { isSmall: false, card: 38, board: 150 },
  { isSmall: false, card: 34, board: 130 },
  { isSmall: false, card: 28, board: 116 },
  { isSmall: false, card: 24, board: 104 },
  { isSmall: true, card: 27, board: 116 },
  { isSmall: true, card: 22, board: 92 },
];
/** The line with the name, in a large and in a small card, and what is around the lines of a card. */
const [HEAD, SMALL_HEAD, AROUND, SMALL_AROUND] = [44, 36, 26, 16];
/** What is told: a row of things, or two lines of words. */
export const TOLD = 30;
const LARGEST_TILE = 74;
/** Between two cards, between the lines of one, and between two things in a line. */
const [GAP, LEADING, INNER_GAP] = [10, 8, 8];

/** The tile of a board before a player. */
export function tileBefore({ zone, box }: Keep, width: number, { board }: Column): number {
  return fitOne(zone, width, board, LARGEST_TILE, box);
}

function sizeOf(keep: Keep, width: number, column: Column, isNamed: boolean): Size {
  if (!isBoard(keep.zone)) return matOf(keep, column.card, width, isNamed);
  const tile = tileBefore(keep, width, column);
  return { w: keep.box.w * tile, h: keep.box.h * tile };
}

/** The largest column of these seats, with what lies before each and what is told of it, that is no higher than this; the smallest if none is. */
export function planColumn(seats: readonly (readonly Keep[])[], width: number, height: number, hasFacts: boolean): Column {
  const heightOf = (column: Column): number => seats.reduce((sum, keeps) => {
    const before = flow(keeps.map((keep) => sizeOf(keep, width, column, needsNames(keeps))), width, INNER_GAP).h;
    const card = column.isSmall ? SMALL_HEAD + SMALL_AROUND : HEAD + AROUND + (hasFacts ? TOLD + LEADING : 0);
    return sum + card + (before > 0 ? before + LEADING : 0) + GAP;
  }, -GAP);
  return STEPS.find((column) => heightOf(column) <= height) ?? STEPS[STEPS.length - 1] as Column;
}
