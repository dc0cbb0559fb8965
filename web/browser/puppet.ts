// A table whose server is the test itself: the page hears what it is told, so that any scene can be tried before a game shows it.

import type { Page, WebSocketRoute } from '@playwright/test';
import { nameOf } from '../src/pieces/figure';
import type { Beat, Cell, Chosen, ClientMessage, Figure, Mark, Piece, Player, Role, Scene, ServerMessage, State, Table, Tint, Zone, ZoneKind } from '../src/generated/messages';

export class Puppet {
  readonly heard: ClientMessage[] = [];
  private socket: WebSocketRoute | null = null;
  private number = 0;
  private isComing: Promise<void>;

  constructor(private readonly page: Page, private readonly names: string[], private readonly change: Partial<Table> = {}) {
    this.isComing = page.routeWebSocket(/\/api\/tables\/puppet\/socket/, (socket) => {
      this.socket = socket;
      socket.onMessage((text) => this.hear(JSON.parse(text.toString()) as ClientMessage));
      this.say({ type: 'table', ...this.table() });
    });
  }

  async open(first: Partial<State>): Promise<void> {
    await this.isComing;
    await this.page.goto('/t/puppet');
    await this.page.waitForFunction(() => document.querySelector('h1')?.textContent !== 'Table');
    this.show({ anew: true, ...first });
  }

  /** The next state, one thing after the last. */
  show(change: Partial<State>): void {
    this.number += 1;
    this.say({
      type: 'state', number: this.number, version: this.number, seat: 0, scene: scene([]), offers: [], more: false, forced: false, said: [], anew: false,
      active: [], clocks: [], think_ms: null, held: false, undo: 'no', outcome: null, ...change,
    });
  }

  private say(message: ServerMessage): void {
    this.socket?.send(JSON.stringify(message));
  }

  private hear(message: ClientMessage): void {
    this.heard.push(message);
    if ('id' in message && message.id !== undefined) this.say({ type: 'done', id: message.id, number: this.number });
  }

  private table(): Table {
    return {
      id: 'puppet', title: 'Gold Mine', stage: 'running', host: true, watchers: 0, number: 1, fairness: { commitment: '', luck: [] },
      // A game that has not drawn its table: there are places for whatever a puppet shows.
      settings: { game: 'war-2', options: {}, listed: false, pace: 'live' },
      seats: this.names.map((name, seat) => ({ name, bot: seat === 0 ? null : 'medium', person: seat === 0, here: seat === 0, yours: seat === 0 })),
      ...this.change,
    };
  }
}

const BADGES = ['yellow', 'green', 'white', 'black', 'blue', 'red'] as const;

export const card = (number: number, change: Partial<Piece> = {}): Piece => ({ key: `card:${number}`, figure: { card: number }, label: nameOf({ card: number }), ...change });
export const thing = (key: string, figure: Figure, change: Partial<Piece> = {}): Piece => ({ key, figure, label: key, ...change });

export function zone(name: string, kind: ZoneKind, role: Role, change: Partial<Zone> = {}): Zone {
  return { key: `zone:${name.toLowerCase().replaceAll(' ', '-')}`, label: name, kind, role, ...change };
}

export function player(seat: number, change: Partial<Player> = {}): Player {
  return { seat, active: false, badge: { cube: BADGES[seat] ?? 'red' }, ...change };
}

export function scene(zones: Zone[], change: Partial<Scene> = {}): Scene {
  return { zones, players: [player(0), player(1)], prompt: { text: 'Watch.' }, ...change };
}

export function offer(label: string, path: string[], change: Partial<Chosen> = {}): Chosen {
  return { action: label, label, path, ...change };
}

// The mine: six shafts, of which a third card of a kind brings one down.

const SHAFTS = ['Drop', 'Hammers', 'Circles', 'Bricks', 'Wheel', 'Arrow'];
const LYING = [[1], [22, 33], [8, 30], [40], [], [12, 14]];

export type Mine = { fatal?: boolean; banks?: number[]; thumbs?: 'fist' | 'shown'; tags?: string[]; text?: string };

/** The mine before the third card, or with it. */
export function mine({ fatal = false, banks = [11, 8, 12, 6], thumbs = 'shown', tags = ['Round 3 of 4', '26 cards left'], text = 'Stay in the mine or run?' }: Mine = {}): Scene {
  const shafts = SHAFTS.map((name, n) => {
    const cards = (LYING[n] ?? []).map((number) => card(number));
    const marks: Mark[] = ['danger'];
    if (fatal && n === 1) cards.push(card(7, { from: 'zone:deck', marks, about: 'The third of its kind: everybody inside loses the bag.' }));
    return zone(name, 'row', 'market', { pieces: cards, room: 3 });
  });
  const isIn = [true, true, false, false];
  return scene([zone('Deck', 'stack', 'supply', { count: 26 }), ...shafts], {
    prompt: { text, controls: [{ button: { key: 'button:stay', label: 'Stay', tone: 'main' } }, { button: { key: 'button:run', label: 'Run', tone: 'plain' } }] },
    tags,
    players: banks.map((bank, seat) => player(seat, {
      score: bank, active: seat === 0,
      facts: [
        { label: 'thumb', value: '1', thing: { emblem: thumbs === 'fist' ? 'fist' : isIn[seat] ? 'thumb_up' : 'thumb_down' } },
        { label: 'in the bag', value: `${isIn[seat] ? 7 - seat * 3 : 0}`, thing: { emblem: 'nugget' } },
        { label: 'bank', value: `${bank}`, thing: { emblem: 'chest' } },
      ],
    })),
  });
}

