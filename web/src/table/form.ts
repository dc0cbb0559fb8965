// What kind of screen a table is shown on, and the room that prompt and hand have on it: the same at every moment of a game.
// Pure; lengths in pixels.

import { tallness } from './layout';

/** A phone held upright, a low screen (a phone held sideways, or a page enlarged twice), a tablet, a desktop. */
export type Form = 'phone' | 'low' | 'tablet' | 'wide';

const WIDE = 1100;
const TABLET = 768;
/** Lower than this, prompt and hand stand beside the table, if there is the width for it. */
const LOW = 560;
const LEAST_BESIDE = 560;

export function formOf(width: number, height: number): Form {
  if (height < LOW && width >= LEAST_BESIDE) return 'low';
  return width >= WIDE ? 'wide' : width >= TABLET ? 'tablet' : 'phone';
}

/** Whether what is long lies across it rather than upright. */
export const isBroad = (form: Form): boolean => form === 'wide' || form === 'low';

/** The width of a card in the hand. */
export function handCard(form: Form, height: number): number {
  if (form === 'phone') return 86;
  return form === 'low' ? 62 : Math.min(form === 'tablet' ? 92 : 104, height / 8.4);
}

/** How far a chosen card rises. */
export const liftOf = (isCut: boolean): number => (isCut ? 28 : 18);

/** How much of a hand shows at the edge of a phone: what matters, or, where the table needs the room, what tells one card from another. */
const [CUT, DEEP] = [1.22, 0.8];

/** How high a hand is that lies in one line: at the edge of a phone it is cut off below what matters. */
export function handHeight(card: number, isCut: boolean, isTight = false): number {
  return liftOf(isCut) + (isCut ? card * (isTight ? DEEP : CUT) : card * tallness('card_back') + Math.min(16, card * 0.2));
}

/** How far the hand reaches into the prompt of a phone. */
export const INTO_PROMPT = 16;

/** What a prompt takes that says no more than most. */
const PROMPT = { phone: 148, tablet: 216, wide: 190 };
/** The same without the line above it. */
const TIGHT_PROMPT = 104;

/**
 * The height that is kept for prompt and hand at the lower edge; a prompt that needs more covers the table for as long as it does.
 * It is tight on a phone whose table is drawn to fill it.
 */
export function footRoom(form: Exclude<Form, 'low'>, height: number, hasHand: boolean, isTight = false): number {
  const hand = hasHand ? handHeight(handCard(form, height), form === 'phone', isTight) : 0;
  if (form === 'phone') return (isTight ? TIGHT_PROMPT : PROMPT.phone) + (hasHand ? hand - INTO_PROMPT : 10);
  const prompt = Math.min(PROMPT[form], height * 0.24);
  // A tablet has the hand below the prompt, a desktop beside it.
  return form === 'tablet' ? prompt + (hasHand ? hand : 0) : Math.max(prompt, hasHand ? hand + 14 : 0);
}

/** How wide the column with prompt and hand is on a low screen: a drawn table needs the breadth more. */
export function lowFoot(width: number, isDrawn: boolean): number {
  return Math.min(360, Math.max(280, width * (isDrawn ? 0.345 : 0.4)));
}
