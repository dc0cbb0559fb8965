import { describe, expect, it } from 'vitest';
import cardSource from '../../crates/kit/src/card.rs?raw';
import runeSource from '../../crates/kit/src/rune.rs?raw';
import { CARD_COUNT, cardFace, RUNE_COUNT, runeFace } from '../src/pieces/box';
import { COLOURS, colourOf, heightOf, kindOf, LETTERS, nameOf, SYMBOLS, widthWithin, type Figure } from '../src/pieces/figure';
import { placesOnTile } from '../src/pieces/places';
import { glyphPath } from '../src/pieces/runes';
import { symbolPath } from '../src/pieces/symbols';
import { layoutToken, wrap } from '../src/pieces/token';

function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

describe('the box', () => {
  it('has exactly the cards of the kit', () => {
    const faces = [...cardSource.matchAll(/^ {4}face\((?:Colour::)?(\w+), (\w+), (\d), (?:Background::)?(\w+)\),/gm)];
    expect(faces).toHaveLength(CARD_COUNT);
    faces.forEach(([, colour, symbol, value, background], number) => {
      expect(cardFace(number), `card ${number}`).toEqual({
        kind: 'card',
        colour: colour?.toLowerCase(),
        symbol: symbol?.toLowerCase(),
        value: Number(value),
        background: background?.toLowerCase(),
      });
    });
  });

  it('has exactly the rune cards of the kit', () => {
    const kinds = [...runeSource.matchAll(/^ {4}\((\d+), (\w+), (\w+), (-?\d+)\),/gm)];
    const faces = kinds.flatMap(([, count, rune, colour, corner]) =>
      range(Number(count)).map(() => ({ rune: rune?.toLowerCase(), colour: colour?.toLowerCase(), corner: Number(corner) })),
    );
    expect(faces).toHaveLength(RUNE_COUNT);
    expect(range(RUNE_COUNT).map(runeFace)).toEqual(faces);
  });

  it('gives every colour and every symbol the same nine values', () => {
    const cards = range(CARD_COUNT).map((number) => cardFace(number)).filter((face) => face?.kind === 'card');
    const values = (wanted: (card: (typeof cards)[number]) => boolean): string =>
      cards.filter(wanted).map((card) => card.value).sort().join('');
    for (const colour of COLOURS) expect(values((card) => card.colour === colour), colour).toBe('111223456');
    for (const symbol of SYMBOLS) expect(values((card) => card.symbol === symbol), symbol).toBe('111223456');
  });

  it('ends with the two stars', () => {
    expect([54, 55, 56, -1].map(cardFace)).toEqual([{ kind: 'star', star: 'green' }, { kind: 'star', star: 'yellow' }, undefined, undefined]);
    expect([76, -1].map(runeFace)).toEqual([undefined, undefined]);
  });
});

describe('figures', () => {
  const rows: [Figure, string, string, number][] = [
    [{ card: 0 }, 'card', 'red Circles 1', 160],
    [{ card: 53 }, 'card', 'black Arrow 6', 160],
    [{ card: 55 }, 'card', 'yellow star', 160],
    [{ card: 200 }, 'card', 'card', 160],
    ['card_back', 'card_back', 'face-down card', 160],
    ['rune_back', 'rune_back', 'face-down card', 160],
    [{ tile: 'wheel' }, 'tile', 'Wheel tile', 110],
    ['tile_back', 'tile_back', 'face-down tile', 110],
    [{ cube: 'red' }, 'cube', 'red cube', 121],
    [{ meeple: 'grey' }, 'meeple', 'grey meeple', 135],
    [{ die: { value: 3, dark: false } }, 'die', 'die showing 3', 119.2],
    ['bag', 'bag', 'bag', 126.8],
    [{ rune: { card: 5, role: 'Salmon' } }, 'rune', 'Salmon', 160],
    [{ token: 'safe' }, 'token', 'safe', 52.8],
  ];

  it.each(rows)('%j is a %s called "%s"', (figure, kind, name, height) => {
    expect(kindOf(figure)).toBe(kind);
    expect(nameOf(figure)).toBe(name);
    expect(heightOf(figure, 110)).toBeCloseTo(height, 1);
  });

  it('fit into a box by width or by height', () => {
    expect(widthWithin({ card: 0 }, 110, 80)).toBe(55);
    expect(widthWithin({ card: 0 }, 55, 400)).toBe(55);
    expect(widthWithin({ cube: 'red' }, 44)).toBe(40);
  });

  it('stand for a colour if they have one', () => {
    expect(colourOf({ card: 9 })).toBe('yellow');
    expect(colourOf({ meeple: 'grey' })).toBe('grey');
    for (const figure of [{ card: 54 }, 'bag', { tile: 'drop' }, { token: 'red' }] satisfies Figure[]) {
      expect(colourOf(figure)).toBeUndefined();
    }
  });

  it('have a letter for each colour, all different', () => {
    expect(new Set(Object.values(LETTERS)).size).toBe(7);
  });
});

