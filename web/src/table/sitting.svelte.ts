// One seat (or one onlooker) at a table: the socket, what it has told, and what the hand does.

import { getContext, setContext, tick } from 'svelte';
import { api } from '../lib/api';
import type { ClientMessage, Level, Offer, Scene, Step, Wish } from '../generated/messages';
import { flights } from './diff';
import { fly, remember } from './animate';
import { exact, narrow, nextKeys, touch, ways, type Path } from './offers';
import { NOTHING, receive, type View } from './state';
import { socketAddress, TableSocket } from './socket';
import { knock } from './sound';

type Message = ClientMessage;

export class Sitting {
  view = $state.raw<View>(NOTHING);
  /** A step of the game that is being looked at again, instead of the present. */
  replay = $state.raw<Step | null>(null);
  /** What the pointer or the focus is on. */
  pointed = $state.raw<Path>([]);
  /** What somebody asked about: "what is this?" */
  told = $state('');
  /** What was touched in vain, until the sign fades. */
  barred = $state.raw<string | null>(null);
  /** Where the things are drawn. */
  root: HTMLElement | null = null;

  private readonly socket: TableSocket;
  private id = 0;
  private barTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly table: string, eye: string | null) {
    this.socket = new TableSocket(socketAddress(table, eye), {
      heard: (message) => this.hear(() => receive(this.view, message, performance.now())),
      lost: (retryAt) => (this.view = { ...this.view, hearing: 'lost', path: [], asked: null, retryAt }),
      trying: () => (this.view = { ...this.view, retryAt: null }),
      hindered: (obstacle) => (this.view = { ...this.view, obstacle }),
      gone: () => (this.view = { ...this.view, hearing: 'gone' }),
    });
  }

  readonly state = $derived(this.view.state);
  readonly scene: Scene | null = $derived(this.replay?.scene ?? this.view.state?.scene ?? null);
  readonly seat = $derived(this.view.state?.seat ?? null);
  readonly offers = $derived(this.replay || this.view.hearing !== 'open' ? [] : (this.view.state?.offers ?? []));
  readonly path = $derived(this.view.path);
  readonly next: ReadonlyMap<string, Offer[]> = $derived(nextKeys(this.offers, this.path));
  /** What could be done without touching anything more. */
  readonly whole = $derived(this.path.length > 0 && this.view.asked === null ? exact(this.offers, this.path) : undefined);
  readonly isMyTurn = $derived(this.offers.length > 0 || (this.view.state?.more === true && !this.replay && this.view.hearing === 'open'));
  readonly hint = $derived(new Set(this.view.hint?.path.slice(this.path.length) ?? []));
  /** What the thing under the pointer would do. */
  readonly foresight = $derived.by(() => {
    const key = this.pointed.find((one) => this.next.has(one));
    const leads = key === undefined ? [] : (this.next.get(key) ?? []);
    return leads.length === 1 ? leads[0]?.label : undefined;
  });

  /** What the choice can still become; controls of the prompt and cells of the board are in sight already. */
  readonly ways: { key: string; label: string }[] = $derived.by(() => {
    if (this.path.length === 0) return [];
    const boards = (this.scene?.zones ?? []).filter((zone) => zone.owner === undefined);
    const cells = new Set(boards.flatMap((zone) => (zone.cells ?? []).map((cell) => cell.key)));
    return ways(this.next, (key) => /^(button|colour|symbol|number|aim|phrase|text):/.test(key) || cells.has(key));
  });

  /** Takes a change of the view and lets the pieces move to where they are now. */
  private hear(change: () => View): void {
    const before = this.scene;
    const wasMyTurn = this.isMyTurn;
    const wasOver = this.view.state === null || this.view.state.outcome !== null;
    const places = this.root && remember(this.root);
    this.view = change();
    if (this.isMyTurn && !wasMyTurn && this.view.log.length > 0) knock('turn');
    if (this.view.state?.outcome && !wasOver) knock('end');
    const after = this.scene;
    const root = this.root;
    if (before && after && before !== after && root && places) {
      void tick().then(() => fly(root, places, flights(before, after)));
    }
  }

  show(step: Step | null): void {
    const before = this.scene;
    const places = this.root && remember(this.root);
    this.replay = step;
    const [after, root] = [this.scene, this.root];
    if (before && after && root && places) void tick().then(() => fly(root, places, flights(before, after)));
  }

  /** A thing is touched; its keys, the narrowest first. */
  touch(keys: Path): void {
    this.told = '';
    const state = this.view.state;
    if (!state || this.replay || this.view.hearing !== 'open' || state.outcome) return;
    const result = touch(this.offers, this.path, this.gathered(keys));
    switch (result.kind) {
      case 'choose':
      case 'back':
        this.view = { ...this.view, path: result.path, notice: null };
        break;
      case 'act':
        this.act(result.path);
        break;
      case 'refuse':
        // Somebody who only looks on, or waits, is told so by the prompt already.
        if (this.seat === null || !this.isMyTurn) return;
        this.bar(keys[0] ?? '');
        this.act(result.path);
    }
  }

  /** The keys of a thing, and of the one piece among its neighbours in the same cell that is offered. */
  private gathered(keys: Path): Path {
    if (keys.some((key) => this.next.has(key))) return keys;
    const cell = keys.find((key) => key.startsWith('cell:'));
    const mates = (this.scene?.zones ?? []).flatMap((zone) => zone.pieces ?? []).filter((piece) => piece.cell === cell && this.next.has(piece.key));
    return cell !== undefined && mates.length === 1 && mates[0] ? [mates[0].key, ...keys] : keys;
  }

  act(path: Path): void {
    const state = this.view.state;
    if (!state) return;
    const id = this.say((id) => ({ type: 'act', id, seen: state.number, path: [...path] }));
    if (id !== null) this.view = { ...this.view, path: [...path], notice: null, asked: id };
  }

  clear(): void {
    this.view = { ...this.view, path: [], notice: null };
  }

  ask(wish: Wish): void {
    this.say((id) => ({ type: 'ask', id, wish }));
  }

  answer(question: number, agree: boolean): void {
    this.say((id) => ({ type: 'answer', id, question, agree }));
  }

  enough(clock: number): void {
    this.say((id) => ({ type: 'enough', id, clock }));
  }

  askHint(level?: Level): void {
    this.say((id) => ({ type: 'hint', id, ...(level ? { level } : {}) }));
  }

  /** Sits down at a free seat, or at one that somebody has left. */
  async sit(seat: number): Promise<void> {
    await api.seat(this.table, seat, { do: 'sit' });
  }

  /** Whether it could be sent; what is said while the connection is lost is not kept for later. */
  chat(text: string): boolean {
    return this.socket.send({ type: 'chat', text });
  }

  /** Tries to reach the table now, not when it would be tried anyway. */
  tryNow(): void {
    this.socket.now();
  }

  /** Comes again, after sitting down at a table that was only looked at before. */
  again(): void {
    this.view = { ...this.view, hearing: 'opening', state: null };
    this.socket.restart();
  }

  leave(): void {
    clearTimeout(this.barTimer);
    this.socket.close();
  }

  /** Whether touching a thing leads on. */
  leads(key: string): boolean {
    return this.next.has(key);
  }

  /** How many offers are left. */
  left(): Offer[] {
    return narrow(this.offers, this.path);
  }

  private say(message: (id: number) => Message): number | null {
    this.id += 1;
    return this.socket.send(message(this.id)) ? this.id : null;
  }

  private bar(key: string): void {
    this.barred = key;
    knock('refused');
    clearTimeout(this.barTimer);
    this.barTimer = setTimeout(() => (this.barred = null), 1200);
  }
}

const KEY = Symbol('the sitting');

/** Tells the components below which sitting they draw. */
export function setSitting(read: () => Sitting): void {
  setContext(KEY, read);
}

export function getSitting(): () => Sitting {
  return getContext<() => Sitting>(KEY);
}
