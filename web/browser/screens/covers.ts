// Photographs the cover of every game for the previews of links, whose readers take no drawings.
// `cargo xtask covers` runs it; `cargo xtask covers nim` does it for one game only.

import { join, resolve } from 'node:path';
import { test } from '@playwright/test';
import type { GameCard } from '../../src/generated/messages';
import { House } from '../house';

const GAMES = resolve(import.meta.dirname, '../../../games');
/** Twice the size of the drawing. */
const SIZE = { width: 660, height: 330 };
const QUALITY = 82;

test('covers', async ({ browser }) => {
  const only = (process.env.BOXWOOD_COVERS ?? '').split(' ').filter(Boolean);
  const house = await House.open();
  const page = await browser.newPage({ baseURL: house.address, viewport: SIZE, colorScheme: 'light', reducedMotion: 'reduce', bypassCSP: true });
  const all = (await (await page.request.get('/api/games')).json()) as GameCard[];
  const unknown = only.filter((id) => all.every((game) => game.id !== id));
  if (unknown.length > 0) throw new Error(`There is no game called ${unknown.join(' or ')}.`);
  for (const { id } of all.filter(({ id }) => only.length === 0 || only.includes(id))) {
    await page.goto(`/games/${id}`);
    await page.locator('.art svg').waitFor();
    await page.addStyleTag({ content: '.art { position: fixed; inset: 0; z-index: 100; }' });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(GAMES, id.replaceAll('-', '_'), 'art/cover.jpg'), type: 'jpeg', quality: QUALITY, animations: 'disabled' });
  }
  await house.close();
});
