// What is larger than the lobby, or seldom seen, comes when it is needed: whoever arrives sees the games first.

import type { Component } from 'svelte';

/** Loads a part of the client once; what could not be had is asked for again the next time. */
function part<Drawing extends Component<never>>(load: () => Promise<{ default: Drawing }>): () => Promise<Drawing> {
  let asked: Promise<Drawing> | null = null;
  return () => {
    asked ??= load().then((file) => file.default);
    asked.catch(() => (asked = null));
    return asked;
  };
}

export const tablePage = part(() => import('../table/TablePage.svelte'));
export const gamePage = part(() => import('../lobby/GamePage.svelte'));
export const waitingRoom = part(() => import('../table/Waiting.svelte'));
export const tableMenu = part(() => import('../table/Menu.svelte'));
export const invitation = part(() => import('../table/Invite.svelte'));
export const keyHelp = part(() => import('../table/Keys.svelte'));
export const reviewBar = part(() => import('../table/ReviewBar.svelte'));
export const aimPad = part(() => import('../table/AimPad.svelte'));
export const bidBar = part(() => import('../table/BidBar.svelte'));
export const phraseBuilder = part(() => import('../table/PhraseBuilder.svelte'));

/** Fetches what will be wanted next, once there is nothing else to do. */
export function fetchAhead(): void {
  const fetch = (): void => void Promise.all([gamePage(), tablePage()]).catch(() => {});
  if ('requestIdleCallback' in window) requestIdleCallback(fetch, { timeout: 4000 });
  else setTimeout(fetch, 1500);
}
