// The socket of one seat: it comes again by itself, a little later each time.

import { CLOSE, type ClientMessage, type ServerMessage } from '../generated/messages';
import { isRefusal } from '../lib/api';

/** What keeps sockets from coming about although the server answers: a proxy in between, or the server's own reason. */
export type Obstacle = { kind: 'blocked' } | { kind: 'refused'; message: string };

export type Listener = {
  heard: (message: ServerMessage) => void;
  /** The connection is gone, or did not come about; the next attempt is at this time of the steady clock. */
  lost: (retryAt: number) => void;
  /** The next attempt is under way. */
  trying: () => void;
  hindered: (obstacle: Obstacle) => void;
  gone: () => void;
};

/** How long to wait before the next attempt: 0.3 s, doubling to 10 s, with a quarter left to chance. */
export function pause(attempt: number, chance = Math.random()): number {
  const base = Math.min(10_000, 300 * 2 ** Math.min(attempt, 10));
  return Math.round(base * (0.75 + 0.25 * chance));
}

/** How many attempts have to fail before a network is said to let no sockets through. */
const BLOCKED_AFTER = 2;

/** Why a socket did not come about, by what its address answers to a plain request; null if that tells nothing. */
export function obstacle(status: number, answer: unknown, attempts: number): Obstacle | 'gone' | null {
  if (status === 404) return 'gone';
  // The server would have taken a socket: it says that this is the address of one.
  if (status === 400 || status === 426) return attempts >= BLOCKED_AFTER ? { kind: 'blocked' } : null;
  return isRefusal(answer) ? { kind: 'refused', message: answer.message } : null;
}

/** A message, if the text is one. */
export function read(text: unknown): ServerMessage | null {
  if (typeof text !== 'string') return null;
  const value: unknown = JSON.parse(text);
  const isMessage = typeof value === 'object' && value !== null && 'type' in value;
  return isMessage ? (value as ServerMessage) : null;
}

/** The line to a table, whatever it is made of. */
export type Line = {
  /** Whether it could be sent. */
  send: (message: ClientMessage) => boolean;
  /** Somebody does not want to wait for the next attempt. */
  now: () => void;
  /** Comes again at once. */
  restart: () => void;
  close: () => void;
};

export class TableSocket implements Line {
  private socket: WebSocket | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOver = false;

  constructor(private readonly address: string, private readonly listener: Listener) {
    this.open();
    addEventListener('online', this.again);
    document.addEventListener('visibilitychange', this.again);
  }

  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.isOver = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.again);
    document.removeEventListener('visibilitychange', this.again);
    this.socket?.close(1000);
  }

  /** Somebody does not want to wait for the next attempt. */
  now(): void {
    if (this.isOver || this.socket) return;
    clearTimeout(this.timer);
    this.open();
  }

  /** Comes again at once, as somebody who may have a seat by now. */
  restart(): void {
    const old = this.socket;
    this.socket = null;
    if (old) old.onclose = old.onmessage = null;
    old?.close(1000);
    clearTimeout(this.timer);
    this.open();
  }

  /** Whoever looks at the page again does not want to wait for the next attempt. */
  private again = (): void => {
    if (!document.hidden) this.now();
  };

  private open(): void {
    const socket = new WebSocket(this.address);
    let wasOpen = false;
    this.socket = socket;
    if (this.attempt > 0) this.listener.trying();
    socket.onmessage = (event: MessageEvent<unknown>) => {
      const message = read(event.data);
      if (message) this.listener.heard(message);
    };
    socket.onopen = () => {
      wasOpen = true;
      this.attempt = 0;
    };
    socket.onclose = (event) => {
      this.socket = null;
      if (this.isOver) return;
      if (event.code === CLOSE.NO_TABLE) {
        this.listener.gone();
        return;
      }
      const wait = pause(this.attempt);
      this.attempt += 1;
      this.listener.lost(performance.now() + wait);
      this.timer = setTimeout(() => this.open(), wait);
      if (!wasOpen) void this.enquire();
    };
  }

  /** A browser does not say why a socket was refused, but its address does when it is asked without one. */
  private async enquire(): Promise<void> {
    const response = await fetch(this.address.replace(/^ws/, 'http'), { headers: { accept: 'application/json' } }).catch(() => null);
    if (!response || this.isOver) return;
    const found = obstacle(response.status, await response.json().catch(() => null), this.attempt);
    if (found === 'gone') {
      this.close();
      this.listener.gone();
    } else if (found && this.attempt > 0) this.listener.hindered(found);
  }
}

/** Where the socket of a table is. */
export function socketAddress(table: string, eye: string | null): string {
  const base = location.origin.replace(/^http/, 'ws');
  return `${base}/api/tables/${encodeURIComponent(table)}/socket${eye === null ? '' : `?as=${encodeURIComponent(eye)}`}`;
}
