// A first game: what is heard comes from a script that the server has told as a whole, not from a table.

import type { ClientMessage, Guide, Lesson, LessonStep, Table } from '../generated/messages';
import { api, isPassing } from '../lib/api';
import { pause, type Line, type Listener } from './socket';

/** The table that the learner seems to sit at. */
export function tableOf(lesson: Lesson, { id, title }: Pick<Guide, 'id' | 'title'>): Table {
  const seats = lesson.names.map((name, seat) => {
    const isLearner = seat === lesson.learner;
    return { name, bot: isLearner ? null : ('easy' as const), person: isLearner, here: isLearner, yours: isLearner, left: false };
  });
  return {
    id: '', title, settings: { game: id, options: {}, listed: false, pace: 'live' }, stage: 'running', seats, host: false, watchers: 0, number: 0,
    fairness: { commitment: '', luck: [] },
  };
}

/** How many things the learner does or reads, and which of them this step is. */
export function progress(steps: readonly LessonStep[], at: number): { number: number; of: number } {
  const waiting = steps.flatMap((step, n) => (step.waits ? [n] : []));
  return { number: Math.max(1, waiting.filter((n) => n <= at).length), of: waiting.length };
}

/** What to tell somebody who does something else. */
const NOT_YET = 'Not in this first game: do what is marked.';

export class LessonLine implements Line {
  private lesson: Lesson | null = null;
  private attempt = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isOver = false;
  private at = 0;
  /** What the learner is to look at. */
  look = $state.raw<readonly string[]>([]);
  /** How far the learner is. */
  progress = $state.raw<{ number: number; of: number } | null>(null);

  constructor(private readonly game: string, private readonly listener: Listener, private readonly ended: () => void) {
    void this.load();
  }

  private async load(): Promise<void> {
    try {
      const [lesson, page] = await Promise.all([api.lesson(this.game), api.game(this.game)]);
      if (this.isOver) return;
      this.lesson = lesson;
      this.listener.heard({ type: 'table', ...tableOf(lesson, page) });
      this.show(0);
    } catch (error) {
      if (this.isOver) return;
      if (!isPassing(error)) return this.listener.gone();
      const wait = pause(this.attempt);
      this.attempt += 1;
      this.listener.lost(performance.now() + wait);
      this.timer = setTimeout(() => void this.load(), wait);
    }
  }

  /** Tells this step and those that follow by themselves, up to the next that waits. */
  private show(from: number): void {
    const steps = this.lesson?.steps ?? [];
    for (this.at = from; ; this.at += 1) {
      const step = steps[this.at];
      if (!step) return;
      this.listener.heard({ type: 'state', ...step.state });
      if (step.waits) {
        this.progress = progress(steps, this.at);
        this.look = step.look;
        return;
      }
    }
  }

  send(message: ClientMessage): boolean {
    // Nothing runs out in a lesson, whatever lies over it.
    if (message.type === 'busy' || message.type === 'brisk') return true;
    const offer = this.lesson?.steps[this.at]?.state.offers[0];
    if (!offer) return false;
    const id = 'id' in message ? (message.id ?? null) : null;
    const isAsked = message.type === 'act' && 'action' in message && JSON.stringify(message.action) === JSON.stringify(offer.action);
    // Answers come a moment later, as they do from a table.
    setTimeout(() => {
      if (this.isOver) return;
      if (isAsked && id !== null) this.listener.heard({ type: 'done', id, number: this.at });
      if (!isAsked) this.listener.heard({ type: 'refused', id, code: 'illegal', message: NOT_YET });
      else if (this.at + 1 < (this.lesson?.steps.length ?? 0)) this.show(this.at + 1);
      else this.ended();
    });
    return true;
  }

  now(): void {
    clearTimeout(this.timer);
    if (!this.lesson) void this.load();
  }

  restart(): void {
    if (this.lesson) this.show(0);
  }

  close(): void {
    this.isOver = true;
    clearTimeout(this.timer);
  }
}
