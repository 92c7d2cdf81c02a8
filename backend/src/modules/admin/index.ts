/**
 * What support and administrators may see and do, over HTTP. Owns no tables: it composes the faces of the modules below and lets
 * each write its acts, with their audit entries, in transactions of its own. Listens to no one.
 */
export { AdminModule } from './admin.module.js';
