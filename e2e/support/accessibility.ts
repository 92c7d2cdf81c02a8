import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import type axe from 'axe-core';

const PHONE_VIEWPORT = { width: 360, height: 740 };

/** Half the size of `axe.source`. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

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
  await expectNoViolations(page, earlierScans % 2 === Number(isPhone) ? 'light' : 'dark', earlierScans > 0);
  await expectNoHorizontalScroll(page);
}

/** Like `expectAccessible`, but in light and dark and on a desktop and a phone. For a page that starts on a desktop. */
export async function expectAccessibleInAllModes(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const desktop = page.viewportSize()!;
  const isScanned = scans.has(page);
  scans.set(page, 1);
  for (const viewport of [desktop, PHONE_VIEWPORT]) {
    await page.setViewportSize(viewport);
    for (const colorScheme of ['light', 'dark'] as const)
      await expectNoViolations(page, colorScheme, isScanned);
  }
  await expectNoHorizontalScroll(page);
  await page.setViewportSize(desktop);
}

async function expectNoViolations(
  page: Page,
  colorScheme: 'light' | 'dark',
  skipsFrame: boolean,
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  const found = (await findViolations(page, skipsFrame ? SITE_FRAME : [])).map(
    ({ id, nodes }) =>
      `${id}\n${nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`).join('\n')}`,
  );
  const { width } = page.viewportSize()!;
  expect.soft(found, `axe violations in "${await page.title()}", ${colorScheme}, ${width} px`).toEqual([]);
}

/** Injects axe once per document, unless the page has frames, to avoid loading it for every check. */
async function findViolations(page: Page, except: string[]): Promise<axe.Result[]> {
  if (page.frames().length > 1) return (await new AxeBuilder({ page }).analyze()).violations;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(async (exclude) => {
    // The page is repainted in its color scheme.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const { configure, run } = (window as unknown as WithAxe).axe;
    const dialog = document.querySelector('dialog:modal');
    const scope = dialog ?? (exclude.length > 0 ? { exclude } : document);
    const repeated = findRepeatedStyles(dialog ?? document.body);
    for (const element of repeated) element.setAttribute('data-repeated', '');
    configure({ rules: [{ id: 'color-contrast', selector: ':not([data-repeated])' }] });
    // Preloading copies the style sheets for a rule about sound, which the site has none of.
    const { violations } = await run(scope, { resultTypes: ['violations'], preload: false });
    for (const element of repeated) element.removeAttribute('data-repeated');
    return violations;

    /** Contrast takes most of the time, so it is checked once for text of the same style on the same backgrounds. */
    function findRepeatedStyles(root: Element): Element[] {
      const styles = new Set<string>();
      const found: Element[] = [];
      const compare = (element: Element, behind: string) => {
        if (exclude.some((selector) => element.matches(selector))) return;
        const computed = getComputedStyle(element);
        const { backgroundColor, backgroundImage, opacity, position } = computed;
        const background = `${backgroundColor} ${backgroundImage} ${opacity} ${position}`;
        const backgrounds =
          background === 'rgba(0, 0, 0, 0) none 1 static' ? behind : `${behind} / ${background}`;
        if (element.checkVisibility() && [...element.childNodes].some((node) => node.nodeValue?.trim())) {
          const isDisabled = element.closest(':disabled, [aria-disabled=true]') !== null;
          const style = `${backgrounds} / ${computed.color} ${computed.fontSize} ${computed.fontWeight} ${isDisabled}`;
          if (styles.has(style)) found.push(element);
          styles.add(style);
        }
        for (const child of element.children) compare(child, backgrounds);
      };
      compare(root, '');
      return found;
    }
  }, except);
}

interface WithAxe {
  axe: typeof axe;
}

/**
 * Expects no overflow of the page or of open dialogs on a phone, at the usual text size and at twice that size. Restores the viewport.
 */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  const isPhone = before.width === PHONE_VIEWPORT.width;
  if (!isPhone) await page.setViewportSize(PHONE_VIEWPORT);
  const overflowing = await page.evaluate(() => {
    const root = document.documentElement;
    const containers = [root, ...document.querySelectorAll('dialog[open]')];
    const rightEdge = (element: Element) => element.getBoundingClientRect().right;
    const overflows = (element: Element) =>
      rightEdge(element) > rightEdge(element.closest('dialog[open]') ?? root) + 1;
    const findOverflowing = () => {
      if (containers.every(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)) return [];
      const found = [...document.querySelectorAll('body *')].filter(overflows);
      return found.map(({ outerHTML }) => `${root.style.fontSize} ${outerHTML.slice(0, 160)}`);
    };
    const atUsualSize = findOverflowing();
    root.style.fontSize = '200%';
    const found = [...atUsualSize, ...findOverflowing()];
    root.style.fontSize = '';
    return found;
  });
  expect.soft(overflowing, `overflow in "${await page.title()}" at ${PHONE_VIEWPORT.width} px`).toEqual([]);
  if (!isPhone) await page.setViewportSize(before);
}
