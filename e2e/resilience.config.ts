import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.js';

/**
 * Fault injection without a browser. Runs serially, after the journeys and on the same product, with nothing else beside it.
 */
export default defineConfig(journeys, {
  testDir: 'resilience',
  workers: 1,
  timeout: 120_000,
});
