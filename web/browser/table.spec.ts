import { DESKTOP, expect, expectOffered, gather, House, PHONE, playOut, step, test, turn, whoMoves } from './harness';

test('a server that is killed and comes back costs nobody the game', async ({ come }) => {
  const house = await House.open();
  try {
    const people = [await come('Anna', { house }), await come('Ben', { house })];
    await gather('othellino', people);
    for (let n = 0; n < 6; n += 1) await step(people);
    const before = people.map((person) => person.states().at(-1)?.version ?? 0);
    await house.kill();
    for (const person of people) {
      await expect(person.page.getByText('Connection lost')).toBeVisible();
      await expect(person.page.locator('.thing.leads')).toHaveCount(0);
    }
    await house.start();
    for (const [n, person] of people.entries()) {
      await expect(person.page.getByText('Connection lost')).toHaveCount(0, { timeout: 30_000 });
      await expect(() => expect(person.states().at(-1)?.version).toBeGreaterThanOrEqual(before[n] ?? 0)).toPass();
    }
    await playOut(people);
    for (const person of people) await expect(person.summary).toBeVisible();
  } finally {
    await house.close();
  }
});

test('a move is taken back when the other agrees, and stays when not', async ({ come }) => {
  const people = [await come('Anna'), await come('Ben')];
  await gather('othellino', people);
  for (const agrees of [false, true]) {
    // Until somebody else has moved, nobody need be asked.
    const mover = await turn(people);
    const other = await turn(people);
    expect(other).not.toBe(mover);
    // The mover may not have heard of it yet.
    const version = other.states().at(-1)?.version ?? 0;
    await mover.button('Ask to take back').click();
    await expect(mover.page.getByText('You ask to take the last move back')).toBeVisible();
    await expect(other.page.getByText(`${mover.name} asks to take the last move back`)).toBeVisible();
    await other.button(agrees ? 'Agree' : 'Rather not').click();
    await expect(mover.page.getByText('You ask to take the last move back')).toHaveCount(0);
    if (agrees) {
      await expect(() => expect(mover.states().at(-1)?.version).toBe(version - 2)).toPass();
      await expect(async () => expect(await mover.canTouch()).toBe(true)).toPass();
    } else {
      await expect(mover.page.locator('.news')).toContainText('rather not');
      await expect(() => expect(mover.states().at(-1)?.version).toBe(version)).toPass();
    }
  }
});

test('an onlooker sees everything happen and can touch nothing', async ({ come }) => {
  const people = [await come('Anna'), await come('Ben')];
  const onlooker = await come('Olga', { known: false });
  const table = await gather('nim', people, { heaps: '3-4-5' });
  await onlooker.goTo(table);
  await expect(onlooker.page.getByText('You look on')).toBeVisible();
  const mover = await turn(people);
  await expect(onlooker.log).toContainText(mover.name);
  await onlooker.page.locator('.thing').last().click({ force: true });
  await expect(onlooker.prompt).not.toHaveClass(/refused/);
  expect(await onlooker.canTouch()).toBe(false);
  await playOut(people);
  await expect(onlooker.summary).toContainText(/(Anna|Ben) has won/);
});

test('a game is looked at again step by step, with mouse and keyboard', async ({ come }) => {
  const anna = await come('Anna');
  await anna.goTo(await anna.open({ game: 'nim', options: { heaps: '3-4-5' }, seats: ['me', { bot: 'easy' }], start: true }));
  await anna.play();
  await anna.summary.getByRole('button', { name: 'Look back' }).click();
  const review = anna.page.getByRole('region', { name: 'Look back' });
  const slider = review.getByRole('slider', { name: 'Step' });
  const last = anna.states().at(-1)?.version ?? 0;
  const cubes = anna.page.locator('.board .thing.piece');
  await expect(review).toContainText(`Step ${last} of ${last}`);
  await expect(cubes).toHaveCount(0);
  await slider.focus();
  await anna.page.keyboard.press('ArrowLeft');
  await expect(review).toContainText(`Step ${last - 1} of ${last}`);
  await expect(cubes).not.toHaveCount(0);
  await anna.page.keyboard.press('Home');
  await expect(review).toContainText(`Step 0 of ${last}`);
  await expect(cubes).toHaveCount(12);
  await review.getByRole('button', { name: 'One step on' }).click();
  await expect(review).toContainText(`Step 1 of ${last}`);
  const box = await slider.boundingBox();
  if (!box) throw new Error('the slider is not there');
  await anna.page.mouse.click(box.x + box.width - 2, box.y + box.height / 2);
  await expect(review).toContainText(`Step ${last} of ${last}`);
  await review.getByRole('button', { name: 'Done' }).click();
  await expect(anna.summary).toBeVisible();
});

