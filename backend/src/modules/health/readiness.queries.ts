import type { Statement } from '../../platform/database/database.js';

/** The cheapest round trip. Load balancers send it every few seconds to every process. */
export const ping: Statement = { reason: 'measured hot read', name: 'ready', text: 'select 1' };
