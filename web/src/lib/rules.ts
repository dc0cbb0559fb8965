// Rules and rulings have numbers: where a sentence names one, and where the guide says it.

/** A part of a sentence; with the place in the guide if it names a rule. */
export type Part = { text: string; anchor?: string };

/** "(rule 8)", "(ruling R2)", "(rules 3 and 4)", "(rule 15, with R14)". */
const CITED = /\((?:rule|ruling)s? [^)]*\)/g;
const NUMBER = /(?:\b(?:rule|ruling) )?\b(R?\d+)/g;

/** The name of the place where a guide says rule "8" or ruling "R2". */
export function anchorOf(number: string): string {
  return number.startsWith('R') ? `ruling-${number}` : `rule-${number}`;
}

/** Whether it is the name of such a place. */
export function isAnchor(name: string): boolean {
  return /^(rule-\d+|ruling-R\d+)$/.test(name);
}

/** A sentence in parts: the rules that it names in brackets, and the words between them. */
export function cite(sentence: string): Part[] {
  const parts: Part[] = [];
  let end = 0;
  for (const bracket of sentence.matchAll(CITED)) {
    for (const { 0: text, 1: number = '', index } of bracket[0].matchAll(NUMBER)) {
      const at = bracket.index + index;
      if (at > end) parts.push({ text: sentence.slice(end, at) });
      parts.push({ text, anchor: anchorOf(number) });
      end = at + text.length;
    }
  }
  if (end < sentence.length) parts.push({ text: sentence.slice(end) });
  return parts;
}
