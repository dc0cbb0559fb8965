// One seat (or one onlooker) at a table: the socket, what it has told, and what the hand does.

import { getContext, setContext, tick } from 'svelte';
import { api } from '../lib/api';
import { settings } from '../lib/settings.svelte';
import type { ClientMessage, Level, Moment, Offer, Piece, Player, Scene, ServerMessage, State, Step, Tint, Wish, Zone } from '../generated/messages';
import { colourOf, type MeepleColour } from '../pieces/figure';
import { fly, isCalm, nowhere, remember } from './animate';
import { byKey, foresee, type Changes } from './consequences';
import { lasts, motion, soundOf, undealt, type Motion } from './diff';
import type { Flying, Spot } from './flying';
import { follow, isForced, MOMENT, NONE, noteOf, type Skipped } from './forced';
import { formOf, isBroad } from './form';
import { keep, NOTHING as NOTHING_KEPT, untilTurned, type Kept } from './kept';
import { amount } from './layout';
import { sort, type Sorted } from './sort';
import { deed, exact, narrow, nextKeys, reachable, touch, ways, type Path } from './offers';
import { arrive, due, EMPTY, holdOf, isAwaited, isUrgent, nextAt, passed, stageOf, staged, type Heard, type Queue } from './pace';
import { clockwise } from './round';
import { share } from './share';
import { NOTHING, receive, timeFor, type View } from './state';
import { turn } from './turn';
import type { Line, Listener } from './socket';
import { audible } from './chat';
import { play } from './sound';

type Message = ClientMessage;

/** A moment that is being looked at: what it shows, after how long it has come to rest, and whether it stays until somebody goes on. */
type Staged = Heard & { moment: Moment; restsAfter: number; isAwaited: boolean };

/** A thing that somebody wants to know more about. */
export type Inspected = { name: string; does: string; piece: Piece | undefined; box: { x: number; y: number; w: number; h: number } };

/** A piece that was dropped somewhere and waits for the answer. */
type Held = { key: string; spot: Spot; release: (isMoved: boolean) => void };

export class Sitting {
  view = $state.raw<View>(NOTHING);
  /** A step of the game that is being looked at again, instead of the present. */
  replay = $state.raw<Step | null>(null);
  /** A moment on the way to the next state, while it is looked at. */
  moment = $state.raw<Staged | null>(null);
  /** What the pointer or the focus is on. */
  pointed = $state.raw<Path>([]);
  /** What something is dragged over, if it could be let go there. */
  aimed = $state.raw<string | null>(null);
  /** The point that is aimed at, while the prompt asks for one. */
  aim = $state.raw<readonly [x: number, y: number]>([0, 0]);
  /** Whether something is being dragged: until it is let go, nothing on the page moves but the copy in the hand. */
  isLifted = $state(false);
  /** What a first game tells to look at; null where it is a game of one's own. */
  lookedAt = $state.raw<readonly string[] | null>(null);
  /** What somebody asked about, in words: "what is this?" */
  told = $state('');
  /** The same as a picture beside the thing, while it is looked at. */
  inspected = $state.raw<Inspected | null>(null);
  /** What was touched in vain, until the sign fades. */
  barred = $state.raw<string | null>(null);
  /** What was done for the viewer because nothing else was possible; stays until their next touch. */
  note = $state('');
  /** Whether it is only a picture of a table: nothing finds its things by their keys. */
  isPicture = false;
  /** Where the things are drawn. */
  root: HTMLElement | null = null;

  /** Whether the game has ended before these eyes. */
  hasJustEnded = $state(false);

  /** Whether something newer has come than what is shown; then nothing can be chosen. */
  isBehind = $state(false);
  /** Whether the hands are about to be dealt, so that they are not seen before. */
  isDealing = $state(false);

  private readonly socket: Line;
  private id = 0;
  private queue: Queue = EMPTY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private flying: Flying | null = null;
  private held: Held | null = null;
  private lastKept: Kept = NOTHING_KEPT;
  private lastBroad: boolean | null = null;
  /** Whether the touch that is going on began before the newest state was to be seen. */
  private isEarly = false;
  private barTimer: ReturnType<typeof setTimeout> | undefined;
  private skipTimer: ReturnType<typeof setTimeout> | undefined;
  private skipped: Skipped = NONE;
  /** What is being done for the viewer, until it is answered. */
  private skipping: { version: number; label: string } | null = null;
  /** Whether something lies over the table, and whether the server was told to wait for that. */
  private isCovered = false;
  private isBusy = false;
  /** Whether the server knows that this player wants no pauses from bots. */
  private isBrisk = false;

