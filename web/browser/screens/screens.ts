// Photographs every game at its start, in the middle and at the end, and lays the pictures on contact sheets.
// `cargo xtask screens` runs it; `cargo xtask screens nim` does it for one game only.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Browser, test } from '@playwright/test';
import type { GameCard } from '../../src/generated/messages';
import { House } from '../house';
import { Person } from '../person';
import { Camera } from './camera';
import { fileOf, indexOf, seatsFor, type Size, type Theme } from './looks';
import { type Moment, Play } from './play';
import { gameSheet, overview, type Picture, write } from './sheet';

const ROOT = resolve(import.meta.dirname, '../../..');
/** The single pictures stay here, in full size. */
const SINGLE = join(ROOT, 'target/screens');
const SHEETS = join(ROOT, 'docs/pictures');
/** Where another number of people shows more. */
const CROWD: Record<string, number> = { 'liars-cards': 6, 'temple-of-doom': 1, 'flower-garden': 3, 'war-2': 3 };
/** The tables of the overview: light ones above, dark ones below. */
const OVERVIEW: [string, Size][][] = [
  [['othellino', 'desktop'], ['cambio', 'desktop'], ['liars-cards', 'phone']],
  [['speed', 'phone'], ['backgammon', 'desktop'], ['war-2', 'desktop']],
];
/** Where the middle is, of a game's length: a little early, while there is still much on the table. */
const MIDDLE = 0.42;
/** So often a game may end without a good moment in its middle. */
const TRIES = 4;

/** How many moves each game took when it was last photographed, so that it need not be rehearsed again. */
const LENGTHS = join(SINGLE, 'lengths.json');

function lengths(): Record<string, number> {
  return existsSync(LENGTHS) ? (JSON.parse(readFileSync(LENGTHS, 'utf8')) as Record<string, number>) : {};
}

/** Plays a game for its length, unless that is known, and another one for the pictures. */
async function photograph(game: GameCard, camera: Camera, model: Person, others: Person): Promise<void> {
  const seats = seatsFor(game.seats, CROWD[game.id]);
  const rehearse = async () => (await (await Play.begin(game, seats, model, others)).until(() => false)).version;
  let length = lengths()[game.id] ?? (await rehearse());
  for (let n = 0; n < TRIES; n += 1) {
    const play = await Play.begin(game, seats, model, others);
    await camera.goTo(play.table);
    const start = await play.until(isMine);
    await camera.shoot(game.id, 'start', start.number);
    await camera.rest();
    const hasMiddle = await middle(game, play, camera, length * MIDDLE, n === 0);
    await camera.rest();
    const end = await play.until(() => false);
    await camera.goTo(play.table);
    await camera.shoot(game.id, 'end', end.number);
    length = end.version;
    writeFileSync(LENGTHS, JSON.stringify({ ...lengths(), [game.id]: length }));
    if (hasMiddle) return;
  }
  throw new Error(`${game.title} is over before its middle, ${TRIES} times`);
}

function isMine({ active, isOver }: Moment): boolean {
  return active.includes(0) && !isOver;
}

/** Takes the first turn after so many moves at which there is something to choose and, if possible, no clock hurries; whether there was one. */
async function middle(game: GameCard, play: Play, camera: Camera, from: number, isCalm: boolean): Promise<boolean> {
  // Whoever has been there for a few moves sees which was the last.
  await play.until(({ version }) => version >= from - 3);
  await camera.goTo(play.table);
  const moment = await play.until((moment) => isMine(moment) && moment.version >= from && moment.choices > 1 && (moment.isCalm || !isCalm));
  if (moment.isOver) return false;
  await camera.shoot(game.id, 'middle', moment.number);
  return true;
}

async function lay(browser: Browser, game: GameCard): Promise<void> {
  const seats = seatsFor(game.seats, CROWD[game.id]);
  await write(browser, gameSheet(SINGLE, game.id, game.title, seats === 1 ? 'alone' : `${seats} players`), join(SHEETS, `${game.id}.webp`));
}

async function layOverview(browser: Browser, games: GameCard[]): Promise<void> {
  const themes: Theme[] = ['light', 'dark'];
  const rows = OVERVIEW.map((row, n) => row.map(([game, size]): Picture => ({ game, size, theme: themes[n] ?? 'light', stage: 'middle', title: games.find(({ id }) => id === game)?.title ?? game })));
  const isThere = rows.flat().every((picture) => existsSync(join(SINGLE, fileOf(picture.game, picture.stage, picture))));
  if (isThere) await write(browser, overview(SINGLE, rows, 520), join(SHEETS, 'tables.webp'));
}

test('screens', async ({ browser }) => {
  const only = (process.env.BOXWOOD_SCREENS ?? '').split(' ').filter(Boolean);
  mkdirSync(SINGLE, { recursive: true });
  // A client that is being worked on is served elsewhere.
  const elsewhere = process.env.BOXWOOD_AT;
  const house = elsewhere ? null : await House.open();
  const address = elsewhere ?? house?.address ?? '';
  const [model, others] = [await Person.come(browser, address, 'Anna'), await Person.come(browser, address, 'Ben')];
  const all = await model.ask<GameCard[]>('GET', '/api/games');
  const unknown = only.filter((id) => all.every((game) => game.id !== id));
  if (unknown.length > 0) throw new Error(`There is no game called ${unknown.join(' or ')}.`);
  const games = all.filter(({ id }) => only.length === 0 || only.includes(id));
  const camera = await Camera.of(browser, model, SINGLE);
  const failed: string[] = [];
  for (const [n, game] of games.entries()) {
    const start = Date.now();
    const trouble = await photograph(game, camera, model, others).then(() => lay(browser, game)).catch(String);
    if (trouble) failed.push(`${game.title}: ${trouble}`);
    console.log(`${n + 1} of ${games.length}  ${game.title}, ${Math.round((Date.now() - start) / 1000)} s${trouble ? ', failed' : ''}`);
  }
  await layOverview(browser, all);
  writeFileSync(join(SHEETS, 'README.md'), indexOf(all));
  await house?.close();
  // One game that cannot be photographed keeps none of the others from it.
  if (failed.length > 0) throw new Error(failed.join('\n'));
});
