// Drawings of games: the pieces they place are those of the box.
import { expect, test } from 'vitest';
import { figureOf, placed } from '../src/themes/art';

test('a drawing places pieces by their names', () => {
  for (const [id, figure] of [
    ['card-12', { card: 12 }], ['card-55', { card: 55 }], ['card-back', 'card_back'], ['tile-wheel', { tile: 'wheel' }], ['tile-face', 'tile_face'], ['tile-back', 'tile_back'],
    ['cube-red', { cube: 'red' }], ['meeple-grey', { meeple: 'grey' }], ['die-5', { die: { value: 5, dark: false } }], ['die-6-dark', { die: { value: 6, dark: true } }],
    ['bag', 'bag'], ['rune-75', { rune: { card: 75, role: '' } }], ['rune-back', 'rune_back'],
    ['emblem-nugget', { emblem: 'nugget' }], ['emblem-thumb-up', { emblem: 'thumb_up' }], ['emblem-cat', null],
    ['card-56', null], ['card', null], ['cube-grey', null], ['die-7', null], ['bag-1', null], ['main', null], ['', null],
  ] as const) expect(figureOf(id), id).toEqual(figure);
  expect(placed('<svg><use href="#cube-red" x="1"/><use href="#bag"/><use href="#cube-red"/><text>#card-1</text></svg>')).toEqual(['cube-red', 'bag']);
});

test('every game has a cover, and the page has every piece on it', () => {
  const covers = Object.entries(import.meta.glob<string>('../../games/*/art/cover.svg', { query: '?raw', import: 'default', eager: true }));
  expect(covers.length).toBe(Object.keys(import.meta.glob('../../games/*/guide.md')).length);
  for (const [file, svg] of covers) {
    expect(svg.startsWith('<svg '), file).toBe(true);
    expect(placed(svg).length, file).toBe(new Set(svg.match(/href="[^"]*"/g)).size);
    for (const id of placed(svg)) expect(figureOf(id), `${file}: ${id}`).not.toBeNull();
  }
});
