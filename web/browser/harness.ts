// What every browser test begins with: a house (the real server), and people who come to it.

import { test as base, expect, type BrowserContextOptions } from '@playwright/test';
import { House } from './house';
import { Person } from './person';

export { expect };
export { DESKTOP, Person, PHONE } from './person';
export { House } from './house';

type Come = (name: string, options?: BrowserContextOptions & { known?: boolean; skips?: boolean; house?: House }) => Promise<Person>;

export const test = base.extend<{ come: Come }, { house: House }>({
  /** A server that all tests of a worker share. */
  house: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of what is needed from here.
    async ({}, use) => {
      const house = await House.open();
      await use(house);
      await house.close();
    },
    { scope: 'worker' },
  ],
  /** Lets somebody come; a page that has complained fails the test, and a test that fails says how far everybody came. */
  come: async ({ browser, house }, use, info) => {
    const people: Person[] = [];
    await use(async (name, { house: other, ...options } = {}) => {
      const person = await Person.come(browser, (other ?? house).address, name, options);
      people.push(person);
      return person;
    });
    const errors = people.flatMap((person) => person.errors.map((error) => `${person.name}: ${error}`));
    const report = info.status === info.expectedStatus ? [] : await Promise.all(people.map((person) => person.report()));
    await Promise.all(people.map((person) => person.context.close()));
    if (errors.length > 0) throw new Error(`A page has failed. ${errors.join('\n')}`);
    if (report.length > 0) throw new Error(`This is how far they came.\n${report.join('\n')}`);
  },
});

/** Opens a table for these people, in the order of its seats, and lets them all come; its id. */
export async function gather(game: string, people: Person[], options: Record<string, unknown> = {}): Promise<string> {
  const [host, ...others] = people;
  if (!host) throw new Error('nobody came');
  const table = await host.open({ game, options, seats: people.map((_, seat) => (seat === 0 ? 'me' : 'free')) });
  for (const [n, person] of others.entries()) await person.sit(table, n + 1);
  await host.ask('POST', `/api/tables/${table}/start`);
  for (const person of people) await person.goTo(table);
  return table;
}

/** Waits until somebody can do something; who it is. */
export async function whoMoves(people: Person[]): Promise<Person> {
  let who: Person | undefined;
  await expect(async () => {
    for (const person of people) if (await person.canTouch()) who = person;
    expect(who, 'somebody can do something').toBeDefined();
  }).toPass({ intervals: [20] });
  if (!who) throw new Error('nobody can do anything');
  return who;
}

/** Whoever can do something does one thing; who it was. */
export async function step(people: Person[]): Promise<Person> {
  const who = await whoMoves(people);
  await who.touch();
  return who;
}

/** Whoever is to move does so, until somebody else is. */
export async function turn(people: Person[]): Promise<Person> {
  const who = await step(people);
  while (await who.canTouch()) await who.touch();
  return who;
}

/** Everybody plays at once, each as soon as there is something to touch, until it is over. */
export async function playOut(people: Person[]): Promise<void> {
  await Promise.all(people.map((person) => person.play()));
}

/** Whether somebody has done so much, all of it as actions that were on offer. */
export function expectOffered(person: Person, least: number): void {
  const offered = new Set(person.states().flatMap((state) => state.offers.map(({ action }) => JSON.stringify(action))));
  const deeds = person.deeds();
  expect(deeds.length, 'what was done was said').toBeGreaterThanOrEqual(least);
  expect(deeds.filter(({ action, path }) => path !== undefined || !offered.has(JSON.stringify(action))), 'what is chosen is said as the action that was offered').toEqual([]);
}
