import { describe, expect, test } from 'vitest';
import { deed, exact, keep, narrow, nextKeys, numbers, reachable, touch, ways } from '../src/table/offers';

const offer = (label: string, ...path: string[]) => ({ label, path });
const offers = [
  offer('Plant red 3', 'card:3', 'cell:new'),
  offer('Row of red 3', 'card:3', 'zone:row'),
  offer('Plant white 5 in red', 'card:5', 'cell:new', 'colour:red'),
  offer('Plant white 5 in blue', 'card:5', 'cell:new', 'colour:blue'),
  offer('Pass', 'button:pass'),
];

describe('narrowing', () => {
  test('each touch keeps the offers whose next key it is', () => {
    expect(narrow(offers, []).length).toBe(5);
    expect(narrow(offers, ['card:5']).map((one) => one.label)).toEqual(['Plant white 5 in red', 'Plant white 5 in blue']);
    expect([...nextKeys(offers, ['card:3']).keys()]).toEqual(['cell:new', 'zone:row']);
    expect(nextKeys(offers, []).get('card:5')?.length).toBe(2);
    expect(exact(offers, ['button:pass'])?.label).toBe('Pass');
    expect(exact(offers, ['card:3'])).toBeUndefined();
  });

  test('a path that still leads somewhere is kept when the offers change', () => {
    expect(keep(offers, ['card:5', 'cell:new'])).toEqual(['card:5', 'cell:new']);
    expect(keep(offers, ['card:3', 'cell:old'])).toEqual(['card:3']);
    expect(keep(offers, ['card:9'])).toEqual([]);
    expect(keep(offers, ['button:pass'])).toEqual([]);
  });
});

test('an offer is said as its action, anything else as what was touched', () => {
  const chosen = offers.map((one, n) => ({ ...one, action: { plant: n } }));
  expect(deed(chosen, ['card:3', 'zone:row'])).toEqual({ action: { plant: 1 } });
  expect(deed(chosen, ['button:pass'])).toEqual({ action: { plant: 4 } });
  for (const path of [['card:3'], ['card:3', 'cell:b4'], ['aim:1,2'], []]) expect(deed(chosen, path)).toEqual({ path });
});

describe('touching', () => {
  for (const [path, keys, kind, result] of [
    [[], ['card:3'], 'choose', ['card:3']],
    [['card:3'], ['zone:row'], 'act', ['card:3', 'zone:row']],
    [['card:3'], ['card:8', 'zone:row'], 'act', ['card:3', 'zone:row']], // a card lying in the row stands for it
    [['card:3'], ['card:3'], 'back', []],
    [['card:3'], ['card:5'], 'choose', ['card:5']], // another card begins anew
    [['card:3'], ['button:pass'], 'act', ['button:pass']],
    [['card:3'], ['cell:b4', 'zone:board'], 'refuse', ['card:3', 'cell:b4']],
    [[], ['cell:b4'], 'refuse', ['cell:b4']],
    [['card:5', 'cell:new'], ['colour:red'], 'act', ['card:5', 'cell:new', 'colour:red']],
  ] as const) {
    test(`${path.join(' ') || 'nothing'}, then ${keys[0]}: ${kind}`, () => {
      expect(touch(offers, path, keys)).toEqual({ kind, path: result });
    });
  }

  test('a path that is an offer and the beginning of another waits for a word', () => {
    const both = [offer('Move', 'cell:a'), offer('Move far', 'cell:a', 'cell:b')];
    expect(touch(both, [], ['cell:a']).kind).toBe('choose');
    expect(exact(both, ['cell:a'])?.label).toBe('Move');
  });
});

test('a number is not asked for where only one would do, but a first touch only chooses', () => {
  const moves = [offer('Move 1', 'cell:a', 'cell:b', 'number:1'), offer('Move 1', 'cell:a', 'cell:c', 'number:1'), offer('Move 2', 'cell:a', 'cell:c', 'number:2')];
  expect(touch(moves, ['cell:a'], ['cell:b'])).toEqual({ kind: 'act', path: ['cell:a', 'cell:b', 'number:1'] });
  expect(touch(moves, ['cell:a'], ['cell:c']).kind).toBe('choose');
  expect(touch([offer('Take 1', 'zone:heap', 'number:1')], [], ['zone:heap']).kind).toBe('choose');
  expect(touch([offer('Push', 'card:1', 'cell:a', 'cell:b')], ['card:1'], ['cell:a']).kind).toBe('choose');
});

test('a stepper knows where it may stop', () => {
  expect(numbers(new Map([['number:10', 1], ['number:2', 1], ['button:x', 1], ['number:-1', 1]]))).toEqual([-1, 2, 10]);
});

