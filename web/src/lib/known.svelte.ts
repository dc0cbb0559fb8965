// Which games somebody has come to know on this device, so that nobody is told twice.

const KEY = 'boxwood.known';

function stored(): string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
  } catch {
    return [];
  }
}

class Known {
  private games = $state.raw(stored());

  has(game: string): boolean {
    return this.games.includes(game);
  }

  add(game: string): void {
    if (this.has(game)) return;
    this.games = [...this.games, game];
    try {
      localStorage.setItem(KEY, JSON.stringify(this.games));
    } catch {
      // Private windows may refuse; then it is told again.
    }
  }
}

export const known = new Known();
