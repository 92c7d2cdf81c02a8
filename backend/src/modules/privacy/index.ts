/**
 * Export, deletion and retention of personal data, through the port that each module with such data implements. Owns `erasures` and
 * `data_exports`.
 */
export { ErasureModule, PrivacyHandlersModule, PrivacyModule } from './privacy.module.js';
export { ReapplyErasures } from './erasure/reapply-erasures.js';
export * from './events.js';
export { privacyEntities } from './entities.js';
export { privacyTables } from './personal-data.js';
