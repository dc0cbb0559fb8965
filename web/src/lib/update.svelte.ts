// Whether the server has a newer client than the one that runs here.

/** The scripts that a page loads: their names change with what is in them. */
export function scriptsIn(html: string): string[] {
  return [...html.matchAll(/<script[^>]*type="module"[^>]*src="([^"]+)"/g)].flatMap((match) => (match[1] ? [match[1]] : []));
}

/** Whether a page that is loaded now would be another one. */
export function isOther(html: string, running: string | null): boolean {
  const scripts = scriptsIn(html);
  return running !== null && scripts.length > 0 && !scripts.includes(running);
}

/** How often it is worth asking. */
const REST_MS = 60_000;

class Update {
  isThere = $state(false);
  private askedAt = -REST_MS;

  /** Looks whether there is a newer client: after the server was away, and when somebody comes back to the page. */
  async look(): Promise<void> {
    if (this.isThere || performance.now() - this.askedAt < REST_MS) return;
    this.askedAt = performance.now();
    const running = document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
    const response = await fetch('/', { headers: { accept: 'text/html' } }).catch(() => null);
    if (response?.ok) this.isThere = isOther(await response.text(), running);
  }
}

export const update = new Update();
