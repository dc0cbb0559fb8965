// Everybody who plays on this device: one seat, several seats that take turns, or an onlooker.

import { untrack } from 'svelte';
import type { Scene } from '../generated/messages';
import { person } from '../lib/person.svelte';
import { ownSeats } from './state';
import { Sitting } from './sitting.svelte';
import { socketAddress, TableSocket, type Line, type Listener } from './socket';

/** Whether two seats see different things, so that one must not look at the other's. */
export function hasSecrets(one: Scene, other: Scene): boolean {
  const faces = (scene: Scene): Map<string, string> =>
    new Map(scene.zones.flatMap((zone) => (zone.pieces ?? []).map((piece) => [piece.key, JSON.stringify(piece.figure)])));
  const [a, b] = [faces(one), faces(other)];
  return a.size !== b.size || [...a].some(([key, face]) => b.get(key) !== face);
}

export class Party {
  private readonly first: Sitting;
  private more = $state.raw(new Map<number, Sitting>());
  private shown = $state<number | null>(null);
  /** With how many seats the first socket was last opened; it is opened anew only when there are more. */
  private tried = 0;
  /** Who the sockets were opened as; nobody knows before the server has said who this device is. */
  private known: string | null | undefined;
  /** Whether the hands are covered until the next one says that they are there. */
  isHidden = $state(false);

  constructor(private readonly table: string, private readonly eye: string | null, line?: (listener: Listener) => Line) {
    this.first = new Sitting(table, line ?? this.socketOf(eye));
    $effect(() => this.recognise());
    $effect(() => this.gather());
    $effect(() => this.pass());
  }

  private socketOf(eye: string | null): (listener: Listener) => Line {
    return (listener) => new TableSocket(socketAddress(this.table, eye), listener);
  }

  /** The seats on this device. */
  readonly seats = $derived.by(() => (this.eye === null ? ownSeats(this.first.view.table) : []));

  get current(): Sitting {
    return (this.shown === null ? undefined : this.sitting(this.shown)) ?? this.first;
  }

  private sitting(seat: number): Sitting | undefined {
    return this.first.seat === seat ? this.first : this.more.get(seat);
  }

  /** Comes again as the person this device has become: a socket stays whose it was when it was opened. */
  private recognise(): void {
    if (!person.isKnown) return;
    const me = person.me?.id ?? null;
    const before = this.known;
    this.known = me;
    if (before !== undefined && before !== me) untrack(() => this.first.again());
  }

  /** One socket for each further seat. */
  private gather(): void {
    const mine = this.first.seat;
    // Whoever stood up may sit down again.
    this.tried = Math.min(this.tried, this.seats.length);
    if (mine === null) {
      // The socket was opened by somebody who had no seat yet.
      if (this.seats.length > this.tried && this.first.state && this.first.view.hearing === 'open') {
        this.tried = this.seats.length;
        this.first.again();
      }
      return;
    }
    const missing = this.seats.filter((seat) => seat !== mine && !this.more.has(seat));
    if (missing.length === 0) return;
    this.more = new Map([...this.more, ...missing.map((seat) => [seat, new Sitting(this.table, this.socketOf(`${seat}`))] as const)]);
  }

  /** Hands the device on when somebody else on it is to decide. */
  private pass(): void {
    if (this.seats.length < 2) return;
    const active = this.first.view.state?.active ?? [];
    const here = this.shown ?? this.first.seat ?? -1;
    const to = this.seats.find((seat) => active.includes(seat));
    if (to === undefined || active.includes(here) || this.isHidden) return;
    const [old, next] = [this.sitting(here)?.state, this.sitting(to)?.state];
    // Each seat has a socket of its own: before both have told the same moment, they differ without secrets.
    if (!next || (old && old.version !== next.version)) return;
    this.shown = to;
    this.isHidden = old != null && hasSecrets(old.scene, next.scene);
  }

  /** Looks at the table from another seat of this device. */
  turnTo(seat: number): void {
    this.shown = seat;
    this.isHidden = true;
  }

  leave(): void {
    this.first.leave();
    for (const sitting of this.more.values()) sitting.leave();
  }
}
