import type { Locator } from '@playwright/test';
import { expect, gather, type Person, PHONE, test } from './harness';

type Point = { x: number; y: number };

async function middle(thing: Locator): Promise<Point> {
  const box = await thing.boundingBox();
  if (!box) throw new Error('it is not there');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The points on the way from one to the other. */
function way(from: Point, to: Point): Point[] {
  return [0.1, 0.3, 0.6, 0.9, 1].map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));
}

async function withMouse({ page }: Person, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const { x, y } of way(from, to)) await page.mouse.move(x, y);
  await page.mouse.up();
}

async function withFinger({ context, page }: Person, from: Point, to: Point): Promise<void> {
  const chrome = await context.newCDPSession(page);
  await chrome.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [from] });
  for (const point of way(from, to)) await chrome.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
  await chrome.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await chrome.detach();
}

for (const [how, drag, options] of [['mouse', withMouse, {}], ['finger', withFinger, PHONE]] as const) {
  test(`a piece is dragged with the ${how}`, async ({ come }) => {
    const people = [await come('Anna', options), await come('Ben', options)];
    await gather('backgammon', people);
    let mover: Person | undefined;
    await expect(async () => {
      for (const person of people) if (await person.canTouch()) mover = person;
      expect(mover).toBeDefined();
    }).toPass();
    if (!mover) throw new Error('nobody can do anything');
    const page = mover.page;
    const piece = page.locator('.thing.piece.leads').first();
    const version = mover.states().at(-1)?.version ?? 0;
    // Where it could go is shown once it is touched; a second touch puts it back.
    await (options === PHONE ? piece.tap() : piece.click());
    const goal = await middle(page.locator('.thing.cell.leads').first());
    await mover.button('Choose again').click();
    await expect(page.locator('.thing.chosen')).toHaveCount(0);
    await drag(mover, await middle(piece), goal);
    await expect(() => expect(mover?.states().at(-1)?.version).toBe(version + 1)).toPass();
    await expect(page.locator('.prompt.refused')).toHaveCount(0);
  });
}
