import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe, { type Result } from 'axe-core';

const PHONE_VIEWPORT = { width: 360, height: 740 };

/** Number of scans of each page. */
const scans = new WeakMap<Page, number>();

/**
 * Checks the page in its current state: a heading, no axe violations, and no horizontal scrolling on a phone. Scans alternate between
 * light and dark, starting with light on a desktop and with dark on a phone. Restores the viewport. Of a page with a modal dialog, only
 * the dialog is scanned: nothing else can be reached.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const isPhone = page.viewportSize()!.width === PHONE_VIEWPORT.width;
  const number = scans.get(page) ?? (isPhone ? 1 : 0);
  scans.set(page, number + 1);
  const colorScheme = number % 2 === 0 ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme });
  const found = (await findViolations(page)).map(
    ({ id, nodes }) =>
      `${id}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
  );
  expect.soft(found, `axe violations in "${await page.title()}", ${colorScheme}`).toEqual([]);
  await expectNoHorizontalScroll(page);
}

/** Injects axe once per document, unless the page has frames, to avoid loading it for every check. */
async function findViolations(page: Page): Promise<Result[]> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async () => {
    // The page is repainted in its color scheme.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const { run } = (window as unknown as WithAxe).axe;
    const scope = document.querySelector('dialog:modal') ?? document;
    return (await run(scope, { resultTypes: ['violations'] })).violations;
  });
}

interface WithAxe {
  axe: typeof axe;
}

/** Expects no overflow of the page or of open dialogs on a phone. Restores the viewport. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  const isPhone = before.width === PHONE_VIEWPORT.width;
  if (!isPhone) await page.setViewportSize(PHONE_VIEWPORT);
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
  expect.soft(overflowing, `overflow in "${await page.title()}" at ${PHONE_VIEWPORT.width} px`).toEqual([]);
  if (!isPhone) await page.setViewportSize(before);
}
