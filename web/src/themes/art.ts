// Drawings of games place our own pieces by name. The laws of the games hold every drawing against the same names.

import { COLOURS, MEEPLE_COLOURS, SYMBOLS, cardFace, runeFace } from '../pieces';
import { EMBLEM_NAMES } from '../pieces/emblems';
import type { Figure } from '../pieces/figure';

/** The piece that a drawing places by this name: `cube-red`, `card-12`, `die-5-dark`. */
export function figureOf(id: string): Figure | null {
  const [kind = '', ...rest] = id.split('-');
  const which = rest.join('-');
  const number = /^\d+$/.test(which) ? Number(which) : -1;
  const one = <T extends string>(all: readonly T[]): T | undefined => all.find((known) => known === which);
  if (id === 'bag') return 'bag';
  if (id === 'tile-face') return 'tile_face';
  if (which === 'back' && (kind === 'card' || kind === 'tile' || kind === 'rune')) return `${kind}_back`;
  if (kind === 'card' && cardFace(number)) return { card: number };
  if (kind === 'rune' && runeFace(number)) return { rune: { card: number, role: '' } };
  const [cube, meeple, tile] = [one(COLOURS), one(MEEPLE_COLOURS), one(SYMBOLS)];
  if (kind === 'cube' && cube) return { cube };
  if (kind === 'meeple' && meeple) return { meeple };
  if (kind === 'tile' && tile) return { tile };
  const emblem = EMBLEM_NAMES.find((known) => known === which.replaceAll('-', '_'));
  if (kind === 'emblem' && emblem) return { emblem };
  const die = /^([1-6])(-dark)?$/.exec(which);
  return kind === 'die' && die ? { die: { value: Number(die[1]), dark: die[2] !== undefined } } : null;
}

/** The names of the pieces that a drawing places, each once. */
export function placed(svg: string): string[] {
  return [...new Set([...svg.matchAll(/<use href="#([\w-]+)"/g)].map(([, id]) => id ?? ''))];
}