export const beat = (kind: Beat['kind'], text: string, ...at: string[]): Beat => ({ kind, text, at });

// A map: land, hills and homes, a march and a battle.

const LAND: Record<string, Tint | undefined> = { b2: { of: 0 }, b3: { of: 0 }, c2: { of: 0 }, d3: { of: 1 }, d4: { of: 1 }, c4: { of: 1 }, a1: 'goal', d1: 'danger', a4: 'lost' };

export function map(): Scene {
  const cells: Cell[] = ['a', 'b', 'c', 'd'].flatMap((column, x) => [1, 2, 3, 4].map((row): Cell => {
    const label = `${column}${row}`;
    const tint = LAND[label];
    return { key: `cell:${label}`, label, x, y: 4 - row, size: [1, 1], ground: { tile_back: { shaded: (x + row) % 2 === 0 } }, grow: 'heap', ...(tint ? { tint } : {}) };
  }));
  const pieces = [
    thing('cube:1', { cube: 'yellow' }, { cell: 'cell:b2', label: 'yellow cube', about: 'A unit. It moves one land for each action.' }),
    thing('cube:2', { cube: 'yellow' }, { cell: 'cell:b3', label: 'yellow cube' }),
    thing('cube:3', { cube: 'green' }, { cell: 'cell:c4', label: 'green cube' }),
    thing('cube:4', { cube: 'green' }, { cell: 'cell:d3', label: 'green cube' }),
  ];
  const hand = [card(3, { about: 'Two actions, and Bricks in a battle.' }), card(10), card(19)];
  return scene([zone('Map', 'board', 'board', { cells, pieces, coordinates: true }), zone('Your hand', 'fan', 'hand', { owner: 0, pieces: hand })], {
    prompt: {
      text: 'Play a card: for a move, an attack or to reinforce. Touch the card and then what for, or the other way round.',
      controls: ['Move', 'Reinforce'].map((label, n) => ({ button: { key: `button:${label.toLowerCase()}`, label, tone: n === 0 ? 'main' : 'plain' } })),
    },
    tags: ['Turn 12', '2 actions left'],
    ways: [{ through: ['cell:d4', 'cell:c4', 'cell:b4'], kind: 'attack' }],
    players: [player(0, { active: true, score: 8 }), player(1, { score: 10 })],
  });
}

/** What can be done on the map: a card for one of two actions, a unit to a neighbouring land. */
export function mapOffers(): Chosen[] {
  const cards = [3, 10, 19].flatMap((number) => [
    offer(`Play ${number} to move`, [`card:${number}`, 'button:move'], { why: 'Two actions for its value.' }),
    offer(`Play ${number} to reinforce`, [`card:${number}`, 'button:reinforce'], { changes: [{ at: 'cell:b2', to: { worth: 2 } }, { at: 'cell:b3', to: { figure: { cube: 'yellow' } } }], why: '2 units for the two lands beside each other.' }),
  ]);
  const ways = ['b3', 'a2', 'c2', 'b1'].map((to) =>
    offer(`Move b2 to ${to}`, ['cell:b2', `cell:${to}`], { changes: [{ at: 'cube:1', to: { at: `cell:${to}` } }, ...(to === 'c2' ? [{ at: 'cube:3', to: 'gone' as const }, { at: 'cell:c2', to: { worth: 3 } }] : [])], why: to === 'c2' ? '2 for the land, 1 for its neighbour.' : 'Nothing is won there.' }));
  return [...cards, ...ways];
}

/** A table at its end, with hands turned up and every score in its parts. */
export function end(): Pick<State, 'scene' | 'outcome'> {
  const rounds = [[8, 10, 2, 7, 2], [11, 9, 9, 6, 15], [5, 7, 12, 8, 9], [14, 17, 6, 9, 13]];
  const hands = rounds.map((_, seat) => zone(`Hand ${seat}`, 'row', 'mat', {
    owner: seat, pieces: [0, 1, 2].map((n) => thing(`rune:${seat}.${n}`, { rune: { card: (seat * 13 + n * 5) % 76, role: 'Number' } })),
  }));
  return {
    scene: scene([zone('Deck', 'stack', 'supply', { count: 12, look: 'rune_back' }), ...hands], {
      prompt: { text: 'The lowest total wins. Elias and Arne have reached 50.' },
      tags: ['Finished after 5 rounds'],
      players: rounds.map((own, seat) => player(seat, { score: own.reduce((a, b) => a + b), rounds: own, parts: [{ label: 'cards', points: own.reduce((a, b) => a + b) - (seat === 1 ? 5 : 0) }, ...(seat === 1 ? [{ label: 'wrong call', points: 5 }] : [])] })),
    }),
    outcome: { scores: [29, 50, 41, 59], ranks: [1, 3, 2, 4], team: null },
  };
}
