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
  'ThirdPartyStoragePartitioning',
  // The pop-ups of the address bar are pages that every new window loads, at more than half of its CPU time.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
];

/**
 * Journeys in a real Chromium. `npm test` sets the `E2E_…` variables that say where everything runs. `npm test`
 * runs a failed file once more. Every wait is for a condition; the timeouts are only upper bounds.
 */
export default defineConfig({
  outputDir: '../test-results/journeys',
  reporter: 'list',
  // More than cores, because pages also wait.
  workers: 3,
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
