import { defineConfig } from '@playwright/test';

/**
 * Fault injection without a browser. Runs serially, after the journeys and on the same product, with nothing else beside it. Tests
 * tagged `@full` run only in `npm run test:faults`: `backend/test/integration` covers the same faults without processes.
 */
export default defineConfig({
  testDir: 'resilience',
  ...(process.env['TEST_SIZE'] === 'full' ? {} : { grepInvert: /@full/ }),
  outputDir: '../test-results/resilience',
  reporter: 'list',
  workers: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 60_000 },
});