  constructor(private readonly table: string, connect: (listener: Listener) => Line) {
    this.socket = connect({
      heard: (message) => this.hear(message),
      lost: (retryAt) => {
        this.catchUp();
        this.release(false);
        this.view = { ...this.view, hearing: 'lost', path: [], asked: null, retryAt };
      },
      trying: () => (this.view = { ...this.view, retryAt: null }),
      hindered: (obstacle) => (this.view = { ...this.view, obstacle }),
      gone: () => (this.view = { ...this.view, hearing: 'gone' }),
    });
  }

  readonly state = $derived(this.view.state);
  readonly scene: Scene | null = $derived(this.replay?.scene ?? this.moment?.moment.scene ?? this.view.state?.scene ?? null);
  readonly seat = $derived(this.view.state?.seat ?? null);
  /** Whether the screen is broader than high. */
  isBroad = $state(isBroad(formOf(innerWidth, innerHeight)));
  /** The scene with whatever may be turned along the screen. */
  private readonly laid: Scene | null = $derived(this.scene && turn(this.scene, this.isBroad));
  /** What the table has room for; it only ever grows, until the screen is turned. */
  readonly kept: Kept = $derived.by(() => {
    if (this.lastBroad !== this.isBroad) [this.lastBroad, this.lastKept] = [this.isBroad, untilTurned(this.lastKept)];
    return (this.lastKept = this.laid ? keep(this.lastKept, this.laid) : this.lastKept);
  });
  /** Which zones go where. */
  readonly sorted: Sorted | null = $derived(this.laid && sort(this.laid, this.seat, this.kept));
  /** The players clockwise from the viewer, who comes last. */
  readonly round: Player[] = $derived.by(() => {
    const players = this.scene?.players ?? [];
    const seats = [...clockwise(players.length, this.seat), ...(this.seat === null ? [] : [this.seat])];
    return seats.flatMap((seat) => players[seat] ?? []);
  });
  readonly offers = $derived(this.replay || this.isBehind || this.view.hearing !== 'open' ? [] : (this.view.state?.offers ?? []));
  readonly path = $derived(this.view.path);
  readonly next: ReadonlyMap<string, Offer[]> = $derived(nextKeys(this.offers, this.path));
  /** Whatever can be touched, also out of its turn. */
  readonly reach: ReadonlyMap<string, Offer[]> = $derived(reachable(this.offers, this.path));
  /** What could be done without touching anything more. */
  readonly whole = $derived(this.path.length > 0 && this.view.asked === null ? exact(this.offers, this.path) : undefined);
  readonly isMyTurn = $derived(this.offers.length > 0 || (this.view.state?.more === true && !this.replay && !this.isBehind && this.view.hearing === 'open'));
  readonly hint = $derived(new Set(this.lookedAt ?? this.view.hint?.path.filter((key) => !this.path.includes(key)) ?? []));
  /** The offers that the thing under the pointer leads to. */
  private readonly pointedAt: Offer[] | undefined = $derived.by(() => {
    const key = this.pointed.find((one) => this.next.has(one));
    return key === undefined ? undefined : this.next.get(key);
  });
  /** What the thing under the pointer would do, or what has been begun, if only one thing can come of it; and why it is worth what it is. */
  readonly foresight = $derived.by(() => {
    const leads = this.pointedAt ?? (this.path.length > 0 && this.view.asked === null ? this.left() : []);
    const [only, ...others] = leads;
    return only && others.length === 0 ? [only.label, only.why].filter(Boolean).join('. ') : undefined;
  });
  /** What that would change, by the keys of what changes. */
  readonly changes: Changes = $derived.by(() => {
    const isBegun = this.path.length > 0 && this.view.asked === null;
    const changes = foresee(this.next, this.pointedAt, isBegun ? this.left() : [], isBegun);
    return this.scene ? byKey(changes, this.scene) : new Map();
  });

