// How the words of a token are set: as large as they fit, on as few lines as they need.

export interface TokenLayout {
  size: number;
  lines: string[];
  height: number;
}

const TEXT_WIDTH = 86;
const LETTER_WIDTH = 0.56; // of the size, on average, with a little to spare
const LINE = 1.16;
const CHOICES: readonly (readonly [size: number, lines: number])[] = [
  [24, 1], [20, 2], [16, 3], [13, 4], [11, 6],
];

/** A number alone is set as large as it fits: it is read across the table. */
const NUMERAL = 58;
/** A slip of paper is wider than a token, and its words stand in lines of the same size, which can be read on a phone. */
export const NOTE_WIDTH = 170;
export const NOTE_SIZE = 19;
const NOTE_LINES = 3;

function room(size: number, width = TEXT_WIDTH): number {
  return Math.floor(width / (size * LETTER_WIDTH));
}

/** The lines of a slip of paper; what has no room ends in dots. */
export function noteLines(text: string): string[] {
  const lines = wrap(text, room(NOTE_SIZE, NOTE_WIDTH - 12));
  if (lines.length <= NOTE_LINES) return lines;
  const last = lines[NOTE_LINES - 1] ?? '';
  return [...lines.slice(0, NOTE_LINES - 1), `${last.slice(0, Math.max(0, last.length - 2))} …`];
}

/** All slips are of one height, whatever is written on them: a board of them is tidy. */
export function noteHeight(_text: string): number {
  return 26 + NOTE_LINES * NOTE_SIZE * LINE;
}

/** The text in lines of at most so many letters; a word that is longer is broken. */
export function wrap(text: string, letters: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(/\s+/).filter(Boolean)) {
    if (line && line.length + 1 + word.length <= letters) {
      line = `${line} ${word}`;
      continue;
    }
    if (line) lines.push(line);
    while (word.length > letters) {
      lines.push(`${word.slice(0, letters - 1)}-`);
      word = word.slice(letters - 1);
    }
    line = word;
  }
  if (line) lines.push(line);
  return lines;
}

function breaksAWord(text: string, letters: number): boolean {
  return text.split(/\s+/).some((word) => word.length > letters);
}

export function layoutToken(text: string): TokenLayout {
  if (/^\d{1,2}$/.test(text)) return framed(NUMERAL, [text]);
  const smallest = CHOICES[CHOICES.length - 1]!;
  for (const [size, most] of CHOICES) {
    const lines = wrap(text, room(size));
    if (lines.length <= most && !breaksAWord(text, room(size))) return framed(size, lines);
  }
  const [size, most] = smallest;
  const lines = wrap(text, room(size));
  if (lines.length <= most) return framed(size, lines);
  const kept = lines.slice(0, most);
  kept[most - 1] = `${kept[most - 1]!.slice(0, room(size) - 2)} …`;
  return framed(size, kept);
}

function framed(size: number, lines: string[]): TokenLayout {
  return { size, lines, height: Math.max(44, Math.round(20 + lines.length * size * LINE)) };
}

export function tokenHeight(text: string): number {
  return layoutToken(text).height;
}

/** The baseline of each line. */
export function baselines({ size, lines, height }: TokenLayout): number[] {
  const top = (height - 4 - lines.length * size * LINE) / 2 + 1;
  return lines.map((_, index) => top + size * 0.92 + index * size * LINE);
}
