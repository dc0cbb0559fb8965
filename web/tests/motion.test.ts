import { describe, expect, test } from 'vitest';
import type { BeatKind, Figure, Mark, Moment, Piece, Scene, State, Zone } from '../src/generated/messages';
import { countAt } from '../src/table/count';
import { delay, duration, hopsLast, lasts, motion, soundOf, tumbled, undealt, type Flight } from '../src/table/diff';
import { arrive, due, EMPTY, holdOf, isAwaited, isUrgent, nextAt, passed, staged, stageOf, type Queue } from '../src/table/pace';
import { share } from '../src/table/share';

const piece = (key: string, figure: Figure, change: Partial<Piece> = {}): Piece => ({ key, figure, label: key, ...change });
const card = (number: number, change: Partial<Piece> = {}): Piece => piece(`card:${number}`, { card: number }, change);
const back = (place: string): Piece => piece(`card:${place}`, 'card_back');
const cube = (cell: string, colour: 'red' | 'blue'): Piece => piece(`cube:${cell}`, { cube: colour }, { cell: `cell:${cell}` });
const die = (value: number, marks: Mark[] = []): Piece => piece(`die:${value}`, { die: { value, dark: false } }, { marks });
const zone = (name: string, pieces: Piece[], change: Partial<Zone> = {}): Zone => ({ key: `zone:${name}`, label: name, kind: 'row', role: 'market', pieces, ...change });
const scene = (...zones: Zone[]): Scene => ({ zones, players: [], prompt: { text: '.' } });
const line = (pieces: Piece[]): Zone => zone('board', pieces, {
  kind: 'board', cells: [0, 1, 2, 3, 4].map((x) => ({ key: `cell:${x}`, label: `${x}`, x, y: 0, size: [1, 1], ground: 'bare', grow: 'heap' })),
});

/** "kind key from", with a star if the face changes and the order if it is not the first. */
const told = (flight: Flight): string =>
  `${flight.kind}${flight.turns ? '*' : ''}${flight.order > 0 ? flight.order : ''} ${flight.key} ${flight.from[0] ?? '-'}`;
const moves = (before: Scene, after: Scene): string[] => motion(before, after).flights.map(told);

