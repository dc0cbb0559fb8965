// What the page makes of scenes that say more: moments that are staged, choices in any order, the end of a game.

import { expect, test } from './harness';
import { PHONE } from './person';
import { violations } from './violations';
import { beat, end, map, mapOffers, mine, offer, Puppet } from './puppet';

const NAMES = ['Anna', 'Ben', 'Cleo', 'Dora'];
const stay = [offer('Stay', ['button:stay']), offer('Run', ['button:run'])];

test('moments are staged in order before the next state, and any key goes on', async ({ come }) => {
  const anna = await come('Anna');
  const puppet = new Puppet(anna.page, NAMES);
  await puppet.open({ scene: mine({ thumbs: 'fist' }), seat: 0 });
  const asked = anna.page.locator('.prompt h2');
  await expect(asked).toHaveText('Stay in the mine or run?');
  const fallen = mine({ fatal: true });
  puppet.show({
    scene: mine({ text: 'Round 4. Stay or run?' }), offers: stay, said: ['The mine comes down.', 'Ben loses 4.'],
    moments: [{ beat: beat('blow', 'The mine comes down.', 'card:7'), scene: fallen }, { beat: beat('round', 'Round 3 is over.', 'seat:2'), scene: fallen }],
  });
  await expect(anna.page.locator('.beat.blow strong')).toHaveText('The mine comes down');
  await expect(anna.page.locator('.beat .grown svg')).toHaveCount(1);
  await expect(anna.page.getByRole('button', { name: 'Stay' })).toHaveCount(0);
  await anna.page.keyboard.press('x');
  await expect(anna.page.locator('.beat.round strong')).toHaveText('Round 3 is over');
  await anna.page.getByRole('button', { name: 'Go on' }).click();
  await expect(asked).toHaveText('Round 4');
  await expect(anna.page.locator('.beat')).toHaveCount(0);
  expect(puppet.heard, 'what only goes on decides nothing').toEqual([]);
  // Everything is told once, in its order.
  await expect(anna.page.getByTestId('announcer').locator('p')).toHaveText(['The mine comes down.', 'Round 3 is over.', 'Any key goes on.', 'Ben loses 4.', 'Your turn. Round 4. Stay or run?']);
  await anna.page.getByRole('button', { name: 'Stay' }).click();
  await expect.poll(() => puppet.heard).toMatchObject([{ type: 'act', action: 'Stay' }]);
});

test('whoever is short of time sees the state at once', async ({ come }) => {
  const anna = await come('Anna');
  const puppet = new Puppet(anna.page, NAMES);
  await puppet.open({ scene: mine() });
  puppet.show({
    scene: mine({ text: 'Quick, stay or run?' }), offers: stay, clocks: [{ id: 1, ms: 8000, left_ms: 8000, enough: [] }],
    moments: [{ beat: beat('round', 'Round 3 is over.'), scene: mine({ fatal: true }) }],
  });
  await expect(anna.page.getByRole('button', { name: 'Stay' })).toBeVisible();
  await expect(anna.page.locator('.beat')).toHaveCount(0);
});

test('what to do may be touched before what it is done with, and the other way round', async ({ come }) => {
  const anna = await come('Anna');
  const puppet = new Puppet(anna.page, NAMES.slice(0, 2));
  await puppet.open({ scene: map(), offers: mapOffers() });
  const thing = (key: string) => anna.page.locator(`[data-key="${key}"]`);
  await thing('button:reinforce').click();
  await expect(thing('card:3')).toHaveClass(/target/);
  await thing('card:3').click();
  await expect.poll(() => puppet.heard).toMatchObject([{ action: 'Play 3 to reinforce' }]);
  puppet.show({ scene: map(), offers: mapOffers() });
  await thing('card:10').click();
  await expect(thing('card:10')).toHaveClass(/chosen/);
  await thing('button:move').click();
  await expect.poll(() => puppet.heard[1]).toMatchObject({ action: 'Play 10 to move' });
});

test('what a touch would change is seen before it, with what it is worth and why', async ({ come }) => {
  const anna = await come('Anna');
  const puppet = new Puppet(anna.page, NAMES.slice(0, 2));
  await puppet.open({ scene: map(), offers: mapOffers() });
  await anna.page.locator('[data-key="cell:b2"]').focus();
  await anna.page.keyboard.press('Enter');
  await expect(anna.page.locator('[data-key="cell:c2"] .worth')).toHaveText('+3');
  await anna.page.keyboard.press('ArrowRight');
  await expect(anna.page.locator('[data-key="cell:c2"]')).toBeFocused();
  await expect(anna.page.locator('.foresight')).toHaveText('Move b2 to c2. 2 for the land, 1 for its neighbour.');
  await expect(anna.page.locator('[data-key="cube:3"] .struck')).toHaveCount(1);
  await expect(anna.page.locator('[data-key="cell:c2"] .ghost')).toHaveCount(1);
});

