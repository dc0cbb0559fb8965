import { expect, test } from 'vitest';
import type { Player, SeatInfo, ServerMessage, State, Table } from '../src/generated/messages';
import { NOTHING, chipFacts, clockFor, drawnTimes, keptSeats, lately, nameOf, ownSeats, receive, timeFor, timeOf, undecided } from '../src/table/state';
import { listed } from '../src/lib/words';
import { obstacle, pause, read } from '../src/table/socket';

const state = (change: Partial<State> = {}): ServerMessage => ({
  type: 'state', number: 5, version: 3, seat: 0, offers: [], more: false, forced: false, said: [], anew: false, active: [0],
  clocks: [], think_ms: null, held: false, undo: 'no', outcome: null,
  scene: { zones: [], players: [], prompt: { text: 'Play.' } }, ...change,
});
const after = (...messages: ServerMessage[]) => messages.reduce((view, message) => receive(view, message, 7), NOTHING);

test('the log grows, and begins anew when told so', () => {
  const view = after(state({ said: ['One.', 'Two.'], anew: true }), state({ number: 6, said: ['Three.'] }));
  expect(view.log.map((line) => line.text)).toEqual(['One.', 'Two.', 'Three.']);
  expect(view.log.map((line) => line.fresh)).toEqual([false, false, true]);
  expect(new Set(view.log.map((line) => line.id)).size).toBe(3);
  const back = receive(view, state({ number: 7, said: ['One.'], anew: true }), 8);
  expect(back.log.map((line) => line.text)).toEqual(['One.']);
});

test('a refusal is shown until the table changes, and clears what was touched', () => {
  const chosen = { ...after(state()), path: ['card:1'], asked: 4 };
  const refused = receive(chosen, { type: 'refused', id: 4, code: 'illegal', message: 'b4 turns no cube (rule 2).' }, 7);
  expect([refused.path, refused.asked, refused.notice?.code]).toEqual([[], null, 'illegal']);
  expect(receive(refused, state(), 8).notice).not.toBeNull();
  expect(receive(refused, state({ number: 6 }), 8).notice).toBeNull();
});

test('what was touched survives a change that leaves it meaningful', () => {
  const offers = [{ action: 1, label: 'Play', path: ['card:1', 'zone:row'] }];
  const chosen = { ...after(state({ offers })), path: ['card:1'] };
  expect(receive(chosen, state({ number: 6, offers }), 8).path).toEqual(['card:1']);
  expect(receive(chosen, state({ number: 6, offers: [] }), 8).path).toEqual([]);
});

test('what has been done is no longer touched, even where it could be begun again', () => {
  const offers = [{ action: 1, label: 'Play', path: ['card:1', 'zone:row'] }];
  const asked = { ...after(state({ offers })), path: ['card:1'], asked: 4 };
  expect(receive(asked, state({ number: 6, offers }), 8).path).toEqual([]);
});

test('what the others did stays marked until the reader has moved', () => {
  const said = (view: ReturnType<typeof after>) => view.log.filter((line) => line.fresh).map((line) => line.text);
  const mine = receive({ ...after(state({ said: ['Before.'], anew: true })), asked: 1 }, state({ number: 6, said: ['Mine.'] }), 8);
  const theirs = receive(receive(mine, state({ number: 7, said: ['Theirs.'] }), 9), state({ number: 8, said: ['More.'] }), 9);
  expect(said(theirs)).toEqual(['Mine.', 'Theirs.', 'More.']);
  expect(said(receive({ ...theirs, asked: 2 }, state({ number: 9, said: ['Mine again.'] }), 10))).toEqual(['Mine again.']);
  expect([lately(mine.log), lately(theirs.log)]).toEqual(['Mine.', 'Theirs. More.']);
  const watched = after(state({ seat: null, said: ['One.'] }), state({ seat: null, number: 6, said: ['Two.'] }));
  expect(said(watched)).toEqual(['Two.']);
});

