import { defineConfig } from '@playwright/test';

const executablePath = process.env['CHROME_PATH'];

/** The flag replaces Playwright's own list, so this repeats it. */
const DISABLED_FEATURES = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  // A process for a page that may never be opened.
  'SpareRendererForSitePerProcess',
  'ThirdPartyStoragePartitioning',
  // The pop-ups of the address bar are pages that every new window loads, at more than half of its CPU time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/**
 * Journeys in a real Chromium. `npm test` sets the `E2E_…` variables that say where everything runs, and runs a failed file once more.
 * Tests tagged `@full` run only in `npm run test:faults` or `npm test -- --full`. Every wait is for a condition; the timeouts are only
 * upper bounds.
 */
export default defineConfig({
  testDir: 'journeys',
  ...(process.env['TEST_SIZE'] === 'full' ? {} : { grepInvert: /@full/ }),
  // More than cores, because pages also wait.
  workers: 3,
  forbidOnly: true,
  timeout: 180_000,
  expect: { timeout: 60_000 },
  use: {
    baseURL: process.env['E2E_BASE_URL'],
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    locale: 'en-US',
    timezoneId: 'UTC',
    screenshot: 'only-on-failure',
    viewport: { width: 1440, height: 900 },
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
        `--disable-features=${DISABLED_FEATURES.join(',')}`,
      ],
    },
  },
});
