import { expect, test } from 'vitest';
import { build } from '../src/table/phrases';

const phrase = (text: string, ...gaps: string[]) => ({ key: `phrase:${text}`, text, gaps });
const text = (chosen: ReturnType<typeof phrase>[]) =>
  build('rule', chosen).parts.map((part) => (part.kind === 'text' ? part.text : part.now ? '[]' : '_')).join('');

test('gaps are filled from the left, depth first', () => {
  const both = phrase('_ and _', 'rule', 'rule');
  const is = phrase('the card is _', 'colour');
  const red = phrase('red');
  for (const [chosen, expected, next] of [
    [[], '[]', 'rule'],
    [[both], '[] and _', 'rule'],
    [[both, is], 'the card is [] and _', 'colour'],
    [[both, is, red], 'the card is red and []', 'rule'],
    [[both, is, red, is, red], 'the card is red and the card is red', null],
  ] as const) {
    expect(text([...chosen])).toBe(expected);
    expect(build('rule', chosen).next).toBe(next);
  }
});
