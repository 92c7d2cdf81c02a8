import type { BrowserContext } from '@playwright/test';

/**
 * Changes every page as the translator of a browser does: replaces each text with two nested elements with a new text, also when the page
 * changes. The new text is the old one, so that journeys find it. Begins at the given event of the document.
 */
export async function translate(
  context: BrowserContext,
  begin: 'readystatechange' | 'DOMContentLoaded' = 'DOMContentLoaded',
): Promise<void> {
  await context.addInitScript((event) => {
    const UNTRANSLATED = '[translate=no], script, style, noscript, textarea, svg, font';
    const translateText = (text: Text): void => {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(UNTRANSLATED)) return;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    };
    const translateAll = (root: Node): void => {
      const texts: Text[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      if (root instanceof Text) texts.push(root);
      while (walker.nextNode()) texts.push(walker.currentNode as Text);
      texts.forEach(translateText);
    };
    const translatePage = () => {
      translateAll(document.body);
      new MutationObserver((records) => {
        for (const { type, target, addedNodes } of records) {
          if (type === 'characterData') translateAll(target);
          addedNodes.forEach(translateAll);
        }
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    };
    document.addEventListener(event, translatePage, { once: true });
  }, begin);
}

/** Adds an element after each field, as password managers do before the page has loaded its scripts. */
export async function manageFields(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () =>
      queueMicrotask(() => {
        for (const field of document.querySelectorAll('input, button'))
          field.after(document.createElement('password-manager-icon'));
      }),
    );
  });
}
