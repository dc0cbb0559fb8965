import { expect, test } from 'vitest';
import { commandOf, KEYS, nearestOf } from '../src/table/keyboard';

const press = (key: string, change = {}) => ({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...change });

test('keys jump, with modifiers they belong to the browser', () => {
  expect(commandOf(press('p'), true)).toEqual({ do: 'go', to: 'prompt' });
  expect(commandOf(press('P'), true)).toEqual({ do: 'go', to: 'prompt' });
  expect(commandOf(press('p', { ctrlKey: true }), true)).toBeNull();
  expect(commandOf(press('F6'), true)).toEqual({ do: 'turn', by: 1 });
  expect(commandOf(press('F6', { shiftKey: true }), true)).toEqual({ do: 'turn', by: -1 });
  expect(commandOf(press('x'), true)).toBeNull();
});

test('single letters can be turned off, the rest stays', () => {
  expect(commandOf(press('p'), false)).toBeNull();
  expect(commandOf(press('F6'), false)).toEqual({ do: 'turn', by: 1 });
  expect(commandOf(press('?', { shiftKey: true }), false)).toEqual({ do: 'open', sheet: 'keys' });
});

test('every single letter that the help names does something', () => {
  for (const { keys } of KEYS.filter((one) => one.isSingle)) expect(commandOf(press(keys.toLowerCase()), true), keys).not.toBeNull();
});

test('what takes over the focus is the nearest', () => {
  expect(nearestOf([{ x: 90, y: 0 }, { x: 0, y: 40 }, { x: -60, y: 0 }], { x: 0, y: 0 })).toBe(1);
  expect(nearestOf([], { x: 0, y: 0 })).toBeNull();
});