  /** What the choice can still become; controls of the prompt and cells of the board are in sight already. */
  readonly ways: { key: string; label: string }[] = $derived.by(() => {
    if (this.path.length === 0) return [];
    const boards = (this.scene?.zones ?? []).filter((zone) => zone.owner === undefined);
    const cells = new Set(boards.flatMap((zone) => (zone.cells ?? []).map((cell) => cell.key)));
    return ways(this.next, (key) => /^(button|colour|symbol|number|aim|phrase|text):/.test(key) || cells.has(key));
  });

  private hear(message: ServerMessage): void {
    const now = performance.now();
    if (message.type === 'state') {
      const isStaging = this.moment !== null;
      const isUnseen = this.root === null || this.replay !== null || document.hidden;
      const shown = { state: this.view.state, isAsking: this.view.asked !== null, isUnseen, isStaging };
      const moments = this.view.table?.settings.pace === 'mail' ? [] : staged(shown, message);
      const urgent = isUrgent({ ...shown, isUnseen: isUnseen || (isCalm() && !isStaging) }, message, this.isBehind);
      this.queue = arrive(this.queue, message, now, moments);
      // What must be shown at once begins with its own first moment.
      if (urgent) this.showNext(this.queue.waiting.length - moments.length);
      this.goOn();
      return;
    }
    if (message.type === 'table' && this.view.hearing !== 'open') this.isBusy = this.isBrisk = false;
    if (message.type === 'refused' && this.skipping) {
      // Another window of the same seat was faster; nobody has asked for anything.
      this.skipping = null;
      this.view = { ...receive(this.view, message, now), notice: null };
      return;
    }
    if (message.type === 'chat' && message.speaker !== undefined && this.muted.includes(message.speaker)) return;
    // An answer is about the newest state.
    if (message.type === 'refused' || message.type === 'hint') this.catchUp();
    this.view = receive(this.view, message, now);
    if (this.view.asked === null) this.release(false);
  }

  /** Shows what is due and waits for the next. */
  private goOn(): void {
    clearTimeout(this.timer);
    const count = due(this.queue, performance.now());
    if (count > 0) this.showNext(count);
    this.isBehind = this.queue.waiting.length > 0;
    if (this.isBehind) this.timer = setTimeout(() => this.goOn(), Math.max(0, nextAt(this.queue) - performance.now()));
    else this.comeToRest();
  }

  /** Everything that has come is seen: the time runs, and what leaves no choice is done soon. */
  private comeToRest(): void {
    this.tellBusy();
    this.tellBrisk();
    clearTimeout(this.skipTimer);
    if (this.maySkip()) this.skipTimer = setTimeout(() => this.skip(), MOMENT);
  }

  /** Whether what leaves no choice may be done: it can be seen, and nobody is about to do something. */
  private maySkip(): boolean {
    const { state, asked, hearing, table } = this.view;
    const isSeen = this.root !== null && !document.hidden && !this.isCovered && !this.isBehind && this.moment === null && this.replay === null;
    return settings.skips && isSeen && state !== null && asked === null && hearing === 'open' && !table?.question && isForced(state, this.skipped);
  }

  private skip(): void {
    const state = this.view.state;
    const [only] = state?.offers ?? [];
    if (!state || !only || !this.maySkip()) return;
    this.skipping = { version: state.version, label: only.label };
    this.skipped = { ...this.skipped, at: [...this.skipped.at, state.version] };
    this.act(only.path);
  }

  /** Something lies over the table, or no longer does. */
  cover(isCovered: boolean): void {
    this.isCovered = isCovered;
    if (this.queue.waiting.length === 0) this.comeToRest();
  }

  /** Lets the server wait while the viewer's own time would run behind something; in a game against people it cannot. */
  private tellBusy(): void {
    const { state, hearing } = this.view;
    if (!state || state.seat === null || hearing !== 'open') return;
    const isTimed = timeFor(state) !== null || (state.active.includes(state.seat) && state.active.length > 1);
    const isBusy = this.isCovered && isTimed && state.outcome === null;
    if (isBusy !== this.isBusy && this.socket.send({ type: 'busy', busy: isBusy })) this.isBusy = isBusy;
  }

  /** Whether this player wants no pauses from bots. */
  private tellBrisk(): void {
    const { state, hearing } = this.view;
    if (!state || state.seat === null || hearing !== 'open' || settings.brisk === this.isBrisk) return;
    if (this.socket.send({ type: 'brisk', brisk: settings.brisk })) this.isBrisk = settings.brisk;
  }