describe('movement follows from two scenes', () => {
  const before = scene(zone('hand', [card(1), card(2)]), zone('row', []));
  for (const [what, after, expected] of [
    ['nothing', before, []],
    ['a card goes to the row', scene(zone('hand', [card(2)]), zone('row', [card(1)])), ['move card:1 card:1']],
    ['a card turns over', scene(zone('hand', [card(1), card(2, { figure: 'card_back' })])), ['flip* card:2 card:2']],
    ['a card goes and turns', scene(zone('hand', [card(1)]), zone('row', [card(2, { figure: 'card_back' })])), ['move* card:2 card:2']],
    ['two cards are drawn', scene(zone('hand', [card(1), card(2), ...[3, 4].map((n) => card(n, { from: 'zone:deck' }))])), ['deal card:3 zone:deck', 'deal1 card:4 zone:deck']],
    ['a card comes from nowhere', scene(zone('hand', [card(1), card(2), card(3)])), ['place card:3 -']],
    ['a card goes', scene(zone('hand', [card(1)])), []],
  ] as [string, Scene, string[]][]) {
    test(what, () => expect(moves(before, after)).toEqual(expected));
  }

  test('a piece named by its place is known by its looks', () => {
    expect(moves(scene(line([cube('0', 'red'), cube('1', 'blue')])), scene(line([cube('1', 'blue'), cube('3', 'red')])))).toEqual(['move cube:3 cube:0']);
  });

  test('a card from a hidden hand turns over on its way', () => {
    const hand = (...pieces: Piece[]): Zone => zone('hand.1', pieces, { kind: 'fan', owner: 1 });
    const [full, rest] = [hand(back('hand.1.0'), back('hand.1.1')), hand(back('hand.1.0'))];
    expect(moves(scene(full), scene(rest, zone('row', [card(7)])))).toEqual(['move* card:7 card:hand.1.1']);
    expect(motion(scene(full), scene(rest, zone('row', [card(7, { from: 'zone:hand.1' })]))).flights[0]?.from).toEqual(['card:hand.1.1', 'zone:hand.1', 'seat:1']);
  });

  test('what is taken from a supply or put back is known by its number', () => {
    const supply = (count: number): Zone => zone('supply', [], { kind: 'pile', count });
    expect(moves(scene(supply(5), line([cube('1', 'red')])), scene(supply(4), line([cube('1', 'red'), cube('2', 'red')])))).toEqual(['deal cube:2 zone:supply']);
    expect(motion(scene(supply(4), line([cube('2', 'red')])), scene(supply(5), line([])))).toEqual({ flights: [], partings: [{ key: 'cube:2', to: ['zone:supply'], covered: false }] });
  });

  test('what is covered stays until it is covered', () => {
    const pile = (...pieces: Piece[]): Zone => zone('pile', pieces, { kind: 'stack' });
    expect(motion(scene(pile(card(1))), scene(pile(card(2)))).partings).toEqual([{ key: 'card:1', to: [], covered: true }]);
  });

  test('a captured run turns outward from the placed piece', () => {
    const old = scene(line([cube('1', 'blue'), cube('2', 'blue'), cube('3', 'blue')]));
    const now = scene(line([cube('1', 'red'), cube('2', 'red'), cube('3', 'red'), cube('4', 'red')]));
    expect(moves(old, now)).toEqual(['capture*2 cube:1 cube:1', 'capture*1 cube:2 cube:2', 'capture* cube:3 cube:3', 'place cube:4 -']);
    const turned = motion(old, now).flights.filter(({ kind }) => kind === 'capture').map((flight) => delay(flight, 0));
    expect(turned).toEqual([240, 190, 140]);
  });

  test('a piece goes through the cells it came through, and each hop takes its time', () => {
    const moved = motion(scene(line([cube('0', 'red')])), scene(line([{ ...cube('4', 'red'), via: ['cell:1', 'cell:3'] }])));
    expect(moved.flights.map(({ via }) => via)).toEqual([['cell:1', 'cell:3']]);
    expect(lasts(moved)).toBe(3 * 260);
    expect(hopsLast(40)).toBe(2600);
  });

  test('dice roll only when they were thrown', () => {
    const dice = (...pieces: Piece[]): Scene => scene(zone('dice', pieces));
    const before = dice(die(3), die(5));
    expect(moves(before, dice(die(3), die(5, ['dim'])))).toEqual([]);
    expect(moves(before, dice(die(3), die(6)))).toEqual(['roll die:3 die:3', 'roll die:6 die:6']);
    expect(moves(dice(die(3), die(5, ['dim'])), before)).toEqual(['roll die:3 die:3', 'roll die:5 die:5']);
  });

  test('a longer way takes longer, up to a bound', () => {
    expect([duration(0), duration(120), duration(9000)]).toEqual([220, 300, 420]);
  });

  test('a hand is dealt within 600 ms, however large', () => {
    const dealt = (count: number): number =>
      lasts(motion(scene(zone('hand', [])), scene(zone('hand', Array.from({ length: count }, (_, n) => card(n, { from: 'zone:deck' }))))));
    expect([dealt(1), dealt(3), dealt(30)]).toEqual([180, 290, 600]);
  });

  test('a first hand comes from its stack, and what lies on the table stays', () => {
    const table = scene(zone('deck', [], { kind: 'stack', count: 9 }), zone('row', [card(5, { from: 'zone:deck' })]), zone('hand', [card(1, { from: 'zone:deck' }), card(2)], { kind: 'fan' }));
    expect(moves(undealt(table), table)).toEqual(['deal card:1 zone:deck']);
  });

  test('each movement has its sound', () => {
    const heard = (before: Scene, after: Scene) => soundOf(motion(before, after));
    const row = scene(zone('row', [card(1)]), zone('other', []));
    expect(heard(row, row)).toBeNull();
    expect(heard(row, scene(zone('row', []), zone('other', [card(1)])))).toBe('slide');
    expect(heard(row, scene(zone('row', [card(1), card(2)])))).toBe('tap');
    expect(heard(row, scene(zone('row', [card(1), ...[2, 3, 4].map((n) => card(n, { from: 'zone:other' }))])))).toBe('riffle');
    expect(heard(row, scene(zone('row', [card(1), die(4)])))).toBe('rattle');
  });
});

