// Where pieces stand on a tile, in hundredths of it, so that a symbol that matters is never hidden.

export interface Place {
  /** The centre. */
  x: number;
  y: number;
  /** The height there is for one piece; a cube fills it, other pieces fit inside. */
  size: number;
}

const MIDDLE: readonly Place[] = [{ x: 50, y: 48.5, size: 70.4 }];

/** On a face the symbol has moved to the upper left: pieces take the other corners, first the lower right. */
const ALONE: readonly Place[] = [{ x: 72, y: 70.5, size: 48 }];
const CORNERS: readonly Place[] = [
  { x: 72.4, y: 71.8, size: 44.9 },
  { x: 27.6, y: 71.8, size: 44.9 },
  { x: 72.4, y: 26.2, size: 44.9 },
];

/** The places of so many pieces on a tile; those of a face leave the upper left corner to the symbol. */
export function placesOnTile(count: number, face: boolean): Place[] {
  if (count <= 0) return [];
  if (count === 1) return [...(face ? ALONE : MIDDLE)];
  if (!face) return centred(count);
  return count <= CORNERS.length ? CORNERS.slice(0, count) : aroundSymbol(count);
}

/** Rows of equal length, the last one perhaps shorter, all about the middle. */
function centred(count: number): Place[] {
  const side = Math.ceil(Math.sqrt(count));
  const rows = Math.ceil(count / side);
  const step = 94 / side;
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / side);
    const inRow = row === rows - 1 ? count - row * side : side;
    return {
      x: 50 + step * ((index % side) - (inRow - 1) / 2),
      y: 48.5 + step * (row - (rows - 1) / 2),
      size: roomIn(step),
    };
  });
}

/** A grid from the lower right to the upper left, without the part that the symbol needs: 44 of 100 each way. */
function aroundSymbol(count: number): Place[] {
  let side = 3;
  const kept = (): number => Math.ceil(0.46 * side);
  while (side * side - kept() ** 2 < count) side += 1;
  const step = 94 / side;
  const places: Place[] = [];
  for (let row = side - 1; row >= 0; row -= 1) {
    for (let column = side - 1; column >= 0; column -= 1) {
      if (row < kept() && column < kept()) continue;
      places.push({ x: 3 + step * (column + 0.5), y: 1.5 + step * (row + 0.5), size: roomIn(step) });
    }
  }
  return places.slice(0, count);
}

/** Four to a tile are 36 wide and 39.6 high; more become smaller. */
function roomIn(step: number): number {
  return Math.min(39.6, step * 0.94);
}
