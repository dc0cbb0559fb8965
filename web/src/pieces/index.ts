// Everything the pages need to draw pieces. `pieces.css` and one `Defs` belong into the page.
export { default as Avatar } from './Avatar.svelte';
export { default as ColourMark } from './ColourMark.svelte';
export { default as Defs } from './Defs.svelte';
export { default as Figure } from './Figure.svelte';
export { default as Ground } from './Ground.svelte';
export { default as Logo } from './Logo.svelte';
export { default as Shape } from './Shape.svelte';
export { default as Sign, type SignKind } from './Sign.svelte';
export { default as SymbolMark } from './SymbolMark.svelte';
export { cardFace, runeFace, SYMBOL_NAMES } from './box';
export { COLOURS, colourOf, heightOf, kindOf, LETTERS, MEEPLE_COLOURS, nameOf, sizeOf, SYMBOLS, widthWithin } from './figure';
export { patternOf } from './marks';
export { placesOnTile, type Place } from './places';