const state = (number: number, change: Partial<State> = {}): State => ({
  number, version: number, seat: 0, scene: scene(), offers: [], more: false, forced: false, said: [], anew: false, active: [], clocks: [], think_ms: null, held: false, undo: 'no', outcome: null, ...change,
});
const offers = [{ label: 'Go', path: ['cell:1'], action: null }];

describe('one thing after the other', () => {
  const seen = { state: state(1), isAsking: false, isUnseen: false };
  test('nobody is made to wait', () => {
    for (const [what, shown, next, isBehind, expected] of [
      ['a bot moves', seen, state(2), false, false],
      ['it becomes my turn', seen, state(2, { offers }), false, false],
      ['the first state', { ...seen, state: null }, state(2), false, true],
      ['my own action', { ...seen, isAsking: true }, state(2), false, true],
      ['a hidden page', { ...seen, isUnseen: true }, state(2), false, true],
      ['everything anew', seen, state(2, { anew: true }), false, true],
      ['something taken back', { ...seen, state: state(5) }, state(2), false, true],
      ['a race', seen, state(2, { clocks: [{ id: 1, ms: 5000, left_ms: 4000, enough: [] }] }), false, true],
      ['somebody else acts while I choose', { ...seen, state: state(1, { offers }) }, state(2, { offers }), false, true],
      ['my choice has not been shown yet', { ...seen, state: state(1, { offers }) }, state(2, { offers }), true, false],
      ['little time left to think', seen, state(2, { offers, think_ms: 9000 }), false, true],
      ['enough time left to think', seen, state(2, { offers, think_ms: 90_000 }), false, false],
    ] as const) {
      expect(isUrgent(shown, next, isBehind), what).toBe(expected);
    }
  });

  const queue = (hold: number, ...arrivals: number[]): Queue =>
    arrivals.reduce((all, at, n) => arrive(all, state(n), at), { ...EMPTY, shownAt: 1000, hold } as Queue);

  test('what comes while nothing moves is shown at once', () => {
    expect(due(arrive(EMPTY, state(1), 5), 5)).toBe(1);
    expect(due(queue(0, 1001), 1001)).toBe(1);
    expect(due(EMPTY, 9e9)).toBe(0);
  });

  test('the next one waits for the movement', () => {
    expect([due(queue(550, 1010), 1549), due(queue(550, 1010), 1550)]).toEqual([0, 1]);
    expect(nextAt(queue(550, 1010))).toBe(1550);
  });

  test('a long queue goes faster, and what waited too long is all shown', () => {
    expect(nextAt(queue(550, 1010, 1011, 1012, 1013, 1014))).toBeCloseTo(1000 + 2500 / 6);
    expect(nextAt(queue(550, ...Array.from({ length: 40 }, () => 1010)))).toBe(1220);
    expect(due(queue(9000, 1010, 2000, 3000), 3510)).toBe(3);
  });

  test('a movement is looked at longer than words, and nothing not at all', () => {
    const move = motion(scene(zone('a', [card(1)]), zone('b', [])), scene(zone('a', []), zone('b', [card(1)])));
    const none = motion(scene(), scene());
    expect([holdOf(none, []), holdOf(none, ['Ben passes.']), holdOf(move, [])]).toEqual([0, 450, 540]);
  });
});