test('a hint lasts as long as the position', () => {
  const hint: ServerMessage = { type: 'hint', id: 1, action: null, offer: { label: 'Play', path: ['card:1'] } };
  const view = after(state(), hint);
  expect(receive(view, state({ number: 6 }), 8).hint).not.toBeNull();
  expect(receive(view, state({ number: 6, version: 4 }), 8).hint).toBeNull();
});

test('what was said before is told again after a pause, not twice', () => {
  const table = { type: 'table', seats: [] } as unknown as ServerMessage;
  const line: ServerMessage = { type: 'chat', from: 'Anna', seat: 0, text: 'Hello.', at: 1 };
  const view = after(table, line);
  const again = receive(receive({ ...view, hearing: 'lost' }, table, 9), line, 9);
  expect(again.chat.length).toBe(1);
  expect(receive(view, table, 9).chat.length).toBe(1);
});

test('what the table tells is news only to those who were there', () => {
  const table = { type: 'table', seats: [] } as unknown as ServerMessage;
  const told = (text: string): ServerMessage => ({ type: 'chat', from: '', seat: null, text, at: 1 });
  const came = after(table, told('Anna sits down.'), state());
  expect(came.news).toBeNull();
  const refused = receive(came, told('Ben would rather not.'), 9);
  expect(refused.news).toEqual({ text: 'Ben would rather not.', at: 9 });
  expect(receive(refused, { type: 'chat', from: 'Ben', seat: 1, text: 'Sorry.', at: 2 }, 10).news?.at).toBe(9);
  const again = receive(receive({ ...refused, hearing: 'lost' }, table, 11), told('Ben would rather not.'), 11);
  expect(again.news).toBeNull();
});

test('a bot keeps some seats for nobody, and a window waits for people only', () => {
  const seat = { name: 'Anna', bot: null, person: true, here: true, yours: true };
  const seats = [seat, { ...seat, bot: 'easy' }, { ...seat, bot: 'easy', person: false, left: true }, { ...seat, here: false }];
  const table = { seats } as unknown as Table;
  expect(keptSeats(table)).toEqual([2]);
  expect(undecided(table, [0])).toEqual([3]);
});

test('seats have names, and some are mine', () => {
  const seat = { name: 'Anna', bot: null, person: true, here: true, yours: true };
  const table = { seats: [{ ...seat, yours: false, name: '' }, seat] } as unknown as Table;
  expect(ownSeats(table)).toEqual([1]);
  expect([nameOf(table, 0), nameOf(table, 1)]).toEqual(['Seat 1', 'Anna']);
});

test('an address that answers without a socket says what is in the way', () => {
  const full = { code: 'too_fast', message: 'The server is full; please come again later.' };
  for (const [status, answer, attempts, expected] of [
    [404, null, 1, 'gone'],
    [400, { code: 'malformed', message: 'This address is a WebSocket.' }, 1, null],
    [400, null, 2, { kind: 'blocked' }],
    [429, full, 1, { kind: 'refused', message: full.message }],
    [502, '<html>', 5, null],
  ] as const) {
    expect(obstacle(status, answer, attempts), `${status} after ${attempts}`).toEqual(expected);
  }
});

test('the pause between attempts doubles up to ten seconds', () => {
  expect([0, 1, 2, 5, 20].map((attempt) => pause(attempt, 1))).toEqual([300, 600, 1200, 9600, 10_000]);
  expect(pause(0, 0)).toBe(225);
});

test('only messages are read as messages', () => {
  expect(read('{"type":"done","id":1,"number":2}')).toEqual({ type: 'done', id: 1, number: 2 });
  expect([read('[1]'), read('3'), read(new ArrayBuffer(1))]).toEqual([null, null, null]);
});

