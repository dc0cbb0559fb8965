// What somebody likes on this device: light or dark, letters on pieces, sound and how loud, single keys, steps without a choice, bots without pauses, boards with levels as flat plans, at which tables only the hand is shown.

import { listed } from './words';

type Theme = 'auto' | 'light' | 'dark';
type Likes = { theme: Theme; letters: boolean; sound: boolean; volume: number; hands: string[]; keys: boolean; skips: boolean; brisk: boolean; flat: boolean };

const KEY = 'boxwood.likes';

function stored(): Partial<Likes> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}

/** As it was kept, if that was a volume; otherwise full, which is quiet by itself. */
export function loudness(kept: unknown): number {
  return typeof kept === 'number' && kept >= 0 && kept <= 1 ? kept : 1;
}

class Settings {
  private readonly first = stored();
  theme = $state<Theme>(this.first.theme ?? 'auto');
  letters = $state(this.first.letters === true);
  sound = $state(this.first.sound !== false);
  /** From 0 to 1. */
  volume = $state(loudness(this.first.volume));
  private hands = $state.raw<string[]>(Array.isArray(this.first.hands) ? this.first.hands.filter((one) => typeof one === 'string') : []);
  /** Whether single letters jump to the parts of a table. */
  keys = $state(this.first.keys !== false);
  /** Whether steps that leave no choice are done for the player. */
  skips = $state(this.first.skips !== false);
  /** Whether bots answer at once. */
  brisk = $state(this.first.brisk === true);
  /** Whether boards that rise are shown as flat plans. */
  flat = $state(this.first.flat === true);
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

  /** Whether this device shows only the hand at a table, because a big screen shows the rest. */
  isHandOnly(table: string): boolean {
    return this.hands.includes(table);
  }

  showHandOnly(table: string, isOn: boolean): void {
    this.hands = listed(this.hands, table, isOn);
  }

  /** Keeps the likes; a browser that keeps nothing is no reason to stop. */
  save(): void {
    document.documentElement.dataset.theme = this.isDark ? 'dark' : 'light';
    const likes: Likes = { theme: this.theme, letters: this.letters, sound: this.sound, volume: this.volume, hands: this.hands, keys: this.keys, skips: this.skips, brisk: this.brisk, flat: this.flat };
    try {
      localStorage.setItem(KEY, JSON.stringify(likes));
    } catch {
      // Private windows may refuse.
    }
  }
}

export const settings = new Settings();
