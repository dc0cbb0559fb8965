// Names to begin with, for those who would rather play than think of one.

const NAMES = [
  'Badger', 'Beaver', 'Bumblebee', 'Cricket', 'Dormouse', 'Dragonfly', 'Finch', 'Hedgehog', 'Heron', 'Jackdaw', 'Kestrel', 'Kingfisher', 'Lark',
  'Magpie', 'Marten', 'Mole', 'Nightingale', 'Otter', 'Owl', 'Plover', 'Puffin', 'Raven', 'Robin', 'Seal', 'Shrew', 'Snail', 'Sparrow', 'Squirrel', 'Starling',
  'Stoat', 'Swallow', 'Swift', 'Thrush', 'Toad', 'Vole', 'Weasel', 'Wren',
] as const;

/** A friendly name; `chance` from 0 up to 1. */
export function suggestedName(chance = Math.random()): string {
  return NAMES[Math.floor(chance * NAMES.length)] ?? 'Robin';
}
