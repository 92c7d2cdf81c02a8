import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import axe, { type Result } from 'axe-core';

const PHONE_VIEWPORT = { width: 360, height: 740 };

/** The header and footer of the site, which are the same on every page. */
const SITE_FRAME = ['.site-header', 'footer'];

/** Number of scans of each page. */
const scans = new WeakMap<Page, number>();

/**
 * Checks the page in its current state: a heading, no axe violations, and no horizontal scrolling on a phone. Scans alternate between
 * light and dark, starting with light on a desktop and with dark on a phone. Restores the viewport. Left out is what a modal dialog
 * covers, and from the second scan on, the header and footer of the site.
 */
export async function expectAccessible(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const earlierScans = scans.get(page) ?? 0;
  scans.set(page, earlierScans + 1);
  const isPhone = page.viewportSize()!.width === PHONE_VIEWPORT.width;
  const colorScheme = earlierScans % 2 === Number(isPhone) ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme });
  const found = (await findViolations(page, earlierScans > 0 ? SITE_FRAME : [])).map(
    ({ id, nodes }) =>
      `${id}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
  );
  expect.soft(found, `axe violations in "${await page.title()}", ${colorScheme}`).toEqual([]);
  await expectNoHorizontalScroll(page);
}

/** Injects axe once per document, unless the page has frames, to avoid loading it for every check. */
async function findViolations(page: Page, except: string[]): Promise<Result[]> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (exclude) => {
    // The page is repainted in its color scheme.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const { run } = (window as unknown as WithAxe).axe;
    const dialog = document.querySelector('dialog:modal');
    const scope = dialog ?? (exclude.length > 0 ? { exclude } : document);
    // Preloading copies the style sheets for a rule about sound, which the site has none of.
    return (await run(scope, { resultTypes: ['violations'], preload: false })).violations;
  }, except);
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
