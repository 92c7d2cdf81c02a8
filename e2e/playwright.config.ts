import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROME_PATH'];

/**
 * Journeys in a real Chromium. Where things run is told by `E2E_…` variables, which `npm test` sets. A journey that fails is
 * tried once more, for a machine that stumbles, and is told as flaky. Every wait is for a condition, so the limits only say
 * when to give up.
 */
export default defineConfig({
  outputDir: '../test-results/journeys',
  reporter: 'list',
  retries: 1,
  workers: 2,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env['E2E_BASE_URL'],
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath,
      args: [
        '--headless=new',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    {
      name: 'desktop',
      testDir: 'journeys',
      grepInvert: /@phone-only/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      name: 'phone',
      testDir: 'journeys',
      grep: /@phone/,
      use: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
    },
  ],
});
