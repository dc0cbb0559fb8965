// The table as text: what each thing is called, and what a screen reader is told.

import type { Cell, Figure, Mark, Offer, Outcome, Piece, Player, Scene, Tint, Zone } from '../generated/messages';
import { count, list, place } from '../lib/words';
import { SYMBOL_NAMES } from '../pieces/box';
import { nameOf } from '../pieces/figure';
import { amount, lies, tallness } from './layout';
import type { View } from './state';
import { signed } from './totals';

/** What to call each seat. */
export type Names = (seat: number) => string;

function words(marks: readonly Mark[] | undefined): string[] {
  return (marks ?? []).map((mark) => {
    if (typeof mark === 'object') return mark.note;
    return { last: 'just moved', danger: 'in danger', good: 'safe', right: 'right', wrong: 'wrong', dim: 'out of play', wild: 'wild' }[mark];
  });
}

/** "red cube, just moved", "Arrow tile, turned right". */
export function ofPiece(piece: Piece): string {
  const turned = piece.turned && piece.turned !== 'up' ? [`turned ${piece.turned}`] : [];
  return [piece.label, ...turned, ...words(piece.marks)].join(', ');
}

/** Equal things once, with their number: "red cube, 3 of them". */
function together(labels: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return [...counts].map(([label, many]) => (many > 1 ? `${label}, ${many} of them` : label));
}

/** A piece that is called after its cell need not say it again: "red piece on 12", "top left, card". */
function withoutPlace(label: string, cell: Cell): string {
  const start = `${cell.label}, `;
  return (label.startsWith(start) ? label.slice(start.length) : label).replace(` on ${cell.label}`, '');
}

/** What a cell is called: its name, and the symbol it shows if the name does not say it. */
function nameOfCell(cell: Cell): string {
  const symbol = typeof cell.ground === 'object' && 'tile' in cell.ground ? SYMBOL_NAMES[cell.ground.tile] : '';
  return symbol === '' || cell.label.includes(symbol) ? cell.label : `${cell.label}, ${symbol}`;
}

/** What kind of place a cell is: "Anna's", "a goal". */
function ofTint(tint: Tint | undefined, names: Names | undefined): string[] {
  if (tint === undefined) return [];
  if (typeof tint === 'object' && 'in' in tint) return [`held by ${tint.in}`];
  if (typeof tint === 'object') return names ? [`${names(tint.of)}'s`] : [];
  return [{ goal: 'a goal', danger: 'dangerous', lost: 'lost' }[tint]];
}

function describe(zone: Zone, cell: Cell, names?: Names): string {
  const inside = (zone.pieces ?? []).filter((piece) => piece.cell === cell.key).map((piece) => withoutPlace(ofPiece(piece), cell));
  const what = inside.length > 0 ? `${nameOfCell(cell)}: ${together(inside).join(', ')}` : `${nameOfCell(cell)}, empty`;
  return [what, ...ofTint(cell.tint, names), ...words(cell.marks)].join(', ');
}

/** "c4: red cube", "c4, empty". */
export function ofCell(zone: Zone, key: string, names?: Names): string {
  const cell = zone.cells?.find((one) => one.key === key);
  return cell ? describe(zone, cell, names) : '';
}

/** What a piece is, in one word that can be counted. */
function noun(figure: Figure): string {
  if (lies(figure)) return tallness(figure) > 1.2 ? 'card' : 'tile';
  return typeof figure === 'object' && 'cube' in figure ? 'cube' : 'piece';
}

/** "Deck, 30 cards", "Discard pile, empty". */
export function ofZone(zone: Zone): string {
  return [nameOfZone(zone), ...(zone.note ? [zone.note] : [])].join(', ');
}

function nameOfZone(zone: Zone): string {
  const pieces = amount(zone);
  if (pieces === 0) return (zone.cells?.length ?? 0) > 0 ? zone.label : `${zone.label}, empty`;
  // Whatever lies squarely on top of each other and tells nothing is a deck.
  const nouns = new Set((zone.pieces ?? []).map((piece) => noun(piece.figure)));
  const only = nouns.size === 0 && zone.kind === 'stack' ? 'card' : nouns.size === 1 ? [...nouns][0] : undefined;
  return `${zone.label}, ${count(pieces, only ?? 'piece')}`;
}

/** What a thing is called, and what touching it does: "b2, empty. Place on b2", "c4, empty, can be chosen". */
export function ofThing(label: string, offers: readonly Offer[] | undefined): string {
  const first = offers?.[0];
  if (!offers || !first) return label;
  const isPlain = offers.length > 1 || label.toLowerCase().startsWith(first.label.toLowerCase());
  return isPlain ? `${label}, can be chosen` : [`${label}. ${first.label}`, first.why].filter(Boolean).join('. ');
}

