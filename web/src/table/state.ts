// What a client knows about a table, and what each message makes of it. No DOM, no socket.

import type { Chat, ClockNow, Code, Control, Fact, Offer, Player, SeatInfo, ServerMessage, State, Table } from '../generated/messages';
import { keep, type Path } from './offers';
import type { Obstacle } from './socket';

/** A line of the log; `mine` if it was said in answer to the reader's own move. */
export type Line = { id: number; text: string; fresh: boolean; mine: boolean };

/** Whether the table can be heard: at first, well, trying again, never again. */
export type Hearing = 'opening' | 'open' | 'lost' | 'gone';

export type View = {
  hearing: Hearing;
  table: Table | null;
  state: State | null;
  /** When the state came, on this device's clock: what the time left is counted from. */
  stateAt: number;
  log: Line[];
  chat: Chat[];
  /** What has been touched so far. */
  path: Path;
  /** Why something was refused; stays until the next touch. */
  notice: { code: Code; message: string } | null;
  hint: (Offer & { why?: string | undefined }) | null;
  /** What the table itself told last, and when; not what it had told before somebody came. */
  news: { text: string; at: number } | null;
  /** Whether everything from before has been told, so that what comes now is new. */
  isCaughtUp: boolean;
  /** The message that has no answer yet. */
  asked: number | null;
  /** When the lost connection is tried again, on the same clock; null while it is being tried. */
  retryAt: number | null;
  /** What keeps the connection from coming about, if that is known. */
  obstacle: Obstacle | null;
};

export const NOTHING: View = {
  hearing: 'opening', table: null, state: null, stateAt: 0, log: [], chat: [],
  path: [], notice: null, hint: null, news: null, isCaughtUp: false, asked: null,
  retryAt: null, obstacle: null,
};

/** The window that a viewer is asked about: the one of the own seat, or else one for everybody. Those of others are shown at their seats. */
export function clockFor({ clocks, seat }: State): ClockNow | null {
  return clocks.find((clock) => seat !== null && clock.seat === seat) ?? clocks.find((clock) => clock.seat === undefined) ?? null;
}

/** The time that runs out for the viewer, in milliseconds: an open window, or the own time to think. */
export function timeFor(state: State): number | null {
  const isMine = state.seat !== null && state.active.includes(state.seat);
  return clockFor(state)?.left_ms ?? (isMine ? state.think_ms : null);
}

/** The time that runs out for somebody else, in milliseconds: their own window, or the time to think of whoever is to decide. */
export function timeOf(state: State, player: Player): number | null {
  const own = state.seat === player.seat ? undefined : state.clocks.find((clock) => clock.seat === player.seat && clock.left_ms !== null);
  return own?.left_ms ?? (player.active && state.outcome === null ? state.think_ms : null);
}

const LOG = 500;
const CHAT = 200;
const LATELY = 4;

function unreachable(message: never): never {
  throw new Error(`a message of an unknown kind: ${JSON.stringify(message)}`);
}

/** The log after a change. What was said since the reader's own last move stays marked: it is what the others did. */
function lines(view: View, state: State): Line[] {
  const old = state.anew ? [] : view.log;
  let id = old[old.length - 1]?.id ?? 0;
  const said = state.said.map((text) => ({ id: (id += 1), text, fresh: !state.anew, mine: view.asked !== null }));
  // A change without words leaves the last words marked; onlookers have no move to count from.
  const isLater = view.asked === null && state.seat !== null;
  const faded = said.length > 0 && !isLater ? old.map((line) => (line.fresh ? { ...line, fresh: false } : line)) : old;
  return [...faded, ...said].slice(-LOG);
}

/** The view after a message from the server; `now` in milliseconds on any steady clock. */
export function receive(view: View, message: ServerMessage, now: number): View {
  switch (message.type) {
    case 'table':
      // Whoever comes, also for the second time, is told what was said before.
      if (view.hearing === 'open') return { ...view, table: message };
      return { ...view, hearing: 'open', obstacle: null, table: message, chat: [], news: null, isCaughtUp: false };
    case 'state':
      return {
        ...view,
        hearing: 'open',
        state: message,
        stateAt: now,
        log: lines(view, message),
        // What was said to the server is done with, even if it could be begun again.
        path: view.asked === null ? keep(message.offers, view.path) : [],
        // A refusal of a race that somebody else won is still worth reading.
        notice: message.number === view.state?.number ? view.notice : null,
        hint: message.version === view.state?.version ? view.hint : null,
        isCaughtUp: true,
        asked: null,
      };
    case 'done':
      return view.asked === message.id ? { ...view, asked: null, path: [], notice: null } : view;
    case 'refused':
      return { ...view, asked: null, path: [], notice: { code: message.code, message: message.message } };
    case 'chat':
      return {
        ...view,
        chat: [...view.chat, message].slice(-CHAT),
        news: message.from === '' && view.isCaughtUp ? { text: message.text, at: now } : view.news,
      };
    case 'hint':
      return { ...view, hint: { ...message.offer, why: message.why } };
    default:
      return unreachable(message);
  }
}

