// The layer in which copies of pieces fly, above everything, so that no edge cuts them off.

import { mount, unmount } from 'svelte';
import { Figure } from '../pieces';

/** Where something is: its middle, its own width and height, and how it is turned. */
export type Spot = { x: number; y: number; w: number; h: number; angle: number };

/** Everything that moves since the last change; it can be finished at once. */
export class Flying {
  private readonly animations: Animation[] = [];
  private readonly layer = document.createElement('div');
  private readonly dice: ReturnType<typeof mount>[] = [];

  constructor() {
    this.layer.className = 'flying';
    this.layer.setAttribute('aria-hidden', 'true');
  }

  /** A box in the layer with a face in it, above the others or below them. */
  box(at: Spot, face: Element, where: 'above' | 'below' = 'above'): HTMLElement {
    const box = document.createElement('div');
    box.style.cssText = `left:${at.x - at.w / 2}px;top:${at.y - at.h / 2}px;width:${at.w}px;height:${at.h}px`;
    box.append(face);
    if (where === 'above') this.layer.append(box);
    else this.layer.prepend(box);
    return box;
  }

  /** All stay as they end until the last has ended: the copies then go together. */
  run(element: Element, frames: Keyframe[], options: KeyframeAnimationOptions): void {
    this.animations.push(element.animate(frames, { fill: 'both', ...options }));
  }

  die(target: Element, value: number, dark: boolean, width: number): void {
    this.dice.push(mount(Figure, { target, props: { figure: { die: { value, dark } }, width, decorative: true } }));
  }

  /** Shows the layer until it is finished. */
  hold(): void {
    if (this.layer.childElementCount > 0) document.body.append(this.layer);
  }

  /** Shows the layer until everything in it has moved. */
  start(done: () => void = () => undefined): void {
    this.hold();
    void Promise.allSettled(this.animations.map((animation) => animation.finished)).then(() => {
      this.finish();
      done();
    });
  }

  finish(): void {
    for (const animation of this.animations.splice(0)) animation.cancel();
    for (const die of this.dice.splice(0)) void unmount(die);
    this.layer.remove();
  }
}
