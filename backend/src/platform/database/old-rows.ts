import type { Database } from './database.js';

/** Rows that are over once a time in them has passed; `key` names the columns of their primary key. */
export interface AgeingRows {
  table: string;
  key: string;
  time: string;
}

/** Deletes up to `limit` rows whose time lies before this one: a small bite, so that nobody waits for a long delete. */
export async function forgetOldRows(
  database: Database,
  { table, key, time }: AgeingRows,
  before: Date,
  limit: number,
): Promise<void> {
  await database.query({
    text: `delete from ${table} where (${key}) in (select ${key} from ${table} where ${time} < $1 limit $2)`,
    values: [before, limit],
  });
}
