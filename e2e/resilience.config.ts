import { defineConfig } from '@playwright/test';

/**
 * Fault injection without a browser. Runs serially on its own instance of the product, alongside the journeys. Timeouts and
 * retries are those of the journeys.
 */
export default defineConfig({
  testDir: 'resilience',
  outputDir: '../test-results/resilience',
  reporter: 'list',
  retries: 1,
  workers: 1,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
});