/** "Anna, you: yellow cube, score 3, lives 4, to decide". */
export function ofPlayer(player: Player, names: Names, me: number | null): string {
  const facts = [
    player.badge ? nameOf(player.badge) : '',
    player.score === undefined ? '' : `score ${player.score}`,
    ...(player.facts ?? []).map((fact) => `${fact.label} ${fact.value}`),
    player.out ? 'out of the game' : player.active ? 'to decide' : '',
  ].filter(Boolean);
  const name = `${names(player.seat)}${player.seat === me ? ', you' : ''}`;
  return facts.length > 0 ? `${name}: ${facts.join(', ')}` : name;
}

function ofWholeZone(zone: Zone, names: Names): string {
  const cells = zone.cells ?? [];
  // An empty cell is worth a word where it shows a symbol; otherwise their number will do.
  const isTold = (cell: Cell): boolean =>
    (typeof cell.ground === 'object' && 'tile' in cell.ground) || (cell.marks?.length ?? 0) > 0 || cell.tint !== undefined || (zone.pieces ?? []).some((piece) => piece.cell === cell.key);
  const told = cells.filter(isTold).map((cell) => describe(zone, cell, names));
  const free = (zone.pieces ?? []).filter((piece) => piece.cell === undefined).map(ofPiece);
  const empty = cells.length - told.length;
  const inside = [...told, ...together(free), ...(empty > 0 ? [`${count(empty, 'empty place')}`] : [])];
  return `${ofZone(zone)}${inside.length > 0 ? `: ${inside.join('; ')}` : ''}.`;
}

/** The whole table, line by line: what is asked, who plays, what lies where. */
export function table(scene: Scene, names: Names, me: number | null): string[] {
  return [
    ...(scene.tags ?? []),
    ...(scene.banner ? [scene.banner] : []),
    ...(scene.prompt.text ? [scene.prompt.text] : []),
    ...scene.players.map((player) => `${ofPlayer(player, names, me)}.`),
    ...scene.zones.map((zone) => ofWholeZone(zone, names)),
  ];
}

/** How it ended, in a few words. */
export function ending(outcome: Outcome, names: Names, me: number | null): string {
  if (outcome.team) {
    const { won, score } = outcome.team;
    const alone = outcome.ranks.length === 1 ? `${me === 0 ? 'You have' : `${names(0)} has`} ${won ? 'won' : 'lost'}` : null;
    return `${alone ?? (won ? 'You have won together' : 'The table has lost together')}, with a score of ${signed(score)}`;
  }
  const winners = outcome.ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  if (winners.length === outcome.ranks.length && winners.length > 1) return 'A draw';
  if (me !== null && winners.includes(me)) return winners.length === 1 ? 'You have won' : 'You share the victory';
  return `${list(winners.map(names))} ${winners.length === 1 ? 'has' : 'have'} won`;
}

/** "1st Anna, 12; 2nd Birch, 9". */
function ranking(outcome: Outcome, names: Names): string {
  return outcome.ranks
    .map((rank, seat) => ({ rank, seat }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ rank, seat }) => `${place(rank)} ${names(seat)}, ${outcome.scores[seat] ?? 0}`)
    .join('; ');
}

const isMine = (view: View): boolean => (view.state?.offers.length ?? 0) > 0 || view.state?.more === true;

/** What is new between two views, in the order it should be said; nothing is said twice. */
export function news(before: View, after: View, names: Names, myName: string): string[] {
  const state = after.state;
  if (!state) return [];
  const said: string[] = [];
  if (before.state) {
    const last = before.log[before.log.length - 1]?.id ?? 0;
    said.push(...after.log.filter((line) => line.id > last).map((line) => line.text));
  }
  if (before.isCaughtUp) {
    const known = new Set(before.chat);
    said.push(...after.chat.filter((line) => !known.has(line) && line.from !== myName).map((line) => (line.from ? `${line.from} says: ${line.text}` : line.text)));
  }
  const banner = state.scene.banner;
  if (banner && banner !== before.state?.scene.banner && !said.includes(banner)) said.push(banner);
  if (after.hint && after.hint !== before.hint) said.push(`A bot would: ${after.hint.label}${after.hint.why ? `. ${after.hint.why}` : ''}`);
  if (state.outcome) {
    if (before.state && !before.state.outcome) said.push(`${ending(state.outcome, names, state.seat ?? null)}. ${state.outcome.team ? '' : `${ranking(state.outcome, names)}.`}`.trim());
  } else if (isMine(after)) {
    const text = state.scene.prompt.text;
    // After a reveal, a blow or a round the turn is a new one, even if the words are the same.
    const isLater = state.number !== before.state?.number && (state.moments ?? []).some(({ beat }) => /reveal|blow|round/.test(beat.kind));
    if (!isMine(before) || isLater) said.push(text.startsWith('Your turn') ? text : `Your turn. ${text}`);
    else if (before.state?.scene.prompt.text !== text) said.push(text);
  }
  return said;
}
