// Choosing among the offers by touching things: each touch keeps the offers that it is a part of.

import type { Chosen, Offer } from '../generated/messages';

export type Path = readonly string[];

/** What a touch leads to. */
export type Touch =
  | { kind: 'choose'; path: Path } // one more step of a longer path
  | { kind: 'act'; path: Path } // a whole path: the offer that it is
  | { kind: 'back'; path: Path } // the last step is undone
  | { kind: 'refuse'; path: Path }; // nothing offered: the server will say why not

const known = new WeakMap<readonly Offer[], Map<string, number | null>>();

/** The keys that a key stands for in an offer: at least itself. */
function alikeTo({ alike = [] }: Offer, key: string): Path {
  return alike.find((keys) => keys.includes(key)) ?? [key];
}

/** At which step of the offers each key stands; null if that differs from offer to offer. */
function stepsOf(offers: readonly Offer[]): Map<string, number | null> {
  const found = known.get(offers);
  if (found) return found;
  const steps = new Map<string, number | null>();
  for (const offer of offers.filter(({ together }) => !together)) {
    for (const [step, own] of offer.path.entries()) {
      for (const key of alikeTo(offer, own)) steps.set(key, (steps.get(key) ?? step) === step && steps.get(key) !== null ? step : null);
    }
  }
  known.set(offers, steps);
  return steps;
}

/**
 * Which steps of an offer have been touched, and by which key, or null if it is not what was touched. Each touch is the
 * next step, or, out of its turn, a key that stands at the same step in all offers: "reinforce, with this card" is as clear
 * as the card first, but of two cells that both could move to the other only the order tells which one does. What is chosen
 * together has no order but for its last key.
 */
function taken(offers: readonly Offer[], offer: Offer, touched: Path): Map<number, string> | null {
  const { path } = offer;
  const steps = new Map<number, string>();
  for (const [n, key] of touched.entries()) {
    if (touched.indexOf(key) < n) return null;
    const alike = alikeTo(offer, key);
    const isOpen = (step: number | null | undefined): step is number => step !== null && step !== undefined && !steps.has(step) && alike.includes(path[step] ?? '');
    // Itself before another that it stands for.
    const all = offer.together ? [path.indexOf(key), ...path.keys()] : [firstLeft(path, steps), stepsOf(offers).get(key)];
    const own = all.find(isOpen);
    if (own === undefined || (offer.together && own === path.length - 1 && steps.size < own)) return null;
    steps.set(own, key);
  }
  return steps;
}

function firstLeft(path: Path, steps: ReadonlyMap<number, string>): number {
  let step = 0;
  while (steps.has(step)) step += 1;
  return Math.min(step, path.length);
}

/** The path of an offer with what was touched in place of what it is alike to. */
function asTouched(offers: readonly Offer[], offer: Offer, touched: Path): Path {
  const steps = taken(offers, offer, touched);
  return offer.path.map((key, step) => steps?.get(step) ?? key);
}

/** The offers that what was touched is a part of. */
export function narrow<T extends Offer>(offers: readonly T[], path: Path): T[] {
  return offers.filter((offer) => taken(offers, offer, path) !== null);
}

/** The offer that was touched as a whole. */
export function exact<T extends Offer>(offers: readonly T[], path: Path): T | undefined {
  return offers.find((offer) => offer.path.length === path.length && taken(offers, offer, path) !== null);
}

/**
 * What is said to the server: the offered action that this path is, or else what was touched, so that it says why not;
 * also where something was touched that is only alike to what was offered.
 */
export function deed(offers: readonly Chosen[], path: Path): { action: unknown } | { path: string[] } {
  const offer = exact(offers, path);
  return offer === undefined || !path.every((key) => offer.path.includes(key)) ? { path: [...path] } : { action: offer.action };
}

function collect<T extends Offer>(offers: readonly T[], path: Path, keysOf: (offer: T, steps: Map<number, string>) => Path): Map<string, T[]> {
  const found = new Map<string, T[]>();
  for (const offer of offers) {
    const steps = taken(offers, offer, path);
    const keys = steps ? keysOf(offer, steps).flatMap((key) => alikeTo(offer, key)) : [];
    for (const key of new Set(keys.filter((key) => !path.includes(key)))) {
      const known = found.get(key);
      if (known) known.push(offer);
      else found.set(key, [offer]);
    }
  }
  return found;
}

/** What is left to be chosen of an offer whose keys are chosen together: the last one, when all others are. */
function openOf({ path }: Offer, steps: ReadonlyMap<number, string>): Path {
  const last = path.length - 1;
  return path.filter((_, step) => !steps.has(step) && (step < last || steps.size === last));
}