/** What the others have just done, or else what one's own move has led to: the end of the log in a line or two. */
export function lately(log: readonly Line[]): string {
  const fresh = log.filter((line) => line.fresh);
  const theirs = fresh.filter((line) => !line.mine);
  return (theirs.length > 0 ? theirs : fresh).slice(-LATELY).map((line) => line.text).join(' ');
}

/** The seats that are the reader's. */
export function ownSeats(table: Table | null): number[] {
  return (table?.seats ?? []).flatMap((seat, number) => (seat.yours ? [number] : []));
}

/** The seats that somebody has left: a bot goes on there until somebody sits down. */
export function keptSeats(table: Table | null): number[] {
  return (table?.seats ?? []).flatMap((seat, number) => (seat.left ? [number] : []));
}

/** The people a window still waits for, where no clock closes it. */
export function undecided(table: Table | null, enough: readonly number[]): number[] {
  return (table?.seats ?? []).flatMap((seat, number) => (seat.person && !seat.bot && !enough.includes(number) ? [number] : []));
}

/** Whether the prompt has a main button that is an action by itself: to pass, to be done. */
export function hasWayOn(controls: readonly Control[], offers: readonly Offer[]): boolean {
  return controls.some((control) => 'button' in control && control.button.tone === 'main' && offers.some(({ path }) => path.length === 1 && path[0] === control.button.key));
}

/** What to call a seat. */
export function nameOf(table: Table | null, seat: number): string {
  return table?.seats[seat]?.name || `Seat ${seat + 1}`;
}

/** So many are drawn side by side; more are one with a number. */
const MOST_DRAWN = 5;

/** How a counted thing is drawn: so many times, or once with what is said beside it. */
export function drawnTimes(value: string): { times: number; said: string } {
  const many = Number(value);
  return Number.isInteger(many) && many >= 1 && many <= MOST_DRAWN ? { times: many, said: '' } : { times: 1, said: value };
}

/** What there is to tell of somebody; how many cards is left out where a hand of so many shows that. */
export function toldOf(player: Player, hands: readonly number[]): Fact[] {
  return (player.facts ?? []).filter((fact) => !(fact.is_hand && hands.includes(Number(fact.value))));
}

/** Whether a fact is drawn as another one is, so that only its name tells them apart. */
export function isAlike(fact: Fact, facts: readonly Fact[]): boolean {
  return facts.some((other) => other !== fact && other.thing && JSON.stringify(other.thing) === JSON.stringify(fact.thing));
}

/** What a chip says below the name: who is away, then the facts that are not drawn. */
export function chipFacts(player: Player, info: SeatInfo | undefined, hands: number[], now: { isMe: boolean; isActive: boolean }): string[] {
  const said = toldOf(player, hands);
  const facts = said.filter((fact) => !fact.thing).map((fact) => `${fact.label} ${fact.value}`);
  const state = player.out ? 'out of the game' : info?.person && info.bot ? 'a bot plays' : info?.person && !info.here ? 'away' : '';
  // Two players on one device may talk, and see each other's hands.
  if (info?.guest_of !== undefined && !now.isMe) facts.push('same device');
  if (state) return [state, ...facts];
  if (facts.length > 0 || said.length > 0 || (hands.length > 0 && !now.isMe)) return facts;
  return now.isActive ? [now.isMe ? 'your turn' : info?.bot ? 'thinking' : 'to decide'] : info?.bot ? [`bot, ${info.bot}`] : [];
}

/** Whether somebody at a seat has won, alone or with others, but not as one of a team. */
export function hasWonAt({ state }: View, seat: number): boolean {
  const outcome = state?.outcome;
  return outcome != null && !outcome.team && outcome.ranks[seat] === 1;
}
