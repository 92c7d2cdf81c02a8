import { sql, type EntityClass } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { IsolatedRows } from './isolated-rows.js';
import { Database } from '../database/database.js';

/** A property of the entity that holds a time. */
type TimeProperty<Entity> = {
  [Key in keyof Entity & string]: Exclude<Entity[Key], null | undefined> extends Date ? Key : never;
}[keyof Entity & string];

/** Deletes rows past their retention period. */
@Injectable()
export class RowPurger {
  constructor(
    private readonly database: Database,
    private readonly isolatedRows: IsolatedRows,
  ) {}

  /**
   * Deletes up to `limit` rows whose time is before `before`. Keep batches small, so that no request waits for a long delete. A row
   * that cannot be deleted does not stop the others.
   */
  async purge<Entity extends object>(
    entity: EntityClass<Entity>,
    time: TimeProperty<Entity>,
    before: Date,
    limit: number,
  ): Promise<void> {
    const expired = { [time]: { $lt: before } };
    const found = await this.database.em
      .createQueryBuilder<object>(entity)
      .select(sql`ctid::text as ctid`)
      .where(expired)
      .limit(limit)
      .execute<{ ctid: string }[]>('all', false);
    await this.isolatedRows.runBatch(found, {
      task: `delete old ${this.database.em.getMetadata(entity).tableName}`,
      // Unlike a primary key, a ctid is safe to log.
      getId: ({ ctid }) => ctid,
      // Compare the time again: a ctid may belong to another row by now.
      work: (rows) =>
        this.database.transaction(async () => {
          // Rows that refer to both tables are deleted with either of them, in another order.
          await this.database.lock('delete old rows');
          const locations = rows.map(({ ctid }) => ctid);
          await this.database.em.nativeDelete<object>(entity, {
            ...expired,
            [sql`ctid`]: { $in: locations },
          });
        }),
    });
  }
}
