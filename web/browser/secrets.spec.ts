import { expect, gather, PHONE, playOut, test, turn } from './harness';
import { compare, type Told } from './secrecy';

test('three play Liar\'s Cards, and no hand is ever in another\'s page', async ({ come }) => {
  const people = [await come('Anna'), await come('Ben'), await come('Cleo')];
  const onlooker = await come('Olga');
  const table = await gather('liars-cards', people, { max_cards: '3', lives: 'as_cards' });
  await onlooker.goTo(table, 'spectator');
  const everybody = [...people, onlooker];

  const moment = async (): Promise<void> => {
    // The pages hear of it one after the other.
    await expect(async () => {
      const numbers = await Promise.all(everybody.map((one) => one.page.locator('[data-moment]').getAttribute('data-moment')));
      expect(new Set(numbers.map((number) => number?.split(' ')[0])).size).toBe(1);
    }).toPass({ intervals: [20] });
    const open = await onlooker.page.content();
    for (const holder of people) {
      const labels = await holder.page.locator('.hand .thing.piece').evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label')?.split('. ')[0] ?? ''));
      const hidden = labels.filter((label) => label !== '' && !open.includes(label));
      for (const other of people.filter((one) => one !== holder)) {
        const page = await other.page.content();
        expect(hidden.filter((label) => page.includes(label)), `${holder.name}'s cards in ${other.name}'s page`).toEqual([]);
        looked += hidden.length;
      }
    }
  };
  let looked = 0;
  await moment();
  for (let n = 0; n < 3; n += 1) {
    await turn(people);
    await moment();
  }
  expect(looked).toBeGreaterThan(20);

  // The last bids are made by hand: somebody is out, and somebody else has one life left.
  await Promise.all(people.map((person) => person.hurry(table, /(?=.*"out":true)(?=.*"label":"lives","value":"1")/)));
  await playOut(people);
  for (const person of people) {
    await expect(person.summary).toContainText(/won/);
    expect(person.refused, 'what is plum is never refused').toEqual([]);
  }

  const told: Told[] = people.map((person, seat) => ({ seat, states: person.states() }));
  const { leaks, compared } = compare(told, onlooker.states());
  expect(leaks).toEqual([]);
  expect(compared).toBeGreaterThan(100);

  // The check can fail: one message that went to the wrong seat is found.
  const [anna, ben, cleo] = told;
  const secret = anna?.states[0];
  if (!anna || !ben || !cleo || !secret) throw new Error('somebody was told nothing');
  const leaky = [anna, { seat: ben.seat, states: [...ben.states, secret] }, cleo];
  expect(compare(leaky, onlooker.states()).leaks).not.toEqual([]);
});

test('on one device the hands are covered from turn to turn', async ({ come }) => {
  const anna = await come('Anna');
  const table = await anna.open({ game: 'liars-cards', options: { max_cards: '3', lives: 'as_cards' }, seats: ['me', { guest: 'Ben' }], start: true });
  await anna.goTo(table);
  let covered = 0;
  anna.atCurtain = async () => {
    covered += 1;
    await expect(anna.page.locator('.hand')).toHaveCount(0);
    await expect(anna.page.locator('.thing')).toHaveCount(0);
    await expect(anna.page.getByText('Hand the device over')).toBeVisible();
  };
  await anna.play();
  await expect(anna.summary).toContainText(/won/);
  expect(covered).toBeGreaterThan(1);
  expect(anna.refused, 'what is plum is never refused').toEqual([]);
});

test('a big screen shows the table to everybody, two phones the hands', async ({ come }) => {
  const [anna, ben, screen] = [await come('Anna', PHONE), await come('Ben', PHONE), await come('Screen', { known: false, viewport: { width: 1600, height: 900 } })];
  const table = await gather('liars-cards', [anna, ben], { max_cards: '3', lives: 'as_cards' });
  await screen.goTo(table, 'spectator');
  const code = screen.page.getByAltText('QR code of the link to this table');
  await expect(code).toBeVisible();
  expect(await code.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
  await expect(anna.page.locator('.hand .thing.piece')).toHaveCount(3);
  await expect(screen.page.locator('.hands')).toHaveCount(0);
  await expect(screen.prompt).toHaveCount(0);

  const who = await turn([anna, ben]);
  await expect(screen.log).toContainText(who.name);
  await Promise.all([anna, ben].map((person) => person.hurry(table, /"label":"lives","value":"1"/)));
  await playOut([anna, ben]);
  await expect(screen.summary).toContainText(/(Anna|Ben) has won/);
  const told: Told[] = [anna, ben].map((person, seat) => ({ seat, states: person.states() }));
  const { leaks } = compare([...told, { seat: -1, states: screen.states() }], screen.states());
  expect(leaks).toEqual([]);
  for (const state of screen.states()) expect(state.seat).toBeNull();
});
