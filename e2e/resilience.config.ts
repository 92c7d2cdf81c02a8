import { defineConfig } from '@playwright/test';

/**
 * What must hold while parts die: one case after the other, without a browser, and on a product of their own, so that the
 * journeys can go on meanwhile. Limits and the second try are those of the journeys.
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