describe('drawings', () => {
  it('differ for each symbol and rune and contain only numbers', () => {
    const paths = [
      ...SYMBOLS.flatMap((symbol) => [symbolPath(symbol).d]),
      ...new Set(range(RUNE_COUNT).map((number) => glyphPath(runeFace(number)!.rune))),
    ];
    expect(new Set(paths).size).toBe(6 + 14);
    for (const path of paths) expect(path).toMatch(/^M[-\d.\sA-Za-z]+$/);
    for (const path of paths) expect(path).not.toMatch(/NaN|undefined/);
  });

  it('drop the finest details of two symbols where there is little room', () => {
    const simpler = SYMBOLS.filter((symbol) => symbolPath(symbol, true).d.length < symbolPath(symbol).d.length);
    expect(simpler).toEqual(['hammers', 'circles']);
  });
});

describe('places on a tile', () => {
  it('put a single piece in the middle of a back and in the lower right of a face', () => {
    expect(placesOnTile(1, false)).toMatchObject([{ x: 50 }]);
    const [place] = placesOnTile(1, true);
    expect(place!.x).toBeGreaterThan(60);
    expect(place!.y).toBeGreaterThan(60);
  });

  it.each([false, true])('keep inside the tile, off each other and off the symbol (face: %s)', (face) => {
    for (const count of range(31)) {
      const places = placesOnTile(count, face);
      expect(places).toHaveLength(count);
      places.forEach(({ x, y, size }, index) => {
        const half = (size / 44) * 20; // a cube is 40 wide and 44 high
        expect(x - half).toBeGreaterThanOrEqual(0);
        expect(x + half).toBeLessThanOrEqual(100);
        expect(y - size / 2).toBeGreaterThanOrEqual(0);
        expect(y + size / 2).toBeLessThanOrEqual(100);
        if (face) expect(x - half > 46 || y - size / 2 > 46, `piece ${index} of ${count} beside the symbol`).toBe(true);
        for (const other of places.slice(index + 1)) {
          const apart = Math.abs(other.x - x) >= 2 * half || Math.abs(other.y - y) >= size;
          expect(apart, `pieces of ${count} apart`).toBe(true);
        }
      });
    }
  });
});

describe('tokens', () => {
  it.each([
    ['safe', 1],
    ['thumb down', 2],
    ['A long guess about the shape of a lighthouse', 4],
    ['', 0],
  ])('set "%s" on %d lines', (text, lines) => {
    const layout = layoutToken(text);
    expect(layout.lines).toHaveLength(lines);
    expect(layout.lines.join(' ')).toBe(text);
    expect(layout.height).toBeGreaterThanOrEqual(44);
  });

  it('break a word only when it is longer than a line', () => {
    expect(wrap('an extraordinarily long word', 8)).toEqual(['an', 'extraor-', 'dinarily', 'long', 'word']);
  });

  it('cut what is far too long, and stay within bounds', () => {
    const layout = layoutToken('many words '.repeat(40));
    expect(layout.lines).toHaveLength(6);
    expect(layout.lines[5]).toMatch(/…$/);
    expect(layout.height).toBeLessThan(110);
  });
});
