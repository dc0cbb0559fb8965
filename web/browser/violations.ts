// What keeps people from reading or using a page, as far as a program can find it.

import type { Page } from '@playwright/test';
import axe from 'axe-core';

/** Off by default, and yet whoever speaks to their device says what they read. */
const SPOKEN = 'label-content-name-mismatch';
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What is wrong with the page as it is now, a line for each thing. */
export async function violations(page: Page): Promise<string[]> {
  // As an expression: the page's own policy lets no script in.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const found = await page.evaluate(async ({ tags, spoken }) => {
    const { axe: look } = window as unknown as { axe: typeof axe };
    return (await look.run(document, { runOnly: { type: 'tag', values: tags }, rules: { [spoken]: { enabled: true } }, resultTypes: ['violations'] })).violations;
  }, { tags: TAGS, spoken: SPOKEN });
  // A phone's page scrolls under the prompt: whoever wants what is cut off there scrolls to it first.
  const isCut = (selector: string): Promise<boolean> =>
    page.evaluate(async (selector) => {
      const { axe: look } = window as unknown as { axe: typeof axe };
      document.querySelector(selector)?.scrollIntoView({ block: 'center' });
      return (await look.run({ include: [[selector]] }, { runOnly: { type: 'rule', values: ['target-size'] }, resultTypes: ['violations'] })).violations.length === 0;
    }, selector);
  for (const one of found.filter(({ id }) => id === 'target-size')) {
    const small = [];
    for (const node of one.nodes) if (!(await isCut(node.target.join(' ')))) small.push(node);
    one.nodes = small;
  }
  // What is printed on a card need not be its name while nobody can ask for it.
  const isIdle = (id: string, html: string): boolean => id === SPOKEN && html.includes('class="thing ') && html.includes('tabindex="-1"');
  return found.flatMap(({ id, nodes }) => nodes.filter(({ html }) => !isIdle(id, html)).map(({ target, html, failureSummary }) => `${id}: ${target.join(' ')} ${html.slice(0, 160)} ${failureSummary ?? ''}`.replace(/\s+/g, ' ')));
}