describe('the few ways on', () => {
  const seen = (key: string) => key.startsWith('colour:');
  test('each says what it would do, or how that begins', () => {
    expect(ways(nextKeys(offers, ['card:3']), seen)).toEqual([
      { key: 'cell:new', label: 'Plant red 3' },
      { key: 'zone:row', label: 'Row of red 3' },
    ]);
    expect(ways(nextKeys(offers, ['card:5']), seen)).toEqual([{ key: 'cell:new', label: 'Plant white 5 in …' }]);
  });
  test('what is seen anyway needs no second button, and many need none', () => {
    expect(ways(nextKeys(offers, ['card:5', 'cell:new']), seen)).toEqual([]);
    const many = new Map(['a', 'b', 'c', 'd', 'e'].map((key) => [`cell:${key}`, [offer(`To ${key}`, `cell:${key}`)]]));
    expect(ways(many, seen)).toEqual([]);
  });
});

describe('in any order that is clear', () => {
  const plays = [3, 5].flatMap((card) => ['move', 'reinforce'].map((what) => offer(`Play ${card} to ${what}`, `card:${card}`, `button:${what}`)));
  const moves = [offer('b2 to b3', 'cell:b2', 'cell:b3'), offer('b3 to b2', 'cell:b3', 'cell:b2'), offer('b2 to a2', 'cell:b2', 'cell:a2'), offer('b3 to a2', 'cell:b3', 'cell:a2')];
  const all = [...plays, ...moves];

  test('what to do may be said before with what', () => {
    expect(touch(all, [], ['button:reinforce'])).toEqual({ kind: 'choose', path: ['button:reinforce'] });
    expect([...nextKeys(all, ['button:reinforce']).keys()]).toEqual(['card:3', 'card:5']);
    expect(touch(all, ['button:reinforce'], ['card:5'])).toEqual({ kind: 'act', path: ['card:5', 'button:reinforce'] });
    expect(deed(plays.map((one, n) => ({ ...one, action: n })), ['button:reinforce', 'card:5'])).toEqual({ action: 3 });
    expect(touch(all, ['button:reinforce'], ['button:move'])).toEqual({ kind: 'choose', path: ['button:move'] });
    expect(keep(all, ['button:reinforce'])).toEqual(['button:reinforce']);
  });

  test('a place may be touched before what goes there', () => {
    expect(touch(all, [], ['cell:a2'])).toEqual({ kind: 'choose', path: ['cell:a2'] });
    expect([...nextKeys(all, ['cell:a2']).keys()]).toEqual(['cell:b2', 'cell:b3']);
    expect(touch(all, ['cell:a2'], ['cell:b3'])).toEqual({ kind: 'act', path: ['cell:b3', 'cell:a2'] });
  });

  test('where only the order tells which moves, it counts', () => {
    expect(touch(all, ['cell:b2'], ['cell:b3'])).toEqual({ kind: 'act', path: ['cell:b2', 'cell:b3'] });
    expect(touch(all, ['cell:b3'], ['cell:b2'])).toEqual({ kind: 'act', path: ['cell:b3', 'cell:b2'] });
    expect([...reachable(moves, []).keys()].sort()).toEqual(['cell:a2', 'cell:b2', 'cell:b3']);
    expect([...nextKeys(moves, []).keys()].sort()).toEqual(['cell:b2', 'cell:b3']);
  });

  test('what is next is shown; what could be touched as well is only taken', () => {
    expect([...nextKeys(plays, []).keys()]).toEqual(['card:3', 'card:5']);
    expect([...reachable(plays, []).keys()].sort()).toEqual(['button:move', 'button:reinforce', 'card:3', 'card:5']);
    expect([...reachable(plays, ['card:3']).keys()]).toEqual(['button:move', 'button:reinforce']);
  });

  test('a step in the middle may be last', () => {
    const pushes = [offer('Push', 'card:1', 'cell:a', 'cell:b'), offer('Pull', 'card:2', 'cell:a', 'cell:c')];
    expect(touch(pushes, ['card:1', 'cell:b'], ['cell:a'])).toEqual({ kind: 'act', path: ['card:1', 'cell:a', 'cell:b'] });
    expect(touch(pushes, ['cell:c'], ['cell:b']).kind).toBe('choose');
  });
});

