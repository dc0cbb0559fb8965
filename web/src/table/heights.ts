// Few games have boards with height: what draws them comes when it is needed, and is then there at once.

import type { Component } from 'svelte';
import type { Zone } from '../generated/messages';
import { isTowers } from './towers';

type Drawing = Component<{ zone: Zone; tile: number; title?: boolean }>;
type Kind = 'rising' | 'towers';

const LOADS: Record<Kind, () => Promise<{ default: Drawing }>> = {
  rising: () => import('./Rising.svelte'),
  towers: () => import('./Towers.svelte'),
};
const asked = new Map<Kind, Promise<Drawing>>();

/** How a board is drawn in height; null for a flat one. The same promise for the same kind, so that nothing is drawn anew. */
export function heightOf(zone: Zone): Promise<Drawing> | null {
  const kind = zone.rises ? 'rising' : isTowers(zone) ? 'towers' : null;
  if (!kind) return null;
  const known = asked.get(kind) ?? LOADS[kind]().then((file) => file.default);
  asked.set(kind, known);
  known.catch(() => asked.delete(kind));
  return known;
}
