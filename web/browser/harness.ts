// What every browser test begins with: a house (the real server), and people who come to it.

import { test as base, expect, type BrowserContextOptions } from '@playwright/test';
import { House } from './house';
import { Person } from './person';

export { expect };
export { DESKTOP, Person, PHONE } from './person';
export { House } from './house';

type Come = (name: string, options?: BrowserContextOptions & { known?: boolean; house?: House }) => Promise<Person>;

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
  /** Lets somebody come; a page that has complained fails the test. */
  come: async ({ browser, house }, use) => {
    const people: Person[] = [];
    await use(async (name, { house: other, ...options } = {}) => {
      const person = await Person.come(browser, (other ?? house).address, name, options);
      people.push(person);
      return person;
    });
    const errors = people.flatMap((person) => person.errors.map((error) => `${person.name}: ${error}`));
    await Promise.all(people.map((person) => person.context.close()));
    if (errors.length > 0) throw new Error(`A page has failed. ${errors.join('\n')}`);
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

/** Whoever can do something does one thing; who it was. */
export async function step(people: Person[]): Promise<Person> {
  let who: Person | undefined;
  await expect(async () => {
    for (const person of people) if (await person.canTouch()) who = person;
    expect(who, 'somebody can do something').toBeDefined();
  }).toPass({ timeout: 30_000, intervals: [20] });
  if (!who) throw new Error('nobody can do anything');
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
