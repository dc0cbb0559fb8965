// Things that are in no box and yet are counted or shown: how large they are drawn, and what they are called.

export type Emblem =
  | 'thumb_up' | 'thumb_down' | 'fist' | 'nugget' | 'sack' | 'chest' | 'life' | 'lock' | 'flower' | 'step' | 'letter' | 'cup';

interface Drawn {
  name: string;
  /** Width and height of the drawing, in hundredths of a tile. */
  size: [number, number];
}

export const EMBLEMS: Readonly<Record<Emblem, Drawn>> = {
  thumb_up: { name: 'thumb up', size: [44, 44] },
  thumb_down: { name: 'thumb down', size: [44, 44] },
  fist: { name: 'closed hand', size: [44, 44] },
  nugget: { name: 'nugget', size: [40, 36] },
  sack: { name: 'bag', size: [40, 44] },
  chest: { name: 'chest', size: [44, 38] },
  life: { name: 'life', size: [44, 42] },
  lock: { name: 'lock', size: [36, 44] },
  flower: { name: 'flower', size: [36, 46] },
  step: { name: 'step', size: [40, 44] },
  letter: { name: 'letter', size: [60, 44] },
  cup: { name: 'cup', size: [44, 46] },
};

export const EMBLEM_NAMES = Object.keys(EMBLEMS) as Emblem[];
