// The real program on a port of its own, with a folder of its own. It can be killed and started again.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

const START_MS = 30_000;

/** The program to test: what `BOXWOOD_BINARY` says, or what was built last for work, or for use. */
function binary(): string {
  const root = resolve(import.meta.dirname, '../..');
  const target = process.env.CARGO_TARGET_DIR ?? join(root, 'target');
  const places = ['debug', 'release'].map((kind) => join(target, kind, 'boxwood'));
  const found = process.env.BOXWOOD_BINARY ?? places.find((place) => existsSync(place));
  if (!found) throw new Error('There is no boxwood to test: `cargo build -p boxwood-cli` makes one.');
  return found;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done) => {
    const server = createServer();
    server.once('error', () => done(false));
    server.listen(port, '127.0.0.1', () => server.close(() => done(true)));
  });
}

/** A port that stays ours between two starts: none of those that the system gives to callers. */
async function quietPort(): Promise<number> {
  const start = 20_000 + (process.pid % 5000);
  for (let port = start; port < start + 1000; port += 1) {
    if (await isFree(port)) return port;
  }
  throw new Error('there is no free port');
}

export class House {
  private child: ChildProcess | null = null;
  private complaints = '';

  private constructor(private readonly folder: string, readonly port: number) {}

  /** Starts it; it answers when this returns. */
  static async open(): Promise<House> {
    const house = new House(mkdtempSync(join(tmpdir(), 'boxwood-browser-')), await quietPort());
    await house.start();
    return house;
  }

  get address(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts it again, with everything it had. */
  async start(): Promise<void> {
    const child = spawn(
      binary(),
      ['serve', '--no-open', '--no-limits', '--bot-pause', '20', '--listen', `127.0.0.1:${this.port}`, '--data', join(this.folder, 'data')],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    this.child = child;
    child.stderr.on('data', (text: Buffer) => (this.complaints += text.toString()));
    await new Promise<void>((done, fail) => {
      const timer = setTimeout(() => fail(new Error(`boxwood does not start. ${this.complaints}`)), START_MS);
      child.once('error', fail);
      child.once('exit', (code) => fail(new Error(`boxwood ended with ${code}. ${this.complaints}`)));
      createInterface(child.stdout).on('line', (line) => {
        if (!line.startsWith('Boxwood is ready')) return;
        clearTimeout(timer);
        done();
      });
    });
  }

  /** Ends it as a power cut would. */
  async kill(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends it for good. */
  async close(): Promise<void> {
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
