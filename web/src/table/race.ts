// What a running window is about, and how much of its ring is left. Pure.

import type { Offer, Scene, Zone } from '../generated/messages';
import { isBoard } from './layout';

const holds = (zone: Zone, key: string): boolean => zone.key === key || (zone.pieces ?? []).some((piece) => piece.key === key);

/**
 * The zone whose uppermost piece leads a race: the shared one in which something has just happened,
 * or else the only one that everything on offer ends at.
 */
export function leadOf(scene: Scene, offers: readonly Offer[]): string | null {
  const places = scene.zones.filter((zone) => !isBoard(zone));
  const fresh = places.filter((zone) => zone.owner === undefined && (zone.pieces ?? []).some((piece) => piece.marks?.includes('last')));
  if (fresh.length > 0) return fresh.length === 1 ? (fresh[0]?.key ?? null) : null;
  const ends = new Set(offers.map((offer) => places.find((zone) => holds(zone, offer.path.at(-1) ?? ''))?.key ?? null));
  return ends.size === 1 ? ([...ends][0] ?? null) : null;
}

/** The part of a ring that is left; in quarters for those who want little movement. */
export function ringLeft(leftMs: number, ofMs: number, isCalm: boolean): number {
  const part = Math.min(1, Math.max(0, leftMs / Math.max(1, ofMs)));
  return isCalm ? Math.ceil(part * 4) / 4 : part;
}

/** The outline of a card with round corners, clockwise from the middle of its upper edge. */
export function outline(width: number, height: number, round: number): string {
  const [w, h, r] = [width, height, Math.min(round, width / 2, height / 2)];
  return `M${w / 2} 0H${w - r}A${r} ${r} 0 0 1 ${w} ${r}V${h - r}A${r} ${r} 0 0 1 ${w - r} ${h}H${r}A${r} ${r} 0 0 1 0 ${h - r}V${r}A${r} ${r} 0 0 1 ${r} 0Z`;
}
