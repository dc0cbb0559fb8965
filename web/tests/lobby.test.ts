import { describe, expect, test } from 'vitest';
import type { GameCard, MyTable } from '../src/generated/messages';
import { ANY, books, fits, inWords, kinds, relax, surprise, wishes, without } from '../src/lobby/filter';
import { addressIn } from '../src/lobby/join';
import { ago, company, shelve, status } from '../src/lobby/tables';
import { chosen, defaults, field, quickTable, quickWords } from '../src/lobby/options';
import { parse, spans } from '../src/lib/markdown';
import { cite, isAnchor } from '../src/lib/rules';
import { count, list, place, range, time } from '../src/lib/words';

const game = (change: Partial<GameCard> = {}): GameCard => ({
  id: 'lantern-row', title: 'Lantern Row', pitch: 'Hang lanterns.', book: 'green-box', designers: [], origin: '', seats: [2, 4], best: 3, quick: [],
  minutes: [10, 20], complexity: 2, tags: ['cards', 'race'], theme: 'night', rules: 1, replays_since: 1, options: [], stage: false, ...change,
});

describe('the gallery', () => {
  test('a wish that a game does not fulfil leaves it out', () => {
    for (const [wish, expected] of [
      [{}, true], [{ players: 3 }, true], [{ players: 5 }, false], [{ minutes: 10 }, true], [{ minutes: 9 }, false],
      [{ complexity: 1 }, false], [{ kind: 'race' }, true], [{ kind: 'dice' }, false], [{ words: 'lant HANG' }, true], [{ words: 'dice' }, false],
    ] as const) {
      expect(fits(game(), { ...ANY, ...wish }), JSON.stringify(wish)).toBe(expected);
    }
    expect(fits(game({ seats: [3, 10] }), { ...ANY, players: 6 })).toBe(true);
  });

  test('it says which wish to give up', () => {
    const games = [game(), game({ id: 'b', tags: ['dice'] })];
    expect(relax(games, { ...ANY, players: 9, kind: 'race' })).toEqual({ wish: 'players', games: 1 });
  });

  test('kinds are what tiles say and what several games share, with how many there are; books come in their order', () => {
    const games = [game(), game({ id: 'b', tags: ['dice', 'race'], book: 'the-deck' }), game({ id: 'c', tags: ['dice', 'loud'], book: 'green-box' })];
    expect(kinds(games)).toEqual([{ of: 'cards', games: 1 }, { of: 'dice', games: 2 }, { of: 'race', games: 2 }]);
    expect(books(games)).toEqual([{ of: 'green-box', games: 2 }, { of: 'the-deck', games: 1 }]);
    expect(games.filter((one) => fits(one, { ...ANY, book: 'the-deck' })).map(({ id }) => id)).toEqual(['b']);
    expect(inWords({ ...ANY, book: 'the-deck' }, 'book')).toBe('The Deck');
  });

  test('a surprise is a game that is new to somebody while there is one, and never the same twice in a row', () => {
    const games = [game({ id: 'a' }), game({ id: 'b' }), game({ id: 'c' })];
    const drawn = (known: string[], before: string | null) => new Set([0, 0.4, 0.9].map((chance) => surprise(games, (id) => known.includes(id), before, chance)?.id));
    expect(drawn([], null)).toEqual(new Set(['a', 'b', 'c']));
    expect(drawn(['a'], 'b')).toEqual(new Set(['c']));
    expect(drawn(['a', 'b', 'c'], 'b')).toEqual(new Set(['a', 'c']));
    expect(surprise(games.slice(0, 1), () => true, 'a', 0.5)?.id).toBe('a');
    expect(surprise([], () => false, null, 0.5)).toBeUndefined();
  });
});

