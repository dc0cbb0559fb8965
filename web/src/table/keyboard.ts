// The keys: arrows go from thing to thing, wherever it lies; others jump to a part of the table.

export type Direction = 'left' | 'right' | 'up' | 'down';
export type Spot = { x: number; y: number };

export function directionOf(key: string): Direction | null {
  switch (key) {
    case 'ArrowLeft': return 'left';
    case 'ArrowRight': return 'right';
    case 'ArrowUp': return 'up';
    case 'ArrowDown': return 'down';
    default: return null;
  }
}

/** Whether a key does nothing by itself; a screen reader is hushed with one of them. */
export const isModifier = (key: string): boolean => /^(Shift|Control|Alt|AltGraph|Meta|CapsLock)$/.test(key);

/** The parts of the page that a key jumps to, as `data-region` names them. */
export type Region = 'players' | 'table' | 'prompt' | 'hand' | 'book';
export type Command =
  | { do: 'go'; to: Region }
  | { do: 'open'; sheet: 'log' | 'chat' | 'guide' | 'menu' | 'keys' }
  | { do: 'turn'; by: 1 | -1 };

const SINGLE: Record<string, Command> = {
  t: { do: 'go', to: 'table' },
  p: { do: 'go', to: 'prompt' },
  h: { do: 'go', to: 'hand' },
  o: { do: 'go', to: 'players' },
  l: { do: 'open', sheet: 'log' },
  c: { do: 'open', sheet: 'chat' },
  g: { do: 'open', sheet: 'guide' },
  m: { do: 'open', sheet: 'menu' },
};

/** What the help says; the single keys last, because they can be turned off. */
export const KEYS: readonly { keys: string; does: string; isSingle?: true }[] = [
  { keys: 'Arrow keys', does: 'to the next thing on the table, in that direction' },
  { keys: 'Tab', does: 'to the next thing you can touch' },
  { keys: 'Enter or Space', does: 'touch it' },
  { keys: 'Escape', does: 'choose again, or close what is open' },
  { keys: 'F6, Shift F6', does: 'to the next or last part: players, table, what to do, hand, log' },
  { keys: '?', does: 'on a thing: what is this? Twice, or elsewhere: these keys' },
  { keys: 'T', does: 'to the table', isSingle: true },
  { keys: 'P', does: 'to what you are asked, and its buttons', isSingle: true },
  { keys: 'H', does: 'to your hand', isSingle: true },
  { keys: 'O', does: 'to the players', isSingle: true },
  { keys: 'L', does: 'to the log', isSingle: true },
  { keys: 'C', does: 'to the chat', isSingle: true },
  { keys: 'G', does: 'how to play', isSingle: true },
  { keys: 'M', does: 'the menu of the table', isSingle: true },
];

type Press = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

/** What a key means anywhere at the table; single letters only if they are wanted. */
export function commandOf(press: Press, hasSingle: boolean): Command | null {
  if (press.altKey || press.ctrlKey || press.metaKey) return null;
  if (press.key === 'F6') return { do: 'turn', by: press.shiftKey ? -1 : 1 };
  if (press.key === '?') return { do: 'open', sheet: 'keys' };
  return hasSingle && !press.shiftKey ? (SINGLE[press.key.toLowerCase()] ?? null) : null;
}

/** The number of the nearest spot in a direction; what lies straight ahead counts as nearer. */
export function nearest(spots: readonly Spot[], from: Spot, direction: Direction): number | null {
  let best: number | null = null;
  let least = Infinity;
  spots.forEach((spot, number) => {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx);
    if (ahead < 2 || aside > ahead * 2) return;
    const distance = ahead + aside * 2.5;
    if (distance < least) [least, best] = [distance, number];
  });
  return best;
}

/** The number of the nearest spot in any direction. */
export function nearestOf(spots: readonly Spot[], from: Spot): number | null {
  let best: number | null = null;
  let least = Infinity;
  spots.forEach((spot, number) => {
    const distance = Math.hypot(spot.x - from.x, spot.y - from.y);
    if (distance < least) [least, best] = [distance, number];
  });
  return best;
}

const isShown = (one: HTMLElement): boolean => one.offsetParent !== null;

/** Moves the focus to the nearest thing; says whether there was one. */
export function move(root: HTMLElement, direction: Direction): boolean {
  const current = document.activeElement;
  const things = [...root.querySelectorAll<HTMLElement>('[data-key]:not([aria-hidden]), .control')]
    .filter((one) => one !== current && isShown(one))
    // Where a piece and its cell lie at the same spot, the one that can be touched counts.
    .sort((a, b) => b.tabIndex - a.tabIndex);
  const middle = (one: Element): Spot => {
    const box = one.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  // A part of the table that has the focus as a whole is no place to go on from.
  const isInside = current instanceof HTMLElement && root.contains(current) && !current.matches('main, [data-region]');
  const found = isInside ? nearest(things.map(middle), middle(current), direction) : null;
  const target = isInside ? (found === null ? undefined : things[found]) : things[0];
  target?.focus();
  return target !== undefined;
}

/** Goes to a part of the table: to the first thing to touch there, or to the part itself. */
export function goTo(region: HTMLElement): void {
  const first = region.querySelector<HTMLElement>('.thing:is(.leads, .chosen), .control:not(:disabled, [aria-disabled="true"], .resting), [role="tab"][tabindex="0"]');
  (first ?? region).focus();
}

/** Goes to the next part of the table, or the one before; round and round. */
export function turn(root: HTMLElement, by: 1 | -1): void {
  const regions = [...root.querySelectorAll<HTMLElement>('[data-region]')].filter(isShown);
  const at = regions.findIndex((region) => region.contains(document.activeElement));
  const next = at < 0 ? (by === 1 ? 0 : regions.length - 1) : (at + by + regions.length) % regions.length;
  const region = regions[next];
  if (region) goTo(region);
}