test('what has not changed stays the same object', () => {
  const old = scene(zone('a', [card(1), card(2)]), zone('b', [card(3)]));
  const next = scene(zone('a', [card(2), card(1, { marks: ['last'] })]), zone('b', [card(3)]));
  const shared = share(old, next);
  expect(shared).toEqual(next);
  expect(shared.zones[1]).toBe(old.zones[1]);
  expect(shared.zones[0]?.pieces?.[0]).toBe(old.zones[0]?.pieces?.[1]);
  expect(shared.zones[0]?.pieces?.[1]).not.toBe(old.zones[0]?.pieces?.[0]);
  expect(share(old, structuredClone(old))).toBe(old);
  expect(share({ a: 1 }, { a: 1, b: undefined })).toEqual({ a: 1, b: undefined });
});

test('a score counts up or down in 400 ms and ends on its value', () => {
  expect([0, 100, 200, 400, 9000].map((ms) => countAt(10, 20, ms))).toEqual([10, 16, 19, 20, 20]);
  expect([-5, 50, 399].map((ms) => countAt(3, -1, ms))).toEqual([3, 2, -1]);
});

test('a die shows other faces before it settles', () => {
  for (let value = 1; value <= 6; value += 1) {
    for (const chance of [0, 0.35, 0.999]) {
      const faces = [...tumbled(value, () => chance), value];
      expect(faces.every((face) => Number.isInteger(face) && face >= 1 && face <= 6)).toBe(true);
      expect(faces.slice(1).every((face, n) => face !== faces[n])).toBe(true);
    }
  }
});

