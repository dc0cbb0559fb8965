import { expect, gather, playOut, test } from './harness';

test('two browsers play a whole game of Backgammon', async ({ come }) => {
  const people = [await come('Anna'), await come('Ben')];
  await gather('backgammon', people);
  await playOut(people);
  for (const person of people) {
    await expect(person.summary).toContainText(/won/);
    expect(person.refused).toEqual([]);
  }
});
