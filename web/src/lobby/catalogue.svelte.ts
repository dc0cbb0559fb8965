// The games and the tables that the lobby shows. They outlive its page, so that coming back is instant.

import type { GameCard, Lobby } from '../generated/messages';
import { api } from '../lib/api';
import { known } from '../lib/known.svelte';
import { router } from '../lib/router.svelte';
import { update } from '../lib/update.svelte';
import { ANY, fits, surprise, type Filter } from './filter';

/** How often the tables are asked for while somebody looks. */
const FRESH_MS = 5000;

class Catalogue {
  games = $state.raw<GameCard[] | null>(null);
  lobby = $state.raw<Lobby>({ open: [], mine: [] });
  filter = $state.raw<Filter>(ANY);
  /** Why the last attempt failed; nothing once one succeeded. */
  trouble = $state.raw<unknown>(null);
  isAsking = $state(false);
  /** The game that somebody was surprised with last. */
  surprise = $state.raw<string | null>(null);

  async load(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const [games, lobby] = await Promise.all([this.games ?? api.games(), api.lobby()]);
      // A server that was away may have come back as a newer one.
      if (this.trouble) void update.look();
      [this.games, this.lobby, this.trouble] = [games, lobby, null];
    } catch (error) {
      this.trouble = error;
    } finally {
      this.isAsking = false;
    }
  }

  /** Learns the games alone, for a page that needs no tables. */
  async learn(): Promise<void> {
    try {
      this.games ??= await api.games();
    } catch {
      // Such a page does without.
    }
  }

  /** The game of this id, once the games are known. */
  find(id: string | undefined): GameCard | undefined {
    return this.games?.find((game) => game.id === id);
  }

  /** Opens a game that fits what is wished for. */
  openSurprise(): void {
    const fitting = (this.games ?? []).filter((game) => fits(game, this.filter));
    const game = surprise(fitting, (id) => known.has(id), this.surprise, Math.random());
    if (!game) return;
    this.surprise = game.id;
    router.go(`/games/${game.id}`);
  }

  /** Keeps everything fresh until the returned function is called. */
  watch(): () => void {
    const look = (): void => {
      if (!document.hidden) void this.load();
    };
    look();
    const timer = setInterval(look, FRESH_MS);
    document.addEventListener('visibilitychange', look);
    addEventListener('online', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
      removeEventListener('online', look);
    };
  }
}

export const catalogue = new Catalogue();
