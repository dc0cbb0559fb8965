// Boards that may be turned by a quarter lie along the screen, so that they get as large as it allows. Pure.

import type { Cell, Scene, Zone } from '../generated/messages';
import { bounds } from './layout';
import { once } from './once';

/** What is nearly square stays as its game has it. */
const LONG = 1.15;

const cells = new WeakMap<Cell, Cell>();

/** The same object for the same cell, so that nothing is drawn anew that has not changed. */
function turnedCell(cell: Cell): Cell {
  const known = cells.get(cell) ?? { ...cell, x: cell.y, y: cell.x, size: [cell.size[1], cell.size[0]] };
  cells.set(cell, known);
  return known;
}

const turned = once((zone: Zone): Zone => ({ ...zone, cells: (zone.cells ?? []).map(turnedCell) }));

/** Whether a zone lies across a screen that is broad, or high. */
function isAcross(zone: Zone, isBroad: boolean): boolean {
  if (!zone.turns || (zone.cells ?? []).length === 0) return false;
  const { w, h } = bounds(zone);
  return isBroad ? h > w * LONG : w > h * LONG;
}

/** The scene as it lies on such a screen; the same object if nothing is turned. */
export function turn(scene: Scene, isBroad: boolean): Scene {
  if (!scene.zones.some((zone) => isAcross(zone, isBroad))) return scene;
  return { ...scene, zones: scene.zones.map((zone) => (isAcross(zone, isBroad) ? turned(zone) : zone)) };
}