test('people chat, ask for a hint, and play again', async ({ come }) => {
  const people = [await come('Anna'), await come('Ben')];
  const [anna, ben] = people;
  if (!anna || !ben) throw new Error('nobody came');
  const table = await gather('nim', people, { heaps: '3-4-5' });

  await anna.page.getByRole('tab', { name: 'Chat' }).click();
  await anna.button('Hello.').click();
  await expect(ben.page.getByRole('tab', { name: /Chat\s*1/ })).toBeVisible();
  await ben.page.getByRole('tab', { name: 'Chat' }).click();
  const said = ben.page.getByRole('log', { name: 'Chat' });
  await expect(said).toContainText('Anna Hello.');
  await ben.page.getByLabel('Say something').fill('And good luck');
  await ben.page.keyboard.press('Enter');
  await expect(anna.page.getByRole('log', { name: 'Chat' })).toContainText('Ben And good luck');

  const mover = await whoMoves(people);
  await mover.button('Hint').click();
  await expect(mover.prompt).toContainText('A bot would:');
  await expect(mover.page.locator('.hinted').first()).toBeVisible();

  await playOut(people);
  await anna.button('Play again').click();
  await ben.button('Agree').click();
  for (const person of people) {
    await expect(person.page).not.toHaveURL(new RegExp(table));
    await expect(person.prompt).toBeVisible();
  }
  await playOut(people);
  for (const person of people) await expect(person.summary).toBeVisible();
});

test('a touch that the rules forbid is answered with the rule', async ({ come }) => {
  const people = [await come('Anna'), await come('Ben')];
  await gather('othellino', people);
  const mover = await whoMoves(people);
  await mover.page.locator('.thing.cell:not(.leads):not(.covered)').first().click();
  await expect(mover.prompt).toHaveClass(/refused/);
  expect(mover.deeds().map(({ action, path }) => [action, path?.length])).toEqual([[undefined, 1]]);
  await expect(mover.prompt).toContainText(/\(rule \d+/);
  await mover.touch();
  await expect(mover.prompt).not.toHaveClass(/refused/);
});

for (const [device, options] of [['desk', DESKTOP], ['phone', PHONE]] as const) {
  test(`a refusal leads to its rule in the guide, on a ${device}`, async ({ come }) => {
    const people = [await come('Anna', options), await come('Ben', options)];
    await gather('othellino', people);
    const { page, prompt } = await whoMoves(people);
    await page.locator('.thing.cell:not(.leads):not(.covered)').first().click();
    const link = prompt.getByRole('link', { name: /^rule \d+$/ });
    const number = /\d+/.exec((await link.textContent()) ?? '')?.[0] ?? '';
    const rule = page.locator(`#rule-${number}`);
    await expect(rule).toHaveCount(0);
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(rule).toBeInViewport();
    await expect(rule).toBeFocused();
    await expect(rule).toHaveClass(/\bat\b/);
    await page.goto(`/games/othellino#rule-${number}`);
    await expect(rule).toBeInViewport();
    await expect(rule).toHaveClass(/\bat\b/);
  });
}

test('a move is chosen from the list of all moves', async ({ come }) => {
  const people = [await come('Anna'), await come('Ben')];
  await gather('othellino', people);
  const mover = await whoMoves(people);
  await mover.button('As a list').click();
  await mover.page.getByRole('group', { name: 'All you can do' }).getByRole('button').first().click();
  await expect(mover.log).toContainText(/You place/i);
  expectOffered(mover, 1);
});