describe('setting up', () => {
  test('a form follows from the options', () => {
    expect(field({ or_off: { number: { min: 1, max: 9 } } })).toEqual({ field: { kind: 'number', min: 1, max: 9 }, mayBeOff: true });
    expect(field({ one_of: [{ value: 'a', label: 'A' }] }).field.kind).toBe('choice');
    const specs = [{ key: 'wild', label: 'Wild', values: { words: { longest: 3 } }, default: 'x' }];
    expect(defaults(specs)).toEqual({ wild: 'x' });
    expect(chosen(specs, { wild: 'x' })).toEqual({});
    expect(chosen(specs, { wild: 'y' })).toEqual({ wild: 'y' });
  });

  test('a quick game has the seats at which it is best, and bots that differ', () => {
    expect(quickTable(game({ best: 3 })).seats).toEqual(['me', { bot: 'medium' }, { bot: 'easy' }]);
    expect(quickTable(game({ best: 1 })).seats).toEqual(['me']);
    expect(quickTable(game({ quick: [['length', 'short']] })).options).toEqual({ length: 'short' });
    const words = [{ best: 1, tags: [] }, { best: 3, tags: [] }, { best: 3, tags: ['co-operative'] }].map(quickWords);
    expect(words).toEqual(['Play now', 'Play against bots', 'Play with bots']);
  });
});

describe('guides', () => {
  test('blocks', () => {
    const kinds = parse('# T\n\nOne\ntwo.\n\n1. a\n   more\n2. b\n   - c\n\n| x | y |\n|--|--|\n| 1 | 2 |\n\n> q\n\n```\n<b>\n```').map((block) => block.kind);
    expect(kinds).toEqual(['heading', 'paragraph', 'list', 'list', 'table', 'quote', 'code']);
    expect(parse('1. a\n   more')[0]).toMatchObject({ ordered: true, items: [{ spans: [{ text: 'a more' }] }] });
    expect(parse('5. a')[0]).toMatchObject({ start: 5 });
  });

  test('a position stands on a line of its own, with its words', () => {
    expect(parse('1. a\n\n![Red catches blue.](scene:catch)\n\n2. b')).toMatchObject([{ kind: 'list' }, { kind: 'scene', name: 'catch', words: 'Red catches blue.' }, { kind: 'list', start: 2 }]);
    expect(parse('See\n![this](scene:one)').map((block) => block.kind)).toEqual(['paragraph', 'scene']);
    expect(parse('![x](https://example.org/x.png)')[0]?.kind).toBe('paragraph');
  });

  test('rules and rulings have names of their own', () => {
    const anchors = (text: string) => parse(text).flatMap((block) => (block.kind === 'list' ? block.items : [])).map((item) => item.anchor);
    const rulings = '## Rulings\n\n- **R2** (rule 1): x\n- **Rare** y\n- z';
    expect(anchors(`## In short\n\n1. a\n\n## Rules\n\n1. b\n2. c\n\nWords.\n\n3. d\n\n${rulings}`)).toEqual([null, 'rule-1', 'rule-2', 'rule-3', 'ruling-R2', null, null]);
    // Without a heading that says so, the first item of a number counts.
    expect(anchors('## How it goes\n\n1. a\n2. b\n\n## The end\n\n1. c\n')).toEqual(['rule-1', 'rule-2', null]);
  });

  test('a sentence names rules', () => {
    for (const [sentence, anchors] of [
      ['No square (rule 8).', ['rule-8']],
      ['Not there (ruling R2).', ['ruling-R2']],
      ['Not there (rule 15, with R14).', ['rule-15', 'ruling-R14']],
      ['Not there (rules 3, 11 and 12).', ['rule-3', 'rule-11', 'rule-12']],
      ['Rule 3 is not in brackets, (nor is 4).', []],
    ] as const) {
      expect(cite(sentence).flatMap((part) => part.anchor ?? [])).toEqual(anchors);
      expect(cite(sentence).map((part) => part.text).join('')).toBe(sentence);
    }
    expect(cite('No square (rule 8).')).toEqual([{ text: 'No square (' }, { text: 'rule 8', anchor: 'rule-8' }, { text: ').' }]);
    expect(['rule-8', 'ruling-R2', 'table', 'rule-x', 'rule-8 '].map(isAnchor)).toEqual([true, true, false, false, false]);
  });

  test('spans, and no link that could do harm', () => {
    expect(spans('a **b** *c* `d`').map((span) => span.kind)).toEqual(['text', 'strong', 'text', 'em', 'text', 'code']);
    expect(spans('[x](javascript:alert(1))').some((span) => span.kind === 'link')).toBe(false);
    expect(spans('[x](//evil.example)').some((span) => span.kind === 'link')).toBe(false);
    expect(spans('[x](https://a.example)')).toEqual([{ kind: 'link', text: 'x', href: 'https://a.example' }]);
    expect(spans('<img onerror=x>')).toEqual([{ kind: 'text', text: '<img onerror=x>' }]);
  });
});

