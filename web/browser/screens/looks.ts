// What is photographed: stages of a game, sizes of a screen, light and dark.

import type { BrowserContextOptions } from '@playwright/test';

export const STAGES = ['start', 'middle', 'end'] as const;
export const THEMES = ['light', 'dark'] as const;
export const SIZES = {
  desktop: { viewport: { width: 1440, height: 900 } },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  // Sharp enough to be enlarged.
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
  landscape: { viewport: { width: 844, height: 390 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true },
} satisfies Record<string, BrowserContextOptions>;

export type Stage = (typeof STAGES)[number];
export type Theme = (typeof THEMES)[number];
export type Size = keyof typeof SIZES;
export type Look = { size: Size; theme: Theme };

/** What `cargo xtask pictures` draws. */
const TERMINAL = [['Backgammon', 'backgammon.svg'], ['Gold Mine', 'gold-mine.svg'], ["Liar's Cards", 'liars-cards.svg']] as const;

/** Every size in light and dark. */
export const LOOKS: Look[] = THEMES.flatMap((theme) => (Object.keys(SIZES) as Size[]).map((size) => ({ size, theme })));

/** What a picture's file is called. */
export function fileOf(game: string, stage: Stage, { size, theme }: Look): string {
  return `${game}-${stage}-${size}-${theme}.png`;
}

/** How many sit down: as many as asked for, or four, or as many as may. */
export function seatsFor([fewest, most]: [number, number], wanted = 4): number {
  return Math.min(most, Math.max(fewest, wanted));
}

/** The page that shows the sheets of these games. */
export function indexOf(games: { id: string; title: string; pitch: string }[]): string {
  return [
    '# The tables',
    'Every game at its start, at a turn in the middle and at its end, photographed by `cargo xtask screens`, which wrote this page.',
    ...games.flatMap(({ id, title, pitch }) => [`## ${title}`, pitch, `![${title} on a desktop, a tablet and a phone, in light and dark](${id}.webp)`]),
    '## In the terminal',
    ...TERMINAL.map(([title, file]) => `![${title} in the terminal](${file})`),
  ].join('\n\n').concat('\n');
}
