// A few moves of one game through the page, at a desk and on a phone: `cargo xtask test --game` with its id.

import type { GameCard } from '../src/generated/messages';
import { expect, PHONE, test } from './harness';

const ONLY = process.env.BOXWOOD_GAME;
const MOVES = 6;

for (const [device, options] of [['desk', {}], ['phone', PHONE]] as const) {
  test(`${ONLY ?? 'a game'} can be played against bots at a ${device}`, async ({ come }) => {
    test.skip(ONLY === undefined, 'BOXWOOD_GAME names the game');
    const anna = await come('Anna', options);
    const games = await anna.ask<GameCard[]>('GET', '/api/games');
    const game = games.find(({ id }) => id === ONLY);
    if (!game) throw new Error(`There is no game ${ONLY}.`);
    const seats = Array.from({ length: Math.max(game.seats[0], Math.min(2, game.seats[1])) }, (_, seat) => (seat === 0 ? ('me' as const) : { bot: 'easy' as const }));
    const table = await anna.open({ game: game.id, seats });
    await anna.ask('POST', `/api/tables/${table}/start`);
    await anna.goTo(table);
    await expect(anna.page.getByRole('heading', { name: game.title, exact: true })).toBeVisible();
    while (anna.deeds().length < MOVES) {
      if ((await anna.touch()).kind === 'over') break;
    }
    expect(anna.refused).toEqual([]);
  });
}
