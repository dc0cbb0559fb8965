// The first game of every game, played through to its end on a phone with what is on the screen.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Lesson } from '../src/generated/messages';
import { expect, PHONE, test } from './harness';

/** Every game has a folder of its own. */
const GAMES = readdirSync(join(import.meta.dirname, '../../games')).map((folder) => folder.replaceAll('_', '-'));
/** Something to read, and something to do. */
const WORDS = 20;

for (const game of GAMES) {
  test(`a newcomer is led through a first game of ${game}`, async ({ come }) => {
    const anna = await come('Anna', { ...PHONE, known: false });
    const lesson = await anna.ask<Lesson>('GET', `/api/games/${game}/lesson`);
    const waiting = lesson.steps.filter((step) => step.waits);
    await anna.page.goto(`/learn/${game}`);
    for (const [number, step] of waiting.entries()) {
      await expect(anna.page.getByText(`${number + 1} of ${waiting.length}`, { exact: true })).toBeVisible();
      // The prompt may set its first sentence apart.
      const [beginning = ''] = step.state.scene.prompt.text.split(/[.?!:]/);
      await expect(anna.prompt).toContainText(beginning.slice(0, WORDS));
      if (number + 1 === waiting.length) break;
      const { path = [], label = '' } = step.state.offers[0] ?? {};
      if (path.some((key) => key.startsWith('phrase:'))) {
        // A sentence can be put together in many ways; the list has the one that is meant.
        await anna.page.getByRole('button', { name: 'As a list' }).click();
        await anna.page.getByRole('button', { name: label }).click();
        continue;
      }
      for (let touched = 0; touched < path.length; touched += 1) {
        if ((await anna.page.getByText(`${number + 1} of ${waiting.length}`, { exact: true }).count()) === 0) break;
        await anna.touch();
      }
    }
    await anna.page.getByRole('button', { name: 'Play a game of your own' }).first().click();
    await expect(anna.page).toHaveURL(new RegExp(`/games/${game}`));
    expect(anna.refused).toEqual([]);
  });
}