test('a card says what it is and what it does in this game', async ({ come }) => {
  const anna = await come('Anna');
  const puppet = new Puppet(anna.page, NAMES.slice(0, 2));
  await puppet.open({ scene: map(), offers: mapOffers() });
  await anna.page.locator('[data-key="card:3"]').focus();
  await anna.page.keyboard.press('?');
  await expect(anna.page.locator('.what')).toContainText('Two actions, and Bricks in a battle.');
  await expect(anna.page.getByTestId('announcer')).toContainText('Two actions, and Bricks in a battle.');
  await anna.page.keyboard.press('Escape');
  await expect(anna.page.locator('.what')).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`moments, choices and the end can be read and used, ${colorScheme}`, async ({ come }) => {
    const anna = await come('Anna', { colorScheme });
    const puppet = new Puppet(anna.page, NAMES);
    await puppet.open({ scene: mine() });
    for (const kind of ['reveal', 'blow', 'catch', 'round'] as const) {
      puppet.show({ scene: mine(), moments: [{ beat: beat(kind, 'The mine comes down. Three bags are buried.', 'card:7'), scene: mine({ fatal: true }) }] });
      await expect(anna.page.locator(`.beat.${kind} strong`)).toBeVisible();
      expect.soft(await violations(anna.page), kind).toEqual([]);
      await anna.page.keyboard.press('x');
      await expect(anna.page.locator('.beat')).toHaveCount(0);
    }
    puppet.show({ scene: map(), offers: mapOffers() });
    await anna.page.locator('[data-key="button:reinforce"]').click();
    await expect(anna.page.locator('.worth')).toBeVisible();
    expect.soft(await violations(anna.page), 'a choice that is half made').toEqual([]);
    puppet.show(end());
    await expect(anna.page.getByRole('tabpanel').getByRole('table')).toBeVisible();
    expect.soft(await violations(anna.page), 'the end').toEqual([]);
  });
}

const BEN = /Ben.*cards 45, wrong call 5.*11.*9.*9.*6.*15.*50/s;

test('the end tells every score in its parts and rounds beside the table, and covers nothing of it', async ({ come }) => {
  const anna = await come('Anna');
  const puppet = new Puppet(anna.page, NAMES);
  await puppet.open({ scene: mine() });
  puppet.show(end());
  await expect(anna.summary).toContainText('The lowest total wins');
  await expect(anna.page.getByRole('tabpanel', { name: 'Scores' }).getByRole('row').nth(3)).toHaveText(BEN);
  const covered = await anna.page.evaluate(() => {
    const over = document.querySelector('.summary')?.getBoundingClientRect();
    return [...document.querySelectorAll<HTMLElement>('.thing[data-key^="rune:"]')].filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return !over || (left < over.right && right > over.left && top < over.bottom && bottom > over.top);
    }).map((one) => one.dataset.key);
  });
  expect(covered).toEqual([]);
});

for (const [how, options] of [['upright', PHONE], ['on its side', { ...PHONE, viewport: { width: 844, height: 390 } }]] as const) {
  test(`on a phone ${how} the end is a sheet that is pulled down to see the table, and what can be done stays in view`, async ({ come }) => {
    const anna = await come('Anna', options);
    const puppet = new Puppet(anna.page, NAMES);
    await puppet.open({ scene: mine() });
    puppet.show(end());
    await expect(anna.summary.getByRole('row').nth(3)).toHaveText(BEN);
    const isWhole = () => expect(anna.summary.getByRole('link', { name: 'Leave' })).toBeInViewport({ ratio: 1 });
    await isWhole();
    expect.soft(await violations(anna.page)).toEqual([]);
    const head = await anna.summary.getByRole('heading').boundingBox();
    if (!head) throw new Error('the sheet has no head');
    await anna.page.mouse.move(head.x + 10, head.y + 10);
    await anna.page.mouse.down();
    await anna.page.mouse.move(head.x + 10, head.y + 70, { steps: 4 });
    await anna.page.mouse.up();
    await expect(anna.summary.getByRole('table')).toHaveCount(0);
    await isWhole();
    await anna.summary.getByRole('button', { name: 'Show the scores' }).press('Enter');
    await expect(anna.summary.getByRole('table')).toBeVisible();
  });
}
