// Nothing moves or changes its size unless the game moved it: every game is played, and after every move its things are measured, on three screens.

import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { GameCard, Piece, ServerMessage, State, Zone } from '../src/generated/messages';
import { isRelaid } from '../src/table/kept';
import { expect, type Person, test } from './harness';
import { seatsFor } from './screens/looks';
import { Play } from './screens/play';

const SCREENS = [{ width: 390, height: 844 }, { width: 820, height: 1180 }, { width: 1440, height: 900 }];
/** So far something may shift: less than anybody sees. */
const MOST_PX = 2;
const MOST_MOVES = 60;
/** So long after the test began a game is still played, whatever its clocks do; on a busy machine it is a shorter one. */
const LONG_ENOUGH_MS = 15_000;
const LEAST_MOVES = 4;
/** Where one thing moves, its neighbours do; a few tell enough. */
const MOST_TOLD = 8;
/** Every game has its folder. */
const GAMES = readdirSync(resolve(import.meta.dirname, '../../games')).map((folder) => folder.replaceAll('_', '-'));

type Box = [x: number, y: number, w: number, h: number];
type Boxes = Record<string, Box>;
/** What one screen shows of a state. */
type Seen = { state: State; boxes: Boxes };

/** Where everything is on its page, however far that is scrolled, once this state or a later one is drawn and lies still. Runs in the page. */
async function measure(number: number): Promise<{ number: number; boxes: Boxes }> {
  const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
  const shown = (): number => Number(document.querySelector<HTMLElement>('[data-moment]')?.dataset.moment?.split(' ')[0]);
  const look = (): Boxes => {
    const boxes: Boxes = {};
    for (const one of document.querySelectorAll<HTMLElement>('.thing[data-key]')) {
      const { left, top, width, height } = one.getBoundingClientRect();
      let [x, y] = [left, top];
      for (let around = one.parentElement; around; around = around.parentElement) [x, y] = [x + around.scrollLeft, y + around.scrollTop];
      boxes[one.dataset.key ?? ''] ??= [x, y, width, height];
    }
    return boxes;
  };
  while (!(shown() >= number)) {
    // A moment is looked at until somebody goes on.
    dispatchEvent(new PointerEvent('pointerdown'));
    await frame();
  }
  let last = { number: shown(), boxes: look() };
  for (let calm = 0; calm < 3; ) {
    await frame();
    const now = { number: shown(), boxes: look() };
    calm = JSON.stringify(now) === JSON.stringify(last) ? calm + 1 : 0;
    last = now;
  }
  return last;
}

/** A screen of somebody who only looks, and the states that it was told. */
class Screen {
  private readonly states = new Map<number, State>();

  private constructor(readonly page: Page, readonly width: number) {
    page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => {
      const message = JSON.parse(payload.toString()) as ServerMessage;
      if (message.type === 'state') this.states.set(message.number, message);
    }));
  }

  static async show(person: Person, table: string, viewport: (typeof SCREENS)[number]): Promise<Screen> {
    const page = await person.context.newPage();
    await page.setViewportSize(viewport);
    const screen = new Screen(page, viewport.width);
    await page.goto(`/t/${table}`);
    await expect(page.locator('.scenery')).toBeVisible({ timeout: 30_000 });
    return screen;
  }

  /** What it shows, of this state or of one that came after it. */
  async look(from: number): Promise<Seen> {
    const { number, boxes } = await this.page.evaluate(measure, from);
    // The page may be heard before its socket.
    await expect.poll(() => this.states.has(number), { intervals: [5] }).toBe(true);
    return { state: this.states.get(number) as State, boxes };
  }

  /** What moved on it although it did not in the game. */
  unrest(before: Seen, after: Seen): string[] {
    const isNewRound = (after.state.moments ?? []).some(({ beat }) => beat.kind === 'round');
    if (isNewRound || after.state.outcome) return [];
    return fixed(before.state, after.state).flatMap((key) => {
      const [was, is] = [before.boxes[key], after.boxes[key]];
      return was && is && shifted(was, is) ? [`${this.width} px: ${key} from ${was.map(Math.round).join(' ')} to ${is.map(Math.round).join(' ')}`] : [];
    });
  }
}

