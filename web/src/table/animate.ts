// Pieces fly from where they were to where they are.
// All places are read before anything is written, and only transforms and opacities move. Input never waits for it.

import type { Scene } from '../generated/messages';
import { delay, duration, hopsLast, TIMES, tumbled, type Flight, type Motion, type Parting } from './diff';
import { Flying, type Spot } from './flying';

type Face = { at: Spot; face: Element };
export type Before = {
  spots: Map<string, Spot>;
  faces: Map<string, Element>;
  /** The uppermost piece of each place where something lands: it is covered then, not before. */
  tops: Map<string, Face>;
};

/** Nothing was drawn before. */
export const nowhere = (): Before => ({ spots: new Map(), faces: new Map(), tops: new Map() });

const MOST = 60;
const SHIFT = 220;
const CALM = 120;
const MOVE_EASING = 'cubic-bezier(.3,.7,.2,1)';

export function isCalm(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** What can move and where it can come from; the places of a drawing are for the layout alone. */
function things(root: HTMLElement): Map<string, HTMLElement> {
  const found = new Map<string, HTMLElement>();
  for (const element of root.querySelectorAll<HTMLElement>('[data-key], [data-place]:not(rect)')) {
    const key = element.dataset.key ?? element.dataset.place ?? '';
    if (!found.has(key)) found.set(key, element);
  }
  return found;
}

export function spotOf(element: HTMLElement): Spot {
  const box = element.getBoundingClientRect();
  const angle = parseFloat(element.parentElement?.style.rotate ?? '') || 0;
  // The box of something turned is larger than itself.
  const [w, h] = angle === 0 ? [box.width, box.height] : [element.offsetWidth, element.offsetHeight];
  return { x: box.left + box.width / 2, y: box.top + box.height / 2, w, h, angle };
}

/** The drawing of a thing. */
export const faceOf = (element: Element | undefined): SVGElement | null => element?.querySelector<SVGElement>(':scope > svg.piece') ?? null;
export const copy = (face: Element): Element => face.cloneNode(true) as Element;
/** The uppermost face in a place. */
function topOf(place: HTMLElement | undefined): HTMLElement | null {
  const all = place?.parentElement?.querySelectorAll<HTMLElement>('.piece:has(> svg.piece), .thing:has(> svg.piece)');
  return all?.[all.length - 1] ?? null;
}

/** What has to be known of the old drawing before it changes: where everything is, and the faces that will be gone. */
export function remember(root: HTMLElement, { flights, partings }: Motion): Before {
  const all = things(root);
  const before: Before = { spots: new Map([...all].map(([key, element]) => [key, spotOf(element)])), faces: new Map(), tops: new Map() };
  const keep = (key: string, face: Element | null): void => {
    if (face && !before.faces.has(key)) before.faces.set(key, copy(face));
  };
  for (const { key } of partings) keep(key, faceOf(all.get(key)));
  if (isCalm()) return before;
  for (const { from, zone } of flights.slice(0, MOST)) {
    for (const key of [zone, ...from.filter((one) => one.startsWith('zone:'))]) {
      const top = before.tops.has(key) ? null : topOf(all.get(key));
      const face = faceOf(top ?? undefined);
      if (top && face) before.tops.set(key, { at: spotOf(top), face: copy(face) });
    }
    // The picture of whoever sits there is no face of a piece.
    for (const key of from) if (!key.startsWith('seat:')) keep(key, before.tops.get(key)?.face ?? faceOf(all.get(key)));
  }
  return before;
}

/** Places that were not drawn before are where they are now, such as the stack from which a first hand is dealt. */
function supplement(before: Before, flights: readonly Flight[], all: Map<string, HTMLElement>, spots: Map<string, Spot>): void {
  for (const key of new Set(flights.flatMap(({ from }) => from))) {
    const spot = /^(zone|cell|seat):/.test(key) && !before.spots.has(key) ? spots.get(key) : undefined;
    if (!spot) continue;
    before.spots.set(key, spot);
    const top = key.startsWith('zone:') ? topOf(all.get(key)) : null;
    const face = faceOf(top ?? undefined);
    if (!top || !face) continue;
    before.tops.set(key, { at: spotOf(top), face });
    before.faces.set(key, face);
  }
}

/** The way from one spot to another, as transforms of a box at the second. */
function way(from: Spot, to: Spot, turn = 0): Keyframe[] {
  const [dx, dy] = [from.x - to.x, from.y - to.y];
  const size = to.w === 0 ? 1 : Math.min(4, Math.max(0.2, from.w / to.w));
  const at = (part: number, rise: number): string =>
    `translate(${dx * part}px, ${dy * part - rise}px) rotate(${from.angle * part + to.angle * (1 - part) + turn * part}deg) scale(${1 + (size - 1) * part})`;
  return [{ transform: at(1, 0) }, { transform: at(0.5, 8), offset: 0.5 }, { transform: at(0, 0) }];
}

/** The way through cells, as transforms of a box at its end: each hop takes the same time, with a rise midway. */
function hops(from: Spot, via: readonly Spot[], to: Spot): Keyframe[] {
  const stops = [from, ...via, to];
  const size = to.w === 0 ? 1 : Math.min(4, Math.max(0.2, from.w / to.w));
  const at = ({ x, y }: Spot, scale: number, rise = 0): string => `translate(${x - to.x}px, ${y - to.y - rise}px) rotate(${to.angle}deg) scale(${scale})`;
  return stops.flatMap((stop, n): Keyframe[] => {
    const next = stops[n + 1];
    const scale = size + ((1 - size) * n) / (stops.length - 1);
    const here = { transform: at(stop, scale), offset: n / (stops.length - 1) };
    if (!next) return [here];
    const middle = { ...stop, x: (stop.x + next.x) / 2, y: (stop.y + next.y) / 2 };
    return [here, { transform: at(middle, scale, 9), offset: (n + 0.5) / (stops.length - 1) }];
  });
}

const first = (spots: Map<string, Spot>, keys: readonly string[]): string | undefined => keys.find((key) => spots.has(key));

/** Two faces that change in the middle of a turn. */
function turnOver(flying: Flying, box: HTMLElement, old: Element, timing: KeyframeAnimationOptions): void {
  const card = document.createElement('div');
  const now = box.firstElementChild;
  box.append(card);
  if (now) card.append(now);
  card.append(old);
  flying.run(card, [{ transform: 'none' }, { transform: 'translateY(-6px) scaleX(0)', offset: 0.5 }, { transform: 'none' }], timing);
  const swap = (start: number, end: number): Keyframe[] => [{ opacity: start }, { opacity: start, offset: 0.5 }, { opacity: end, offset: 0.5 }, { opacity: end }];
  flying.run(old, swap(1, 0), timing);
  if (now) flying.run(now, swap(0, 1), timing);
}

/** A die turns through other faces and settles on its own. */
function tumble(flying: Flying, box: HTMLElement, own: Element, to: Spot, figure: { value: number; dark: boolean }): void {
  const others = tumbled(figure.value);
  others.forEach((value, n) => {
    const face = document.createElement('div');
    box.append(face);
    flying.die(face, value, figure.dark, to.w);
    const [start, end] = [(n * 0.72) / others.length, ((n + 1) * 0.72) / others.length];
    flying.run(face, [{ opacity: 0 }, { opacity: 0, offset: start }, { opacity: 1, offset: start }, { opacity: 1, offset: end }, { opacity: 0, offset: end }, { opacity: 0 }], { duration: TIMES.roll });
  });
  flying.run(own, [{ opacity: 0 }, { opacity: 0, offset: 0.72 }, { opacity: 1, offset: 0.72 }, { opacity: 1 }], { duration: TIMES.roll });
  // It is thrown from the middle of the table.
  const side = to.x < innerWidth / 2 ? 1 : -1;
  flying.run(box, [
    { transform: `translate(${side * 46}px, -30px) rotate(${side * 420}deg) scale(1.15)`, easing: 'ease-in' },
    { transform: `translate(${side * 20}px, 4px) rotate(${side * 200}deg) scale(1)`, offset: 0.4, easing: 'ease-out' },
    { transform: `translate(${side * 7}px, -12px) rotate(${side * 60}deg) scale(1.06)`, offset: 0.62, easing: 'ease-in' },
    { transform: `translate(0, 1px) rotate(${side * -5}deg) scale(1)`, offset: 0.86, easing: 'ease-out' },
    { transform: 'none' },
  ], { duration: TIMES.roll });
}

/** Lets one piece fly, turn or come; what is drawn already is not seen meanwhile. */
function launch(flying: Flying, flight: Flight, element: HTMLElement, to: Spot, spots: Map<string, Spot>, before: Before, dealt: number, scene: Scene): number {
  const own = faceOf(element);
  if (!own) return 0;
  const source = first(before.spots, flight.from);
  const from = source === undefined ? undefined : before.spots.get(source);
  const later = delay(flight, dealt);
  const moves = from !== undefined && Math.hypot(from.x - to.x, from.y - to.y) > 2;
  const isDealt = flight.kind === 'deal';
  // From a place it comes as large as what lies there; a bare place says nothing about it.
  const start = from && source !== undefined && /^(zone|cell|seat):/.test(source) ? (before.tops.get(source)?.at ?? { ...from, w: to.w, h: to.h, angle: 0 }) : from;

  if (flight.kind !== 'roll' && !flight.turns && !moves) {
    if (flight.kind === 'place' || isDealt) {
      flying.run(own, [{ opacity: 0, transform: 'translateY(-14px) scale(1.18)' }, { opacity: 1, offset: 0.5 }, { opacity: 1, transform: 'none' }], { duration: TIMES.place, delay: later, easing: 'cubic-bezier(.4,0,.7,1)' });
    }
    return later + TIMES.place;
  }

  const via = (flight.via ?? []).flatMap((key) => spots.get(key) ?? []);
  const lasting = via.length > 0 ? hopsLast(via.length) : flight.kind === 'move' && start ? duration(Math.hypot(start.x - to.x, start.y - to.y)) : flight.kind === 'move' ? TIMES.place : TIMES[flight.kind];
  const timing = { duration: lasting, delay: later };
  const face = copy(own);
  const box = flying.box(to, face);
  flying.run(own, [{ opacity: 0 }, { opacity: 0 }], { duration: lasting + later });
  if (flight.kind === 'roll') {
    const figure = scene.zones.flatMap((zone) => zone.pieces ?? []).find(({ key }) => key === flight.key)?.figure;
    if (typeof figure === 'object' && 'die' in figure) tumble(flying, box, face, to, figure.die);
    return lasting;
  }
  const old = source === undefined ? undefined : before.faces.get(source);
  const shows = flight.turns || (isDealt && old !== undefined && isBack(old) && !isBack(own));
  if (shows && old) {
    const worn = copy(old);
    worn.setAttribute('width', `${to.w}`);
    worn.setAttribute('height', `${to.h}`);
    turnOver(flying, box, worn, timing);
  }
  // Those that wait for their turn would darken the stack with their shadows.
  if (isDealt && later > 0) flying.run(box, [{ opacity: 0 }, { opacity: 0 }], { duration: later, fill: 'none' });
  if (start && via.length > 0) flying.run(box, hops(start, via, to), timing);
  else if (start && moves) flying.run(box, way(start, to, isDealt ? (flight.order % 2 === 0 ? 3 : -3) : 0), { ...timing, easing: MOVE_EASING });
  else box.style.transform = `rotate(${to.angle}deg)`;
  return later + lasting;
}

const isBack = (face: Element): boolean => /_back\b/.test(face.getAttribute('class') ?? '');

/** Somebody looks after what is gone: to where it went, or until it has faded. */
function part(flying: Flying, parting: Parting, spots: Map<string, Spot>, before: Before, landed: number): void {
  const [at, face] = [before.spots.get(parting.key), before.faces.get(parting.key)];
  if (!at || !face) return;
  const box = flying.box(at, face, 'below');
  const turn = `rotate(${at.angle}deg)`;
  if (parting.covered) {
    flying.run(box, [{ transform: turn }, { transform: turn }], { duration: landed });
    return;
  }
  const target = first(spots, parting.to);
  const to = target === undefined ? undefined : spots.get(target);
  const away = to ? `translate(${to.x - at.x}px, ${to.y - at.y}px) scale(.7)` : 'translateY(-4px) scale(.9)';
  const timing = to ? { duration: duration(Math.hypot(to.x - at.x, to.y - at.y)), easing: MOVE_EASING } : { duration: TIMES.part };
  flying.run(box, [{ transform: turn, opacity: 1 }, { opacity: to ? 1 : 0.4, offset: 0.7 }, { transform: `${away} ${turn}`, opacity: 0 }], timing);
}

/** Neighbours make room: whatever shifted within its zone slides. */
function slide(flying: Flying, scene: Scene, all: Map<string, HTMLElement>, spots: Map<string, Spot>, before: Before, busy: Set<string>): void {
  for (const zone of scene.zones) {
    if (zone.cells?.length) continue;
    const [was, is] = [before.spots.get(zone.key), spots.get(zone.key)];
    for (const { key } of zone.pieces ?? []) {
      const [old, now, element] = [before.spots.get(key), spots.get(key), all.get(key)];
      if (!old || !now || !element || busy.has(key)) continue;
      // What moved with its whole zone has not moved on the table.
      const dx = old.x - now.x - (was && is ? was.x - is.x : 0);
      const dy = old.y - now.y - (was && is ? was.y - is.y : 0);
      if (Math.hypot(dx, dy) > 2) flying.run(element, [{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], { duration: SHIFT, easing: MOVE_EASING });
    }
  }
}

/** Lets the pieces move from where they were; the page is already drawn as it is now. */
export function fly(root: HTMLElement, scene: Scene, before: Before, { flights, partings }: Motion): Flying {
  const flying = new Flying();
  const all = things(root);
  const busy = new Set(flights.map(({ key }) => key));
  const some = flights.slice(0, MOST);
  const landing = new Set(some.map(({ zone }) => zone));
  if (isCalm()) {
    for (const { key } of some) {
      const element = all.get(key);
      if (element) flying.run(element, [{ opacity: 0.3 }, { opacity: 1 }], { duration: CALM });
    }
    for (const { key } of partings.slice(0, MOST)) {
      const [at, face] = [before.spots.get(key), before.faces.get(key)];
      if (at && face) flying.run(flying.box(at, face), [{ opacity: 1 }, { opacity: 0 }], { duration: CALM });
    }
    flying.start();
    return flying;
  }
  const spots = new Map([...all].map(([key, element]) => [key, spotOf(element)]));
  supplement(before, some, all, spots);
  const dealt = flights.filter(({ kind }) => kind === 'deal').length;
  let landed = 0;
  for (const flight of some) {
    const [element, to] = [all.get(flight.key), spots.get(flight.key)];
    if (element && to) landed = Math.max(landed, launch(flying, flight, element, to, spots, before, dealt, scene));
  }
  for (const parting of partings.slice(0, MOST)) part(flying, parting, spots, before, landed);
  for (const zone of scene.zones) {
    const top = zone.kind === 'stack' && landing.has(zone.key) ? before.tops.get(zone.key) : undefined;
    if (top) flying.run(flying.box(top.at, top.face, 'below'), [{ opacity: 1 }, { opacity: 1 }], { duration: landed });
  }
  slide(flying, scene, all, spots, before, busy);
  flying.start();
  return flying;
}
