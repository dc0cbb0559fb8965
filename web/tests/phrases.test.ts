import { describe, expect, test } from 'vitest';
import type { Phrase } from '../src/generated/messages';
import { begin, choose, firstEmpty, gapAt, groupsOf, keysOf, partsOf, read, shortened, textOf, type Gap, type Lists } from '../src/table/phrases';

const phrase = (list: string, text: string, gaps: string[] = [], rest: Partial<Phrase> = {}): Phrase => ({ key: `phrase:${list}.${text}`, text, gaps, ...rest });
const member = (list: string, text: string): Phrase[] => [
  phrase(list, text, [], { more: `phrase:${list}.${text} or _`, figure: { cube: 'red' } }),
  phrase(list, `${text} or _`, [list]),
];
const lists: Lists = {
  rule: [phrase('rule', 'a card is correct if _', ['part']), phrase('rule', 'a card is correct if _ and _', ['clause', 'clause'])],
  part: [phrase('part', 'its colour _', ['is'], { group: 'This' }), phrase('part', 'the row _ _', ['change', 'pair'], { group: 'Row' })],
  clause: [phrase('clause', 'its colour _', ['is']), phrase('clause', '_ or _, or both', ['part', 'part'])],
  is: [phrase('is', 'is _', ['colours']), phrase('is', 'is not _', ['colours'])],
  colours: [phrase('colours', 'any'), ...member('colours', 'red'), ...member('colours', 'blue'), ...member('colours', 'green')],
  change: [phrase('change', 'rises')],
  pair: [phrase('pair', 'from card to card')],
};
const find = (list: string, text: string): Phrase => lists[list]?.find((one) => one.text === text) ?? expect.fail(text);
/** Fills the first empty gap, or the one that was filled last, with each of these. */
function say(...texts: string[]): Gap {
  let at: readonly number[] = [];
  return texts.reduce((sentence, text) => {
    at = firstEmpty(sentence) ?? at;
    return choose(lists, sentence, at, find(gapAt(sentence, at)?.list ?? '', text));
  }, begin(lists, 'rule'));
}

describe('a sentence of phrases', () => {
  test('gaps are filled from the left, depth first', () => {
    for (const [texts, expected] of [
      [[], 'a card is correct if …'],
      [['its colour _'], 'a card is correct if its colour …'],
      [['its colour _', 'is _'], 'a card is correct if its colour is …'],
      [['its colour _', 'is _', 'red'], 'a card is correct if its colour is red'],
      [['the row _ _', 'rises', 'from card to card'], 'a card is correct if the row rises from card to card'],
    ] as const) expect(textOf(say(...texts))).toBe(expected);
    expect(firstEmpty(say('its colour _', 'is _', 'red'))).toBeNull();
  });

  test('several are ticked, told in the order of the list, and ticked off again', () => {
    const two = say('its colour _', 'is _', 'green', 'red');
    expect(textOf(two)).toBe('a card is correct if its colour is red or green');
    expect(keysOf(two).slice(-2)).toEqual(['phrase:colours.red or _', 'phrase:colours.green']);
    expect(textOf(say('its colour _', 'is _', 'green', 'red', 'green'))).toBe('a card is correct if its colour is red');
    expect(textOf(say('its colour _', 'is _', 'green', 'any'))).toBe('a card is correct if its colour is any');
    expect(firstEmpty(say('its colour _', 'is _', 'red', 'red'))).toEqual([0, 0, 0]);
  });

  test('what was said is kept where a richer sentence has the same words', () => {
    const richer = choose(lists, say('its colour _', 'is _', 'red', 'blue'), [], find('rule', 'a card is correct if _ and _'));
    expect(textOf(richer)).toBe('a card is correct if its colour is red or blue and …');
    expect(firstEmpty(richer)).toEqual([1]);
    const negated = choose(lists, say('its colour _', 'is _', 'red'), [0, 0], find('is', 'is not _'));
    expect(textOf(negated)).toBe('a card is correct if its colour is not red');
  });

  test('the keys of an offer are read back', () => {
    for (const sentence of [say('its colour _', 'is _', 'red', 'green'), say('the row _ _', 'rises', 'from card to card')]) {
      expect(read(lists, 'rule', keysOf(sentence))).toEqual(sentence);
    }
  });

  test('each filling can be touched, and shows its figures', () => {
    const parts = partsOf(say('its colour _', 'is _', 'red', 'blue'));
    expect(parts.map((part) => part.text)).toEqual(['a card is correct if', 'its colour', 'is', 'red or blue']);
    expect(parts[3]).toMatchObject({ at: [0, 0, 0], figures: [{ cube: 'red' }, { cube: 'red' }] });
  });

  test('phrases are shown by their groups, and "red or …" is no choice of its own', () => {
    expect(groupsOf(lists, 'part').map(({ name }) => name)).toEqual(['This', 'Row']);
    expect(groupsOf(lists, 'colours')).toMatchObject([{ name: '', phrases: [{ text: 'any' }, { text: 'red' }, { text: 'blue' }, { text: 'green' }] }]);
  });

  test('ready-made sentences leave out what they all begin with', () => {
    expect(shortened(['Guess: it is red', 'Guess: it is low'])).toEqual(['it is red', 'it is low']);
    expect(shortened(['Guess: it is red', 'No guess'])).toEqual(['Guess: it is red', 'No guess']);
  });
});
