import { Injectable } from '@nestjs/common';
import { IsolatedRows } from '../scheduler/isolated-rows.js';
import { Database } from './database.js';

/** Rows whose retention depends on a timestamp column. */
export interface ExpiringRows {
  table: string;
  time: string;
}

/** Deletes rows past their retention period. */
@Injectable()
export class RowPurger {
  constructor(
    private readonly database: Database,
    private readonly isolatedRows: IsolatedRows,
  ) {}

  /**
   * Deletes up to `limit` rows whose timestamp is before `before`. Keep batches small, so that no request waits for a long delete. A
   * row that cannot be deleted does not stop the others.
   */
  async purge({ table, time }: ExpiringRows, before: Date, limit: number): Promise<void> {
    const found = await this.database.query<{ ctid: string }>({
      text: `select ctid::text from ${table} where ${time} < $1 limit $2`,
      values: [before, limit],
    });
    await this.isolatedRows.runBatch(found, {
      task: `delete old ${table}`,
      idOf: ({ ctid }) => ctid,
      // Compare the timestamp again: a ctid may belong to another row by now.
      work: (rows) =>
        this.database.query({
          text: `delete from ${table} where ctid = any ($1::tid[]) and ${time} < $2`,
          values: [rows.map(({ ctid }) => ctid), before],
        }),
    });
  }
}
