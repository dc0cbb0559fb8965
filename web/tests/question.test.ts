import { describe, expect, it } from 'vitest';
import type { Question, SeatInfo, Table } from '../src/generated/messages';
import { asks, isAsked, isAsker } from '../src/table/question';

const seat = (name: string, yours: boolean): SeatInfo => ({ name, bot: null, person: true, here: true, yours, left: false });
const table = (...seats: SeatInfo[]): Table => ({ seats }) as unknown as Table;
const question = (by: number, waiting: number[], more: Partial<Question> = {}): Question => ({ id: 7, by, wish: 'undo', waiting, ...more });

describe('a question', () => {
  it('is withdrawn by whoever asked it, from whichever of their seats', () => {
    const shared = table(seat('Anna', true), seat('Grandma', true), seat('Ben', false));
    for (const by of [0, 1]) expect(isAsker(question(by, [2]), shared)).toBe(true);
    expect(isAsker(question(2, [0, 1]), shared)).toBe(false);
  });

  it('is answered by whoever is asked, from whichever of their seats', () => {
    const shared = table(seat('Anna', true), seat('Grandma', true), seat('Ben', false));
    expect(isAsked(question(2, [1]), shared)).toBe(true);
    expect(isAsked(question(0, [2]), shared)).toBe(false);
  });

  it('may come from somebody who has no seat yet', () => {
    const shared = table(seat('Anna', true), seat('Birch', false));
    const knock = question(1, [0], { wish: 'sit', guest: 'Cleo' });
    expect(asks(knock, shared)).toBe('Cleo asks to go on in place of Birch');
    expect([isAsker(knock, shared), isAsked(knock, shared)]).toEqual([false, true]);
  });
});