test('a chip tells who is away, then what is known, and no number twice', () => {
  const player = (facts: [string, string, 'hand'?][], out = false): Player => ({ seat: 1, active: false, out, facts: facts.map(([label, value, hand]) => ({ label, value, is_hand: hand === 'hand' })) });
  const info = (change: Partial<SeatInfo>): SeatInfo => ({ name: 'Ben', here: true, ...change }) as SeatInfo;
  const still = { isMe: false, isActive: false };
  expect(chipFacts(player([['cards', '4', 'hand'], ['lives', '3']]), info({ person: true }), [4], still)).toEqual(['lives 3']);
  expect(chipFacts(player([['cards', '4', 'hand'], ['lives', '3']]), info({ person: true }), [], still)).toEqual(['cards 4', 'lives 3']);
  // Only what is said to be the hand is left out, whatever it is called.
  expect(chipFacts(player([['cards', '4']]), info({ person: true }), [4], still)).toEqual(['cards 4']);
  expect(chipFacts(player([['lives', '3']]), info({ person: true, here: false }), [], still)).toEqual(['away', 'lives 3']);
  expect(chipFacts(player([], true), info({ person: true }), [], still)).toEqual(['out of the game']);
  expect(chipFacts(player([['lives', '3']]), info({ person: true, guest_of: 0 }), [], still)).toEqual(['lives 3', 'same device']);
  expect(chipFacts(player([]), info({ bot: 'easy' }), [], still)).toEqual(['bot, easy']);
  // What is drawn need not be said, and leaves no room to say anything else.
  expect(chipFacts({ seat: 1, active: true, facts: [{ label: 'lives', value: '3', thing: { emblem: 'life' } }] }, info({ bot: 'easy' }), [], { isMe: false, isActive: true })).toEqual([]);
  expect(chipFacts(player([]), info({ person: true }), [], { isMe: true, isActive: true })).toEqual(['your turn']);
});

test('a few things are drawn one by one, many are one with a number', () => {
  expect(['0', '1', '5', '6', '?'].map(drawnTimes)).toEqual([{ times: 1, said: '0' }, { times: 1, said: '' }, { times: 5, said: '' }, { times: 1, said: '6' }, { times: 1, said: '?' }]);
});

test('a list keeps the newest names, each once', () => {
  expect(listed(['a', 'b'], 'a', true)).toEqual(['b', 'a']);
  expect(listed(['a', 'b'], 'a', false)).toEqual(['b']);
  expect(listed(['a', 'b', 'c'], 'd', true, 3)).toEqual(['b', 'c', 'd']);
});

test('a window is asked about by whom it concerns, and shown at the seat of others', () => {
  const clock = (id: number, seat?: number, left: number | null = 1000) => ({ id, ms: 5000, left_ms: left, enough: [], ...(seat === undefined ? {} : { seat }) });
  const state = (seat: number | null, clocks: ReturnType<typeof clock>[], think: number | null = null): State => ({ seat, clocks, think_ms: think, outcome: null }) as unknown as State;
  const player = (seat: number, active = false): Player => ({ seat, active });
  const both = [clock(1, 1), clock(2), clock(3, 0, 2000)];
  expect([0, 1, 2, null].map((seat) => clockFor(state(seat, both))?.id)).toEqual([3, 1, 2, 2]);
  expect(clockFor(state(0, [clock(1, 1)]))).toBeNull();
  expect(timeFor({ ...state(0, []), active: [0], think_ms: 900 })).toBe(900);
  expect(timeFor({ ...state(0, []), active: [1], think_ms: 900 })).toBeNull();
  expect([0, 1, 2].map((seat) => timeOf(state(0, both), player(seat)))).toEqual([null, 1000, null]);
  expect(timeOf(state(null, both), player(0))).toBe(2000);
  // Where no clock closes a window, there is none to show.
  expect(timeOf(state(0, [clock(1, 1, null)]), player(1))).toBeNull();
  // The time to think is that of whoever is to decide.
  expect([player(0, true), player(1)].map((one) => timeOf(state(0, [], 9000), one))).toEqual([9000, null]);
});
