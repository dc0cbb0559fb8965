import { describe, expect, test } from 'vitest';
import type { BeatKind, Cell, Chosen, Outcome, Piece, Scene, ServerMessage, State, Zone } from '../src/generated/messages';
import { ending, news, ofCell, ofPiece, ofPlayer, ofThing, ofZone, table } from '../src/table/speak';
import { NOTHING, receive, type View } from '../src/table/state';

const names = (seat: number): string => ['Anna', 'Birch', 'Cedar'][seat] ?? '';
const cube = (key: string, change: Partial<Piece> = {}): Piece => ({ key, figure: { cube: 'red' }, label: 'red cube', ...change });
const card = (key: string, change: Partial<Piece> = {}): Piece => ({ key, figure: 'card_back', label: 'face-down card', ...change });
const cell = (label: string, change: Partial<Cell> = {}): Cell => ({ key: `cell:${label}`, label, x: 0, y: 0, size: [1, 1], ground: 'bare', grow: 'heap', ...change });
const zone = (label: string, change: Partial<Zone> = {}): Zone => ({ key: `zone:${label}`, label, kind: 'row', role: 'market', ...change });

describe('what a cell says', () => {
  for (const [inside, change, expected] of [
    [[], {}, 'c4, empty'],
    [[cube('a')], {}, 'c4: red cube'],
    [[cube('a'), cube('b'), cube('c')], {}, 'c4: red cube, 3 of them'],
    [[cube('a', { marks: ['last', { note: '+2' }] })], { marks: ['danger'] }, 'c4: red cube, just moved, +2, in danger'],
    [[cube('a', { label: 'red unit on c4' })], {}, 'c4: red unit'],
    [[card('a', { label: 'c4, face-down card' })], {}, 'c4: face-down card'],
    [[], { ground: { tile: 'drop' } }, 'c4, Drop, empty'],
  ] as [Piece[], Partial<Cell>, string][]) {
    test(expected, () => {
      const board = zone('Board', { kind: 'board', cells: [cell('c4', change)], pieces: inside.map((piece) => ({ ...piece, cell: 'cell:c4' })) });
      expect(ofCell(board, 'cell:c4')).toBe(expected);
    });
  }
});

test('a turned tile says where it points', () => {
  expect(ofPiece({ key: 'tile:1', figure: { tile: 'arrow' }, label: 'Arrow tile', turned: 'left' })).toBe('Arrow tile, turned left');
});

test('a zone counts what lies in it, hidden or not', () => {
  expect(ofZone(zone('Deck', { kind: 'stack', count: 1 }))).toBe('Deck, 1 card');
  expect(ofZone(zone("Birch's hand", { kind: 'fan', pieces: [card('a'), card('b')] }))).toBe("Birch's hand, 2 cards");
  expect(ofZone(zone('Bag', { kind: 'pile', count: 7 }))).toBe('Bag, 7 pieces');
  expect(ofZone(zone('Discard pile', { count: 0 }))).toBe('Discard pile, empty');
});

test('a thing says what touching it does', () => {
  const offer = (label: string): Chosen => ({ path: ['cell:c4'], label }) as Chosen;
  expect(ofThing('c4, empty', undefined)).toBe('c4, empty');
  expect(ofThing('c4, empty', [offer('Place on c4')])).toBe('c4, empty. Place on c4');
  expect(ofThing('c4, empty', [offer('c4')])).toBe('c4, empty, can be chosen');
  expect(ofThing('red cube', [offer('Move to 1'), offer('Move to 2')])).toBe('red cube, can be chosen');
});

const scene = (text: string, change: Partial<Scene> = {}): Scene => ({ zones: [], players: [], prompt: { text }, ...change });

test('the whole table is told: what is asked, who plays, what lies where', () => {
  const told = table(scene('Place a cube.', {
    players: [
      { seat: 0, active: true, score: 3, badge: { cube: 'yellow' }, facts: [{ label: 'lives', value: '4' }] },
      { seat: 1, active: false, out: true },
    ],
    zones: [
      zone('Board', { kind: 'board', cells: [cell('a1'), cell('a2'), cell('a3', { ground: { tile: 'wheel' } })], pieces: [cube('x', { cell: 'cell:a1' })] }),
      zone("Birch's hand", { kind: 'fan', owner: 1, pieces: [card('a'), card('b')] }),
      zone('Deck', { kind: 'stack', count: 30 }),
    ],
  }), names, 0);
  expect(told).toEqual([
    'Place a cube.',
    'Anna, you: yellow cube, score 3, lives 4, to decide.',
    'Birch: out of the game.',
    'Board, 1 cube: a1: red cube; a3, Wheel, empty; 1 empty place.',
    "Birch's hand, 2 cards: face-down card, 2 of them.",
    'Deck, 30 cards.',
  ]);
});

