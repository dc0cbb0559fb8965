// Nothing moves or changes its size unless the game moved it: every game is played, and after every move its things are measured, on three screens.

import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { GameCard, Piece, ServerMessage, State, Zone } from '../src/generated/messages';
import { expect, type Person, test } from './harness';
import { seatsFor } from './screens/looks';
import { Play } from './screens/play';

const SCREENS = [{ width: 390, height: 844 }, { width: 820, height: 1180 }, { width: 1440, height: 900 }];
/** So far something may shift: less than anybody sees. */
const MOST_PX = 2;
const MOST_MOVES = 60;
/** So long a game is played, whatever its clocks do. */
const LONG_ENOUGH_MS = 25_000;
/** Where one thing moves, its neighbours do; a few tell enough. */
const MOST_TOLD = 8;
/** Every game has its folder. */
const GAMES = readdirSync(resolve(import.meta.dirname, '../../games')).map((folder) => folder.replaceAll('_', '-'));

type Box = [x: number, y: number, w: number, h: number];
type Boxes = Record<string, Box>;
type Seen = { state: State; boxes: Boxes[] };

/** Where everything is on its page, however far that is scrolled, once a state is drawn and lies still. Runs in the page. */
async function measure(number: number): Promise<Boxes> {
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
  while (!(shown() >= number)) await frame();
  let boxes = look();
  for (let calm = 0; calm < 3; ) {
    await frame();
    const now = look();
    calm = JSON.stringify(now) === JSON.stringify(boxes) ? calm + 1 : 0;
    boxes = now;
  }
  return boxes;
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
    await expect(page.locator('.scenery')).toBeVisible();
    return screen;
  }

  state(number: number): State {
    const state = this.states.get(number);
    if (!state) throw new Error(`state ${number} was not told`);
    return state;
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

/** What has no business to move between two states, by its key. */
function fixed(before: State, after: State): Set<string> {
  const [old, now] = [lying(before), lying(after)];
  const places = (state: State): string[] => state.scene.zones.flatMap((zone) => [zone.key, ...(zone.cells ?? []).map((cell) => JSON.stringify([cell.key, cell.x, cell.y, cell.size]))]);
  const still = new Set(places(after).filter((place) => places(before).includes(place)).map((place) => (place.startsWith('[') ? (JSON.parse(place) as string[])[0] ?? '' : place)));
  for (const [key, lies] of now) {
    const was = old.get(key);
    if (was && isFixed(was, lies)) still.add(key);
  }
  return still;
}

function shifted(before: Box, after: Box): boolean {
  return before.some((length, n) => Math.abs(length - (after[n] ?? 0)) > MOST_PX);
}

/** What moved on a screen although it did not in the game. */
function unrest(before: Seen, after: Seen): string[] {
  const isNewRound = (after.state.moments ?? []).some(({ beat }) => beat.kind === 'round');
  if (isNewRound || after.state.outcome) return [];
  const still = [...fixed(before.state, after.state)];
  return SCREENS.flatMap(({ width }, n) => still.flatMap((key) => {
    const [was, is] = [before.boxes[n]?.[key], after.boxes[n]?.[key]];
    return was && is && shifted(was, is) ? [`${width} px: ${key} from ${was.map(Math.round).join(' ')} to ${is.map(Math.round).join(' ')}`] : [];
  }));
}

for (const game of GAMES) {
  test(`${game} lies still but for what it moves`, async ({ come }) => {
    const [anna, others] = [await come('Anna'), await come('Ben')];
    const card = (await anna.ask<GameCard[]>('GET', '/api/games')).find(({ id }) => id === game);
    if (!card) throw new Error(`There is no game ${game}.`);
    const until = Date.now() + LONG_ENOUGH_MS;
    const play = await Play.begin(card, seatsFor(card.seats, card.best), anna, others);
    const screens = await Promise.all(SCREENS.map((viewport) => Screen.show(anna, play.table, viewport)));
    const look = async (number: number): Promise<Seen> => {
      const boxes = await Promise.all(screens.map(({ page }) => page.evaluate(measure, number)));
      const [first] = screens;
      if (!first) throw new Error('there is no screen');
      return { state: first.state(number), boxes };
    };
    let last = await look((await play.now()).number);
    for (let moves = 0; moves < MOST_MOVES && Date.now() < until; moves += 1) {
      const { version } = last.state;
      const moment = await play.until((now) => now.version > version);
      const next = await look(moment.number);
      expect(unrest(last, next).slice(0, MOST_TOLD), `after ${next.state.said.join(' ') || 'a move'}`).toEqual([]);
      last = next;
      if (moment.isOver) break;
    }
  });
}
