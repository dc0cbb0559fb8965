// What somebody likes on this device: light or dark, letters on pieces, sound.

type Theme = 'auto' | 'light' | 'dark';
type Likes = { theme: Theme; letters: boolean; sound: boolean };

const KEY = 'boxwood.likes';

function stored(): Partial<Likes> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

class Settings {
  private readonly first = stored();
  theme = $state<Theme>(this.first.theme ?? 'auto');
  letters = $state(this.first.letters === true);
  sound = $state(this.first.sound !== false);
  private systemDark = $state(matchMedia('(prefers-color-scheme: dark)').matches);

  constructor() {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', (event) => (this.systemDark = event.matches));
  }

  get isDark(): boolean {
    return this.theme === 'dark' || (this.theme === 'auto' && this.systemDark);
  }

  toggleTheme(): void {
    this.theme = this.isDark ? 'light' : 'dark';
  }

  /** Keeps the likes; a browser that keeps nothing is no reason to stop. */
  save(): void {
    document.documentElement.dataset.theme = this.isDark ? 'dark' : 'light';
    const likes: Likes = { theme: this.theme, letters: this.letters, sound: this.sound };
    try {
      localStorage.setItem(KEY, JSON.stringify(likes));
    } catch {
      // Private windows may refuse.
    }
  }
}

export const settings = new Settings();
