// Somebody with a browser of their own.

import { type Browser, type BrowserContext, type BrowserContextOptions, expect, type Locator, type Page } from '@playwright/test';
import type { ClientMessage, NewTable, ServerMessage, State, Table } from '../src/generated/messages';
import { effect, find, type Found, hurry, isHit, onward, PLUM } from './hand';

/** So long nothing may happen at a table: enough for a slow machine, and a game that is stuck says so soon. */
const PATIENCE_MS = 15_000;
/** How long one look at the page takes, before it is asked again what to look for. */
const GLANCE_MS = 400;
/** How often something may move away from the pointer in a row. */
const MOST_SLIPS = 10;
/** More touches than any game needs. */
const MOST_TOUCHES = 6000;

export const DESKTOP = { viewport: { width: 1280, height: 800 } } satisfies BrowserContextOptions;
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 1 } satisfies BrowserContextOptions;

/** Numbers from 0 to 1 that are the same for the same seed (mulberry32). */
export function chances(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

function seedOf(name: string): number {
  return [...name].reduce((seed, letter) => Math.imul(seed, 31) + letter.charCodeAt(0), 7);
}

export class Person {
  /** Everything that came over the sockets of the page, as it came. */
  readonly heard: string[] = [];
  /** Everything that the page said over them. */
  readonly said: ClientMessage[] = [];
  /** What the page threw or complained of. */
  readonly errors: string[] = [];
  /** What was refused although it was plum. */
  readonly refused: string[] = [];
  /** What was touched, for the report of a failure. */
  readonly touched: string[] = [];
  /** What to look at while the hands are covered, before the next one uncovers them. */
  atCurtain: (() => Promise<void>) | null = null;
  private readonly chance: () => number;

  private constructor(readonly name: string, readonly address: string, readonly context: BrowserContext, readonly page: Page, private readonly hasTouch: boolean) {
    this.chance = chances(seedOf(name));
    page.on('websocket', (socket) => {
      socket.on('framereceived', ({ payload }) => this.heard.push(payload.toString()));
      socket.on('framesent', ({ payload }) => this.said.push(JSON.parse(payload.toString()) as ClientMessage));
    });
    page.on('pageerror', (error) => this.errors.push(error.message));
  }

  /** Somebody comes; without a name, they are new here. */
  static async come(browser: Browser, address: string, name: string, options: BrowserContextOptions & { known?: boolean; skips?: boolean } = {}): Promise<Person> {
    const { known = true, skips = false, ...others } = options;
    const context = await browser.newContext({ ...DESKTOP, reducedMotion: 'reduce', baseURL: address, ...others });
    // Whoever tries every touch wants to make all of them.
    if (!skips) await context.addInitScript(() => location.protocol.startsWith('http') && (localStorage['boxwood.likes'] ??= '{"skips":false}'));
    const person = new Person(name, address, context, await context.newPage(), others.hasTouch === true);
    if (known) await person.ask('POST', '/api/me', { name });
    return person;
  }

  /** A request as this person. */
  async ask<T>(method: 'GET' | 'POST', path: string, data?: unknown): Promise<T> {
    const response = await this.context.request.fetch(path, { method, ...(data === undefined ? {} : { data }) });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return (await response.json()) as T;
  }

  async open(table: NewTable): Promise<string> {
    return (await this.ask<Table>('POST', '/api/tables', table)).id;
  }

  async sit(table: string, seat: number): Promise<void> {
    await this.ask('POST', `/api/tables/${table}/seats/${seat}`, { do: 'sit' });
  }

  async goTo(table: string, as?: string): Promise<void> {
    await this.page.goto(`/t/${table}${as === undefined ? '' : `?as=${as}`}`);
    await expect(this.page.locator('[data-moment]')).toBeVisible();
  }

  /** The states that were heard, oldest first. */
  states(): (State & { text: string })[] {
    return this.heard.flatMap((text) => {
      const message = JSON.parse(text) as ServerMessage;
      return message.type === 'state' ? [{ ...message, text }] : [];
    });
  }

  /** What was done, as it was said: actions that were offered, or paths of what was touched. */
  deeds(): Extract<ClientMessage, { type: 'act' }>[] {
    return this.said.filter((message) => message.type === 'act');
  }

  get summary(): Locator {
    return this.page.getByRole('region', { name: 'How it ended' });
  }
  get prompt(): Locator {
    return this.page.getByRole('region', { name: 'What to do' });
  }
  get log(): Locator {
    return this.page.getByRole('log', { name: 'What has happened' });
  }

  /** A button, by its words. */
  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  /** Waits for something to touch, touches it, and waits for what comes of it. */
  async touch(only: () => string | null = () => null): Promise<Found> {
    const found = await this.aim(only);
    if (found.kind === 'over' || found.kind === 'nothing') return found;
    if (found.kind === 'curtain') await this.atCurtain?.();
    this.touched.push(found.what);
    if (this.hasTouch) await this.page.touchscreen.tap(found.x, found.y);
    else {
      await this.page.mouse.down();
      await this.page.mouse.up();
    }
    if (found.kind === 'curtain') return found;
    if (found.isField) {
      await this.page.keyboard.type('boxwood');
      await this.page.keyboard.press('Enter');
    }
    const came = await this.page.evaluate(effect, { before: found.before, patienceMs: 10_000 });
    if (!came) throw new Error(this.told(`touching "${found.what}" did nothing`));
    if (came.refused && !this.isOvertaken(came)) this.refused.push(`${found.what}: ${came.refused}`);
    return found;
  }

  /** Whether a touch was refused because somebody else was faster: the table had changed while it was on its way. */
  isOvertaken({ isNewer }: { isNewer: boolean }): boolean {
    const refusal = this.heard.map((text) => JSON.parse(text) as ServerMessage).findLast((message) => message.type === 'refused');
    return isNewer && refusal?.code === 'stale';
  }

  /** Leaves the table's page, plays on without hands until a state's text is like this, and comes back. */
  async hurry(table: string, until: RegExp): Promise<void> {
    await this.page.goto('/health');
    await this.page.evaluate(hurry, { table, chance: this.chance(), until: until.source });
    await this.goTo(table);
  }

  /** Waits until one of the plum things that this selector describes lies still; a point of it that can be seen. */
  async spot(only: string): Promise<{ x: number; y: number }> {
    const found = await this.aim(() => only);
    if (found.kind !== 'touch') throw new Error(this.told(`there is no ${only} to touch`));
    return { x: found.x, y: found.y };
  }

  /** Finds something and points at it, again where it has moved away meanwhile. */
  private async aim(only: () => string | null): Promise<Found> {
    let [heard, since] = [0, Date.now()];
    for (let slips = 0; slips < MOST_SLIPS; ) {
      // Whoever is out, or last in a long round, waits as long as the others play.
      if (this.heard.length !== heard) [heard, since] = [this.heard.length, Date.now()];
      const found = await this.page.evaluate(find, { chance: this.chance(), patienceMs: GLANCE_MS, only: only() ?? onward(this.touched), plum: PLUM });
      if (found.kind === 'nothing') {
        if (Date.now() - since < PATIENCE_MS) continue;
        const why = found.unreachable.length > 0 ? `what is plum cannot be reached: ${found.unreachable.join('; ')}` : 'there is nothing to touch';
        throw new Error(this.told(`${why}. The page says: ${found.prompt}`));
      }
      if (found.kind === 'over') return found;
      if (!this.hasTouch) await this.page.mouse.move(found.x, found.y);
      if (await this.page.evaluate(isHit, found)) return found;
      slips += 1;
    }
    throw new Error(this.told('what is plum moves away from the pointer'));
  }

  /** Whether anything is plum. */
  async canTouch(): Promise<boolean> {
    return (await this.page.locator(PLUM).count()) > 0;
  }

  /** Plays on until the game is over; what to touch may change as it goes on. */
  async play(only: () => string | null = () => null): Promise<void> {
    for (let n = 0; n < MOST_TOUCHES; n += 1) {
      if ((await this.touch(only)).kind === 'over') return;
    }
    throw new Error(this.told('the game does not end'));
  }

  /** Who this is, how far they came, what their page says: for the report of a failure. */
  async report(): Promise<string> {
    const words = this.page.locator('.prompt .words, section[aria-label="How it ended"] h2').first();
    const says = await words.textContent({ timeout: 500 }).catch(() => null);
    return this.told(says === null ? 'the page asks nothing' : `the page says "${says.trim()}"`);
  }

  private told(what: string): string {
    const last = this.touched.slice(-5).map((one) => `"${one}"`).join(', ');
    return `${this.name}, step ${this.touched.length}, ${this.page.url()}: ${what}. Touched last: ${last || 'nothing'}.`;
  }
}
