// Which zones go where, the same for every game.

import type { Scene, Zone } from '../generated/messages';
import { keep, NOTHING, placesOf, type Kept } from './kept';
import { isBoard } from './layout';

export type Sorted = {
  /** Shared boards, tracks and planes: they get the room. */
  boards: Zone[];
  /** What else is shared and open to choose from. */
  markets: Zone[];
  /** What a picture and a number say enough of, and what came when the table was laid already. */
  tray: Zone[];
  /** The viewer's own, but for the hand. */
  own: Zone[];
  /** The viewer's hand. */
  hand: Zone[];
  /** The zones of each other seat. */
  others: Map<number, Zone[]>;
};

const isSmall = ({ role }: Zone): boolean => role === 'supply' || role === 'discard';
/** What is aimed at is drawn where it is aimed; a plan of it beside the table is for those who cannot see that. */
const isPlan = (zone: Zone): boolean => zone.kind === 'plane' && isSmall(zone);

/** Which zones go where; each has its place from the beginning, whether something lies there or not. */
export function sort(scene: Scene, seat: number | null, kept: Kept = keep(NOTHING, scene)): Sorted {
  const sorted: Sorted = { boards: [], markets: [], tray: [], own: [], hand: [], others: new Map() };
  for (const zone of placesOf(scene, kept)) {
    if (isPlan(zone)) continue;
    const isOwn = zone.owner === seat && seat !== null;
    if (kept.get(zone.key)?.isLate || ((zone.owner === undefined || isOwn) && isSmall(zone))) sorted.tray.push(zone);
    else if (zone.owner === undefined) (isBoard(zone) ? sorted.boards : sorted.markets).push(zone);
    else if (isOwn) (zone.kind === 'fan' ? sorted.hand : sorted.own).push(zone);
    else {
      const zones = sorted.others.get(zone.owner) ?? [];
      zones.push(zone);
      sorted.others.set(zone.owner, zones);
    }
  }
  if (sorted.boards.length + sorted.markets.length > 0) return sorted;
  // Where nothing else is shared, what is drawn from is the middle of the table.
  const isMiddle = (zone: Zone): boolean => zone.owner === undefined && !kept.get(zone.key)?.isLate;
  return { ...sorted, markets: sorted.tray.filter(isMiddle), tray: sorted.tray.filter((zone) => !isMiddle(zone)) };
}
