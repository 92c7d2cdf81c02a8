import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

const PHONE = { width: 360, height: 740 };

/** What of axe's rules can come out differently in the dark. */
const COLOR_RULES: RunOptions = {
  runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * Waits until the screen has its heading and holds it, as it stands, to what every screen owes: axe finds nothing, in
 * light and in dark, and a phone of 360 px need not scroll sideways. Gives the page back as it was.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const title = await page.title();
  for (const colorScheme of ['light', 'dark'] as const) {
    await emulateColorScheme(page, colorScheme);
    const violations = await findViolations(page, colorScheme === 'dark' ? COLOR_RULES : {});
    const found = violations.map(
      ({ id, nodes }) =>
        `${id}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
    );
    expect.soft(found, `what axe finds in "${title}", ${colorScheme}`).toEqual([]);
  }
  await emulateColorScheme(page, 'light');
  await expectNoHorizontalScroll(page);
}

/** What axe finds. A page of one document keeps axe from one look to the next, which saves loading it four times a screen. */
async function findViolations(page: Page, options: RunOptions): Promise<Result[]> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (given) => (await (window as unknown as WithAxe).axe.run(document, given)).violations,
    { ...options, resultTypes: ['violations' as const] },
  );
}

interface WithAxe {
  axe: typeof axe;
}

/** Changes light and dark, and waits until that has been drawn. */
async function emulateColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(async (scheme) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return window.matchMedia(`(prefers-color-scheme: ${scheme})`).matches;
  }, colorScheme);
}

/** Nothing sticks out of the page, or of a sheet that is open on it, on a phone of 360 px. Gives the page back at the width it had. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const wider = await page.evaluate(() => {
    const root = document.documentElement;
    const sheets = [root, ...document.querySelectorAll('dialog[open]')];
    if (sheets.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)) return [];
    const edgeOf = (element: Element) => element.getBoundingClientRect().right;
    const sticksOut = (element: Element) =>
      edgeOf(element) > edgeOf(element.closest('dialog[open]') ?? root) + 1;
    return [...document.querySelectorAll('body *')]
      .filter(sticksOut)
      .map(({ outerHTML }) => outerHTML.slice(0, 160));
  });
  expect.soft(wider, `what sticks out of "${await page.title()}" at ${PHONE.width} px`).toEqual([]);
  if (before) await page.setViewportSize(before);
}
