// Where the parts of a board that rises lie on the screen: paths and points in pixels, for one board at one size. Pure.

import type { Cell, Zone } from '../generated/messages';
import { cellBox, type Box } from './layout';
import { HALF_HEIGHT, HALF_WIDTH, isFooting, project, silhouette, THICK, topOf, type Point } from './rise';

export const pathOf = (points: readonly Point[]): string => `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;

export class Sight {
  constructor(
    readonly zone: Zone,
    /** What the board takes up, in tiles. */
    readonly room: Box,
    /** The width of a tile, in pixels. */
    readonly tile: number,
  ) {}

  onBoard({ x, y }: Point): Point {
    return { x: (x - this.room.x) * this.tile, y: (y - this.room.y) * this.tile };
  }

  at(x: number, y: number, z: number): Point {
    return this.onBoard(project(x, y, z));
  }

  /** The diamond of a cell at some height, in the cell's own box, smaller by a part of a tile. */
  diamond(cell: Cell, inset: number, lower = 0): string {
    const { w, h } = cellBox(this.zone, cell);
    const [dx, dy, half] = [HALF_WIDTH * this.tile, HALF_HEIGHT * this.tile, h * HALF_WIDTH * this.tile];
    const point = (x: number, y: number): Point => ({ x: half + (x - y) * dx, y: (x + y) * dy + lower * this.tile });
    return pathOf([point(inset, inset), point(w - inset, inset), point(w - inset, h - inset), point(inset, h - inset)]);
  }

  /** Where a finger meets a cell: its upper face and its front. */
  outline(cell: Cell): string {
    const box = silhouette(this.zone, cell);
    const { w, h } = cellBox(this.zone, cell);
    const [side, thick] = [(h / (w + h)) * 100, (THICK / box.h) * 100];
    const [left, right] = [(h * HALF_HEIGHT * 100) / box.h, (w * HALF_HEIGHT * 100) / box.h];
    return `polygon(${side}% 0, 100% ${right}%, 100% ${right + thick}%, ${100 - side}% 100%, 0 ${left + thick}%, 0 ${left}%)`;
  }

  /** A place in the base, for a tile of the lowest level. */
  isPit(cell: Cell): boolean {
    return cell.ground === 'bare' && (cell.level ?? 0) === 0 && !isFooting(this.zone, cell);
  }

  /** A place in the air, for a tile above others. */
  isPlot(cell: Cell): boolean {
    return cell.ground === 'bare' && (cell.level ?? 0) > 0 && !isFooting(this.zone, cell);
  }

  /** How far below the upper face of a tile a place lies that has none. */
  sunk(cell: Cell): number {
    return this.isPit(cell) ? THICK : 0;
  }

  middleOf(cell: Cell): Point {
    const { x, y, w, h } = cellBox(this.zone, cell);
    return this.at(x + w / 2, y + h / 2, topOf(cell.level ?? 0) - this.sunk(cell));
  }
}
