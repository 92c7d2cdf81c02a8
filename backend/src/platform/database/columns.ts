import { p } from '@mikro-orm/postgresql';

/** A `timestamptz` column with microseconds, as the migrations declare it. */
export const timestamp = () => p.datetime().columnType('timestamptz');
