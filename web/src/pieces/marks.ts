// The mark of each colour: one stroke in a box of 12 × 12 around the origin.
import type { MeepleColour } from './figure';

export interface MarkPath {
  d: string;
  width: number;
}

export const MARKS: Readonly<Record<MeepleColour, MarkPath>> = {
  red: { d: 'M-4.2 3.2 .6-4M-.6 4 4.2-3.2', width: 2 },
  yellow: { d: 'M0 0h.01', width: 7.2 },
  green: { d: 'M-4.2 0 0-4.2 4.2 0M-4.2 4.4 0 .2 4.2 4.4', width: 2 },
  blue: { d: 'M-5-1.6q2.5-3 5 0t5 0M-5 2.9q2.5-3 5 0t5 0', width: 2 },
  white: { d: 'M-3.8 0a3.8 3.8 0 1 1 7.6 0a3.8 3.8 0 1 1-7.6 0Z', width: 2 },
  black: { d: 'M-3.6-3.6 3.6 3.6M3.6-3.6-3.6 3.6', width: 2 },
  grey: { d: 'M-4 0H4', width: 2 },
};

/** The pattern of a colour, for bars and frames; grey is plain. `Defs` must be in the page. */
export function patternOf(colour: MeepleColour, small = false): string {
  return colour === 'grey' ? 'none' : `url(#piece-pattern-${colour}${small ? '-small' : ''})`;
}
