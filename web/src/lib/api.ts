// Everything that goes over HTTP. Answers are `unknown` until somebody says what they are;
// the types come from the server's own source.

import type {
  Diagram, GameCard, Guide, Lesson, Link, Lobby, Me, NewTable, Refusal, Review, SeatChange, Settings, Table, TableRecord, Token,
} from '../generated/messages';

/** Why the server would not; the message is a sentence for people. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal, readonly status: number) {
    super(refusal.message);
  }
}

/** Whether an answer is a refusal. */
export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'code' in value && 'message' in value;
}

/** What to tell somebody about an error of any kind. */
export function sentence(error: unknown): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof TypeError) return 'The server cannot be reached. Try again in a moment.';
  return 'That did not work and nothing was changed. Try again.';
}

/** What to name to whoever keeps the server; nothing where the sentence alone helps. */
export function codeOf(error: unknown): string {
  if (error instanceof Refused) return error.status >= 500 || error.status === 429 ? `${error.status} ${error.refusal.code}` : '';
  return error instanceof TypeError ? '' : 'unexpected answer';
}

/** Whether it is the server that is missing or in trouble, so that the same may work a little later. */
export function isPassing(error: unknown): boolean {
  return error instanceof TypeError || (error instanceof Refused && (error.status >= 500 || error.status === 429));
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { accept: 'application/json' } };
  if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { accept: 'application/json', 'content-type': 'application/json' };
  }
  const response = await fetch(`/api${path}`, init);
  const answer: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new Refused(isRefusal(answer) ? answer : { code: 'fault', message: sentence(null) }, response.status);
  }
  // The server and this client are built from the same types.
  return answer as T;
}

const part = encodeURIComponent;

export const api = {
  me: () => call<Me | null>('GET', '/me'),
  rename: (name: string) => call<Me>('POST', '/me', { name }),
  link: () => call<Link>('POST', '/me/links'),
  linkOf: (code: string) => call<Me>('GET', `/me/links/${part(code)}`),
  followLink: (code: string) => call<Me>('POST', `/me/links/${part(code)}`),
  tokens: () => call<Token[]>('GET', '/me/tokens'),
  games: () => call<GameCard[]>('GET', '/games'),
  game: (id: string) => call<Guide>('GET', `/games/${part(id)}`),
  lesson: (id: string) => call<Lesson>('GET', `/games/${part(id)}/lesson`),
  diagrams: (id: string) => call<Record<string, Diagram>>('GET', `/games/${part(id)}/diagrams`),
  lobby: () => call<Lobby>('GET', '/lobby'),
  open: (table: NewTable) => call<Table>('POST', '/tables', table),
  table: (id: string) => call<Table>('GET', `/tables/${part(id)}`),
  set: (id: string, settings: Settings, seats: number) =>
    call<Table>('POST', `/tables/${part(id)}/settings`, { settings, seats }),
  seat: (id: string, seat: number, change: SeatChange) =>
    call<Table>('POST', `/tables/${part(id)}/seats/${seat}`, change),
  start: (id: string) => call<Table>('POST', `/tables/${part(id)}/start`),
  record: (id: string) => call<TableRecord>('GET', `/tables/${part(id)}/record`),
  invite: (id: string) => call<Link>('GET', `/tables/${part(id)}/invite`),
  review: (id: string, from: number, count: number, eye?: string) =>
    call<Review>('GET', `/tables/${part(id)}/review?from=${from}&count=${count}${eye ? `&as=${part(eye)}` : ''}`),
};
