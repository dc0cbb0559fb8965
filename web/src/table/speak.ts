// The table as text: what each thing is called, and what a screen reader is told.

import type { Mark, Piece, Scene, Zone } from '../generated/messages';
import { count } from '../lib/words';
import { amount } from './layout';

function words(marks: readonly Mark[] | undefined): string[] {
  return (marks ?? []).map((mark) => {
    if (typeof mark === 'object') return mark.note;
    return { last: 'just moved', danger: 'in danger', good: 'safe', dim: 'out of play' }[mark];
  });
}

/** "red cube, just moved". */
export function ofPiece(piece: Piece): string {
  return [piece.label, ...words(piece.marks)].join(', ');
}

/** "c4: red cube", "c4, empty". */
export function ofCell(zone: Zone, key: string): string {
  const cell = zone.cells?.find((one) => one.key === key);
  if (!cell) return '';
  const inside = (zone.pieces ?? []).filter((piece) => piece.cell === key).map((piece) => piece.label);
  const signs = words(cell.marks);
  const what = inside.length > 0 ? `${cell.label}: ${inside.join(', ')}` : cell.label;
  return [what, ...signs].join(', ');
}

/** "Deck, 30 pieces". */
export function ofZone(zone: Zone): string {
  const pieces = amount(zone);
  return pieces > 0 || zone.count !== undefined ? `${zone.label}, ${count(pieces, 'piece')}` : zone.label;
}

/** The whole table, line by line. */
export function table(scene: Scene): string[] {
  return scene.zones.map((zone) => {
    const pieces = (zone.pieces ?? []).map((piece) => {
      const cell = zone.cells?.find((one) => one.key === piece.cell);
      return cell ? `${ofPiece(piece)} in ${cell.label}` : ofPiece(piece);
    });
    return `${ofZone(zone)}${pieces.length > 0 ? `: ${pieces.join('; ')}` : ''}.`;
  });
}