  /** Shows so many of the states that wait, the last of them with its movement. */
  private showNext(count: number): void {
    const shown = this.queue.waiting.slice(0, count);
    const waiting = this.queue.waiting.slice(count);
    const last = shown[shown.length - 1];
    if (!last) return;
    const wasMyTurn = this.isMyTurn;
    const wasOver = this.view.state === null || this.view.state.outcome !== null;
    const drawn = this.scene;
    const { moment } = last;
    const hold = this.change(() => {
      for (const { state, at } of shown.filter((one) => !one.moment)) {
        this.noteSkips(state);
        this.view = receive(this.view, { type: 'state', ...state, scene: share(drawn, state.scene) }, at);
      }
      this.moment = moment ? { ...last, moment: { ...moment, scene: share(drawn, moment.scene) }, restsAfter: 0, isAwaited: isAwaited(last) } : null;
      this.isBehind = waiting.length > 0;
    }, moment ? (moved) => stageOf(last, moved, waiting[0]) : (moved) => holdOf(moved, shown.flatMap(({ state }) => state.said)), moment?.beat.kind === 'reveal');
    const now = performance.now();
    this.queue = { waiting, shownAt: now, hold, stagedUntil: moment ? now + hold : Math.min(now, this.queue.stagedUntil) };
    if (this.isMyTurn && !wasMyTurn && this.view.log.length > 0) play('turn');
    if (this.view.state?.outcome && !wasOver) {
      this.hasJustEnded = true;
      play('end');
    }
  }

  /** What was done for the viewer is told when it has happened, and gone back behind when it is taken back. */
  private noteSkips(next: State): void {
    const { skipped, further } = follow(this.skipped, this.view.state, next);
    this.skipped = skipped;
    if (this.skipping && next.version > this.skipping.version) {
      this.note = noteOf(next.said, this.skipping.label);
      this.skipping = null;
    } else if (next.version < (this.view.state?.version ?? 0)) this.note = '';
    if (further) this.ask('undo');
  }

  /** Changes what is shown and lets the pieces move to where they are now; tells for how long that is worth a look. */
  private change(apply: () => void, worth: (moved: Motion) => number, isReveal = false): number {
    this.flying?.finish();
    this.flying = null;
    const [before, root] = [this.scene, this.root];
    // The page is drawn a moment after the change: until then the old places can still be read.
    apply();
    const after = this.scene;
    if (!after || before === after || !root) return this.moment ? worth(UNMOVED) : 0;
    if (!before) return this.view.state?.version === 0 && !isCalm() && !document.hidden ? this.deal(root, after) : 0;
    const moved = motion(before, after, isReveal);
    if (this.moment) this.moment = { ...this.moment, restsAfter: isCalm() ? 0 : lasts(moved) };
    const places = remember(root, moved);
    if (this.held) places.spots.set(this.held.key, this.held.spot);
    this.release(true);
    play(soundOf(moved));
    void tick().then(() => {
      if (this.scene === after && root.isConnected) this.flying = fly(root, after, places, moved);
    });
    return worth(moved);
  }

  /** The first hands come from their stack, once the page has found its size. */
  private deal(root: HTMLElement, scene: Scene): number {
    const moved = motion(undealt(scene), scene);
    if (moved.flights.length === 0) return 0;
    this.isDealing = true;
    requestAnimationFrame(() => requestAnimationFrame(() => {
      this.isDealing = false;
      play(soundOf(moved));
      void tick().then(() => {
        if (this.scene === scene && root.isConnected) this.flying = fly(root, scene, nowhere(), moved);
      });
    }));
    return holdOf(moved, []);
  }

  /** Keeps a piece where it was dropped until there is an answer. */
  hold(held: Held): void {
    this.release(false);
    this.held = held;
  }

  private release(isMoved: boolean): void {
    this.held?.release(isMoved);
    this.held = null;
  }

  /** Shows everything that has come and finishes what still moves; whether there was something to catch up with. */
  catchUp(): boolean {
    this.flying?.finish();
    this.flying = null;
    clearTimeout(this.timer);
    if (this.queue.waiting.length === 0) return false;
    this.showNext(this.queue.waiting.length);
    this.comeToRest();
    return true;
  }

  /** A finger, a key or a button goes down, wherever: nobody waits for what still moves, nor for the end of a moment. */
  press(): void {
    this.inspected = null;
    this.isEarly = this.moment ? this.pass() : this.catchUp();
  }

