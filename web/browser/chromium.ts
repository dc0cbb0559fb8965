// The browser that is there already; none is ever downloaded.

import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Where Chromium is: what `BOXWOOD_CHROMIUM` says, or the first one on the path. */
export function chromiumPath(): string {
  const told = process.env.BOXWOOD_CHROMIUM;
  if (told) return told;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const found = NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
  if (!found) throw new Error('Chromium is missing: install it, or say with BOXWOOD_CHROMIUM where it is.');
  return found;
}

/**
 * What no test looks at: the browser's own side panels, which it prepares anew for every window (a third of a short
 * test), and what would ask the network. The last list counts, so it repeats what Playwright turns off for its own reasons.
 */
const OFF = [
  'PreloadTopChromeWebUI',
  'AimEnabled', 'AvoidUnnecessaryBeforeUnloadCheckSync', 'DestroyProfileOnBrowserClose', 'HttpsUpgrades', 'LensOverlay', 'MediaRouter',
  'NetworkTimeServiceQuerying', 'OptimizationHints', 'PaintHolding', 'PreconnectToSearch', 'ThirdPartyStoragePartitioning',
];

/** Chromium as a test wants it: no sandbox (a container has none to give), nothing asked of the network. */
export const CHROMIUM = {
  args: [
    `--disable-features=${OFF.join(',')}`,
    '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
    '--disable-background-networking', '--disable-component-update', '--disable-sync',
  ],
};
