// A sentence that is being put together: each phrase may have gaps, filled from the left.

import type { Phrase } from '../generated/messages';

export type Part = { kind: 'text'; text: string } | { kind: 'gap'; now: boolean };
export type Sentence = { parts: Part[]; /** The list that fills the next gap; none if the sentence is whole. */ next: string | null };

/** The sentence that these phrases make, in the order in which they were chosen. */
export function build(start: string, chosen: readonly Phrase[]): Sentence {
  let used = 0;
  let next: string | null = null;
  const parts: Part[] = [];
  const say = (text: string): void => {
    const last = parts[parts.length - 1];
    if (last?.kind === 'text') last.text += text;
    else if (text !== '') parts.push({ kind: 'text', text });
  };
  const fill = (list: string): void => {
    const phrase = next === null ? chosen[used] : undefined;
    if (!phrase) {
      parts.push({ kind: 'gap', now: next === null });
      next ??= list;
      return;
    }
    used += 1;
    phrase.text.split('_').forEach((text, n) => {
      if (n > 0) fill(phrase.gaps?.[n - 1] ?? start);
      say(text);
    });
  };
  fill(start);
  return { parts, next };
}
