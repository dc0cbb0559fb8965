import { expect, expectOffered, gather, type Person, PHONE, test, whoMoves } from './harness';

type Point = { x: number; y: number };

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
    const mover = await whoMoves(people);
    const { page } = mover;
    const version = mover.states().at(-1)?.version ?? 0;
    // Where it could go is shown once it is touched.
    const from = await mover.spot('.thing.piece.leads');
    await (options === PHONE ? page.touchscreen.tap(from.x, from.y) : page.mouse.click(from.x, from.y));
    await expect(page.locator('.thing.chosen')).not.toHaveCount(0);
    const goal = await mover.spot('.thing.cell.leads');
    await mover.button('Choose again').click();
    await expect(page.locator('.thing.chosen')).toHaveCount(0);
    // It is taken where it lay at first: whatever the prompt says meanwhile, nothing moves under the pointer.
    await drag(mover, from, goal);
    await expect(() => expect(mover.states().at(-1)?.version).toBe(version + 1)).toPass();
    await expect(page.locator('.prompt.refused')).toHaveCount(0);
    expectOffered(mover, 1);
  });
}
