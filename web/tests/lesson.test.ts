import { describe, expect, it } from 'vitest';
import type { Lesson, LessonStep } from '../src/generated/messages';
import { progress, tableOf } from '../src/table/lesson.svelte';

const step = (waits: boolean): LessonStep => ({ look: [], waits, state: {} as LessonStep['state'] });

describe('a first game', () => {
  it('counts what the learner does and reads, not what others do', () => {
    const steps = [step(true), step(false), step(false), step(true), step(true)];
    expect(progress(steps, 0)).toEqual({ number: 1, of: 3 });
    expect(progress(steps, 2)).toEqual({ number: 1, of: 3 });
    expect(progress(steps, 4)).toEqual({ number: 3, of: 3 });
  });

  it('seats the learner as the one person at a table of bots', () => {
    const lesson: Lesson = { names: ['Alder', 'Birch', 'Cedar'], learner: 1, steps: [] };
    const table = tableOf(lesson, { id: 'nim', title: 'Nim' });
    expect(table.settings.game).toBe('nim');
    expect(table.seats.map((seat) => [seat.yours, seat.bot])).toEqual([[false, 'easy'], [true, null], [false, 'easy']]);
  });
});
