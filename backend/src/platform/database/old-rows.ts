import { Injectable } from '@nestjs/common';
import { IsolatedRows } from '../scheduler/isolated-rows.js';
import { Database } from './database.js';

/** Rows that are over once a time in them has passed. */
export interface ExpiringRows {
  table: string;
  time: string;
}

/** Deletes what is kept for a time only. */
@Injectable()
export class OldRows {
  constructor(
    private readonly database: Database,
    private readonly isolatedRows: IsolatedRows,
  ) {}

  /**
   * Deletes up to `limit` rows whose time lies before this one: a small batch, so that no request waits for a long delete. A row that
   * cannot be deleted stops no other.
   */
  async delete({ table, time }: ExpiringRows, before: Date, limit: number): Promise<void> {
    const found = await this.database.query<{ place: string }>({
      text: `select ctid::text as place from ${table} where ${time} < $1 limit $2`,
      values: [before, limit],
    });
    await this.isolatedRows.runTogether(found, {
      task: `delete old ${table}`,
      idOf: ({ place }) => place,
      // The time is compared again: another row may have come to the place meanwhile.
      work: (rows) =>
        this.database.query({
          text: `delete from ${table} where ctid = any ($1::tid[]) and ${time} < $2`,
          values: [rows.map(({ place }) => place), before],
        }),
    });
  }
}
