// A number of something as one choice: "5 Wheels". The number and the thing are set side by side, and always make an offer.

import type { Offer } from '../generated/messages';

export type Bid = { thing: string; number: number };
/** For each thing, in the order of the control, the numbers that are offered of it. */
export type Bids<T extends Offer = Offer> = Map<string, Map<number, T>>;

export function bidsOf<T extends Offer>(offers: readonly T[], of: readonly string[]): Bids<T> {
  const bids: Bids<T> = new Map(of.map((thing) => [thing, new Map<number, T>()]));
  for (const offer of offers) {
    const number = offer.path.find((key) => key.startsWith('number:'));
    const thing = offer.path.find((key) => key !== number);
    if (number !== undefined && thing !== undefined && offer.path.length === 2) bids.get(thing)?.set(Number(number.slice(7)), offer);
  }
  return bids;
}

/** All numbers of which something is offered, sorted. */
export function numbersOf(bids: Bids): number[] {
  return [...new Set([...bids.values()].flatMap((numbers) => [...numbers.keys()]))].sort((a, b) => a - b);
}

/** The nearest bid that is offered to one that is wanted: the one of the two that was just changed stays, if it can. */
export function settle(bids: Bids, wanted: Partial<Bid>, changed: keyof Bid): Bid | null {
  let best: { bid: Bid; cost: number } | null = null;
  for (const [thing, numbers] of bids) {
    for (const number of numbers.keys()) {
      const other = wanted.thing !== undefined && thing !== wanted.thing ? (changed === 'thing' ? 1000 : 1) : 0;
      const away = Math.abs(number - (wanted.number ?? 0)) * (changed === 'thing' ? 1 : 100);
      const cost = other + away;
      if (best === null || cost < best.cost) best = { bid: { thing, number }, cost };
    }
  }
  return best?.bid ?? null;
}