test('words', () => {
  expect([count(1, 'cube'), count(2, 'cube'), range([2, 2]), range([2, 5])]).toEqual(['1 cube', '2 cubes', '2', '2–5']);
  expect([list([]), list(['A']), list(['A', 'B', 'C'])]).toEqual(['', 'A', 'A, B and C']);
  expect([1, 2, 3, 4, 11, 12, 21].map(place)).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '21st']);
  expect([time(0), time(61_000), time(7_200_000), time(172_800_000)]).toEqual(['0:00', '1:01', '2 hours', '2 days']);
});

describe('wishes and tables', () => {
  test('a wish is told in words, and can be given up alone', () => {
    const filter = { ...ANY, players: 6, minutes: 30, words: ' dice ' };
    expect(wishes(filter).map((wish) => inWords(filter, wish))).toEqual(['6 or more players', 'to 30 min', '“dice”']);
    expect(inWords({ ...ANY, players: 1 }, 'players')).toBe('1 player');
    expect(wishes(without(filter, 'minutes'))).toEqual(['players', 'words']);
    expect(wishes(ANY)).toEqual([]);
  });

  test('a link, a part of it and a code lead to a table; other words do not', () => {
    const code = 'a1B2c3D4e5F6g7H8i9J0k1';
    for (const [text, expected] of [
      [code, `/t/${code}`], [` https://games.example/t/${code}?as=1 `, `/t/${code}`], [`/t/${code}/`, `/t/${code}`],
      [`http://10.0.0.7:7531/link/${code}`, `/link/${code}`], ['backgammon', null], ['https://games.example/', null], ['', null],
    ] as const) {
      expect(addressIn(text), text).toBe(expected);
    }
  });

  const table = (change: Partial<MyTable> = {}): MyTable => ({
    id: 'a', game: 'lantern-row', title: 'Lantern Row', stage: 'running', pace: 'live', seats: ['Anna', 'Ben'], updated_at: 0, your_turn: false, ...change,
  });

  test('tables that wait for the reader come first, finished ones apart, and others’ without one’s own', () => {
    const mine = [table({ id: 'waits', stage: 'waiting' }), table({ id: 'other' }), table({ id: 'over', stage: 'over' }), table({ id: 'me', your_turn: true })];
    const shelves = shelve({ mine, open: [table({ id: 'me' }), table({ id: 'full' }), table({ id: 'room', seats: ['Cleo', null] })] });
    expect(shelves.running.map(({ id }) => id)).toEqual(['me', 'other', 'waits']);
    expect([shelves.finished.map(({ id }) => id), shelves.open.map(({ id }) => id), shelves.waiting]).toEqual([['over'], ['room', 'full'], 1]);
  });

  test('a table says who sits there and what it waits for', () => {
    expect(company(table(), 'Anna', true)).toBe('You and Ben');
    expect(company(table(), 'Anna', false)).toBe('Anna and Ben');
    expect(company(table({ seats: ['Anna'] }), 'Anna', true)).toBe('alone');
    expect(company(table({ seats: ['Anna', 'B', 'C', 'D'] }), 'Anna', true)).toBe('4 at the table');
    for (const [change, expected] of [
      [{ your_turn: true }, 'Your turn'], [{ deciding: ['Ben'] }, 'Ben is thinking'], [{ deciding: ['Ben', 'Cleo'] }, '2 are thinking'],
      [{ stage: 'waiting', seats: ['Anna', null] }, '1 seat free'], [{ stage: 'waiting' }, 'ready to begin'], [{ stage: 'over' }, 'finished'], [{ trouble: 'x' }, 'cannot go on'],
    ] as const) {
      const one = table(change as Partial<MyTable>);
      expect(status(one, one)).toBe(expected);
    }
    expect(status(table(), null)).toBe('look on');
    expect([0.5, 5, 130, 60 * 30, 60 * 80].map((minutes) => ago(0, minutes * 60_000))).toEqual(['just now', '5 min ago', '2 h ago', 'yesterday', '3 days ago']);
  });
});
