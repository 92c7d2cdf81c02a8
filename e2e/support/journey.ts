import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';

/** The frame that shows an email lets nothing run: not even what the test's own recorder tries in every frame. */
const SANDBOXED_EMAIL_FRAME = /^error: Blocked script execution in 'about:srcdoc'/;

/** What the browser complained about: console errors and warnings (a breach of the content policy is one), and thrown errors. */
export class ConsoleErrors {
  readonly #heard: string[] = [];
  readonly #tolerated: RegExp[] = [SANDBOXED_EMAIL_FRAME];

  /** Hears every page of a browser profile, new tabs included. */
  watch(context: BrowserContext): void {
    context.on('console', (message) => {
      const { url } = message.location();
      if (message.type() === 'error' || message.type() === 'warning')
        this.#heard.push(`${message.type()}: ${message.text()} (${url})`);
    });
    context.on('weberror', (fault) => this.#heard.push(`thrown: ${fault.error().message}`));
  }

  /** Lets pass what a journey causes on purpose: browsers write each rejected request into the console. */
  allow(...expected: RegExp[]): void {
    this.#tolerated.push(...expected);
  }

  get unexpected(): string[] {
    return this.#heard.filter((text) => !this.#tolerated.some((expected) => expected.test(text)));
  }
}

interface JourneyFixtures {
  consoleErrors: ConsoleErrors;
  /** A page of someone else's: another browser, with nothing in common. */
  newVisitor: () => Promise<Page>;
}

/** A journey fails when any page on its way complained. */
export const test = base.extend<JourneyFixtures>({
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
