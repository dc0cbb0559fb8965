// A tiny router over the browser's history.

export type Place =
  | { page: 'lobby' }
  | { page: 'game'; id: string }
  | { page: 'table'; id: string; eye: string | null }
  | { page: 'lesson'; id: string }
  | { page: 'link'; code: string }
  | { page: 'nowhere' };

/** What an address means. */
export function placeOf(path: string, search = ''): Place {
  const parts = path.split('/').filter(Boolean).map(decodeURIComponent);
  const [first, second] = parts;
  if (parts.length === 0) return { page: 'lobby' };
  if (parts.length !== 2 || second === undefined) return { page: 'nowhere' };
  if (first === 'games') return { page: 'game', id: second };
  if (first === 't') return { page: 'table', id: second, eye: new URLSearchParams(search).get('as') };
  if (first === 'learn') return { page: 'lesson', id: second };
  if (first === 'link') return { page: 'link', code: second };
  return { page: 'nowhere' };
}

class Router {
  place = $state.raw<Place>(placeOf(location.pathname, location.search));

  constructor() {
    addEventListener('popstate', () => this.read());
    addEventListener('click', (event) => this.click(event));
  }

  go(address: string, replace = false): void {
    history[replace ? 'replaceState' : 'pushState'](null, '', address);
    this.read();
    scrollTo(0, 0);
  }

  private read(): void {
    this.place = placeOf(location.pathname, location.search);
  }

  /** Follows links of our own without loading the page again. */
  private click(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.origin !== location.origin || link.target || link.hasAttribute('download')) return;
    if (placeOf(link.pathname).page === 'nowhere') return;
    event.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
