import { translate } from './translator.js';
import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

/** The email preview is sandboxed, which also blocks the script that Playwright's tracing injects into every frame. */
const SANDBOXED_EMAIL_FRAME = /^error: Blocked script execution in 'about:srcdoc'/;

/** Options of journeys on a phone, for `test.use`. The others run on a desktop. */
export const PHONE = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
};

/** Console errors and warnings, including CSP violations, and uncaught exceptions. */
class ConsoleErrors {
  readonly #messages: string[] = [];
  readonly #allowed: RegExp[] = [SANDBOXED_EMAIL_FRAME];

  /** Watches every page of a browser context, including new tabs. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const { url } = message.location();
      if (message.type() === 'error' || message.type() === 'warning')
        this.#messages.push(`${message.type()}: ${message.text()} (${url})`);
    });
    context.on('weberror', (error) => this.#messages.push(`thrown: ${error.error().message}`));
  }

  /** Allows errors that a journey causes on purpose; browsers log every failed request. */
  allow(...expected: RegExp[]): void {
    this.#allowed.push(...expected);
  }

  get unexpected(): string[] {
    return this.#messages.filter((text) => !this.#allowed.some((expected) => expected.test(text)));
  }
}

interface JourneyFixtures {
  /** Whether the browser translates pages. All journeys pass with it. */
  translated: boolean;
  consoleErrors: ConsoleErrors;
  /** Opens a page in a separate browser context. */
  newVisitor: () => Promise<Page>;
}

/** Fails a journey if any of its pages logs an unexpected error. */
export const test = base.extend<JourneyFixtures>({
  translated: [process.env['TRANSLATED'] === '1', { option: true }],
  context: async ({ context, translated }, use) => {
    if (translated) await translate(context);
    await use(context);
  },
  consoleErrors: [
    async ({ context }, use) => {
      const consoleErrors = new ConsoleErrors();
      consoleErrors.watch(context);
      await use(consoleErrors);
      expect(consoleErrors.unexpected, 'console errors').toEqual([]);
    },
    { auto: true },
  ],
  newVisitor: async (
    { browser, consoleErrors, contextOptions, viewport, baseURL, locale, timezoneId },
    use,
  ) => {
    const contexts: BrowserContext[] = [];
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, viewport, baseURL, locale, timezoneId });
      consoleErrors.watch(context);
      contexts.push(context);
      return context.newPage();
    });
    await Promise.all(contexts.map((context) => context.close()));
  },
});

export { expect };
