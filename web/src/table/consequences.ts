// What a choice would change, before it is final.

import type { Becomes, Change, Offer, Scene } from '../generated/messages';

/** What would happen to each thing, by its key. */
export type Changes = ReadonlyMap<string, readonly Becomes[]>;

const same = (one: Change, other: Change): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What all of these would change alike: what is certain although the choice is not made yet. */
function common(offers: readonly Offer[]): Change[] {
  const [first, ...others] = offers;
  return (first?.changes ?? []).filter((change) => others.every((offer) => offer.changes?.some((one) => same(one, change))));
}

/** What each of the next touches would be worth, told at the thing itself. */
function worths(next: ReadonlyMap<string, readonly Offer[]>): Change[] {
  return [...next].flatMap(([key, offers]) => common(offers).filter(({ at, to }) => at === key && typeof to === 'object' && 'worth' in to));
}

/**
 * What is to be shown of the offers: all that the thing under the pointer would change, or else, once a choice has been
 * begun, what is certain already and what each next touch is worth.
 */
export function foresee(next: ReadonlyMap<string, readonly Offer[]>, pointed: readonly Offer[] | undefined, left: readonly Offer[], isBegun: boolean): Change[] {
  if (pointed) return common(pointed);
  if (!isBegun) return [];
  const certain = common(left);
  return [...certain, ...worths(next).filter((change) => !certain.some((one) => same(one, change)))];
}

/** The same by key; what goes somewhere is a ghost there. */
export function byKey(changes: readonly Change[], scene: Scene): Changes {
  const found = new Map<string, Becomes[]>();
  const add = (key: string, to: Becomes): void => void found.set(key, [...(found.get(key) ?? []), to]);
  const pieces = scene.zones.flatMap((zone) => zone.pieces ?? []);
  for (const { at, to } of changes) {
    add(at, to);
    const figure = typeof to === 'object' && 'at' in to ? pieces.find((piece) => piece.key === at)?.figure : undefined;
    if (figure !== undefined && typeof to === 'object' && 'at' in to) add(to.at, { figure });
  }
  return found;
}

/** "+3", "−2", "0": what something is worth. */
export function signed(worth: number): string {
  return worth > 0 ? `+${worth}` : worth < 0 ? `−${-worth}` : '0';
}
