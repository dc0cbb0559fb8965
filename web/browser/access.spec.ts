import { DESKTOP, expect, type Person, PHONE, test } from './harness';
import { violations } from './violations';

/** Games with much on the table: a grid, many small things, a hand and sentences. */
const GAMES = ['othellino', 'gold-mine', 'liars-cards'];
const FEW_TOUCHES = 6;

async function look({ page }: Person, where: string): Promise<void> {
  expect.soft(await violations(page), where).toEqual([]);
}

/** Opens a dialog by its button, looks at it, and closes it. */
async function lookInto(person: Person, name: string): Promise<void> {
  const button = person.page.getByRole('banner').getByRole('button', { name, exact: true });
  await button.click();
  await expect(person.page.getByRole('dialog')).toBeVisible();
  await look(person, `the dialog "${name}"`);
  await person.page.keyboard.press('Escape');
  await expect(person.page.getByRole('dialog')).toHaveCount(0);
  await expect(button, 'who closes a dialog is back where they opened it').toBeFocused();
}

for (const [device, options] of [['desktop', DESKTOP], ['phone', PHONE]] as const) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(`everything around a game can be read and used on a ${device}, ${colorScheme}`, async ({ come }) => {
      const anna = await come('Anna', { ...options, colorScheme });
      await anna.page.goto('/');
      await expect(anna.page.getByRole('article').first()).toBeVisible();
      await look(anna, 'the lobby');
      await anna.page.goto('/games/gold-mine');
      await expect(anna.button('Open the table and invite')).toBeVisible();
      await look(anna, 'the page of a game');

      const waiting = await anna.open({ game: 'liars-cards', seats: ['me', 'free', { bot: 'easy' }] });
      await anna.page.goto(`/t/${waiting}`);
      await expect(anna.page.getByText('1 seat still free')).toBeVisible();
      await look(anna, 'a table that waits');
    });

    test(`everything at a table can be read and used on a ${device}, ${colorScheme}`, async ({ come }) => {
      const anna = await come('Anna', { ...options, colorScheme });
      for (const game of GAMES) {
        await anna.goTo(await anna.open({ game, seats: game === 'othellino' ? ['me', { bot: 'easy' }] : ['me', { bot: 'easy' }, { bot: 'easy' }], start: true }));
        for (let n = 0; n < FEW_TOUCHES; n += 1) await anna.touch();
        await look(anna, game);
      }
      for (const name of ['More', 'How to play']) await lookInto(anna, name);
    });
  }
}

test('what cannot be read or used is found', async ({ come }) => {
  const anna = await come('Anna');
  await anna.page.goto('/');
  await expect(anna.page.getByRole('article').first()).toBeVisible();
  await anna.page.evaluate(() => {
    const [pale, nameless] = [document.createElement('p'), document.createElement('button')];
    pale.textContent = 'Pale';
    // The page's own policy takes no style from the text of a page, only from a script.
    Object.assign(pale.style, { color: '#777', background: '#888' });
    document.querySelector('main')?.append(nameless, pale);
  });
  const found = (await violations(anna.page)).map((one) => one.split(':')[0]);
  expect(found).toEqual(expect.arrayContaining(['button-name', 'color-contrast']));
});
