// Takes the same moment in every size and theme, once nothing moves any more.

import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Person } from '../person';
import { fileOf, type Look, LOOKS, SIZES, type Stage } from './looks';

/** So long nothing may have changed. */
const QUIET_MS = 500;
/** A page that never rests is taken all the same. */
const PATIENCE_MS = 8000;

/** Waits until nothing has moved for a while but clocks; runs in the page. */
function calm([quietMs, patienceMs]: [number, number]): Promise<void> {
  const isClock = (node: Node) => (node instanceof Element ? node : node.parentElement)?.closest('[role=timer]');
  return new Promise((resolve) => {
    const start = performance.now();
    let last = start;
    const observer = new MutationObserver((changes) => {
      if (changes.some((change) => !isClock(change.target))) last = performance.now();
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    const ask = () => {
      const now = performance.now();
      const moving = document.getAnimations().some((one) => one.playState === 'running' && one.effect?.getComputedTiming().endTime !== Infinity);
      // What the table tells in passing fades by itself.
      if (moving || document.querySelector('.news')) last = now;
      if (now - last < quietMs && now - start < patienceMs) return void setTimeout(ask, 50);
      observer.disconnect();
      resolve();
    };
    void document.fonts.ready.then(ask);
  });
}

export class Camera {
  private constructor(private readonly pages: [Look, Page][], private readonly folder: string) {}

  /** Looks at tables as this person does, from one page for each look. */
  static async of(browser: Browser, model: Person, folder: string): Promise<Camera> {
    const storageState = await model.context.storageState();
    const pages = LOOKS.map(async (look): Promise<[Look, Page]> => {
      const context = await browser.newContext({ ...SIZES[look.size], colorScheme: look.theme, reducedMotion: 'reduce', baseURL: model.address, storageState });
      return [look, await context.newPage()];
    });
    return new Camera(await Promise.all(pages), folder);
  }

  async goTo(table: string): Promise<void> {
    await Promise.all(this.pages.map(([, page]) => page.goto(`/t/${table}`)));
  }

  /** Looks at nothing: drawing every move costs more than playing it. */
  async rest(): Promise<void> {
    await Promise.all(this.pages.map(([, page]) => page.goto('about:blank')));
  }

  /** Takes the table as soon as it shows what has this number, and rests. */
  async shoot(game: string, stage: Stage, number: number): Promise<void> {
    await Promise.all(
      this.pages.map(async ([look, page]) => {
        await page.waitForFunction((number) => parseInt(document.querySelector<HTMLElement>('[data-moment]')?.dataset.moment ?? '') >= number, number);
        await page.evaluate(calm, [QUIET_MS, PATIENCE_MS] as [number, number]);
        // What newcomers are told stands beside the table; Anna has read it.
        const told = page.getByRole('button', { name: 'Got it' });
        if (await told.isVisible()) {
          await told.dispatchEvent('click');
          await page.evaluate(calm, [QUIET_MS, PATIENCE_MS] as [number, number]);
        }
        await page.screenshot({ path: join(this.folder, fileOf(game, stage, look)), animations: 'disabled' });
      }),
    );
  }
}
