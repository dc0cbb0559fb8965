import { expect, test } from 'vitest';
import type { Chat, Control } from '../src/generated/messages';
import { kept, limitInWords, limits } from '../src/lib/limits';
import { isOther } from '../src/lib/update.svelte';
import { suggestedName } from '../src/lobby/names';
import { audible, newest, quickPhrases, unreadLines } from '../src/table/chat';
import { hasWayOn } from '../src/table/state';

const line = (from: string, at: number): Chat => ({ from, seat: null, text: 'Hello.', at });

test('unread is what others said since, not what the table told', () => {
  const chat = [line('Ben', 1), line('', 2), line('Anna', 3), line('Ben', 4), line('Cleo', 5)];
  expect([0, 1, 4, 5].map((read) => unreadLines(chat, read, 'Anna'))).toEqual([3, 2, 1, 0]);
  expect([newest(chat), newest([])]).toEqual([5, 0]);
});

test('whoever is muted is not heard, whatever they are called; everybody else is', () => {
  const chat: Chat[] = [{ ...line('Ben', 1), speaker: 0 }, line('', 2), { ...line('Anna', 3), speaker: 1 }, { ...line('Benno', 4), speaker: 0 }];
  expect(audible(chat, [0]).map((one) => one.from)).toEqual(['', 'Anna']);
  expect(audible(chat, [])).toEqual(chat);
});

test('there is something to say at every moment, and nothing twice', () => {
  for (const stage of ['waiting', 'running', 'over'] as const) {
    for (const isSeated of [true, false]) {
      const phrases = quickPhrases(stage, isSeated);
      expect(phrases.length, stage).toBeGreaterThan(3);
      expect(new Set(phrases).size).toBe(phrases.length);
    }
  }
});

test('another pace keeps the time to think where it makes sense', () => {
  for (const [pace, before, after] of [
    ['mail', null, null], ['mail', 60, 86_400], ['live', 86_400, 180], ['live', 90, 90], ['mail', 7200, 7200],
  ] as const) {
    expect(kept(pace, before), `${pace} after ${before}`).toBe(after);
  }
  expect([30, 60, 600, 7200, 86_400, 259_200, 604_800, null].map(limitInWords)).toEqual(['30 seconds', '1 minute', '10 minutes', '2 hours', '1 day', '3 days', '1 week', 'no limit']);
  expect(limits('live', 90).map(({ seconds }) => seconds)).toContain(90);
  expect(limits('live', 86_400)).toEqual(limits('live'));
});

test('a newer client is one whose script has another name', () => {
  const page = (name: string) => `<html><script src="/start.js"></script><script type="module" crossorigin src="/assets/${name}.js"></script></html>`;
  expect(isOther(page('index-b'), '/assets/index-a.js')).toBe(true);
  expect(isOther(page('index-a'), '/assets/index-a.js')).toBe(false);
  expect(isOther('<html>The proxy says no.</html>', '/assets/index-a.js')).toBe(false);
  expect(isOther(page('index-a'), null)).toBe(false);
});

test('a name is suggested whatever chance says', () => {
  expect([0, 0.5, 0.999999].every((chance) => suggestedName(chance).length > 2)).toBe(true);
  expect(suggestedName(0)).not.toBe(suggestedName(0.9));
});

test('a main button that is an action by itself is a way on', () => {
  const button = (key: string, tone: 'plain' | 'main' | 'bold'): Control => ({ button: { key: `button:${key}`, label: key, tone } });
  const offers = [{ label: 'Pass', path: ['button:pass'] }, { label: 'Bluff', path: ['button:touch', 'card:1'] }];
  expect(hasWayOn([button('touch', 'plain'), button('pass', 'main')], offers)).toBe(true);
  expect(hasWayOn([button('touch', 'main')], offers)).toBe(false);
  expect(hasWayOn([button('pass', 'plain')], offers)).toBe(false);
  expect(hasWayOn([], offers)).toBe(false);
});
