import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe, { type Result, type RunOptions } from 'axe-core';

const PHONE = { width: 360, height: 740 };

/** The axe rules whose result depends on colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Checks the page in its current state: a heading, no axe violations in light and dark, and no horizontal scrolling on a
 * phone. Restores color scheme and viewport. On a phone, colors are skipped by default: the journey checks them on a desktop.
 */
export async function expectAccessible(
  page: Page,
  { colors = page.viewportSize()!.width !== PHONE.width } = {},
): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  if (!colors) {
    const withoutColors = Object.fromEntries(COLOR_RULES.map((rule) => [rule, { enabled: false }]));
    await expectNoViolations(page, 'without colors', { rules: withoutColors });
  } else {
    await emulateColorScheme(page, 'light');
    await expectNoViolations(page, 'light', {});
    await emulateColorScheme(page, 'dark');
    await expectNoViolations(page, 'dark', { runOnly: { type: 'rule', values: COLOR_RULES } });
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await expectNoHorizontalScroll(page);
}

async function expectNoViolations(page: Page, variant: string, options: RunOptions): Promise<void> {
  const found = (await findViolations(page, options)).map(
    ({ id, nodes }) =>
      `${id}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
  );
  expect.soft(found, `axe violations in "${await page.title()}", ${variant}`).toEqual([]);
}

/** Injects axe once per document, unless the page has frames, to avoid loading it for every check. */
async function findViolations(page: Page, options: RunOptions): Promise<Result[]> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).options(options).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async (runOptions) => (await (window as unknown as WithAxe).axe.run(document, runOptions)).violations,
    { ...options, resultTypes: ['violations' as const] },
  );
}

interface WithAxe {
  axe: typeof axe;
}

/** Switches between light and dark and waits until the page is repainted. */
async function emulateColorScheme(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(async (scheme) => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return window.matchMedia(`(prefers-color-scheme: ${scheme})`).matches;
  }, colorScheme);
}

/** Expects no overflow of the page or of open dialogs on a phone. Restores the viewport. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  const overflowing = await page.evaluate(() => {
    const root = document.documentElement;
    const containers = [root, ...document.querySelectorAll('dialog[open]')];
    if (containers.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)) return [];
    const rightEdge = (element: Element) => element.getBoundingClientRect().right;
    const overflows = (element: Element) =>
      rightEdge(element) > rightEdge(element.closest('dialog[open]') ?? root) + 1;
    return [...document.querySelectorAll('body *')]
      .filter(overflows)
      .map(({ outerHTML }) => outerHTML.slice(0, 160));
  });
  expect.soft(overflowing, `overflow in "${await page.title()}" at ${PHONE.width} px`).toEqual([]);
  if (before) await page.setViewportSize(before);
}
