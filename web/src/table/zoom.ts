// Lets two fingers enlarge and move what is drawn in a frame; one finger still touches and scrolls.

import { pinch, PLAIN, settle, type Look, type Point } from './pinch';

const DOUBLE_MS = 320;
const NEAR = 24;

/** The only child of the frame is what is enlarged. */
export function zoom(frame: HTMLElement) {
  let look: Look = PLAIN;
  let hold: { look: Look; from: [Point, Point] } | null = null;
  let tap: { at: number; x: number; y: number } | null = null;

  const points = (touches: TouchList): [Point, Point] | null => {
    const box = frame.getBoundingClientRect();
    const [a, b] = [touches[0], touches[1]];
    return a && b ? [{ x: a.clientX - box.left, y: a.clientY - box.top }, { x: b.clientX - box.left, y: b.clientY - box.top }] : null;
  };
  function show(next: Look): void {
    look = next;
    const inner = frame.firstElementChild;
    if (!(inner instanceof HTMLElement)) return;
    inner.style.transformOrigin = '0 0';
    inner.style.transform = look.scale === 1 ? '' : `translate(${look.x}px, ${look.y}px) scale(${look.scale})`;
    frame.classList.toggle('zoomed', look.scale !== 1);
  }
  function start(event: TouchEvent): void {
    const from = points(event.touches);
    if (!from) return;
    event.preventDefault();
    hold = { look, from };
  }
  function move(event: TouchEvent): void {
    const to = hold && points(event.touches);
    if (!hold || !to) return;
    event.preventDefault();
    show(settle(pinch(hold.look, hold.from, to), { w: frame.clientWidth, h: frame.clientHeight }));
  }
  function end(event: TouchEvent): void {
    if (hold && event.touches.length < 2) hold = null;
    const touch = event.changedTouches[0];
    if (!touch || event.touches.length > 0) return;
    const now = { at: event.timeStamp, x: touch.clientX, y: touch.clientY };
    const isDouble = tap !== null && now.at - tap.at < DOUBLE_MS && Math.hypot(now.x - tap.x, now.y - tap.y) < NEAR;
    tap = isDouble ? null : now;
    if (isDouble && look.scale !== 1) show(PLAIN);
  }

  frame.addEventListener('touchstart', start, { passive: false });
  frame.addEventListener('touchmove', move, { passive: false });
  frame.addEventListener('touchend', end);
  frame.addEventListener('touchcancel', end);
  return {
    destroy() {
      frame.removeEventListener('touchstart', start);
      frame.removeEventListener('touchmove', move);
      frame.removeEventListener('touchend', end);
      frame.removeEventListener('touchcancel', end);
    },
  };
}
