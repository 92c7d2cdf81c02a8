/**
 * Liveness, readiness and metrics of the process. Has no tables and no event handlers, and depends on no other module.
 */
export { HealthModule } from './health.module.js';
export { mayReadMetrics } from './metrics.controller.js';
export { Readiness } from './readiness.js';
