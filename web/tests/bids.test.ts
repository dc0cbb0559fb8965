import { expect, test } from 'vitest';
import { bidsOf, numbersOf, settle, type Bid } from '../src/table/bids';

const offer = (thing: string, number: number) => ({ label: `Bid ${number} ${thing}`, path: [`tile:${thing}`, `number:${number}`], action: null });
// After 3 bricks: 3 wheels, or 4 and 5 of anything.
const offers = [offer('wheel', 3), ...[4, 5].flatMap((n) => ['drop', 'bricks', 'wheel'].map((thing) => offer(thing, n))), { label: 'Liar!', path: ['button:liar'], action: null }];
const bids = bidsOf(offers, ['tile:drop', 'tile:bricks', 'tile:wheel']);

test('the numbers are those of which something is offered', () => {
  expect(numbersOf(bids)).toEqual([3, 4, 5]);
  expect([...(bids.get('tile:drop')?.keys() ?? [])]).toEqual([4, 5]);
});

test('number and thing always make a bid that is offered, and what was just chosen stays', () => {
  for (const [wanted, changed, expected] of [
    [{}, 'number', { thing: 'tile:wheel', number: 3 }],
    [{ thing: 'tile:drop', number: 3 }, 'thing', { thing: 'tile:drop', number: 4 }],
    [{ thing: 'tile:drop', number: 3 }, 'number', { thing: 'tile:wheel', number: 3 }],
    [{ thing: 'tile:drop', number: 5 }, 'number', { thing: 'tile:drop', number: 5 }],
    [{ thing: 'tile:drop', number: 9 }, 'number', { thing: 'tile:drop', number: 5 }],
  ] as [Partial<Bid>, keyof Bid, Bid][]) expect(settle(bids, wanted, changed)).toEqual(expected);
  expect(settle(new Map(), {}, 'number')).toBeNull();
});
