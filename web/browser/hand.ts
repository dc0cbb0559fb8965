// What a hand does at a table: it waits until something is plum, and touches a part of it that can be seen.
// `find` runs inside the page, so it uses nothing from outside.

import type { ClientMessage, ServerMessage } from '../src/generated/messages';

export type Found =
  | { kind: 'touch'; what: string; x: number; y: number; before: string; isField: boolean }
  | { kind: 'over' }
  /** Somebody else on the same device is next. */
  | { kind: 'curtain'; what: string; x: number; y: number; before: string }
  /** Nothing could be touched in all this time; what the page says instead. */
  | { kind: 'nothing'; prompt: string; unreachable: string[] };

export type Search = {
  /** From 0 to 1: which of the things. */
  chance: number;
  patienceMs: number;
  /** Only what this selector describes. */
  only: string | null;
};

/** Everything that is plum. */
export const PLUM =
  '.thing.leads, .controls .control:not(.resting):not(:disabled):not([aria-disabled="true"]):not(.pad), .ways .control, .prompt .acts .control.plum';

/** After two steps of a bid, anything but a third: nobody goes to and fro for ever. */
export function onward(touched: readonly string[]): string | null {
  const isStep = (what: string): boolean => what === 'Less' || what === 'More' || / tile\b/.test(what);
  return touched.length > 1 && touched.slice(-2).every(isStep) ? ':not([aria-label="Less"]):not([aria-label="More"]):not(.bar *)' : null;
}

export async function find({ chance, patienceMs, only, plum }: Search & { plum: string }): Promise<Found> {
  const until = performance.now() + patienceMs;
  const rest = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));
  const frame = (): Promise<void> => new Promise((done) => requestAnimationFrame(() => done()));
  const unreachable = new Set<string>();

  const root = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-moment]');
  const before = (): string => `${root()?.dataset.moment} ${document.querySelector('.controls')?.textContent ?? ''}`;
  const nameOf = (one: Element): string => one.getAttribute('aria-label') ?? one.textContent?.trim() ?? '';

  /** A point of the element that nothing else covers; what stands in a cell and leads nowhere itself is as good as the cell. */
  function point(one: Element): { x: number; y: number } | null {
    const box = one.getBoundingClientRect();
    let through: { x: number; y: number } | null = null;
    for (const fy of [0.5, 0.3, 0.7, 0.15, 0.85]) {
      for (const fx of [0.5, 0.25, 0.75, 0.1, 0.9]) {
        const [x, y] = [box.left + box.width * fx, box.top + box.height * fy];
        if (x < 1 || y < 1 || x > innerWidth - 1 || y > innerHeight - 1) continue;
        const hit = document.elementFromPoint(x, y);
        if (!hit) continue;
        if (one === hit || one.contains(hit)) return { x, y };
        if (!one.matches('.piece') && hit.closest('.thing.piece:not(.leads):not(.chosen)')) through ??= { x, y };
      }
    }
    return through;
  }
  /** The same, once it has kept its place for some frames: a page that is measured and drawn anew takes four to settle. */
  async function still(one: Element): Promise<{ x: number; y: number } | null> {
    for (let was = '', calm = 0, tries = 0; tries < 90 && one.isConnected; tries += 1) {
      const box = one.getBoundingClientRect();
      const now = `${box.left} ${box.top} ${box.width}`;
      calm = now === was ? calm + 1 : 0;
      if (calm === 4) return point(one);
      was = now;
      await frame();
    }
    return null;
  }

  while (performance.now() < until) {
    if (document.querySelector('section[aria-label="How it ended"]')) return { kind: 'over' };
    const curtain = document.querySelector('.curtain button');
    if (curtain) {
      const at = await still(curtain);
      (window as Window & { aimed?: Element }).aimed = curtain;
      if (at) return { kind: 'curtain', what: nameOf(curtain), before: before(), ...at };
    }
    const things = [...document.querySelectorAll(plum)].filter((one) => one.getClientRects().length > 0 && (only === null || one.matches(only)));
    if (root()?.dataset.asked === undefined && things.length > 0 && !document.querySelector('dialog')) {
      const start = Math.min(things.length - 1, Math.floor(chance * things.length));
      for (let n = 0; n < things.length; n += 1) {
        const one = things[(start + n) % things.length];
        if (!one) continue;
        let at = await still(one);
        if (!at && one.isConnected) {
          one.scrollIntoView({ block: 'center', inline: 'center' });
          at = await still(one);
        }
        (window as Window & { aimed?: Element }).aimed = one;
        if (at) return { kind: 'touch', what: nameOf(one), before: before(), isField: one instanceof HTMLInputElement, ...at };
        // Perhaps the table has changed meanwhile.
        if (!one.isConnected || !one.matches(plum)) break;
        unreachable.add(nameOf(one));
      }
    }
    await rest(15);
  }
  return { kind: 'nothing', prompt: document.querySelector('.prompt .words')?.textContent?.trim() ?? document.title, unreachable: [...unreachable] };
}

/** Whether what was aimed at is still where the pointer is: the table may have changed while it came. */
export function isHit({ x, y }: { x: number; y: number }): boolean {
  const { aimed } = window as Window & { aimed?: Element };
  const hit = document.elementFromPoint(x, y);
  if (!aimed?.isConnected || !hit) return false;
  return aimed.contains(hit) || (!aimed.matches('.piece') && hit.closest('.thing.piece:not(.leads):not(.chosen)') !== null);
}

/**
 * Plays on from a page that shows nothing, over a socket: any offer, until the text of a state is like this.
 * For the long middle of a game that hands begin and end.
 */
export function hurry({ table, chance, until }: { table: string; chance: number; until: string }): Promise<void> {
  const isThere = new RegExp(until);
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket`);
  return new Promise((done, fail) => {
    socket.onclose = () => fail(new Error('the socket has closed'));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const message = JSON.parse(data) as ServerMessage;
      // Whoever was overtaken is told the new state as well.
      if (message.type === 'refused' && message.code !== 'stale') fail(new Error(message.message));
      if (message.type !== 'state') return;
      if (isThere.test(data) || message.outcome) {
        socket.onclose = null;
        socket.close();
        done();
        return;
      }
      const offer = message.offers[Math.floor(((chance * (message.number + 1)) % 1) * message.offers.length)];
      if (offer) socket.send(JSON.stringify({ type: 'act', seen: message.number, action: offer.action } satisfies ClientMessage));
    };
  });
}

/** Waits inside the page until a touch has had an effect; why it was refused, if it was, and null if nothing came of it. */
export async function effect({ before, patienceMs }: { before: string; patienceMs: number }): Promise<{ refused: string; isNewer: boolean } | null> {
  const until = performance.now() + patienceMs;
  while (performance.now() < until) {
    const root = document.querySelector<HTMLElement>('[data-moment]');
    const now = `${root?.dataset.moment} ${document.querySelector('.controls')?.textContent ?? ''}`;
    const refused = document.querySelector('.prompt.refused .words')?.textContent?.trim() ?? '';
    if (root?.dataset.asked === undefined && (now !== before || refused !== '')) return { refused, isNewer: now.split(' ')[0] !== before.split(' ')[0] };
    await new Promise((done) => setTimeout(done, 10));
  }
  return null;
}
