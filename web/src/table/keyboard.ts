// The arrow keys go from thing to thing, wherever it lies.

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

/** Moves the focus to the nearest thing; says whether there was one. */
export function move(root: HTMLElement, direction: Direction): boolean {
  const current = document.activeElement;
  const things = [...root.querySelectorAll<HTMLElement>('[data-key], .control')].filter((one) => one !== current && one.offsetParent !== null);
  const middle = (one: Element): Spot => {
    const box = one.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
  };
  const isInside = current instanceof HTMLElement && root.contains(current);
  const first = things.find((one) => one.tabIndex === 0) ?? things[0];
  const found = isInside ? nearest(things.map(middle), middle(current), direction) : null;
  const target = isInside ? (found === null ? undefined : things[found]) : first;
  target?.focus();
  return target !== undefined;
}
