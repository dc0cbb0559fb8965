import { expect, expectOffered, type Person, test } from './harness';
import { effect, onward, PLUM } from './hand';
import { chances } from './person';
import { violations } from './violations';

/** More keys than it takes to get anywhere. */
const MOST_STEPS = 120;
const MOST_ACTS = 600;
const ARROWS = ['ArrowRight', 'ArrowLeft', 'ArrowUp', 'ArrowDown'];

type Watched = Window & { announced: string[]; strayed: string[] };

/** Gathers inside the page what a screen reader would say, and when nothing had the focus. */
function watch(): void {
  const watched = window as unknown as Watched;
  watched.announced = [];
  watched.strayed = [];
  const live = '[aria-live="polite"], [aria-live="assertive"], [role="alert"], [role="status"]';
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const inside = target instanceof Element ? target : target.parentElement;
      if (!inside?.closest(live)) continue;
      const nodes = addedNodes.length > 0 ? [...addedNodes] : [target];
      watched.announced.push(...nodes.map((node) => node.textContent?.trim() ?? '').filter(Boolean));
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });

  // Lost is a focus that somebody misses: a key finds none, or it is gone for longer than a blink, and seen to be.
  const [blinkMs, blinkFrames] = [100, 3];
  let [last, frames, since] = ['', 0, 0];
  const isSomewhere = (): boolean => document.activeElement !== null && document.activeElement !== document.body;
  const stray = (how: string): void => {
    watched.strayed.push(`${last} (${how})`);
    last = '';
  };
  const look = (): void => {
    const now = document.activeElement;
    if (now && isSomewhere()) [last, frames, since] = [now.getAttribute('aria-label') ?? now.textContent?.trim().slice(0, 60) ?? '', 0, performance.now()];
    // Before the first Tab, a page has no focus.
    else if (last !== '' && ++frames >= blinkFrames && performance.now() - since > blinkMs) stray('gone for longer than a blink');
    requestAnimationFrame(look);
  };
  look();
  addEventListener('keydown', ({ key }) => {
    if (last !== '' && !isSomewhere()) stray(`gone when ${key} was pressed`);
    // Behind the last thing of a page, Tab leaves it, and that is right.
    if (key === 'Tab') last = '';
  }, true);
}

/** Goes on with Tab until what has the focus is called so. */
async function tabTo({ page }: Person, name: RegExp): Promise<void> {
  for (let n = 0; n < MOST_STEPS; n += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const called = await focused.evaluate((one) => (one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : null) ?? one.getAttribute('aria-label') ?? one.textContent ?? '');
    if (name.test(called.trim())) return;
  }
  throw new Error(`Tab never comes to ${name}`);
}

/** Whatever decides something; from a moment that is looked at, any key goes on. */
const DECIDES = `:is(${PLUM}):not(.go-on)`;

/** Waits until there is something to do, and looks at every moment before it; false once the game is over. */
async function isAsked({ page }: Person): Promise<boolean> {
  for (;;) {
    const answer = await page.waitForFunction(
      (decides) => {
        if (document.querySelector('section[aria-label="How it ended"]')) return 'over';
        if (document.querySelector('.go-on')) return 'moment';
        const isFree = document.querySelector<HTMLElement>('[data-moment]')?.dataset.asked === undefined;
        return isFree && document.querySelector(decides) ? 'asked' : null;
      },
      DECIDES,
      { timeout: 15_000 },
    );
    const what = await answer.jsonValue();
    if (what !== 'moment') return what === 'asked';
    await page.keyboard.press('x');
  }
}

/** Goes to something that can be touched, by letters, Tab and arrows, and presses Enter. */
async function act(person: Person, chance: () => number): Promise<void> {
  const { page } = person;
  const among = <T>(all: readonly T[]): T | undefined => all[Math.floor(chance() * all.length)];
  const wanted = `${DECIDES}${onward(person.touched) ?? ''}`;
  const isThere = (): Promise<boolean> => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, wanted);
  const letter = among(['t', 'p', 'h', null]);
  if (letter) await page.keyboard.press(letter);
  for (let n = Math.floor(chance() * 3); n > 0; n -= 1) await page.keyboard.press(among(ARROWS) ?? 'Tab');
  for (let n = 0; !(await isThere()); n += 1) {
    // Others may have played meanwhile, so that there is a moment to look at instead.
    if ((await page.locator(DECIDES).count()) === 0) return;
    if (n === MOST_STEPS) throw new Error('Tab never comes to what can be touched');
    await page.keyboard.press('Tab');
  }
  person.touched.push(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim() ?? ''));
  const before = await page.evaluate(() => `${document.querySelector<HTMLElement>('[data-moment]')?.dataset.moment} ${document.querySelector('.controls')?.textContent ?? ''}`);
  await page.keyboard.press('Enter');
  const came = await page.evaluate(effect, { before, patienceMs: 10_000 });
  expect(came, 'Enter does something').not.toBeNull();
  if (came?.refused && !person.isOvertaken(came)) expect(came.refused, 'what is plum is never refused').toBe('');
}

