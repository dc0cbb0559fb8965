import { expect, test } from './harness';

test('a newcomer makes the first move against a bot after at most three clicks', async ({ come }) => {
  const anna = await come('Anna', { known: false });
  const { page } = anna;
  let clicks = 0;
  await page.exposeFunction('countClick', () => (clicks += 1));
  await page.goto('/');
  // The page is never loaded again, so this counts all of them; Enter in a form makes a click without a pointer.
  await page.evaluate(() => {
    const count = (window as unknown as { countClick: () => void }).countClick;
    addEventListener('click', (event) => event.detail > 0 && count(), true);
  });
  await page.locator('article', { hasText: 'Othellino' }).getByRole('button', { name: 'Play against bots' }).click();
  const name = page.getByLabel('Your name at the table');
  await expect(name.or(page.locator('[data-moment]'))).toBeVisible();
  if (await name.isVisible()) {
    await name.fill('Anna');
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('heading', { name: 'Othellino' })).toBeVisible();
  await anna.touch();
  await expect(anna.log).toContainText(/You place/i);
  expect(clicks).toBeGreaterThan(0);
  expect(clicks).toBeLessThanOrEqual(3);
});

test('people sit down at a table they were invited to', async ({ come }) => {
  const [anna, ben, cleo] = [await come('Anna'), await come('Ben', { known: false }), await come('Cleo')];
  await anna.page.goto('/games/nim');
  await anna.button('Open the table and invite').click();
  await expect(anna.page.getByText('1 seat still free')).toBeVisible();
  const link = anna.page.getByLabel('Link to this table');
  await expect(link).toHaveValue(/\/t\//);
  const address = new URL(await link.inputValue()).pathname;

  await ben.page.goto(address);
  await ben.button('Sit here').click();
  await ben.page.getByLabel('Your name at the table').fill('Ben');
  await ben.page.keyboard.press('Enter');
  await expect(anna.page.getByText('Everybody is here')).toBeVisible();

  await cleo.page.goto(address);
  await expect(cleo.page.getByText('All seats are taken')).toBeVisible();
  await expect(cleo.button('Sit here')).toHaveCount(0);
  await expect(cleo.page.getByText('Stay and look on')).toBeVisible();

  await anna.button('Begin').click();
  for (const person of [anna, ben, cleo]) await expect(person.prompt).toBeVisible();
  await expect(cleo.page.getByText('You look on')).toBeVisible();
});

test('a guest sees what the invitation is to, who invites and who is there', async ({ come }) => {
  const [anna, ben] = [await come('Anna'), await come('Ben')];
  const table = await anna.open({ game: 'nim', seats: ['me', 'free'] });
  await ben.goTo(table);
  await expect(ben.page.getByRole('heading', { name: 'Anna invites you to Nim' })).toBeVisible();
  await expect(ben.page.locator('.cover svg')).toBeVisible();
  await expect(ben.page.getByRole('region', { name: 'Nim in short' })).toBeVisible();
  await ben.button('Sit here').click();
  await anna.goTo(table);
  await expect(anna.page.getByRole('heading', { name: 'Nim', exact: true, level: 2 })).toBeVisible();
  await anna.button('More').click();
  await anna.button('Invite others').click();
  await expect(anna.page.getByRole('dialog')).toContainText('You and Ben are there, and all seats are taken.');
});

test('a table is set up as last time', async ({ come }) => {
  const { page, button } = await come('Anna').then((anna) => ({ page: anna.page, button: (name: string) => anna.button(name) }));
  await page.goto('/games/liars-cards');
  await expect(button('As last time')).toHaveCount(0);
  await button('Bots').click();
  await button('3').click();
  await page.getByText('Options of the game').click();
  await page.getByLabel('Lives of each player').selectOption('as_cards');
  await button('Begin').click();
  await page.waitForURL(/\/t\//);
  await page.goto('/games/liars-cards');
  await expect(button('As last time')).toHaveAttribute('aria-pressed', 'true');
  await expect(button('3')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Lives of each player')).toHaveValue('as_cards');
  await button('The usual').click();
  await expect(button('5')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Lives of each player')).toHaveValue('five');
  await button('As last time').click();
  await expect(page.getByLabel('Seat 3')).toHaveValue('bot:medium');
});

test('a wrong link says that there is no such table', async ({ come }) => {
  const anna = await come('Anna');
  await anna.page.goto('/t/AAAAAAAAAAAAAAAAAAAAAA');
  await expect(anna.page.getByRole('heading', { name: 'There is no such table' })).toBeVisible();
  await anna.page.getByRole('link', { name: 'To the games', exact: true }).click();
  await expect(anna.page.getByRole('article').first()).toBeVisible();
});

test('a link for a second device works once', async ({ come }) => {
  const anna = await come('Anna');
  const phone = await come('Phone', { known: false });
  const late = await come('Late', { known: false });
  await anna.page.goto('/');
  await anna.button('Anna: name and devices').click();
  await anna.button('Go on on another device').click();
  const field = anna.page.getByLabel('Link for the other device');
  await expect(field).toHaveValue(/\/link\//);
  const address = new URL(await field.inputValue()).pathname;

  await phone.page.goto(address);
  await phone.button('Be Anna').click();
  await expect(phone.button('Anna: name and devices')).toBeVisible();

  await late.page.goto(address);
  await expect(late.page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
  await expect(late.page.getByRole('link', { name: 'To the games' })).toBeVisible();
});
