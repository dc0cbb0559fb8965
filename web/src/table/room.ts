// How the middle of the table is divided: boards as large as they get, everything else above or beside them. Pure; lengths in pixels.

import type { Zone } from '../generated/messages';
import { fitBoards, fitOne } from './boards';
import { bounds } from './layout';
import { flow, panelSize, type Size } from './panel';

export type Contents = {
  boards: Zone[];
  /** Shared rows, piles and stacks. */
  shared: Zone[];
  /** The viewer's own boards, and their other zones. */
  ownBoards: Zone[];
  own: Zone[];
};

export type Plan = {
  /** Whether the panels stand in a column beside the boards. */
  isBeside: boolean;
  /** Whether, without boards, the viewer's own things stand beside the shared ones. */
  isAbreast: boolean;
  /** The width of that column. */
  column: number;
  /** The width of a card in a panel. */
  card: number;
  /** How wide a panel may become before its cards overlap. */
  room: number;
  /** The tile of each board. */
  tiles: number[];
  /** How many boards stand left of the others, which stand below each other; 0 if all take rows. */
  split: number;
  ownTile: number;
};

const LARGEST_CARD = 104;
const SMALLEST_CARD = 30;
const LARGEST_TILE = 116;
const SMALLEST_TILE = 28;
const GAP = 10;
/** So many pixels to scroll weigh as much as a board twice as small. */
const DEAR = 80;
/** How much of the width a column beside the boards may take. */
const COLUMNS = [0.2, 0.25, 0.3, 0.36, 0.44, 0.5, 0.56, 0.6, 0.64, 0.68];

/** Beside a board, cards are there to be read, not to be admired. */
const LARGEST_CARD_BESIDE = 72;

function ownTileOf(contents: Contents, card: number, width: number, height: number): number {
  return Math.min(...contents.ownBoards.map((zone) => fitOne(zone, width - 22, height - 44, Math.max(28, card * 1.42))));
}

function ownSizes(contents: Contents, card: number, tile: number, room: number): Size[] {
  return [
    ...contents.ownBoards.map(bounds).map((board) => ({ w: board.w * tile + 22, h: board.h * tile + 44 })),
    ...contents.own.map((zone) => panelSize(zone, card, room)),
  ];
}

type Candidate = { plan: Plan; worth: number; excess: number };
type Room = { width: number; height: number; /** What the panels took more than foretold, the last time. */ lack: number };

/** A board counts most, but cards of which nothing can be read help nobody. */
function worth(plan: Plan): number {
  const boards = plan.tiles.length > 0 ? Math.log(Math.min(...plan.tiles)) + 0.2 * Math.log(Math.max(...plan.tiles)) : 0;
  return boards + 0.3 * Math.log(plan.card);
}

/** By how much a room is too low for boards, side by side, of the smallest tile that can be read. */
function shortOf(boards: readonly Zone[], tiles: readonly number[], height: number): number {
  if (tiles.every((tile) => tile >= SMALLEST_TILE)) return 0;
  const tallest = Math.max(...boards.map((zone) => bounds(zone).h)) * SMALLEST_TILE;
  return Math.max(1, tallest - height) + SMALLEST_TILE - Math.min(...tiles);
}

function above(contents: Contents, { width, height, lack }: Room, card: number): Candidate {
  const room = Math.max(160, width - 40);
  const ownTile = ownTileOf(contents, card, width, height * (contents.boards.length > 0 ? 0.4 : 0.6));
  const gap = contents.boards.length > 0 ? 8 : 16;
  const heights = [
    flow(contents.shared.map((zone) => panelSize(zone, card, room)), width, gap).h,
    flow(ownSizes(contents, card, ownTile, room), width, 8).h,
  ].filter((one) => one > 0);
  const used = heights.reduce((sum, one) => sum + one + 12, lack);
  const fitted = fitBoards(contents.boards, width - 4, height - used, LARGEST_TILE);
  const plan = { isBeside: false, isAbreast: false, column: 0, card, room, ownTile, ...fitted };
  const excess = contents.boards.length > 0 ? shortOf(contents.boards, fitted.tiles, height - used) : Math.max(0, used - 12 - height);
  return { plan, worth: worth(plan), excess };
}

/** Without boards: what is shared at the left, the viewer's own at the right. */
function abreast(contents: Contents, { width, height, lack }: Room, card: number): Candidate {
  const room = Math.max(160, width / 2 - 30);
  const ownTile = ownTileOf(contents, card, width / 2, height);
  const shared = flow(contents.shared.map((zone) => panelSize(zone, card, room)), width, 16);
  const own = flow(ownSizes(contents, card, ownTile, room), width, 8);
  const plan = { isBeside: false, isAbreast: true, column: 0, card, room, ownTile, tiles: [], split: 0 };
  const excess = Math.max(0, Math.max(shared.h, own.h) + lack - height) + Math.max(0, shared.w + own.w + 40 - width);
  // Below each other is calmer, unless it makes the cards much smaller.
  return { plan, worth: worth(plan) - 0.06, excess };
}

type Fitted = Pick<Plan, 'tiles' | 'split'>;

function beside(contents: Contents, { height, lack }: Room, card: number, column: number, fitted: Fitted): Candidate {
  const room = column - 24;
  const ownTile = ownTileOf(contents, card, column, height * 0.5);
  const shared = flow(contents.shared.map((zone) => panelSize(zone, card, room)), column, 8);
  const own = flow(ownSizes(contents, card, ownTile, room), column, 8);
  const used = shared.h + own.h + (shared.h > 0 && own.h > 0 ? GAP : 0) + lack;
  const plan = { isBeside: true, isAbreast: false, column, card, room, ownTile, ...fitted };
  const excess = Math.max(0, shared.w - column, own.w - column) + shortOf(contents.boards, fitted.tiles, height);
  // A column can scroll by itself; better a little of that than a board too small to play on.
  return { plan, worth: worth(plan) - Math.max(0, used - height) / DEAR, excess };
}

/** The plan with the largest boards, and then the largest cards, that fits; if none does, the one that lacks the least. */
export function planRoom(contents: Contents, room: Room): Plan {
  let best: Candidate | undefined;
  const hasPanels = contents.shared.length + contents.own.length + contents.ownBoards.length > 0;
  const largest = contents.boards.length > 0 ? LARGEST_CARD_BESIDE : LARGEST_CARD;
  // How large the boards get beside a column depends on the column alone, not on the cards in it.
  const parts = contents.boards.length > 0 && hasPanels && room.width > 520 ? COLUMNS : [];
  const columns = parts.map((part) => {
    const column = room.width * part;
    return { column, fitted: fitBoards(contents.boards, room.width - column - 20, room.height - room.lack, LARGEST_TILE) };
  });
  for (let card = largest; card >= SMALLEST_CARD; card -= 4) {
    const candidates = [above(contents, room, card), ...columns.map(({ column, fitted }) => beside(contents, room, card, column, fitted))];
    if (contents.boards.length === 0 && contents.shared.length > 0 && contents.ownBoards.length + contents.own.length > 0) candidates.push(abreast(contents, room, card));
    for (const one of candidates) {
      if (!best || one.excess < best.excess || (one.excess === best.excess && one.worth > best.worth)) best = one;
    }
  }
  const { plan } = best ?? above(contents, room, SMALLEST_CARD);
  // Where nothing fits, the middle scrolls rather than showing what nobody can read.
  return { ...plan, tiles: plan.tiles.map((tile) => Math.max(SMALLEST_TILE, tile)) };
}
