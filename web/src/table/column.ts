// The players below each other in their column: every seat has the same place at every moment. Pure; lengths in pixels.

import { fitOne } from './boards';
import type { Keep } from './kept';
import { isBoard } from './layout';
import { flow, glanceOf, panelOf, type Size } from './panel';

export type Column = {
  /** Whether the panels of the players say only what is needed. */
  isSmall: boolean;
  /** The height of such a panel. */
  panel: number;
  /** The width of a card before a player, and how high a board there may be. */
  card: number;
  board: number;
};

/** Step by step smaller, until all who sit at the table are in view: first what is told, then the boards and cards, then the panels. */
const STEPS: readonly Column[] = [
  { isSmall: false, panel: 134, card: 34, board: 212 },
  { isSmall: false, panel: 104, card: 34, board: 170 },
  { isSmall: false, panel: 104, card: 27, board: 130 },
  { isSmall: true, panel: 54, card: 27, board: 130 },
  { isSmall: true, panel: 50, card: 22, board: 96 },
];
/** A panel that tells nothing but the name. */
const BARE = 72;
const [LARGEST_TILE, AROUND_BOARD] = [74, 10];
const [GAP, INNER_GAP] = [10, 5];

/** The tile of a board before a player. */
export function tileBefore({ zone, box }: Keep, width: number, { board }: Column): number {
  return fitOne(zone, width - AROUND_BOARD, board, LARGEST_TILE, box);
}

function sizeOf(keep: Keep, width: number, column: Column): Size {
  if (isBoard(keep.zone)) {
    const tile = tileBefore(keep, width, column);
    return { w: keep.box.w * tile + AROUND_BOARD, h: keep.box.h * tile + AROUND_BOARD };
  }
  return keep.zone.kind === 'fan' ? glanceOf(keep) : panelOf(keep, column.card, width);
}

/** The largest column of these seats, with what lies before each, that is no higher than this; the smallest if none is. */
export function planColumn(seats: readonly (readonly Keep[])[], width: number, height: number, hasFacts: boolean): Column {
  const columns = STEPS.map((column) => (hasFacts || column.isSmall ? column : { ...column, panel: BARE }));
  const heightOf = (column: Column): number => seats.reduce((sum, keeps) => {
    const before = flow(keeps.map((keep) => sizeOf(keep, width, column)), width, INNER_GAP).h;
    return sum + column.panel + (before > 0 ? before + INNER_GAP : 0) + GAP;
  }, -GAP);
  return columns.find((column) => heightOf(column) <= height) ?? columns[columns.length - 1] as Column;
}
