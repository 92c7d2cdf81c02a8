import type { Page } from '@playwright/test';

/** What the oldest supported browsers lack, by the object that has it. */
const MISSING: Record<string, readonly string[]> = {
  URL: ['canParse', 'parse'],
  AbortSignal: ['any'],
  Array: ['fromAsync'],
  Map: ['groupBy'],
  Object: ['groupBy'],
  Promise: ['try', 'withResolvers'],
  RegExp: ['escape'],
  'Document.prototype': ['startViewTransition'],
  'Element.prototype': ['setHTMLUnsafe'],
  'HTMLButtonElement.prototype': ['command', 'commandForElement'],
  'HTMLDialogElement.prototype': ['requestClose'],
  'HTMLElement.prototype': ['hidePopover', 'popover', 'showPopover', 'togglePopover'],
  'Iterator.prototype': [
    'drop',
    'every',
    'filter',
    'find',
    'flatMap',
    'forEach',
    'map',
    'reduce',
    'some',
    'take',
    'toArray',
  ],
  'Set.prototype': [
    'difference',
    'intersection',
    'isDisjointFrom',
    'isSubsetOf',
    'isSupersetOf',
    'symmetricDifference',
    'union',
  ],
  'String.prototype': ['isWellFormed', 'toWellFormed'],
  'Uint8Array.prototype': ['toBase64', 'toHex'],
  Uint8Array: ['fromBase64', 'fromHex'],
  window: ['Iterator', 'navigation', 'requestIdleCallback', 'scheduler'],
};

/** Removes from the page's scripts what the oldest browsers that we support don't have. */
export async function useOldestBrowser(page: Page): Promise<void> {
  await page.addInitScript((missing) => {
    for (const [path, names] of Object.entries(missing)) {
      const owner = path.split('.').reduce<object>((value, name) => Reflect.get(value, name), globalThis);
      for (const name of names) Reflect.deleteProperty(owner, name);
    }
  }, MISSING);
}