describe('chosen together', () => {
  const set = (label: string, ...path: string[]) => ({ ...offer(label, ...path), together: true });
  const sets = [set('Lay 1 and 6', 'card:1', 'card:6', 'button:lay'), set('Lay 1, 2 and 4', 'card:1', 'card:2', 'card:4', 'button:lay')];
  const passes = [set('Pass', 'button:pass'), set('Discard 1', 'card:1', 'button:pass'), set('Discard 2', 'card:2', 'button:pass'), set('Discard 1 and 2', 'card:1', 'card:2', 'button:pass')];

  test('the order does not matter, and the last key says that it is done', () => {
    expect([...nextKeys(sets, []).keys()]).toEqual(['card:1', 'card:6', 'card:2', 'card:4']);
    expect([...nextKeys(sets, ['card:4']).keys()]).toEqual(['card:1', 'card:2']);
    expect(touch(sets, ['card:4', 'card:1'], ['card:2'])).toEqual({ kind: 'choose', path: ['card:4', 'card:1', 'card:2'] });
    expect([...reachable(sets, ['card:4', 'card:1', 'card:2']).keys()]).toEqual(['button:lay']);
    expect(touch(sets, ['card:4', 'card:1', 'card:2'], ['button:lay'])).toEqual({ kind: 'act', path: ['card:1', 'card:2', 'card:4', 'button:lay'] });
    expect(touch(sets, ['card:4'], ['button:lay']).kind).toBe('refuse');
    expect(deed(sets.map((one, n) => ({ ...one, action: n })), ['card:6', 'card:1', 'button:lay'])).toEqual({ action: 0 });
  });

  test('each can be let go, and what does not go with it begins anew', () => {
    expect(touch(sets, ['card:4', 'card:1'], ['card:4'])).toEqual({ kind: 'back', path: ['card:1'] });
    expect(touch(sets, ['card:4', 'card:1'], ['card:6'])).toEqual({ kind: 'choose', path: ['card:6'] });
    expect(keep(sets, ['card:4', 'card:2'])).toEqual(['card:4', 'card:2']);
  });

  test('what is alike stands for each other, and is said as it was touched', () => {
    const alike = [['card:1', 'card:9'], ['card:4', 'card:5', 'card:7']];
    const sets = [{ ...set('Lay 1 and 4', 'card:1', 'card:4', 'button:lay'), alike }, { ...set('Lay 4, 4 and 8', 'card:4', 'card:5', 'card:8', 'button:lay'), alike }];
    expect([...nextKeys(sets, []).keys()]).toEqual(['card:1', 'card:9', 'card:4', 'card:5', 'card:7', 'card:8']);
    expect([...nextKeys(sets, ['card:7']).keys()]).toEqual(['card:1', 'card:9', 'card:4', 'card:5', 'card:8']);
    expect([...nextKeys(sets, ['card:7', 'card:5']).keys()]).toEqual(['card:8']);
    expect([...nextKeys(sets, ['card:7', 'card:9']).keys()]).toEqual(['button:lay']);
    expect(touch(sets, ['card:7', 'card:9'], ['button:lay'])).toEqual({ kind: 'act', path: ['card:9', 'card:7', 'button:lay'] });
    const chosen = sets.map((one, n) => ({ ...one, action: n }));
    expect(deed(chosen, ['card:7', 'card:9', 'button:lay'])).toEqual({ path: ['card:7', 'card:9', 'button:lay'] });
    expect(deed(chosen, ['card:4', 'card:1', 'button:lay'])).toEqual({ action: 0 });
    expect(exact(sets, ['card:7', 'card:7', 'card:8'])).toBeUndefined();
  });

  test('none of them is a choice as well', () => {
    expect(touch(passes, [], ['button:pass'])).toEqual({ kind: 'act', path: ['button:pass'] });
    expect(touch(passes, ['card:2', 'card:1'], ['button:pass'])).toEqual({ kind: 'act', path: ['card:1', 'card:2', 'button:pass'] });
    expect([...nextKeys(passes, ['card:2']).keys()]).toEqual(['button:pass', 'card:1']);
    expect(ways(nextKeys(passes, ['card:2']), () => false)).toEqual([]);
  });
});

describe('what need not be touched', () => {
  const implied = (card: string, from: string) => ({ implied: [card, from], alike: [['card:1', 'card:2']] });
  const moves = [
    { ...offer('Drop: b1 to b2', 'card:1', 'cube:b1', 'cell:b2'), ...implied('card:1', 'cube:b1') },
    { ...offer('Wheel: b1 to a1', 'card:5', 'cube:b1', 'cell:a1'), ...implied('card:5', 'cube:b1') },
    { ...offer('Drop: c2 to b2', 'card:1', 'cube:c2', 'cell:b2'), ...implied('card:1', 'cube:c2') },
  ];

  test('a piece and its place are enough where only one card can be meant', () => {
    expect([...reachable(moves, []).keys()].sort()).toEqual(['card:1', 'card:2', 'card:5', 'cell:a1', 'cell:b2', 'cube:b1', 'cube:c2']);
    expect(touch(moves, [], ['cube:b1'])).toEqual({ kind: 'choose', path: ['cube:b1'] });
    expect(touch(moves, ['cube:b1'], ['cell:b2'])).toEqual({ kind: 'act', path: ['card:1', 'cube:b1', 'cell:b2'] });
    expect(touch(moves, ['card:1'], ['cell:b2'])).toEqual({ kind: 'choose', path: ['card:1', 'cell:b2'] });
    expect(touch(moves, ['card:5'], ['cell:a1'])).toEqual({ kind: 'act', path: ['card:5', 'cube:b1', 'cell:a1'] });
    expect(touch(moves, ['card:5'], ['cube:b1']).kind).toBe('choose');
  });

  test('a card that is alike will do, in any order', () => {
    expect(touch(moves, ['card:2', 'cube:b1'], ['cell:b2'])).toEqual({ kind: 'act', path: ['card:2', 'cube:b1', 'cell:b2'] });
    expect(touch(moves, ['cube:c2'], ['card:2']).kind).toBe('choose');
    expect(deed(moves.map((one, n) => ({ ...one, action: n })), ['card:2', 'cube:c2', 'cell:b2'])).toEqual({ path: ['card:2', 'cube:c2', 'cell:b2'] });
  });
});
