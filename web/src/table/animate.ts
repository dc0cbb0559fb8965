// Pieces fly from where they were to where they are. Input never waits for it.

import type { Flight } from './diff';

export type Places = Map<string, DOMRect>;

const MOST = 60;

function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Where everything with a key is now. */
export function remember(root: HTMLElement): Places {
  const places: Places = new Map();
  for (const element of root.querySelectorAll<HTMLElement>('[data-key]')) {
    places.set(element.dataset.key ?? '', element.getBoundingClientRect());
  }
  return places;
}

/** How long a piece takes for a way: 220 ms and 40 for each tile (of about 60 pixels), at most 420. */
export function duration(distance: number): number {
  return Math.min(420, 220 + (40 * distance) / 60);
}

/** Lets the pieces fly that have moved, come or turned over. */
export function fly(root: HTMLElement, places: Places, flights: Flight[]): void {
  const calm = isCalm();
  let dealt = 0;
  for (const flight of flights.slice(0, MOST)) {
    const element = root.querySelector<HTMLElement>(`[data-key="${CSS.escape(flight.key)}"]`);
    if (!element) continue;
    if (calm) {
      element.animate([{ opacity: 0.3 }, { opacity: 1 }], { duration: 120 });
      continue;
    }
    const now = element.getBoundingClientRect();
    const was = places.get(flight.from);
    if (!was) {
      element.animate([{ opacity: 0, scale: 0.8 }, { opacity: 1, scale: 1 }], { duration: 180, easing: 'ease-out' });
      continue;
    }
    const dx = was.left + was.width / 2 - now.left - now.width / 2;
    const dy = was.top + was.height / 2 - now.top - now.height / 2;
    const size = flight.kind === 'deal' || now.width === 0 ? 1 : Math.min(3, Math.max(0.3, was.width / now.width));
    if (Math.hypot(dx, dy) > 2) {
      const delay = flight.kind === 'deal' ? Math.min(600, 55 * dealt++) : 0;
      element.animate(
        [
          { translate: `${dx}px ${dy}px`, scale: size, zIndex: 30 },
          { translate: `${dx / 2}px ${dy / 2 - 8}px`, scale: (1 + size) / 2, zIndex: 30, offset: 0.5 },
          { translate: '0 0', scale: 1, zIndex: 30 },
        ],
        { duration: duration(Math.hypot(dx, dy)), delay, fill: 'backwards', easing: 'cubic-bezier(.3,.7,.2,1)' },
      );
    }
    if (flight.kind === 'flip') {
      element.animate([{ transform: 'scaleX(1)' }, { transform: 'scaleX(0) translateY(-6px)' }, { transform: 'scaleX(1)' }], { duration: 260 });
    }
  }
}
