// A game that plays itself one move at a time and stands still in between, so that it can be photographed.

import type { Page } from '@playwright/test';
import type { ClientMessage, GameCard, SeatPlan, ServerMessage, State } from '../../src/generated/messages';
import type { Person } from '../person';

const GUESTS = ['Cleo', 'Dan', 'Ella', 'Finn'];
/** So often in a row a seat may be told that it was too late. */
const PATIENCE = 50;
/** A window of the rules that is open for longer than this does not hurry a photographer. */
const LONG_MS = 20_000;

/** A moment of a game, for whoever looks from a seat. */
export type Moment = {
  /** What the table counts, and what the game counts. */
  number: number;
  version: number;
  /** The seats that may decide. */
  active: number[];
  /** How much there is to choose from. */
  choices: number;
  /** Whether the table stands still for as long as a picture takes, unless somebody decides. */
  isCalm: boolean;
  isOver: boolean;
};
type Socket = { look(): Moment; change(from: number): Promise<void>; step(): Promise<boolean> };

declare global {
  interface Window {
    /** The sockets of a person's seats, in a page that nobody looks at. */
    seats?: Map<number, Socket>;
  }
}

/** Opens the socket of a seat; runs in a page, whose cookie says whose it is. */
function connect([table, seat, longMs]: [string, number, number]): Promise<void> {
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${table}/socket?as=${seat}`);
  let state: State | null = null;
  let id = 0;
  let changes: (() => void)[] = [];
  let answer: (message: ServerMessage) => void = () => {};
  const say = (message: ClientMessage) =>
    new Promise<ServerMessage>((resolve) => {
      answer = resolve;
      socket.send(JSON.stringify(message));
    });
  const look = () => ({
    number: state?.number ?? 0,
    version: state?.version ?? 0,
    active: state?.active ?? [],
    choices: state?.offers.length ?? 0,
    isCalm: Math.min(...(state?.clocks ?? []).map((clock) => clock.ms)) > longMs,
    isOver: Boolean(state?.outcome),
  });
  (window.seats ??= new Map<number, Socket>()).set(seat, {
    look,
    change: (from) => (look().number > from ? Promise.resolve() : new Promise((resolve) => changes.push(resolve))),
    // A bot says what it would do, and that is done. Whether it was: in a race somebody else may have been faster.
    step: async () => {
      const seen = look().number;
      const hint = await say({ type: 'hint', id: (id += 1), level: 'easy' });
      if (hint.type !== 'hint') return false;
      return (await say({ type: 'act', id: (id += 1), seen, action: hint.action })).type === 'done';
    },
  });
  return new Promise((resolve) => {
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as ServerMessage;
      if (message.type === 'state') {
        state = message;
        const waiting = changes;
        changes = [];
        for (const go of waiting) go();
        resolve();
      } else if ((message.type === 'refused' && message.id === null) || ('id' in message && message.id === id)) answer(message);
    };
  });
}

/** A game of somebody who is photographed, at seat 0, and of others who share one device. No bot sits there: nothing moves by itself. */
export class Play {
  private turn = 0;

  private constructor(readonly table: string, private readonly pages: Page[]) {}

  static async begin(game: GameCard, seats: number, model: Person, others: Person): Promise<Play> {
    const isSolo = seats === 1;
    // The guests sit at the other person's device: a device with several seats hides each hand from the others.
    const plan: SeatPlan[] = isSolo ? ['me'] : ['free', 'me', ...GUESTS.slice(0, seats - 2).map((guest) => ({ guest }))];
    const host = isSolo ? model : others;
    const table = await host.open({ game: game.id, seats: plan });
    if (!isSolo) await model.sit(table, 0);
    await host.ask('POST', `/api/tables/${table}/start`);
    const pages = plan.map((_, seat) => (seat === 0 ? model.page : others.page));
    // Coming anew closes the sockets of the game before.
    for (const page of new Set(pages)) await page.goto('/health');
    await Promise.all(pages.map((page, seat) => page.evaluate(connect, [table, seat, LONG_MS] as [string, number, number])));
    return new Play(table, pages);
  }

  private page(seat: number): Page {
    const page = this.pages[seat];
    if (!page) throw new Error(`there is no seat ${seat}`);
    return page;
  }

  /** As seat 0 sees it. */
  now(): Promise<Moment> {
    return this.page(0).evaluate(() => window.seats!.get(0)!.look());
  }

  /** Plays on until the moment has come, or the game is over. */
  async until(isWanted: (moment: Moment) => boolean): Promise<Moment> {
    for (let refused = 0; ; ) {
      const moment = await this.now();
      if (moment.isOver || isWanted(moment)) return moment;
      if (await this.step(moment)) refused = 0;
      else if ((refused += 1) > PATIENCE) throw new Error(`nobody can play on after ${moment.version} moves`);
    }
  }

  /** One of those who may decide does; whether it counted. */
  private async step({ number, active }: Moment): Promise<boolean> {
    const seat = active[(this.turn += 1) % Math.max(1, active.length)];
    if (seat === undefined) {
      // Nobody may do anything: a clock of the rules is running.
      await this.page(0).evaluate((from) => window.seats!.get(0)!.change(from), number);
      return true;
    }
    const isDone = await this.page(seat).evaluate((seat) => window.seats!.get(seat)!.step(), seat);
    // Everybody is told before anybody decides again.
    if (isDone) await this.page(0).evaluate((from) => window.seats!.get(0)!.change(from), number);
    return isDone;
  }
}
