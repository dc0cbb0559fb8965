// What points look like in a world, where they look like anything: beside the number.

import type { Emblem } from '../pieces/emblems';
import type { Theme } from '../generated/messages';

const POINTS: Partial<Record<Theme, Emblem>> = { mine: 'chest', arena: 'cup' };

export function pointsIn(world: Theme | undefined): Emblem | undefined {
  return world && POINTS[world];
}
