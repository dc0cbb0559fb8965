// Dragging from one thing to another is the same as touching the one and then the other.

import { copy, faceOf, isCalm, spotOf } from './animate';
import { Flying, type Spot } from './flying';
import type { Sitting } from './sitting.svelte';

type Grip = { keys: string[]; sitting: Sitting };

const FAR = 9;
const HOLD_MS = 220;
const ASK_MS = 550;

/** The keys of whatever lies under a point, the narrowest first. */
function under(x: number, y: number, but: Element): string[] {
  const keys: string[] = [];
  for (const element of document.elementsFromPoint(x, y)) {
    const key = element.closest<HTMLElement>('[data-key]');
    if (key && key !== but && key.dataset.key && !keys.includes(key.dataset.key)) keys.push(key.dataset.key);
  }
  return keys;
}

/** A piece in the hand: its copy follows the pointer, and its place stays faintly marked. */
class Lifted {
  private readonly flying = new Flying();
  private readonly face: SVGElement | null;
  private readonly from: Spot;
  private readonly box: HTMLElement | null = null;
  private way = [0, 0] as [number, number];

  constructor(node: HTMLElement) {
    this.face = faceOf(node);
    this.from = spotOf(node);
    if (!this.face) return;
    this.box = this.flying.box(this.from, copy(this.face));
    this.face.style.opacity = '0.3';
    this.flying.hold();
  }

  /** Where it is now. */
  get spot(): Spot {
    return { ...this.from, x: this.from.x + this.way[0], y: this.from.y + this.way[1], angle: 0 };
  }

  to(dx: number, dy: number): void {
    this.way = [dx, dy];
    if (this.box) this.box.style.transform = `translate(${dx}px, ${dy}px) scale(1.06)`;
  }

  /** Back to where it was taken from. */
  home(): void {
    if (!this.box || isCalm()) return this.away();
    this.flying.run(this.box, [{ transform: this.box.style.transform }, { transform: `rotate(${this.from.angle}deg)` }], { duration: 180, easing: 'ease-out' });
    this.flying.start(() => this.away());
  }

  away(): void {
    this.flying.finish();
    this.face?.style.removeProperty('opacity');
  }
}

/** Where a finger that moves might rather scroll: anywhere but at the foot of the page, if there is something to scroll. */
function mightScroll(node: HTMLElement): boolean {
  if (node.closest('.foot')) return false;
  for (let around: HTMLElement | null = node.parentElement; around; around = around.parentElement) {
    const isScroller = around === document.documentElement || /auto|scroll/.test(getComputedStyle(around).overflow);
    if (isScroller && (around.scrollHeight > around.clientHeight + 1 || around.scrollWidth > around.clientWidth + 1)) return true;
  }
  return false;
}

/**
 * Makes a thing draggable while touching it leads on, and tells what it is when a finger rests on it.
 * What is seen moving is a copy above everything.
 */
export function grip(node: HTMLElement, grip: Grip) {
  let start: { x: number; y: number; id: number } | null = null;
  let lifted: Lifted | null = null;
  let canDrag = false;
  let isAsked = false;
  let holds: ReturnType<typeof setTimeout>[] = [];

  function down(event: PointerEvent): void {
    if (event.button !== 0) return;
    release();
    // Only what needs a second touch can be dragged.
    const leads = grip.sitting.reach.get(grip.keys[0] ?? '');
    const isLong = leads?.some((offer) => offer.path.length > grip.sitting.path.length + 1) === true;
    const isTouch = event.pointerType === 'touch';
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    canDrag = isLong && !(isTouch && mightScroll(node));
    if (!isTouch) return;
    // A finger that rests takes hold of the thing; one that moves at once scrolls.
    if (isLong && !canDrag) holds.push(setTimeout(() => (canDrag = true), HOLD_MS));
    // Not every browser has a menu for a long press.
    holds.push(setTimeout(ask, ASK_MS));
  }
  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.id) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!lifted && Math.hypot(dx, dy) > FAR) {
      if (!canDrag) return release();
      forget();
      lifted = new Lifted(node);
      grip.sitting.isLifted = true;
      node.setPointerCapture(event.pointerId);
      if (!grip.sitting.path.includes(grip.keys[0] ?? '')) grip.sitting.touch(grip.keys);
      node.style.pointerEvents = 'none';
    }
    if (!lifted) return;
    lifted.to(dx, dy);
    // The prompt says what letting go would do, and the place is ringed.
    const keys = under(event.clientX, event.clientY, node);
    grip.sitting.pointed = keys;
    grip.sitting.aimed = keys.find((key) => grip.sitting.reach.has(key)) ?? null;
  }
  function up(event: PointerEvent): void {
    const dropped = lifted;
    if (dropped || isAsked) {
      // The click that follows a drag or a question is none.
      addEventListener('click', swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
    }
    release();
    if (!dropped) return;
    const keys = under(event.clientX, event.clientY, node);
    if (event.type === 'pointerup' && keys.length > 0) grip.sitting.touch(keys);
    // Until the server has answered it stays where it was dropped, and goes on from there.
    if (grip.sitting.view.asked === null) dropped.home();
    else grip.sitting.hold({ key: grip.keys[0] ?? '', spot: dropped.spot, release: (isMoved) => (isMoved ? dropped.away() : dropped.home()) });
  }
  function ask(): void {
    if (lifted) return;
    isAsked = true;
    node.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }));
  }
  /** Once the thing is held the page stays where it is. */
  function still(event: TouchEvent): void {
    if (start && canDrag && event.cancelable) event.preventDefault();
  }
  function forget(): void {
    for (const hold of holds) clearTimeout(hold);
    holds = [];
  }
  function release(): void {
    forget();
    if (lifted) {
      node.style.pointerEvents = '';
      grip.sitting.isLifted = false;
      grip.sitting.aimed = null;
      grip.sitting.pointed = [];
    }
    start = lifted = null;
    canDrag = isAsked = false;
  }
  function swallow(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
  }

  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', up);
  node.addEventListener('touchmove', still, { passive: false });
  return {
    update(next: Grip) {
      grip = next;
    },
    destroy() {
      lifted?.away();
      release();
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
      node.removeEventListener('touchmove', still);
    },
  };
}
