// How the middle of the table is divided: boards as large as they get, markets and the viewer's own things above or beside them.
// Pure; lengths in pixels.

import type { Zone } from '../generated/messages';
import { fitBoards, fitOne } from './boards';
import { keepFor, NOTHING, type Keep, type Kept } from './kept';
import { cellBox, isBoard, type Box } from './layout';
import { flow, panelOf, type Size } from './panel';

export type Contents = {
  boards: readonly Zone[];
  /** Shared rows, piles and stacks. */
  markets: readonly Zone[];
  /** What lies before the viewer. */
  own: readonly Zone[];
  kept?: Kept;
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

export type Room = { width: number; height: number; /** The smallest tile, where everything is to be seen at once. */ least?: number };

const LARGEST_CARD = 104;
const SMALLEST_CARD = 30;
const LARGEST_TILE = 116;
const SMALLEST_TILE = 28;
const GAP = 10;
/** So many pixels to scroll weigh as much as a board twice as small. */
const DEAR = 80;
/** How much of the width a column beside the boards may take. */
const COLUMNS = [0.2, 0.25, 0.3, 0.36, 0.44, 0.5, 0.56, 0.6, 0.64, 0.68];

/** A room that is narrower has no columns. */
const NARROW = 400;

/** Beside a board, cards are there to be read, not to be admired. */
const LARGEST_CARD_BESIDE = 72;

/** What a board of the viewer's own has around it: its ground, and its name. */
const YARD: Size = { w: 22, h: 44 };

export function keepOf(kept: Kept, zone: Zone): Keep {
  return kept.get(zone.key) ?? keepFor(zone);
}

type Table = { boards: Zone[]; markets: Keep[]; ownBoards: Keep[]; own: Keep[]; boxOf: (zone: Zone) => Box };

function tableOf({ boards, markets, own, kept = NOTHING }: Contents): Table {
  const keeps = (zones: readonly Zone[]): Keep[] => zones.map((zone) => keepOf(kept, zone));
  return {
    boards: keeps(boards).map(({ zone }) => zone),
    markets: keeps(markets),
    ownBoards: keeps(own.filter(isBoard)),
    own: keeps(own.filter((zone) => !isBoard(zone))),
    boxOf: (zone) => keepOf(kept, zone).box,
  };
}

function ownTileOf({ ownBoards }: Table, card: number, width: number, height: number): number {
  const most = Math.max(28, card * 1.42);
  return Math.min(most, ...ownBoards.map(({ zone, box }) => fitOne(zone, width - YARD.w, height - YARD.h, most, box)));
}

function ownSizes({ ownBoards, own }: Table, card: number, tile: number, room: number): Size[] {
  return [...ownBoards.map(({ box }) => ({ w: box.w * tile + YARD.w, h: box.h * tile + YARD.h })), ...own.map((keep) => panelOf(keep, card, room))];
}

type Candidate = { plan: Plan; worth: number; excess: number };

/** A board counts most, then one's own, but cards of which nothing can be read help nobody. */
function worth(plan: Plan, { ownBoards }: Table): number {
  const boards = plan.tiles.length > 0 ? Math.log(Math.min(...plan.tiles)) + 0.2 * Math.log(Math.max(...plan.tiles)) : 0;
  const own = ownBoards.length > 0 ? 0.5 * Math.log(plan.ownTile) : 0;
  return boards + 0.3 * Math.log(plan.card) + own;
}

/** By how much a room is too low for boards, side by side, of the smallest tile that can be read. */
function shortOf({ boards, boxOf }: Table, tiles: readonly number[], height: number, least: number): number {
  if (tiles.every((tile) => tile >= least)) return 0;
  const tallest = Math.max(...boards.map((zone) => boxOf(zone).h)) * least;
  return Math.max(1, tallest - height) + least - Math.min(...tiles);
}

function above(table: Table, { width, height, least = SMALLEST_TILE }: Room, card: number): Candidate {
  const room = Math.max(160, width - 40);
  const ownTile = ownTileOf(table, card, width, height * (table.boards.length > 0 ? 0.4 : 0.6));
  const gap = table.boards.length > 0 ? 8 : 16;
  const heights = [
    flow(table.markets.map((keep) => panelOf(keep, card, room)), width, gap).h,
    flow(ownSizes(table, card, ownTile, room), width, 8).h,
  ].filter((one) => one > 0);
  const used = heights.reduce((sum, one) => sum + one + 12, 0);
  const fitted = fitBoards(table.boards, width - 4, height - used, LARGEST_TILE, table.boxOf);
  const plan = { isBeside: false, isAbreast: false, column: 0, card, room, ownTile, ...fitted };
  const excess = table.boards.length > 0 ? shortOf(table, fitted.tiles, height - used, least) : Math.max(0, used - 12 - height);
  return { plan, worth: worth(plan, table), excess };
}

/** Without boards: what is shared at the left, the viewer's own at the right. */
function abreast(table: Table, { width, height }: Room, card: number): Candidate {
  const room = Math.max(160, width / 2 - 30);
  const ownTile = ownTileOf(table, card, width / 2, height);
  const shared = flow(table.markets.map((keep) => panelOf(keep, card, room)), width / 2, 16);
  const own = flow(ownSizes(table, card, ownTile, room), width / 2, 8);
  const plan = { isBeside: false, isAbreast: true, column: 0, card, room, ownTile, tiles: [], split: 0 };
  const excess = Math.max(0, Math.max(shared.h, own.h) - height) + Math.max(0, shared.w + own.w + 40 - width);
  // Below each other is calmer, unless it makes the cards much smaller.
  return { plan, worth: worth(plan, table) - 0.06, excess };
}

type Fitted = Pick<Plan, 'tiles' | 'split'>;

function beside(table: Table, { height, least = SMALLEST_TILE }: Room, card: number, column: number, fitted: Fitted): Candidate {
  const room = column;
  const ownTile = ownTileOf(table, card, column, height * 0.5);
  const shared = flow(table.markets.map((keep) => panelOf(keep, card, room)), column, 8);
  const own = flow(ownSizes(table, card, ownTile, room), column, 8);
  const used = shared.h + own.h + (shared.h > 0 && own.h > 0 ? GAP : 0);
  const plan = { isBeside: true, isAbreast: false, column: Math.ceil(Math.max(shared.w, own.w)), card, room, ownTile, ...fitted };
  const excess = Math.max(0, shared.w - column, own.w - column) + shortOf(table, fitted.tiles, height, least);
  // A column can scroll by itself; better a little of that than a board too small to play on.
  return { plan, worth: worth(plan, table) - Math.max(0, used - height) / DEAR, excess };
}

const isBetter = (one: Candidate, other: Candidate): boolean => one.excess < other.excess || (one.excess === other.excess && one.worth > other.worth);

/** The plan with the largest boards, and then the largest cards, that fits; if none does, the one that lacks the least. */
export function planRoom(contents: Contents, room: Room): Plan {
  return bestFor(contents, room).plan;
}

/** The same with a tray above everything or, as a narrow column, at the left, whichever leaves more room to the rest. */
export function planBeside(contents: Contents, room: Room, tray: { high: number; broad: number; tall: number }): { plan: Plan; isAside: boolean } {
  const over = bestFor(contents, { ...room, height: room.height - tray.high });
  if (tray.tall > room.height) return { plan: over.plan, isAside: false };
  const aside = bestFor(contents, { ...room, width: room.width - tray.broad });
  return isBetter(aside, over) ? { plan: aside.plan, isAside: true } : { plan: over.plan, isAside: false };
}

function bestFor(contents: Contents, room: Room): Candidate {
  const table = tableOf(contents);
  let best: Candidate | undefined;
  const hasOwn = table.own.length + table.ownBoards.length > 0;
  const largest = table.boards.length > 0 ? LARGEST_CARD_BESIDE : LARGEST_CARD;
  // How large the boards get beside a column depends on the column alone, not on the cards in it.
  const parts = table.boards.length > 0 && (hasOwn || table.markets.length > 0) && room.width > NARROW ? COLUMNS : [];
  const columns = parts.map((part) => {
    const column = room.width * part;
    return { column, fitted: fitBoards(table.boards, room.width - column - 20, room.height, LARGEST_TILE, table.boxOf) };
  });
  for (let card = largest; card >= SMALLEST_CARD; card -= 4) {
    const candidates = [above(table, room, card), ...columns.map(({ column, fitted }) => beside(table, room, card, column, fitted))];
    if (table.boards.length === 0 && table.markets.length > 0 && hasOwn) candidates.push(abreast(table, room, card));
    for (const one of candidates) {
      if (!best || isBetter(one, best)) best = one;
    }
  }
  const found = best ?? above(table, room, SMALLEST_CARD);
  // Where nothing fits, the middle scrolls rather than showing what nobody can read.
  return { ...found, plan: { ...found.plan, tiles: found.plan.tiles.map((tile) => Math.max(room.least ?? SMALLEST_TILE, tile)) } };
}

/** On a phone boards may shrink until their cells are so small, or, where these are smaller anyway, this far below the full width, to stay in view as a whole; beyond that the page scrolls. */
const LEAST = 0.7;
const SMALLEST_CELL = 32;
const LARGEST_PHONE_TILE = 92;

export type PhonePlan = Pick<Plan, 'card' | 'tiles' | 'ownTile'>;
export type PhoneRoom = Room & { /** The height above the prompt when the players are scrolled away. */ most: number };

function narrowest(zone: Zone): number {
  return Math.min(...(zone.cells ?? []).map((cell) => cellBox(zone, cell)).flatMap(({ w, h }) => [w, h]));
}

/** Everything below each other: boards as large as the room between players and prompt allows, then markets, then the viewer's own things. */
export function planPhone(contents: Contents, { width, height, most }: PhoneRoom): PhonePlan {
  const table = tableOf(contents);
  const panels = table.markets.length + table.own.length;
  const isCrowded = table.boards.length > 0 || panels > 4;
  const card = isCrowded ? 44 : 64;
  const shared = flow(table.markets.map((keep) => panelOf(keep, card, width)), width, 8).h;
  const ownRoom = isCrowded ? 168 : Math.max(204, height - shared - 20);
  const ownTile = Math.min(LARGEST_PHONE_TILE, ...table.ownBoards.map(({ zone, box }) => fitOne(zone, width - YARD.w, ownRoom - YARD.h, LARGEST_PHONE_TILE, box)));
  const own = flow(ownSizes(table, card, ownTile, width), width, 8).h;
  const used = [shared, own].filter((one) => one > 0).reduce((sum, one) => sum + one + GAP, 0);
  const into = (room: number): number[] => fitBoards(table.boards, width, room, LARGEST_PHONE_TILE, table.boxOf).tiles;
  const full = into(4000);
  const whole = into(height - used);
  const isLarge = (tile: number, n: number): boolean => {
    const cell = narrowest(table.boards[n] as Zone);
    return (full[n] ?? 0) * cell >= SMALLEST_CELL ? tile * cell >= SMALLEST_CELL : tile >= (full[n] ?? 0) * LEAST;
  };
  return { card, ownTile, tiles: whole.every(isLarge) ? whole : into(most) };
}