test('somebody of whom nothing is known is a name', () => {
  expect(ofPlayer({ seat: 2, active: false }, names, 0)).toBe('Cedar');
});

test('how it ended', () => {
  const outcome = (ranks: number[], team: Outcome['team'] = null): Outcome => ({ ranks, scores: ranks.map(() => 1), team });
  expect(ending(outcome([1, 2]), names, 0)).toBe('You have won');
  expect(ending(outcome([2, 1, 1]), names, 0)).toBe('Birch and Cedar have won');
  expect(ending(outcome([1, 1, 3]), names, 0)).toBe('You share the victory');
  expect(ending(outcome([1, 1]), names, 0)).toBe('A draw');
  expect(ending(outcome([1, 1], { won: false, score: -3 }), names, 0)).toBe('The table has lost together, with a score of −3');
  expect(ending(outcome([2], { won: false, score: 7 }), names, 0)).toBe('You have lost, with a score of 7');
  expect(ending(outcome([1], { won: true, score: 12 }), names, null)).toBe('Anna has won, with a score of 12');
});

describe('what a screen reader is told', () => {
  const offer = { path: ['cell:c4'], label: 'c4' } as Chosen;
  const state = (change: Partial<State>): ServerMessage => ({
    type: 'state', number: 1, version: 1, seat: 0, scene: scene('Birch is thinking.'), offers: [], more: false, said: [], anew: false, active: [1],
    clocks: [], think_ms: null, undo: 'no', outcome: null, ...change,
  }) as ServerMessage;
  const after = (view: View, ...messages: ServerMessage[]): View => messages.reduce((so_far, message) => receive(so_far, message, 0), view);
  const waiting = after(NOTHING, state({ said: ['Anna plays c3.'], anew: true }));
  const told = (from: View, to: View): string[] => news(from, to, names, 'Anna');

  test('old lines are not told to somebody who comes', () => expect(told(NOTHING, waiting)).toEqual([]));

  test('new lines once, then the turn', () => {
    const mine = after(waiting, state({ said: ['Birch plays d3.'], offers: [offer], scene: scene('Place a cube.') }));
    expect(told(waiting, mine)).toEqual(['Birch plays d3.', 'Your turn. Place a cube.']);
    expect(told(mine, mine)).toEqual([]);
  });

  test('two states at once lose no line', () => {
    const later = after(waiting, state({ said: ['Birch plays d3.'] }), state({ said: ['Cedar plays d4.'] }));
    expect(told(waiting, later)).toEqual(['Birch plays d3.', 'Cedar plays d4.']);
  });

  test('another question in the same turn is told, the same one not', () => {
    const first = after(waiting, state({ offers: [offer], scene: scene('Choose a card.') }));
    expect(told(first, after(first, state({ offers: [offer], scene: scene('Choose a place.') })))).toEqual(['Choose a place.']);
    expect(told(first, after(first, state({ offers: [offer], scene: scene('Choose a card.') })))).toEqual([]);
  });

  test('after a round the same question is a new turn', () => {
    const first = after(waiting, state({ offers: [offer], scene: scene('Stay or run?') }));
    const moments = (kind: BeatKind) => [{ beat: { kind, text: 'Round 1 is over.' }, scene: scene('') }];
    const next = (kind: BeatKind): View => after(first, state({ number: 2, offers: [offer], scene: scene('Stay or run?'), moments: moments(kind) }));
    expect(told(first, next('round'))).toEqual(['Your turn. Stay or run?']);
    expect(told(first, next('step'))).toEqual([]);
    expect(told(next('round'), next('round'))).toEqual([]);
  });

  test('what everybody should notice is told, unless the log says it', () => {
    const shouted = scene('Birch is thinking.', { banner: 'Round 2 begins.' });
    expect(told(waiting, after(waiting, state({ scene: shouted })))).toEqual(['Round 2 begins.']);
    expect(told(waiting, after(waiting, state({ scene: shouted, said: ['Round 2 begins.'] })))).toEqual(['Round 2 begins.']);
  });

  test('chat of others, and the hint', () => {
    const line = (from: string, text: string): ServerMessage => ({ type: 'chat', from, seat: null, text, at: 0 });
    expect(told(waiting, after(waiting, line('Birch', 'Hello.'), line('Anna', 'Hi.'), line('', 'Birch is away.')))).toEqual(['Birch says: Hello.', 'Birch is away.']);
    expect(told(waiting, after(waiting, { type: 'hint', id: 1, action: null, offer }))).toEqual(['A bot would: c4']);
  });

  test('the end, with the ranks', () => {
    const over = after(waiting, state({ said: ['The board is full.'], outcome: { ranks: [2, 1], scores: [12, 24], team: null } }));
    expect(told(waiting, over)).toEqual(['The board is full.', 'Birch has won. 1st Birch, 24; 2nd Anna, 12.']);
    expect(told(NOTHING, over)).toEqual([]);
  });
});