for (const [title, seed] of [['Othellino', 1], ['Gold Mine', 2], ["Liar's Cards", 3]] as const) {
  test(`a whole game of ${title} is played with keys only, and told`, async ({ come }) => {
    const isQuick = title === 'Othellino';
    const anna = await come('Anna', { known: !isQuick });
    const { page } = anna;
    await page.addInitScript(watch);
    if (isQuick) {
      await page.goto('/');
      await expect(page.getByRole('article').first()).toBeVisible();
      await tabTo(anna, /^Find a game/);
      await page.keyboard.type(title);
      await expect(page.getByRole('article')).toHaveCount(1);
      await tabTo(anna, /^Play (against bots|now)/);
      await page.keyboard.press('Enter');
      await expect(page.getByLabel('Your name at the table')).toBeFocused();
      await page.keyboard.type('Anna');
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-moment]')).toBeVisible();
    } else {
      // With as many as such a game is best with, it would take minutes key by key.
      const game = title.toLowerCase().replaceAll("'", '').replaceAll(' ', '-');
      const options = game === 'liars-cards' ? { max_cards: '3', lives: 'as_cards' } : {};
      await anna.goTo(await anna.open({ game, options, seats: ['me', { bot: 'easy' }], start: true }));
    }

    const chance = chances(seed);
    for (let acts = 0; await isAsked(anna); acts += 1) {
      if (acts === MOST_ACTS) throw new Error('the game does not end');
      await act(anna, chance);
    }
    await expect(anna.summary).toBeVisible();
    const ending = (await anna.summary.getByRole('heading').textContent())?.trim() ?? '';
    await expect(async () => {
      const announced = await page.evaluate(() => (window as unknown as Watched).announced);
      expect(announced.filter((text) => text.startsWith('Your turn')).length, 'the turn is told').toBeGreaterThan(1);
      const [, ...later] = anna.states();
      const said = later.flatMap((state) => state.said);
      expect(said.filter((text) => !/^You|^Anna/.test(text)).length, 'others move, too').toBeGreaterThan(1);
      expect(said.filter((text) => !announced.includes(text)), 'everything that happens is told').toEqual([]);
      expect(announced.filter((text) => text.startsWith(ending)).length, 'the end is told once').toBe(1);
    }).toPass();
    expect(await page.evaluate(() => (window as unknown as Watched).strayed), 'the focus never gets lost').toEqual([]);
    expectOffered(anna, 2);
    expect(await violations(page)).toEqual([]);

    await tabTo(anna, /^Look back$/);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Look back' })).toBeVisible();
  });
}

test('a button that has come to its end keeps the focus', async ({ come }) => {
  const anna = await come('Anna');
  await anna.goTo(await anna.open({ game: 'liars-cards', seats: ['me', { guest: 'Ben' }], start: true }));
  const stepper = anna.page.locator('.steps');
  const [less, more] = [stepper.getByRole('button', { name: 'Less' }), stepper.getByRole('button', { name: 'More' })];
  for (let n = 0; n < 4 && !(await stepper.isVisible()); n += 1) await anna.touch(() => '.thing.leads');
  for (const button of [more, less]) {
    await button.focus();
    await expect(button).toHaveAttribute('aria-disabled', 'false');
    for (let n = 0; n < MOST_STEPS && (await button.getAttribute('aria-disabled')) === 'false'; n += 1) await anna.page.keyboard.press('Enter');
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toBeFocused();
  }
});

test('what is put elsewhere on the page keeps the focus', async ({ come }) => {
  const anna = await come('Anna');
  await anna.goTo(await anna.open({ game: 'liars-cards', seats: ['me', { bot: 'easy' }], start: true }));
  await anna.page.keyboard.press('t');
  await anna.page.locator('.thing.leads').first().focus();
  const moved = await anna.page.evaluate(() => {
    const thing = document.activeElement;
    const holder = thing?.parentElement;
    // The last child comes first: this one stays in the page, and is out of it on the way.
    holder?.parentElement?.prepend(holder);
    return thing?.getAttribute('data-key') ?? '';
  });
  await expect(anna.page.locator(`[data-key="${moved}"]`)).toBeFocused();
});
