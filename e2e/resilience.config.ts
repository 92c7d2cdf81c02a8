import { defineConfig } from '@playwright/test';

/**
 * Fault injection without a browser. Runs serially on its own instance of the product, alongside the journeys. Timeouts
 * are those of the journeys. Tests tagged `@full` run only in `npm run test:faults`: `backend/test/integration` covers
 * the same faults with fewer processes.
 */
export default defineConfig({
  testDir: 'resilience',
  ...(process.env['TEST_SIZE'] === 'full' ? {} : { grepInvert: /@full/ }),
  outputDir: '../test-results/resilience',
  reporter: 'list',
  workers: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
});
