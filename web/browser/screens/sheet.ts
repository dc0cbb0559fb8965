// Contact sheets: pages of pictures with their names, photographed in their turn.

import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser } from '@playwright/test';
import { fileOf, SIZES, STAGES, type Size, type Stage, type Theme, THEMES } from './looks';

/** A picture on a sheet. */
export type Picture = { game: string; title: string; stage: Stage; size: Size; theme: Theme };

const CAPTION: Record<Stage, string> = { start: 'The start', middle: 'In the middle', end: 'The end' };
const QUALITY = 80;
/** Of a picture on a game's sheet. */
const HEIGHT = 460;
const LOW = 197;

const STYLE = `
  * { margin: 0; box-sizing: border-box; }
  body { width: max-content; font: 600 17px/1.3 Fredoka, sans-serif; }
  .sheet { display: grid; padding: 30px; background: #f6f1e7; color: #2b2521; }
  h1 { font-size: 34px; line-height: 1; font-weight: 600; }
  h1 span { font-size: 22px; color: #574d43; padding-left: 14px; }
  h2 { font-size: 20px; line-height: 1; font-weight: 600; color: #574d43; padding: 24px 0 10px; }
  .row { display: flex; gap: 30px; }
  .pair { display: flex; gap: 12px; }
  img { display: block; border-radius: 10px; box-shadow: 0 0 0 1px rgb(60 40 15 / 16%), 0 3px 10px rgb(60 40 15 / 14%); }
  .overview { padding: 18px; gap: 18px; }
  .overview .row { gap: 18px; }
`;

function font(): string {
  const file = resolve(import.meta.dirname, '../../node_modules/@fontsource-variable/fredoka/files/fredoka-latin-wght-normal.woff2');
  return `@font-face { font-family: Fredoka; font-weight: 300 700; src: url(data:font/woff2;base64,${readFileSync(file).toString('base64')}); }`;
}

/** A picture at a height; its width follows from the screen's. */
export function image(folder: string, { game, title, stage, size, theme }: Picture, height: number): string {
  const { width, height: whole } = SIZES[size].viewport;
  const data = readFileSync(join(folder, fileOf(game, stage, { size, theme }))).toString('base64');
  const alt = `${title}, ${CAPTION[stage].toLowerCase()}, ${size}, ${theme}`;
  return `<img alt="${alt}" height="${height}" width="${Math.round((height * width) / whole)}" src="data:image/png;base64,${data}">`;
}

/** All pictures of a game: light beside dark, one stage below the other; and all stages on a phone that lies on its side. */
export function gameSheet(folder: string, game: string, title: string, players: string): string {
  const pair = (stage: Stage, theme: Theme) => {
    const images = (['desktop', 'tablet', 'phone'] as const).map((size) => image(folder, { game, title, stage, size, theme }, HEIGHT));
    return `<div class="pair">${images.join('')}</div>`;
  };
  const rows = STAGES.map((stage) => `<h2>${CAPTION[stage]}</h2><div class="row">${THEMES.map((theme) => pair(stage, theme)).join('')}</div>`);
  const low = THEMES.map((theme) => `<div class="pair">${STAGES.map((stage) => image(folder, { game, title, stage, size: 'landscape', theme }, LOW)).join('')}</div>`);
  return `<section class="sheet"><h1>${title}<span>${players}</span></h1>${rows.join('')}<h2>On its side</h2><div class="row">${low.join('')}</div></section>`;
}

/** Rows of pictures without words. */
export function overview(folder: string, rows: Picture[][], height: number): string {
  const lines = rows.map((row) => `<div class="row">${row.map((picture) => image(folder, picture, height)).join('')}</div>`);
  return `<section class="sheet overview">${lines.join('')}</section>`;
}

/** Photographs a sheet as WebP, which is half as large as anything that Playwright itself writes. */
export async function write(browser: Browser, html: string, file: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 3200, height: 1400 } });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${font()}${STYLE}</style>${html}`);
  await page.evaluate(() => Promise.all([document.fonts.ready, ...[...document.images].map((image) => image.decode())]));
  const box = await page.locator('.sheet').boundingBox();
  if (!box) throw new Error('the sheet is empty');
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY, captureBeyondViewport: true, clip: { ...box, scale: 1 } });
  writeFileSync(file, Buffer.from(data, 'base64'));
  await page.close();
}
