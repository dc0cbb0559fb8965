import { expect, expectOffered, gather, type Person, PHONE, playOut, test, turn } from './harness';

test('two browsers play a whole game of Backgammon', async ({ come }) => {
  const people = [await come('Anna'), await come('Ben')];
  const table = await gather('backgammon', people);
  for (let n = 0; n < 4; n += 1) await turn(people);
  await Promise.all(people.map((person) => person.hurry(table, /"label":"taken off","value":"1[345]"/)));
  await playOut(people);
  for (const person of people) {
    await expect(person.summary).toContainText(/won/);
    expectOffered(person, 10);
    expect(person.refused, 'what is plum is never refused').toEqual([]);
  }
});

test('four play Cambio, and somebody wins a race', async ({ come }) => {
  const people = [await come('Anna'), await come('Ben'), await come('Cleo'), await come('Dora')];
  const brisk = { window_s: 3, follow_s: 1, give_s: 1, peek_s: 1, initial_peek_s: 1, king_show_s: 1, max_rounds: 1, memory_aid: 'on' };
  await gather('cambio', people, brisk);

  const isWon = (): boolean => people.some((person) => person.heard.some((text) => /snaps? [^"]*: right\./.test(text)));
  /** The cards that somebody knows to be what is wanted. */
  const wanted = (rune: string): string[] =>
    people.flatMap((person) => person.states().at(-1)?.scene.zones ?? []).filter((zone) => zone.owner !== undefined).flatMap((zone) => zone.pieces ?? [])
      .flatMap(({ key, figure }) => (typeof figure === 'object' && 'rune' in figure && figure.rune.role.endsWith(rune) ? [key] : []));
  // Until a race has been won, nobody ends the round, three of them tell each other what they know, and
  // Dora guesses. Then anything goes.
  const only = (person: Person) => (): string | null => {
    if (isWon()) return null;
    const rune = /Wanted: ([^.]*)\./.exec(person.states().at(-1)?.scene.banner ?? '')?.[1];
    if (rune === undefined || person.name === 'Dora') return ':not([data-key="button:call"])';
    const cards = wanted(rune);
    return [...(cards.length > 0 ? cards : ['button:pass']), 'button:done', 'button:keep'].map((key) => `[data-key="${key}"]`).join(', ');
  };
  await Promise.all(people.map((person) => person.play(only(person))));
  for (const person of people) {
    await expect(person.summary).toBeVisible();
    // At the end the scores come first.
    await person.page.getByRole('tab', { name: 'Log' }).click();
    await expect(person.log).toContainText(/snaps? .*: right\./);
  }
});

test('one plays Temple of Doom alone with the fingers, on a phone', async ({ come }) => {
  const anna = await come('Anna', { ...PHONE, reducedMotion: 'no-preference' });
  const table = await gather('temple-of-doom', [anna]);
  for (let n = 0; n < 16; n += 1) await anna.touch();
  await anna.hurry(table, /"version":([7-9]\d|\d{3,}),/);
  await anna.play();
  await expect(anna.summary).toContainText(/You have (won|lost), with a score of/);
  expect(anna.refused, 'what is plum is never refused').toEqual([]);
});