  /** Goes on from what is being looked at, to the next moment that weighs something or to the state. */
  private pass(): boolean {
    clearTimeout(this.timer);
    this.showNext(passed(this.queue));
    this.goOn();
    return true;
  }

  show(step: Step | null): void {
    this.catchUp();
    this.change(() => (this.replay = step && { ...step, scene: share(this.scene, step.scene) }), () => 0);
  }

  /** A thing is touched; its keys, the narrowest first. */
  touch(keys: Path): void {
    this.told = '';
    const state = this.view.state;
    if (!state || this.replay || this.view.hearing !== 'open' || state.outcome) return;
    if (this.isBehind && !(this.isEarly && this.moment)) this.press();
    const isEarly = this.isEarly;
    this.isEarly = false;
    // The touch has only gone on to the next thing to look at.
    if (this.moment) return;
    const result = touch(this.offers, this.path, this.gathered(keys));
    // What was touched before it could be seen is not done yet: the board has changed under the finger.
    if (isEarly && result.kind !== 'choose') return;
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
    if (keys.some((key) => this.reach.has(key))) return keys;
    const cell = keys.find((key) => key.startsWith('cell:'));
    const mates = (this.scene?.zones ?? []).flatMap((zone) => zone.pieces ?? []).filter((piece) => piece.cell === cell && this.next.has(piece.key));
    return cell !== undefined && mates.length === 1 && mates[0] ? [mates[0].key, ...keys] : keys;
  }

  /** Says to the server what was chosen, or what was touched although it is not on offer. */
  act(path: Path): void {
    this.catchUp();
    const state = this.view.state;
    if (!state) return;
    clearTimeout(this.skipTimer);
    this.note = '';
    const id = this.say((id) => ({ type: 'act', id, seen: state.number, ...deed(state.offers, path) }));
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

  /** Whom this device does not want to hear at this table, until the page is loaded again. */
  muted = $state<number[]>([]);

  /** Hears nothing more of a speaker. */
  mute(speaker: number): void {
    this.muted = [...this.muted, speaker];
    this.view = { ...this.view, chat: audible(this.view.chat, this.muted) };
  }

  /** Hears everybody again; what was said meanwhile is not told again. */
  unmute(): void {
    this.muted = [];
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
    this.catchUp();
    this.view = { ...this.view, hearing: 'opening', state: null };
    this.socket.restart();
  }

  leave(): void {
    clearTimeout(this.barTimer);
    clearTimeout(this.skipTimer);
    clearTimeout(this.timer);
    this.flying?.finish();
    this.release(true);
    this.socket.close();
  }

  /** What lies before another player, and what has a place there. */
  before(seat: number): Zone[] {
    return this.sorted?.others.get(seat) ?? [];
  }

  /** How many cards somebody's hands hold, which are to be seen on the table. */
  handsOf(seat: number): number[] {
    return (this.scene?.zones ?? []).filter((zone) => zone.kind === 'fan' && zone.owner === seat).map(amount);
  }

  /** Whether touching a thing leads on. */
  leads(key: string): boolean {
    return this.next.has(key);
  }

  pieceOf(key: string): Piece | undefined {
    return this.scene?.zones.flatMap((zone) => zone.pieces ?? []).find((piece) => piece.key === key);
  }

  /** Whether a thing may be touched, in its turn or out of it. */
  accepts(key: string): boolean {
    return this.reach.has(key);
  }

  /** The colour that a seat is known by. */
  colourOf(seat: number | undefined): MeepleColour | undefined {
    const badge = seat === undefined ? undefined : this.scene?.players[seat]?.badge;
    return badge && colourOf(badge);
  }

  /** The colour of a place that somebody holds. */
  heldIn(tint: Tint | undefined): MeepleColour | undefined {
    if (typeof tint !== 'object') return undefined;
    return 'in' in tint ? tint.in : this.colourOf(tint.of);
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
    play('refused');
    clearTimeout(this.barTimer);
    this.barTimer = setTimeout(() => (this.barred = null), 1200);
  }
}

const UNMOVED: Motion = { flights: [], partings: [] };

const KEY = Symbol('the sitting');

/** Tells the components below which sitting they draw. */
export function setSitting(read: () => Sitting): void {
  setContext(KEY, read);
}

export function getSitting(): () => Sitting {
  return getContext<() => Sitting>(KEY);
}
