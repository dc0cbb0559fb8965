// What a piece is, as the scene says it, and the facts every drawing of it needs: its size and its name.
import { cardFace, SYMBOL_NAMES } from './box';
import { EMBLEMS, type Emblem } from './emblems';
import { NOTE_WIDTH, noteHeight, tokenHeight } from './token';

export type PieceSymbol = 'drop' | 'hammers' | 'circles' | 'bricks' | 'wheel' | 'arrow';
export type Colour = 'red' | 'yellow' | 'green' | 'blue' | 'white' | 'black';
export type MeepleColour = Colour | 'grey';
export type Quarter = 'up' | 'right' | 'down' | 'left';
export type Grow = 'heap' | 'up' | 'down';

// The same union as the scene's own type, so either may be given to the components.
export type Figure =
  | { card: number }
  | 'card_back'
  | { tile: PieceSymbol }
  | 'tile_face'
  | 'tile_back'
  | { cube: Colour }
  | { bloom: Colour }
  | { meeple: MeepleColour }
  | { die: { value: number; dark: boolean } }
  | 'bag'
  | { rune: { card: number; role: string } }
  | 'rune_back'
  | { emblem: Emblem }
  | { token: string }
  | { note: string };

export type Ground =
  | 'bare'
  | { tile: PieceSymbol }
  | 'tile_face'
  | { tile_back: { shaded: boolean } }
  | { point: { shaded: boolean } }
  | 'stand'
  | 'hollow';

export type FigureKind =
  | 'card' | 'card_back' | 'tile' | 'tile_face' | 'tile_back' | 'cube' | 'bloom' | 'meeple' | 'die' | 'bag' | 'rune' | 'rune_back' | 'emblem' | 'token' | 'note';

export const COLOURS: readonly Colour[] = ['red', 'yellow', 'green', 'blue', 'white', 'black'];
export const MEEPLE_COLOURS: readonly MeepleColour[] = [...COLOURS, 'grey'];
export const SYMBOLS: readonly PieceSymbol[] = ['drop', 'hammers', 'circles', 'bricks', 'wheel', 'arrow'];

/** One capital letter for each colour; black is K, as in print, and grey N, for neutral. */
export const LETTERS: Readonly<Record<MeepleColour, string>> = {
  red: 'R', yellow: 'Y', green: 'G', blue: 'B', white: 'W', black: 'K', grey: 'N',
};

export const DEGREES: Readonly<Record<Quarter, number>> = { up: 0, right: 90, down: 180, left: 270 };

/** Cards narrower than this many pixels are drawn in the small design. */
export const SMALL_CARD = 60;

/** How high the front of a stand is, of its width. */
export const STAND = 0.32;

/** A flower is as wide as its petals, and its stem makes it higher. */
export const BLOOM: [number, number] = [44, 74];

/** Tokens narrower than this show only their first letter. */
export const SMALL_TOKEN = 44;

export function kindOf(figure: Figure): FigureKind {
  return typeof figure === 'string' ? figure : (Object.keys(figure)[0] as FigureKind);
}

/** Width and height of the drawing, in hundredths of a tile. A narrow token has another shape than a wide one. */
export function sizeOf(figure: Figure, width = Infinity): [number, number] {
  switch (kindOf(figure)) {
    case 'card':
    case 'card_back':
    case 'rune':
    case 'rune_back':
      return [110, 160];
    case 'tile':
    case 'tile_face':
    case 'tile_back':
      return [100, 100];
    case 'cube':
      return [40, 44];
    case 'bloom':
      return BLOOM;
    case 'meeple':
      return [44, 54];
    case 'die':
      return [48, 52];
    case 'bag':
      return [72, 83];
    case 'emblem':
      return EMBLEMS[(figure as { emblem: Emblem }).emblem].size;
    case 'token':
      return width < SMALL_TOKEN ? [40, 40] : [100, tokenHeight((figure as { token: string }).token)];
    case 'note':
      return width < SMALL_TOKEN ? [50, 56] : [NOTE_WIDTH, noteHeight((figure as { note: string }).note)];
  }
}

/** The height in pixels of a figure drawn this wide. */
export function heightOf(figure: Figure, width: number): number {
  const [unitsWide, unitsHigh] = sizeOf(figure, width);
  return (width * unitsHigh) / unitsWide;
}

/** The width at which a figure just fits into a box of this size. */
export function widthWithin(figure: Figure, boxWidth: number, boxHeight = boxWidth): number {
  const [unitsWide, unitsHigh] = sizeOf(figure, boxWidth);
  return Math.min(boxWidth, (boxHeight * unitsWide) / unitsHigh);
}

/** What it is called, in the words of the table server: `red Circles 1`, `face-down card`, `blue cube`. */
export function nameOf(figure: Figure): string {
  if (typeof figure === 'string') {
    return { card_back: 'face-down card', rune_back: 'face-down card', tile_face: 'face-up tile', tile_back: 'face-down tile', bag: 'bag' }[figure];
  }
  if ('card' in figure) {
    const face = cardFace(figure.card);
    if (!face) return 'card';
    return face.kind === 'star' ? `${face.star} star` : `${face.colour} ${SYMBOL_NAMES[face.symbol]} ${face.value}`;
  }
  if ('tile' in figure) return `${SYMBOL_NAMES[figure.tile]} tile`;
  if ('cube' in figure) return `${figure.cube} cube`;
  if ('bloom' in figure) return `${figure.bloom} flower`;
  if ('meeple' in figure) return `${figure.meeple} meeple`;
  if ('die' in figure) return `die showing ${figure.die.value}`;
  if ('rune' in figure) return figure.rune.role;
  if ('emblem' in figure) return EMBLEMS[figure.emblem].name;
  return 'note' in figure ? figure.note : figure.token;
}

/** The colour a figure stands for, if it stands for one: that of a cube, a meeple or a card's border. */
export function colourOf(figure: Figure): MeepleColour | undefined {
  if (typeof figure === 'string') return undefined;
  if ('cube' in figure) return figure.cube;
  if ('bloom' in figure) return figure.bloom;
  if ('meeple' in figure) return figure.meeple;
  if ('card' in figure) {
    const face = cardFace(figure.card);
    return face?.kind === 'card' ? face.colour : undefined;
  }
  return undefined;
}
