// The socket of one seat: it comes again by itself, a little later each time.

import { CLOSE, type ClientMessage, type ServerMessage } from '../generated/messages';

export type Listener = {
  heard: (message: ServerMessage) => void;
  lost: () => void;
  gone: () => void;
};

/** How long to wait before the next attempt: 0.3 s, doubling to 10 s, with a quarter left to chance. */
export function pause(attempt: number, chance = Math.random()): number {
  const base = Math.min(10_000, 300 * 2 ** Math.min(attempt, 10));
  return Math.round(base * (0.75 + 0.25 * chance));
}

/** A message, if the text is one. */
export function read(text: unknown): ServerMessage | null {
  if (typeof text !== 'string') return null;
  const value: unknown = JSON.parse(text);
  const isMessage = typeof value === 'object' && value !== null && 'type' in value;
  return isMessage ? (value as ServerMessage) : null;
}

export class TableSocket {
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
    if (this.isOver || document.hidden || this.socket) return;
    clearTimeout(this.timer);
    this.open();
  };

  private open(): void {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.onmessage = (event: MessageEvent<unknown>) => {
      const message = read(event.data);
      if (message) this.listener.heard(message);
    };
    socket.onopen = () => (this.attempt = 0);
    socket.onclose = (event) => {
      this.socket = null;
      if (this.isOver) return;
      if (event.code === CLOSE.NO_TABLE) {
        this.listener.gone();
        return;
      }
      this.listener.lost();
      this.timer = setTimeout(() => this.open(), pause(this.attempt));
      this.attempt += 1;
    };
  }
}

/** Where the socket of a table is. */
export function socketAddress(table: string, eye: string | null): string {
  const base = location.origin.replace(/^http/, 'ws');
  return `${base}/api/tables/${encodeURIComponent(table)}/socket${eye === null ? '' : `?as=${encodeURIComponent(eye)}`}`;
}
