// What the others at a table are asked, and who asks whom. A person may have several seats, and looks from one.
import type { Question, Table } from '../generated/messages';
import { limitInWords } from '../lib/limits';
import { nameOf } from './state';

/** Whether the reader asks, from whichever of their seats. */
export function isAsker(question: Question, table: Table | null): boolean {
  return question.wish !== 'sit' && (table?.seats[question.by]?.yours ?? false);
}

/** Whether the reader has still to answer, at any of their seats. */
export function isAsked(question: Question, table: Table | null): boolean {
  return question.waiting.some((seat) => table?.seats[seat]?.yours);
}

/** What is asked for, as the end of a sentence. */
export function wishInWords(question: Question, table: Table | null): string {
  const { wish } = question;
  if (wish === 'undo') return 'to take the last move back';
  if (wish === 'rematch') return 'to play again';
  if (wish === 'sit') return `to go on in place of ${nameOf(table, question.by)}`;
  if ('substitute' in wish) return `to let a bot play for ${nameOf(table, wish.substitute.seat)}, who is away`;
  const { pace, limit_s: limit } = wish.pace;
  const how = pace === 'mail' ? 'to go on by mail, without clocks' : 'to play live';
  return limit === undefined ? how : `${how}${pace === 'mail' ? ' and' : ''} with ${limitInWords(limit)} to think`;
}

/** Who asks for what. */
export function asks(question: Question, table: Table | null): string {
  return `${question.guest ?? nameOf(table, question.by)} asks ${wishInWords(question, table)}`;
}
