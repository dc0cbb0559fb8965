// Choosing among the offers by touching things: each touch keeps the offers whose next key it is.

import type { Chosen, Offer } from '../generated/messages';

export type Path = readonly string[];

/** What a touch leads to. */
export type Touch =
  | { kind: 'choose'; path: Path } // one more step of a longer path
  | { kind: 'act'; path: Path } // a whole path: the offer that it is
  | { kind: 'back'; path: Path } // the last step is undone
  | { kind: 'refuse'; path: Path }; // nothing offered: the server will say why not

function startsWith(path: Path, start: Path): boolean {
  return start.length <= path.length && start.every((key, step) => path[step] === key);
}

/** The offers that begin with this path. */
export function narrow<T extends Offer>(offers: readonly T[], path: Path): T[] {
  return offers.filter((offer) => startsWith(offer.path, path));
}

/** The offer that is exactly this path. */
export function exact<T extends Offer>(offers: readonly T[], path: Path): T | undefined {
  return offers.find((offer) => offer.path.length === path.length && startsWith(offer.path, path));
}

/** What is said to the server: the offered action that this path is, or else what was touched, so that it says why not. */
export function deed(offers: readonly Chosen[], path: Path): { action: unknown } | { path: string[] } {
  const offer = exact(offers, path);
  return offer === undefined ? { path: [...path] } : { action: offer.action };
}

/** What can be touched next, each with the offers it leads to. */
export function nextKeys<T extends Offer>(offers: readonly T[], path: Path): Map<string, T[]> {
  const next = new Map<string, T[]>();
  for (const offer of narrow(offers, path)) {
    const key = offer.path[path.length];
    if (key === undefined) continue;
    const known = next.get(key);
    if (known) known.push(offer);
    else next.set(key, [offer]);
  }
  return next;
}

/** Whether a key says how many or which kind, rather than naming a thing. */
function isValue(key: string): boolean {
  return /^(number|colour|symbol):/.test(key);
}

function step(offers: readonly Offer[], path: Path): Touch {
  const left = narrow(offers, path);
  const isWhole = left.length > 0 && left.every((offer) => offer.path.length === path.length);
  if (isWhole) return { kind: 'act', path };
  const [only, ...others] = left;
  // "How many?" need not be asked where only one number would do; but no first touch does more than choose.
  const isClear = only !== undefined && others.length === 0 && path.length > 1 && only.path.slice(path.length).every(isValue);
  return isClear ? { kind: 'act', path: only.path } : { kind: 'choose', path };
}

/**
 * What touching a thing means. A thing has several keys, the narrowest first: a cube, the cell it
 * stands in, the zone of the cell; the first of them that is offered counts.
 */
export function touch(offers: readonly Offer[], path: Path, keys: Path): Touch {
  const next = nextKeys(offers, path);
  const going = keys.find((key) => next.has(key));
  if (going !== undefined) return step(offers, [...path, going]);
  const last = path[path.length - 1];
  if (last !== undefined && keys.includes(last)) return { kind: 'back', path: path.slice(0, -1) };
  if (path.length > 0) {
    const anew = nextKeys(offers, []);
    const beginning = keys.find((key) => anew.has(key));
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
 * hovers. None if there are many, or if all of them are seen anyway.
 */
export function ways(next: ReadonlyMap<string, readonly Offer[]>, isSeen: (key: string) => boolean): { key: string; label: string }[] {
  if (next.size > FEW || [...next.keys()].every(isSeen)) return [];
  return [...next].map(([key, offers]) => ({ key, label: beginning(offers.map((offer) => offer.label)) }));
}