type Lying = { zone: Zone; piece: Piece; /** What lies with it, in the same cell or the same row. */ mates: string[] };

function lying({ scene }: State): Map<string, Lying> {
  return new Map(scene.zones.flatMap((zone) => (zone.pieces ?? []).map((piece): [string, Lying] => {
    const mates = (zone.pieces ?? []).filter(({ cell }) => cell === piece.cell).map(({ key }) => key);
    return [piece.key, { zone, piece, mates }];
  })));
}

/** Whether a piece has its place from the game, and from nothing that lies beside it: a hand closes up, and what shares a cell makes room. */
function isFixed(before: Lying, after: Lying): boolean {
  if (before.zone.key !== after.zone.key || before.piece.cell !== after.piece.cell || before.piece.at?.join() !== after.piece.at?.join()) return false;
  const face = ({ figure, turned, askew }: Piece): string => JSON.stringify([figure, turned, askew]);
  if (face(before.piece) !== face(after.piece)) return false;
  if (before.mates.join() === after.mates.join()) return true;
  // What comes to the end of a row finds the place that was kept for it.
  const upTo = (one: Lying): string => one.mates.slice(0, one.mates.indexOf(one.piece.key)).join();
  return after.zone.kind === 'row' && upTo(before) === upTo(after) && Math.max(before.mates.length, after.mates.length) <= (after.zone.room ?? 0);
}

/** Zones and cells by their keys, with all that says where a cell is. */
function places({ scene }: State): Map<string, string> {
  return new Map(scene.zones.flatMap((zone) => [[zone.key, ''] as const, ...(zone.cells ?? []).map(({ key, x, y, size }) => [key, `${x} ${y} ${size.join(' ')}`] as const)]));
}

/** What has no business to move between two states, by its key. */
function fixed(before: State, after: State): string[] {
  // Where a board is laid anew, everything around it is.
  if (after.scene.zones.some((zone) => before.scene.zones.some((one) => one.key === zone.key && isRelaid(one, zone)))) return [];
  const [pieces, cells] = [lying(before), places(before)];
  const isStill = ([key, lies]: [string, Lying]): boolean => {
    const was = pieces.get(key);
    return was !== undefined && isFixed(was, lies);
  };
  return [...[...places(after)].filter(([key, at]) => cells.get(key) === at), ...[...lying(after)].filter(isStill)].map(([key]) => key);
}

function shifted(before: Box, after: Box): boolean {
  return before.some((length, n) => Math.abs(length - (after[n] ?? 0)) > MOST_PX);
}

for (const game of GAMES) {
  test(`${game} lies still but for what it moves`, async ({ come }) => {
    const until = Date.now() + LONG_ENOUGH_MS;
    const [anna, others] = [await come('Anna'), await come('Ben')];
    const card = (await anna.ask<GameCard[]>('GET', '/api/games')).find(({ id }) => id === game);
    if (!card) throw new Error(`There is no game ${game}.`);
    const play = await Play.begin(card, seatsFor(card.seats, card.best), anna, others);
    const screens = await Promise.all(SCREENS.map((viewport) => Screen.show(anna, play.table, viewport)));
    let last = await Promise.all(screens.map((screen) => screen.look(0)));
    const version = (): number => Math.min(...last.map(({ state }) => state.version));
    for (let moves = 0; moves < MOST_MOVES && (moves < LEAST_MOVES || Date.now() < until); moves += 1) {
      const moment = await play.until((now) => now.version > version());
      const next = await Promise.all(screens.map((screen) => screen.look(moment.number)));
      const unrest = screens.flatMap((screen, n) => {
        const [before, after] = [last[n], next[n]];
        return before && after ? screen.unrest(before, after) : [];
      });
      expect(unrest.slice(0, MOST_TOLD), `after ${next[0]?.state.said.join(' ') || 'a move'}`).toEqual([]);
      last = next;
      if (moment.isOver) break;
    }
  });
}