/** What is to be touched next, each with the offers it leads to. */
export function nextKeys<T extends Offer>(offers: readonly T[], path: Path): Map<string, T[]> {
  return collect(offers, path, (offer, steps) => (offer.together ? openOf(offer, steps) : offer.path.slice(firstLeft(offer.path, steps)).slice(0, 1)));
}

/** Whatever can be touched, in its turn or out of it, each with the offers it leads to. */
export function reachable<T extends Offer>(offers: readonly T[], path: Path): Map<string, T[]> {
  const all = stepsOf(offers);
  return collect(offers, path, (offer, steps) => {
    if (offer.together) return openOf(offer, steps);
    const next = firstLeft(offer.path, steps);
    return offer.path.filter((key, step) => !steps.has(step) && (step === next || all.get(key) === step));
  });
}

/** Whether a key says how many or which kind, rather than naming a thing. */
function isValue(key: string): boolean {
  return /^(number|colour|symbol):/.test(key);
}

function step(offers: readonly Offer[], path: Path): Touch {
  const left = narrow(offers, path);
  const isWhole = left.length > 0 && left.every((offer) => offer.path.length === path.length);
  const [only, ...others] = left;
  // As it was offered, whatever was touched first.
  if (isWhole) return { kind: 'act', path: only ? asTouched(offers, only, path) : path };
  // "How many?" need not be asked where only one number would do; but no first touch does more than choose.
  const whole = only && asTouched(offers, only, path);
  const isClear = whole !== undefined && others.length === 0 && path.length > 1 && whole.every((key) => path.includes(key) || isValue(key) || only?.implied?.includes(key));
  return isClear ? { kind: 'act', path: whole } : { kind: 'choose', path };
}

/** The narrowest of the keys that is next, or else one that may be touched out of its turn. */
function firstOf(offers: readonly Offer[], path: Path, keys: Path): string | undefined {
  const [next, reach] = [nextKeys(offers, path), reachable(offers, path)];
  return keys.find((key) => next.has(key)) ?? keys.find((key) => reach.has(key));
}

/**
 * What touching a thing means. A thing has several keys, the narrowest first: a cube, the cell it
 * stands in, the zone of the cell; the first of them that is offered counts.
 */
export function touch(offers: readonly Offer[], path: Path, keys: Path): Touch {
  const going = firstOf(offers, path, keys);
  if (going !== undefined) return step(offers, [...path, going]);
  const last = path[path.length - 1];
  if (last !== undefined && keys.includes(last)) return { kind: 'back', path: path.slice(0, -1) };
  // What was chosen together with others can be let go before them.
  if (path.some((key) => keys.includes(key)) && narrow(offers, path).some(({ together }) => together)) {
    return { kind: 'back', path: path.filter((key) => !keys.includes(key)) };
  }
  if (path.length > 0) {
    const beginning = firstOf(offers, [], keys);
    if (beginning !== undefined) return step(offers, [beginning]);
  }
  return { kind: 'refuse', path: [...path, ...keys.slice(0, 1)] };
}

/** What is left of a path when the offers have changed under it: as much of it as still leads somewhere. */
export function keep(offers: readonly Offer[], path: Path): Path {
  for (let length = path.length; length > 0; length -= 1) {
    const start = path.slice(0, length);
    if (narrow(offers, start).some((offer) => offer.path.length > length)) return start;
  }
  return [];
}

/** The numbers that a stepper may stop at, sorted. */
export function numbers(next: ReadonlyMap<string, unknown>): number[] {
  const found: number[] = [];
  for (const key of next.keys()) {
    if (key.startsWith('number:')) found.push(Number(key.slice(7)));
  }
  return found.sort((a, b) => a - b);
}

const FEW = 4;

/** The words that all labels begin with; what differs is still to be chosen. */
function beginning(labels: readonly string[]): string {
  const [first = [], ...others] = labels.map((label) => label.split(' '));
  let length = 0;
  while (length < first.length && others.every((words) => words[length] === first[length])) length += 1;
  return length === first.length ? first.join(' ') : [...first.slice(0, length), '…'].join(' ');
}

/**
 * The few things a choice can still become, with the next touch and its words: worth buttons where nothing
 * hovers. None if there are many, or if all of them are seen anyway, as what is chosen together is.
 */
export function ways(next: ReadonlyMap<string, readonly Offer[]>, isSeen: (key: string) => boolean): { key: string; label: string }[] {
  if (next.size > FEW || [...next].every(([key, offers]) => isSeen(key) || offers.every(({ together }) => together))) return [];
  return [...next].map(([key, offers]) => ({ key, label: beginning(offers.map((offer) => offer.label)) }));
}