describe('moments that a game asks to be looked at', () => {
  const moment = (kind: BeatKind): Moment => ({ beat: { kind, text: `${kind}.` }, scene: scene() });
  const moments = (['step', 'step', 'blow', 'round'] as const).map(moment);
  const still = { flights: [], partings: [] };
  const seen = { state: state(1), isAsking: false, isUnseen: false };

  test('they are staged for whoever looks and has the time', () => {
    for (const [what, shown, change, expected] of [
      ['somebody else moves', seen, {}, 4],
      ['my own action', { ...seen, isAsking: true }, {}, 4],
      ['it becomes my turn', seen, { offers }, 4],
      ['I may decide, with time enough', seen, { offers, think_ms: 60_000 }, 4],
      ['time runs out for somebody else', seen, { clocks: [{ id: 1, seat: 1, ms: 5000, left_ms: 5000, enough: [] }] }, 4],
      ['time runs out for me', seen, { offers, clocks: [{ id: 1, ms: 5000, left_ms: 5000, enough: [] }] }, 0],
      ['little time left to think', seen, { offers, think_ms: 9000 }, 0],
      ['after coming again', seen, { anew: true }, 0],
      ['a hidden page', { ...seen, isUnseen: true }, {}, 0],
      ['the first state', { ...seen, state: null }, {}, 0],
    ] as const) {
      expect(staged(shown, state(2, { moments, ...change } as Partial<State>)).length, what).toBe(expected);
    }
    expect(staged(seen, state(2))).toEqual([]);
  });

  test('what weighs more is looked at longer, and a movement is seen to its end first', () => {
    const looks = (['step', 'reveal', 'catch', 'blow', 'round'] as const).map((kind) => stageOf({ state: state(2), at: 0, moment: moment(kind) }, still));
    expect(looks).toEqual([500, 1500, 1500, 2500, 6000]);
    expect(stageOf({ state: state(2, { seat: null }), at: 0, moment: moment('round') }, still), 'nobody touches a big screen').toBe(2500);
    const moved = motion(scene(zone('row', [card(1)])), scene(zone('row', []), zone('other', [card(1)])));
    expect(stageOf({ state: state(2), at: 0, moment: moment('blow') }, moved)).toBe(2500 + lasts(moved));
    expect(stageOf({ state: state(2), at: 0 }, moved)).toBe(0);
    const shared = state(2);
    const [one, other] = [moment('reveal'), moment('reveal')].map((moment) => ({ state: shared, at: 0, moment }));
    if (one && other) expect([stageOf(one, still, other), stageOf(other, still, { state: shared, at: 0 })], 'hand after hand').toEqual([900, 1500]);
  });

  test('the end of a round and the last moment of a game stay until somebody goes on', () => {
    const outcome = { scores: [1, 0], ranks: [1, 2], team: null };
    const reveal = moment('reveal');
    const end = state(2, { outcome, moments: [moment('step'), reveal] });
    expect(isAwaited({ state: state(2), at: 0, moment: moment('round') })).toBe(true);
    expect(isAwaited({ state: end, at: 0, moment: reveal })).toBe(true);
    expect(isAwaited({ state: state(2, { moments: [reveal] }), at: 0, moment: reveal })).toBe(false);
    expect(isAwaited({ state: end, at: 0 })).toBe(false);
  });

  const queue = arrive({ ...EMPTY, shownAt: 1000, hold: 500, stagedUntil: 1500 }, state(2), 900, moments);

  test('each is shown in order, then the state; none is cut short because more waits', () => {
    expect(queue.waiting.map(({ moment }) => moment?.beat.kind ?? 'state')).toEqual(['step', 'step', 'blow', 'round', 'state']);
    expect([due(queue, 1499), due(queue, 1500)]).toEqual([0, 1]);
    expect(nextAt({ ...queue, stagedUntil: 7000 })).toBe(7000);
    expect(due({ ...queue, stagedUntil: 7000 }, 7000)).toBe(1);
  });

  test('whoever is late is taken to the next moment, and whoever is far behind to the newest state', () => {
    const busy = arrive(arrive({ ...EMPTY, shownAt: 1000, hold: 500 }, state(2), 900), state(3), 950, [moment('blow')]);
    expect(due(busy, 9000)).toBe(1);
    const far = Array.from({ length: 13 }, (_, n) => n).reduce((all, n) => arrive(all, state(n), 900, [moment('round')]), queue);
    expect(due(far, 1500)).toBe(far.waiting.length);
  });

  test('onlookers keep up with those who play', () => {
    const watched = (...numbers: number[]): Queue => numbers.reduce((all, n) => arrive(all, state(n, { seat: null }), 900, n === 2 ? [moment('blow')] : []), { ...EMPTY, shownAt: 1000, hold: 2500, stagedUntil: 3500 } as Queue);
    expect(nextAt(watched(2))).toBe(3500);
    expect(nextAt(watched(2, 3))).toBe(2250);
    expect(due(watched(2, 3, 4, 5), 3500)).toBe(5);
  });

  test('going on passes the small steps, and stops at what weighs something', () => {
    expect(passed(queue)).toBe(3);
    expect(passed({ ...queue, waiting: queue.waiting.slice(3) })).toBe(1);
    expect(passed(arrive(EMPTY, state(2), 0, [moment('step')]))).toBe(2);
  });

  test('while one is looked at, only what cannot wait cuts it short', () => {
    const race = { clocks: [{ id: 1, ms: 5000, left_ms: 4000, enough: [] }] };
    expect(isUrgent({ ...seen, isStaging: true }, state(3, race), true)).toBe(false);
    expect(isUrgent({ ...seen, isStaging: true }, state(3, { ...race, offers }), true)).toBe(true);
  });

  test('what is revealed turns over card by card, however many, within a bound', () => {
    const hand = (many: number, isShown: boolean): Scene => scene(zone('hand', Array.from({ length: many }, (_, n) => piece(`card:${n}`, isShown ? { card: n } : 'card_back'))));
    const delays = (many: number): number[] => motion(hand(many, false), hand(many, true), true).flights.map((flight) => delay(flight, 0));
    expect(delays(3)).toEqual([0, 230, 460]);
    expect(Math.max(...delays(30))).toBeCloseTo(6 * 230);
    expect(motion(hand(3, false), hand(3, true)).flights.map((flight) => delay(flight, 0))).toEqual([0, 0, 0]);
  });
});
