// The six symbols and the star, each as one path in a box of 48 × 48 whose gaps are real gaps.
// Outlines run clockwise and gaps the other way round, so the usual fill rule leaves the gaps open.
import type { PieceSymbol } from './figure';

export interface SymbolPath {
  d: string;
  /** A line of the same ink around the outline, which rounds its corners; gaps are cut wider by as much. */
  line: number;
}

const round = (value: number): number => Math.round(value * 100) / 100;

function circle(x: number, y: number, r: number, gap = false): string {
  const sweep = gap ? 0 : 1;
  return `M${round(x - r)} ${y}a${r} ${r} 0 1 ${sweep} ${2 * r} 0a${r} ${r} 0 1 ${sweep} ${-2 * r} 0Z`;
}

/** An upright bar with rounded ends, turned about the crossing of the mallets. */
function bar(x: number, y: number, width: number, height: number, top: number, bottom: number, turn: number, gap = false): string {
  const angle = (turn * Math.PI) / 180;
  const at = (px: number, py: number): string => {
    const [dx, dy] = [px - 24, py - 28];
    return `${round(24 + dx * Math.cos(angle) - dy * Math.sin(angle))} ${round(28 + dx * Math.sin(angle) + dy * Math.cos(angle))}`;
  };
  const [right, foot] = [x + width, y + height];
  const corner = (r: number, to: string, sweep: number): string => (r > 0 ? `A${r} ${r} 0 0 ${sweep} ${to}` : '');
  if (gap) {
    return `M${at(x, y + top)}L${at(x, foot - bottom)}${corner(bottom, at(x + bottom, foot), 0)}L${at(right - bottom, foot)}${corner(bottom, at(right, foot - bottom), 0)}L${at(right, y + top)}${corner(top, at(right - top, y), 0)}L${at(x + top, y)}${corner(top, at(x, y + top), 0)}Z`;
  }
  return `M${at(x + top, y)}L${at(right - top, y)}${corner(top, at(right, y + top), 1)}L${at(right, foot - bottom)}${corner(bottom, at(right - bottom, foot), 1)}L${at(x + bottom, foot)}${corner(bottom, at(x, foot - bottom), 1)}L${at(x, y + top)}${corner(top, at(x + top, y), 1)}Z`;
}

function head(turn: number, small: boolean): string {
  const bands = small ? '' : bar(17.5, 5.5, 2.2, 8.6, 1.1, 1.1, turn, true) + bar(28.3, 5.5, 2.2, 8.6, 1.1, 1.1, turn, true);
  return bar(14, 3.8, 20, 12, 3.2, 3.2, turn) + bands;
}

/** The mallet behind leaves a gap of 2.3 on both sides of the handle in front, so that the crossing reads. */
function hammers(small: boolean): string {
  const behind = head(-45, small) + bar(21.2, 14, 5.6, 9, 0, 0, -45) + bar(21.2, 33, 5.6, 14.5, 0, 2.6, -45);
  return behind + head(45, small) + bar(21.2, 14, 5.6, 33.5, 0, 2.6, 45);
}

function circles(small: boolean): string {
  const half = small ? 1.7 : 1.15;
  return [[24, 13.2], [12.6, 33.4], [35.4, 33.4]]
    .map(([x = 0, y = 0]) => {
      const ring = circle(x, y, 10.6) + circle(x, y, 5.8 + half, true) + circle(x, y, 5.8 - half);
      return small ? ring : ring + circle(x, y, 1.9, true);
    })
    .join('');
}

function bricks(): string {
  return [[4, 6, 23], [30, 6, 14], [4, 19, 14], [21, 19, 23], [4, 32, 23], [30, 32, 14]]
    .map(([x = 0, y = 0, width = 0]) => bar(x, y, width, 10.5, 2.4, 2.4, 0))
    .join('');
}

function wheel(): string {
  const teeth = 8;
  const half = Math.PI / teeth;
  const points = Array.from({ length: teeth }, (_, tooth) => {
    const middle = 2 * half * tooth - Math.PI / 2;
    const at = (r: number, share: number): string =>
      `${round(24 + r * Math.cos(middle + share * half))} ${round(24 + r * Math.sin(middle + share * half))}`;
    return [at(15.8, -0.62), at(21, -0.38), at(21, 0.38), at(15.8, 0.62)].join('L');
  });
  return `M${points.join('L')}Z${circle(24, 24, 10.6, true)}${circle(24, 24, 3.4)}`;
}

const DROP =
  'M24 3.5C24 3.5 38.5 19 38.5 30a14.5 14.5 0 0 1-29 0C9.5 19 24 3.5 24 3.5Z' +
  'M13.4 30.5A10.6 10.6 0 0 0 21.62 40.83A2.6 2.6 0 0 0 22.79 35.76A5.4 5.4 0 0 1 18.6 30.5A2.6 2.6 0 0 0 13.4 30.5Z';
const ARROW = 'M24 4 41 22.5H31.5V44L24 38.2 16.5 44V22.5H7Z';
const STAR_PATH = 'M24 3l6 14.5 15.6 1.2-11.9 10.1 3.7 15.2L24 35.8 10.6 44l3.7-15.2L2.4 18.7 18 17.5Z';

const USUAL: Readonly<Record<PieceSymbol, SymbolPath>> = {
  drop: { d: DROP, line: 2 },
  hammers: { d: hammers(false), line: 0 },
  circles: { d: circles(false), line: 0 },
  bricks: { d: bricks(), line: 0 },
  wheel: { d: wheel(), line: 2.4 },
  arrow: { d: ARROW, line: 3 },
};

const SMALL: Readonly<Record<PieceSymbol, SymbolPath>> = {
  ...USUAL,
  hammers: { d: hammers(true), line: 0 },
  circles: { d: circles(true), line: 0 },
};

export const STAR: SymbolPath = { d: STAR_PATH, line: 2 };

/** Under 20 pixels the finest details are left out. */
export function symbolPath(symbol: PieceSymbol, small = false): SymbolPath {
  return (small ? SMALL : USUAL)[symbol];
}
