// What the client takes off people: steps that leave no choice, and clocks that would run while they read.

import type { Chosen, ClockNow, GameCard, State } from '../src/generated/messages';
import { expect, PHONE, test } from './harness';
import { card, Puppet, scene, zone } from './puppet';

const WASTE: Chosen = { label: 'Waste the point', path: ['button:waste'], action: 'waste', idle: true };
const table = scene([zone('Row', 'row', 'market', { pieces: [card(3)] })], { prompt: { text: 'Use the point.', controls: [{ button: { key: 'button:waste', label: 'Waste the point', tone: 'plain' } }] } });
const forced: Partial<State> = { scene: table, offers: [WASTE], forced: true, active: [0] };

test('a step that leaves no choice is done and told, and taking back goes behind it', async ({ come }) => {
  const anna = await come('Anna', { skips: true });
  await anna.page.addInitScript(() => localStorage.setItem('boxwood.known', '["war-2"]'));
  const puppet = new Puppet(anna.page, ['Anna', 'Ben']);
  await puppet.open({ ...forced, version: 4 });
  const deeds = () => puppet.heard.filter((message) => message.type === 'act');
  await expect.poll(deeds).toMatchObject([{ action: 'waste' }]);
  puppet.show({ scene: table, version: 5, said: ['You waste a point.', 'Ben plays a card.'], active: [1], undo: 'free' });
  const note = anna.prompt.getByText('Nothing else was possible: you waste a point.');
  await expect(note).toBeVisible();
  // Whatever the others do, it stays until the next touch.
  puppet.show({ scene: table, version: 6, said: ['Ben passes.'], active: [1], undo: 'free' });
  await expect(anna.page.getByRole('log')).toContainText('Ben passes.');
  await expect(note).toBeVisible();

  await anna.button('Take back').click();
  puppet.show({ ...forced, version: 4, anew: true, undo: 'free' });
  const wishes = () => puppet.heard.filter((message) => message.type === 'ask').length;
  await expect.poll(wishes, 'what was done for her is taken back, too').toBe(2);
  puppet.show({ scene: table, version: 3, anew: true, active: [0], offers: [{ ...WASTE, idle: false }, { label: 'Go', path: ['card:3'], action: 'go' }] });
  await expect(note).toHaveCount(0);
  expect(deeds()).toHaveLength(1);
});

test('who wants to do it all is asked for everything', async ({ come }) => {
  const anna = await come('Anna', { skips: true });
  await anna.page.addInitScript(() => localStorage.setItem('boxwood.known', '["war-2"]'));
  const puppet = new Puppet(anna.page, ['Anna', 'Ben']);
  await puppet.open({ scene: table, active: [1] });
  await anna.button('More').click();
  await anna.page.getByLabel('Do for me what leaves no choice').uncheck();
  await anna.button('Close').click();
  puppet.show(forced);
  await anna.button('Waste the point').click();
  await expect.poll(() => puppet.heard.filter((message) => message.type === 'act')).toHaveLength(1);
  await expect(anna.prompt.getByText('Nothing else was possible')).toHaveCount(0);
});

for (const [kind, look] of [['a desktop', {}], ['a phone', PHONE]] as const) {
  test(`no clock runs behind an introduction or a dialog on ${kind}`, async ({ come }) => {
    const anna = await come('Anna', look);
    const puppet = new Puppet(anna.page, ['Anna', 'Ben']);
    const clock: ClockNow = { id: 1, seat: 0, ms: 8000, left_ms: 8000, enough: [] };
    const timed: Partial<State> = { scene: table, offers: [{ ...WASTE, idle: false }], active: [0], clocks: [clock] };
    await puppet.open(timed);
    const busy = () => puppet.heard.flatMap((message) => (message.type === 'busy' ? [message.busy] : []));
    await expect.poll(busy, 'the introduction is read first').toEqual([true]);
    puppet.show({ ...timed, held: true });
    await anna.button('Got it').click();
    await expect.poll(busy).toEqual([true, false]);
    puppet.show(timed);
    await anna.page.getByRole('button', { name: 'How to play' }).first().click();
    await expect.poll(busy).toEqual([true, false, true]);
    await anna.button('Close').click();
    await expect.poll(busy).toEqual([true, false, true, false]);
  });
}

test('against people time runs on: the introduction gives way, and a dialog shows the clock', async ({ come }) => {
  const anna = await come('Anna');
  const seats = ['Anna', 'Ben'].map((name, n) => ({ name, bot: null, person: true, here: true, yours: n === 0, left: false }));
  const puppet = new Puppet(anna.page, ['Anna', 'Ben'], { seats });
  await puppet.open({ scene: table, active: [1] });
  await expect(anna.button('Got it')).toBeVisible();
  puppet.show({ scene: table, offers: [WASTE], active: [0], clocks: [{ id: 1, seat: 0, ms: 60_000, left_ms: 60_000, enough: [] }] });
  await expect(anna.button('Got it')).toHaveCount(0);
  await anna.page.getByRole('button', { name: 'How to play' }).first().click();
  await expect(anna.page.getByRole('dialog').getByRole('timer')).toBeVisible();
});

test('the first look at one’s cards waits for whoever is new to the game', async ({ come }) => {
  const anna = await come('Anna');
  const id = await anna.open({ game: 'cambio', seats: ['me', { bot: 'easy' }, { bot: 'easy' }], start: true });
  await anna.goTo(id);
  const last = () => anna.states().at(-1);
  await expect.poll(() => last()?.held).toBe(true);
  const left = last()?.clocks[0]?.left_ms ?? 0;
  expect(left).toBeGreaterThan(0);
  await anna.button('Got it').click();
  await expect.poll(() => last()?.held).toBe(false);
  expect(Math.abs((last()?.clocks[0]?.left_ms ?? 0) - left), 'nothing of it is lost').toBeLessThan(500);
});

test('whoever does not want to choose is surprised with a game that fits, and with another one', async ({ come }) => {
  const anna = await come('Anna');
  const alone = (await anna.ask<GameCard[]>('GET', '/api/games')).filter(({ seats }) => seats[0] === 1).map(({ id }) => id);
  await anna.page.goto('/');
  await anna.page.getByRole('group', { name: 'Players' }).getByRole('button', { name: '1', exact: true }).click();
  await anna.button('Surprise me').click();
  const opened = (): string => new URL(anna.page.url()).pathname.replace('/games/', '');
  await expect.poll(() => alone.includes(opened())).toBe(true);
  const first = opened();
  await anna.button('Another surprise').click();
  await expect.poll(() => opened() !== first && alone.includes(opened())).toBe(true);
  await expect(anna.page.getByRole('heading', { level: 1 })).toBeVisible();
});
