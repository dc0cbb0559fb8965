import { render } from 'svelte/server';
import { describe, expect, it } from 'vitest';
import Avatar from '../src/pieces/Avatar.svelte';
import { CARD_COUNT, RUNE_COUNT } from '../src/pieces/box';
import Defs from '../src/pieces/Defs.svelte';
import FigureView from '../src/pieces/Figure.svelte';
import { EMBLEM_NAMES } from '../src/pieces/emblems';
import { COLOURS, MEEPLE_COLOURS, nameOf, SYMBOLS, type Figure, type Ground } from '../src/pieces/figure';
import GroundView from '../src/pieces/Ground.svelte';
import Sign from '../src/pieces/Sign.svelte';

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

const EVERYTHING: Figure[] = [
  ...range(CARD_COUNT + 2).map((card) => ({ card })),
  ...range(RUNE_COUNT).map((card) => ({ rune: { card, role: `Role ${card}` } })),
  ...SYMBOLS.map((tile) => ({ tile })),
  ...COLOURS.map((cube) => ({ cube })),
  ...MEEPLE_COLOURS.map((meeple) => ({ meeple })),
  ...range(6).flatMap((pip) => [true, false].map((dark) => ({ die: { value: pip + 1, dark } }))),
  'card_back', 'tile_face', 'tile_back', 'rune_back', 'bag',
  ...EMBLEM_NAMES.map((emblem) => ({ emblem })),
  { token: 'thumb down' },
];

const GROUNDS: Ground[] = [
  'bare',
  'tile_face',
  ...SYMBOLS.map((tile) => ({ tile })),
  ...[true, false].flatMap((shaded) => [{ tile_back: { shaded } }, { point: { shaded } }]),
];

function draw(figure: Figure, props: { width: number; letters?: boolean; label?: string; decorative?: boolean }): string {
  return render(FigureView, { props: { figure, ...props } }).body;
}

describe('every figure', () => {
  it('is drawn at every size with sound numbers, known paints and no style attribute', () => {
    const defined = new Set([...render(Defs).body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const figure of EVERYTHING) {
      for (const width of [20, 46, 92]) {
        for (const letters of [false, true]) {
          const svg = draw(figure, { width, letters });
          const name = `${nameOf(figure)} at ${width}`;
          expect(svg, name).toMatch(/<(path|rect|circle)/);
          expect(svg, name).not.toMatch(/NaN|undefined|Infinity|style=| id=/);
          for (const [, id] of svg.matchAll(/url\(#([^)]+)\)/g)) expect(defined, name).toContain(id);
        }
      }
    }
  });

  it('looks different from every other, but for equal rune cards', () => {
    for (const width of [40, 92]) {
      const drawings = EVERYTHING.map((figure) => draw(typeof figure === 'object' && 'rune' in figure ? { rune: { ...figure.rune, role: '' } } : figure, { width, decorative: true }));
      expect(new Set(drawings).size).toBe(EVERYTHING.length - RUNE_COUNT + 16);
    }
  });

  it('is an image with a name, unless it only decorates', () => {
    for (const figure of EVERYTHING) {
      expect(draw(figure, { width: 60 })).toContain(`role="img" aria-label="${nameOf(figure)}"`);
      expect(draw(figure, { width: 60, label: 'mine & yours' })).toContain('aria-label="mine &amp; yours"');
      const silent = draw(figure, { width: 60, decorative: true });
      expect(silent).toContain('aria-hidden="true"');
      expect(silent).not.toMatch(/role=|aria-label/);
    }
  });

  it('shows letters instead of marks when asked', () => {
    expect(draw({ cube: 'black' }, { width: 40, letters: true })).toMatch(/<text[^>]*>K<\/text>/);
    expect(draw({ cube: 'black' }, { width: 40 })).not.toContain('<text');
  });

  it('becomes a simpler card under 60 pixels', () => {
    const elements = (width: number): number => [...draw({ card: 8 }, { width }).matchAll(/<(?!\/|!)\w/g)].length;
    expect(elements(59)).toBeLessThan(elements(60));
    expect(elements(60)).toBeLessThanOrEqual(14);
  });

  it('never becomes markup by its words', () => {
    expect(draw({ token: '<b>&' }, { width: 96 })).not.toContain('<b>');
    expect(draw({ rune: { card: 3, role: '<i>' } }, { width: 96 })).not.toContain('<i>');
  });
});

describe('grounds', () => {
  it('are drawn free and occupied, with sound numbers, and silent', () => {
    for (const ground of GROUNDS) {
      for (const grow of ['heap', 'up', 'down'] as const) {
        const [free, taken] = [false, true].map((occupied) => render(GroundView, { props: { ground, width: 46, height: 200, grow, occupied } }).body);
        for (const svg of [free, taken]) expect(svg).not.toMatch(/NaN|undefined|Infinity|style=|role=/);
        if (typeof ground === 'string' || !('point' in ground)) expect(free).not.toBe(taken);
      }
    }
  });
});

describe('signs', () => {
  it('are all different on cells and on pieces, in a cream case where they lie on wood, and never take a touch', () => {
    const kinds = ['touchable', 'selected', 'consequence', 'refused', 'last', 'danger', 'good'] as const;
    for (const on of ['cell', 'piece'] as const) {
      const drawings = kinds.map((sign) => render(Sign, { props: { sign, on, width: 84, height: 120 } }).body);
      expect(new Set(drawings).size).toBe(kinds.length);
      for (const svg of drawings) {
        expect(svg).not.toMatch(/NaN|undefined|Infinity|style=/);
        expect(svg).toContain('piece-sign');
        if (on === 'cell') expect(svg).toContain('var(--piece-cream)');
      }
    }
  });
});

describe('people', () => {
  it.each([
    ['maren', { cube: 'red' } as Figure, 'M'],
    [' Åse', undefined, 'Å'],
    ['', 'bag' as Figure, '?'],
  ])('%j wears %j and the letter %s', (name, badge, initial) => {
    const svg = render(Avatar, { props: { name, badge } }).body;
    expect(svg).toMatch(new RegExp(`<text[^>]*>\\${initial}</text>`));
    expect(svg).not.toMatch(/NaN|undefined|style=/);
  });
});
