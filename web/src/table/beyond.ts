// What can be touched now but is not in view: a chip for each zone leads there.

import type { Figure, Scene, Zone } from '../generated/messages';

export type Beyond = {
  zone: Zone;
  /** What could be touched there, by its keys. */
  keys: string[];
  /** What it looks like, where it has pieces. */
  figures: Figure[];
};

const MOST_FIGURES = 3;

/** The zones in which something can be touched and nothing of that is in view, in the order of the table. */
export function beyond(scene: Scene, leads: (key: string) => boolean, isInView: (key: string) => boolean): Beyond[] {
  return scene.zones.flatMap((zone) => {
    const things = [zone, ...(zone.cells ?? []), ...(zone.pieces ?? [])].filter(({ key }) => leads(key));
    if (things.length === 0 || things.some(({ key }) => isInView(key))) return [];
    const keys = things.map(({ key }) => key);
    const figures = (zone.pieces ?? []).filter(({ key }) => keys.includes(key)).map(({ figure }) => figure);
    return [{ zone, keys, figures: figures.slice(0, MOST_FIGURES) }];
  });
}
