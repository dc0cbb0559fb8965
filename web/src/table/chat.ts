// What can be said with one touch, and what nobody here has read yet.

import type { Chat, Stage } from '../generated/messages';

/** Before, during and after a game people say different things; those who look on do not ask for moments. */
export function quickPhrases(stage: Stage, isSeated: boolean): readonly string[] {
  if (stage === 'waiting') return isSeated ? ['Hello.', 'Shall we begin?', 'I am ready.', 'One moment, please.', 'Somebody is still coming.'] : ['Hello.', 'May I join?', 'I look on.', 'Have fun.'];
  if (stage === 'over') return ['Thank you for the game.', 'Well played.', 'That was close.', isSeated ? 'Once more?' : 'Nice to watch.', 'I have to go. Goodbye.'];
  return isSeated
    ? ['Hello.', 'Good luck.', 'Well played.', 'Oh no.', 'One moment, please.', 'Take your time.', 'Your turn, I think.', 'I have to go soon.']
    : ['Hello.', 'Well played.', 'Exciting.', 'Goodbye.'];
}

/** How many lines of others came after the last one that was read. */
export function unreadLines(chat: readonly Chat[], readAt: number, me: string | null): number {
  return chat.filter((line) => line.from !== '' && line.from !== me && line.at > readAt).length;
}

/** When the newest line was said. */
export function newest(chat: readonly Chat[]): number {
  return chat.reduce((at, line) => Math.max(at, line.at), 0);
}

const KEY = 'boxwood.read';
const TABLES = 40;

function remembered(): [string, number][] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((one): one is [string, number] => Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'number') : [];
  } catch {
    return [];
  }
}

/** Up to when the chat of a table was read on this device. */
export function readUntil(table: string): number {
  return remembered().find(([id]) => id === table)?.[1] ?? 0;
}

/** Keeps up to when it was read, for the last few tables. */
export function keepRead(table: string, at: number): void {
  const others = remembered().filter(([id]) => id !== table);
  try {
    localStorage.setItem(KEY, JSON.stringify([[table, at], ...others].slice(0, TABLES)));
  } catch {
    // A private window may refuse; the marks come back then.
  }
}

/** What is left of a chat for somebody who does not want to hear these speakers; the table itself is always heard. */
export function audible(chat: readonly Chat[], muted: readonly number[]): Chat[] {
  return chat.filter((line) => line.speaker === undefined || !muted.includes(line.speaker));
}
