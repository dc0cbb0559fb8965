// Focus never gets lost: when what had it leaves the table, something sensible beside it takes it over.

import { nearestOf, type Spot } from './keyboard';

type Held = { element: HTMLElement; key: string | undefined; spot: Spot; region: string | undefined };

export function middle(element: Element): Spot {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;
const isTouchable = (element: HTMLElement): boolean => element.tabIndex === 0 && !element.matches(':disabled, [aria-disabled="true"]');
/** Whether it can no longer have the focus: it has left the page, or takes no touch any more. */
const isLost = (element: HTMLElement): boolean => !element.isConnected || element.matches(':disabled');

function withKey(root: HTMLElement, key: string | undefined): HTMLElement | null {
  return key === undefined ? null : root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
}

/** Where the focus goes: the same thing, the nearest touchable one of its part of the table, any of it, the part itself. */
function successor(root: HTMLElement, held: Held): HTMLElement | null {
  const same = withKey(root, held.key);
  if (same && isTouchable(same)) return same;
  const region = held.region === undefined ? null : root.querySelector<HTMLElement>(`[data-region="${held.region}"]`);
  const things = [...(region?.querySelectorAll<HTMLElement>('[data-key]:not([aria-hidden]), .control') ?? [])];
  const touchable = things.filter(isTouchable);
  const from = touchable.length > 0 ? touchable : things.filter((thing) => thing.matches('.thing'));
  const nearest = nearestOf(from.map(middle), held.spot);
  return (nearest === null ? null : from[nearest]) ?? region ?? document.querySelector<HTMLElement>('main');
}

/** Only the focus of somebody who uses keys is kept: a pointer does not need it. */
export function keepFocus(root: HTMLElement) {
  let held: Held | null = null;
  /** A control that went while it had the focus; it gets it back if it comes again and nobody went elsewhere. */
  let parked: { key: string; at: Element } | null = null;

  function came(event: FocusEvent): void {
    const element = event.target;
    if (!(element instanceof HTMLElement)) return;
    if (element !== parked?.at) parked = null;
    const region = element.closest<HTMLElement>('[data-region]')?.dataset.region;
    held = element.matches(':focus-visible') ? { element, key: element.dataset.key, spot: middle(element), region } : null;
  }
  function went(event: FocusEvent): void {
    const element = event.target;
    // An element that is being removed loses the focus too; only one that stays has been left.
    if (event.relatedTarget === null) setTimeout(() => held?.element === element && !isLost(held.element) && (held = null));
  }
  function changed(changes: MutationRecord[]): void {
    if (parked) {
      const back = withKey(root, parked.key);
      if (document.activeElement !== parked.at) parked = null;
      else if (back && isTouchable(back)) back.focus();
    }
    // What is put elsewhere on the page loses the focus on the way, though it is still there.
    const moved = held?.element;
    if (moved?.isConnected && isNowhere() && changes.some(({ removedNodes }) => [...removedNodes].some((node) => node.contains(moved)))) return moved.focus();
    // A browser takes the focus from a disabled element only when it draws the next picture: that is not waited for.
    if (!held || !isLost(held.element) || !(isNowhere() || document.activeElement === held.element)) return;
    const [lost, next] = [held, successor(root, held)];
    held = null;
    parked = null;
    if (next?.matches('[data-region]') && lost.key !== undefined) parked = { key: lost.key, at: next };
    next?.focus();
  }

  const observer = new MutationObserver(changed);
  observer.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled', 'tabindex'] });
  root.addEventListener('focusin', came);
  root.addEventListener('focusout', went);
  return {
    destroy() {
      observer.disconnect();
      root.removeEventListener('focusin', came);
      root.removeEventListener('focusout', went);
    },
  };
}
