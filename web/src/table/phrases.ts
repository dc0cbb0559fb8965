// A sentence that is being put together from a game's lists of phrases: a tree of gaps, each empty or filled.

import type { Figure, Phrase } from '../generated/messages';

export type Lists = Readonly<Record<string, readonly Phrase[]>>;
/** A gap, the list that fills it, and what it is filled with. */
export type Gap = { list: string; said: Said | null };
/** One phrase, or several that were ticked, in the order of their list; and the gaps of the last one. */
export type Said = { phrases: readonly Phrase[]; gaps: readonly Gap[] };
/** Which gap of which gap: the way to one from the first. */
export type Way = readonly number[];

export type Part = { kind: 'text'; text: string } | { kind: 'gap'; at: Way; /** Nothing, if it is empty. */ text: string; figures: Figure[] };

function filled(phrases: readonly Phrase[]): Said | null {
  const last = phrases[phrases.length - 1];
  return last ? { phrases, gaps: (last.gaps ?? []).map((list) => ({ list, said: null })) } : null;
}

/** The same said in a gap of another list, as far as that list has the same words. */
function refit(lists: Lists, old: Said | null, list: string): Said | null {
  const texts = new Set(old?.phrases.map(({ text }) => text));
  const phrases = (lists[list] ?? []).filter(({ text }) => texts.has(text));
  return old && phrases.length === texts.size ? keep(lists, filled(phrases), old) : null;
}

/** What was said in the gaps before, where it still has a place. */
function keep(lists: Lists, said: Said | null, old: Said | null): Said | null {
  return said && { ...said, gaps: said.gaps.map((gap, n) => ({ ...gap, said: refit(lists, old?.gaps[n]?.said ?? null, gap.list) })) };
}

/** An empty sentence: the first phrase of its first list, with nothing said yet. */
export function begin(lists: Lists, start: string): Gap {
  return { list: start, said: filled((lists[start] ?? []).slice(0, 1)) };
}

export function gapAt(gap: Gap, way: Way): Gap | null {
  const [first, ...rest] = way;
  if (first === undefined) return gap;
  const inner = gap.said?.gaps[first];
  return inner ? gapAt(inner, rest) : null;
}

function change(gap: Gap, [first, ...rest]: Way, to: (gap: Gap) => Gap): Gap {
  if (first === undefined) return to(gap);
  return gap.said ? { ...gap, said: { ...gap.said, gaps: gap.said.gaps.map((one, n) => (n === first ? change(one, rest, to) : one)) } } : gap;
}

/** The sentence with this phrase in a gap; a phrase of which there may be several is ticked, or no longer. */
export function choose(lists: Lists, sentence: Gap, way: Way, phrase: Phrase): Gap {
  return change(sentence, way, (gap) => {
    const before = gap.said?.phrases ?? [];
    if (phrase.more === undefined) return { ...gap, said: keep(lists, filled([phrase]), gap.said) };
    const ticked = before.filter((one) => one.more !== undefined && one.key !== phrase.key);
    const wanted = new Set([...ticked, ...(before.some(({ key }) => key === phrase.key) ? [] : [phrase])].map(({ key }) => key));
    return { ...gap, said: filled((lists[gap.list] ?? []).filter(({ key }) => wanted.has(key))) };
  });
}

/** The first gap that is empty; none if the sentence is whole. */
export function firstEmpty(gap: Gap, way: Way = []): Way | null {
  if (!gap.said) return way;
  for (const [n, one] of gap.said.gaps.entries()) {
    const found = firstEmpty(one, [...way, n]);
    if (found) return found;
  }
  return null;
}

/** The keys to touch, in order; each ticked phrase but the last says that another follows. */
export function keysOf({ said }: Gap): string[] {
  if (!said) return [];
  const keys = said.phrases.map((phrase, n) => (n < said.phrases.length - 1 ? (phrase.more ?? phrase.key) : phrase.key));
  return [...keys, ...said.gaps.flatMap(keysOf)];
}

/** The sentence that these keys say. */
export function read(lists: Lists, start: string, keys: readonly string[]): Gap {
  let used = 0;
  const fill = (list: string): Gap => {
    const phrases: Phrase[] = [];
    for (;;) {
      const key = keys[used];
      const ticked = (lists[list] ?? []).find(({ more }) => more !== undefined && more === key);
      const phrase = ticked ?? (lists[list] ?? []).find((one) => one.key === key);
      if (!phrase) return { list, said: null };
      used += 1;
      phrases.push(phrase);
      if (!ticked) return { list, said: { phrases, gaps: (phrase.gaps ?? []).map(fill) } };
    }
  };
  return fill(start);
}

/** The words of a phrase on a button: its gaps are dots, but for those at its end. */
export function wordsOf(phrase: Phrase): string {
  return phrase.text.replace(/( _)+$/, '').replaceAll('_', '…').trim();
}

/** The sentence in order: the words of its first phrase, and what fills its gaps, each to be touched. */
export function partsOf(sentence: Gap): Part[] {
  const parts: Part[] = [];
  const say = (text: string): void => {
    const last = parts[parts.length - 1];
    if (text.trim() === '') return;
    if (last?.kind === 'text') last.text += text;
    else parts.push({ kind: 'text', text: text.trim() });
  };
  const fill = (gap: Gap, at: Way): void => {
    const [phrase, ...others] = gap.said?.phrases ?? [];
    const said = gap.said;
    if (!phrase || !said) {
      parts.push({ kind: 'gap', at, text: '', figures: [] });
      return;
    }
    let isNamed = at.length === 0;
    const texts = (others[others.length - 1] ?? phrase).text.split('_');
    texts.forEach((text, n) => {
      const inner = said.gaps[n - 1];
      if (inner) fill(inner, [...at, n - 1]);
      if (text.trim() === '' || isNamed) {
        say(text);
        return;
      }
      isNamed = true;
      const names = others.length > 0 ? said.phrases.map((one) => one.text) : [text.trim()];
      const words = names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names[names.length - 1] ?? ''}` : (names[0] ?? '');
      parts.push({ kind: 'gap', at, text: words, figures: said.phrases.flatMap(({ figure }) => figure ?? []) });
    });
  };
  fill(sentence, []);
  return parts;
}

/** The sentence as words; an empty gap is dots. */
export function textOf(sentence: Gap): string {
  return partsOf(sentence).map((part) => part.text || '…').join(' ').replaceAll(' ,', ',');
}

/** The phrases of a list that can be touched, by their groups: those that only say that another follows are left out. */
export function groupsOf(lists: Lists, list: string): { name: string; phrases: Phrase[] }[] {
  const all = lists[list] ?? [];
  const following = new Set(all.flatMap(({ more }) => more ?? []));
  const groups: { name: string; phrases: Phrase[] }[] = [];
  for (const phrase of all) {
    if (following.has(phrase.key)) continue;
    const name = phrase.group ?? '';
    const group = groups.find((one) => one.name === name);
    if (group) group.phrases.push(phrase);
    else groups.push({ name, phrases: [phrase] });
  }
  return groups;
}

/** What all ready-made sentences are called, without the words that they have in common: "Guess: ". */
export function shortened(labels: readonly string[]): string[] {
  const first = /^[^:]*: /.exec(labels[0] ?? '')?.[0] ?? '';
  return first !== '' && labels.every((label) => label.startsWith(first)) ? labels.map((label) => label.slice(first.length)) : [...labels];
}
