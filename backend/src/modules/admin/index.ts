/**
 * HTTP API of the staff console. Owns no tables and handles no events: it calls the public APIs of other modules, each of which
 * writes its own changes and audit entries in its own transactions.
 */
export { AdminModule } from './admin.module.js';
