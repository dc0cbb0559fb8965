// What moved between two scenes. Pure: places on the screen are the animation's business.

import type { Figure, Scene } from '../generated/messages';

export type Flight = {
  key: string;
  /** The key of the thing it comes from: itself, or a place if it was not on the table before. */
  from: string;
  kind: 'move' | 'flip' | 'deal';
};

type Known = { figure: Figure; place: string; order: number };

function pieces(scene: Scene): Map<string, Known> {
  const known = new Map<string, Known>();
  for (const zone of scene.zones) {
    (zone.pieces ?? []).forEach((piece, order) => {
      const at = piece.at ? `@${piece.at.join()}` : '';
      known.set(piece.key, { figure: piece.figure, place: `${zone.key} ${piece.cell ?? ''}${at}`, order });
    });
  }
  return known;
}

const same = (a: Figure, b: Figure): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The pieces that moved, turned over or came, in the order of the new scene. */
export function flights(before: Scene, after: Scene): Flight[] {
  const old = pieces(before);
  const found: Flight[] = [];
  for (const zone of after.zones) {
    for (const piece of zone.pieces ?? []) {
      const was = old.get(piece.key);
      if (was) {
        const at = piece.at ? `@${piece.at.join()}` : '';
        if (!same(was.figure, piece.figure)) found.push({ key: piece.key, from: piece.key, kind: 'flip' });
        else if (was.place !== `${zone.key} ${piece.cell ?? ''}${at}`) found.push({ key: piece.key, from: piece.key, kind: 'move' });
      } else if (piece.from !== undefined) {
        found.push({ key: piece.key, from: piece.from, kind: 'deal' });
      } else if (old.size > 0) {
        found.push({ key: piece.key, from: '', kind: 'deal' });
      }
    }
  }
  return found;
}
