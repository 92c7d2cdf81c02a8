import { raw } from '@mikro-orm/postgresql';

/**
 * The present time of the database, or this many seconds later. For leases and locks that expire: clocks of processes may differ, and
 * developers advance them.
 */
export const databaseTime = (plusSeconds = 0) => raw(`clock_timestamp() + interval '${plusSeconds} seconds'`);
