/**
 * Whether the process is well, and its figures. Owns nothing, listens to nothing, and never calls another module.
 */
export { HealthModule } from './health.module.js';
export { mayReadMetrics } from './metrics.controller.js';
export { Readiness } from './readiness.js';
