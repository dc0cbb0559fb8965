// Dragging from one thing to another is the same as touching the one and then the other.

import type { Sitting } from './sitting.svelte';

type Grip = { keys: string[]; sitting: Sitting };

const FAR = 9;

/** The keys of whatever lies under a point, the narrowest first. */
function under(x: number, y: number, but: Element): string[] {
  const keys: string[] = [];
  for (const element of document.elementsFromPoint(x, y)) {
    const key = element.closest<HTMLElement>('[data-key]');
    if (key && key !== but && key.dataset.key && !keys.includes(key.dataset.key)) keys.push(key.dataset.key);
  }
  return keys;
}

/** Makes a thing draggable while touching it leads on. */
export function grip(node: HTMLElement, grip: Grip) {
  let start: { x: number; y: number; id: number } | null = null;
  let isDragged = false;

  function down(event: PointerEvent): void {
    // Only what needs a second touch can be dragged.
    const leads = grip.sitting.next.get(grip.keys[0] ?? '');
    if (event.button !== 0 || !leads?.some((offer) => offer.path.length > grip.sitting.path.length + 1)) return;
    if (event.pointerType === 'touch') node.style.touchAction = 'none';
    start = { x: event.clientX, y: event.clientY, id: event.pointerId };
    isDragged = false;
  }
  function move(event: PointerEvent): void {
    if (!start || event.pointerId !== start.id) return;
    const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
    if (!isDragged && Math.hypot(dx, dy) > FAR) {
      isDragged = true;
      node.setPointerCapture(event.pointerId);
      if (!grip.sitting.path.includes(grip.keys[0] ?? '')) grip.sitting.touch(grip.keys);
      node.style.pointerEvents = 'none';
      node.style.zIndex = '40';
    }
    if (isDragged) node.style.translate = `${dx}px ${dy}px`;
  }
  function up(event: PointerEvent): void {
    if (!start) return;
    start = null;
    node.style.translate = node.style.zIndex = node.style.pointerEvents = node.style.touchAction = '';
    if (!isDragged) return;
    const keys = under(event.clientX, event.clientY, node);
    if (event.type === 'pointerup' && keys.length > 0) grip.sitting.touch(keys);
    // The click that follows a drag is none.
    addEventListener('click', swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener('click', swallow, { capture: true }), 50);
  }
  function swallow(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
  }

  node.addEventListener('pointerdown', down);
  node.addEventListener('pointermove', move);
  node.addEventListener('pointerup', up);
  node.addEventListener('pointercancel', up);
  return {
    update(next: Grip) {
      grip = next;
    },
    destroy() {
      node.removeEventListener('pointerdown', down);
      node.removeEventListener('pointermove', move);
      node.removeEventListener('pointerup', up);
      node.removeEventListener('pointercancel', up);
    },
  };
}
