import { raw, type EntityClass, type EntityName } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { disableStatementTimeout } from '../database/disable-statement-timeout.js';
import type { PersonalDataRecord, Person } from './personal-data.port.js';
import { exportedColumns, type PersonalTable } from './personal-table.js';

type Entity = PersonalTable['entity'];

/** Rows of one person, in any table. */
@Injectable()
export class PersonalRows {
  constructor(private readonly database: Database) {}

  tableName(entity: Entity): string {
    return this.database.em.getMetadata(entity as EntityClass<object>).tableName;
  }

  /**
   * The exported columns of the person's rows, read with a cursor. It stays open as long as the caller takes to write them, so
   * statements don't time out.
   */
  async *stream(table: PersonalTable, person: Person): AsyncGenerator<PersonalDataRecord> {
    const columns = exportedColumns(table);
    const { em } = this.database;
    await em.begin();
    try {
      await disableStatementTimeout(em);
      const rows: AsyncIterable<object> = em.stream<object>(table.entity as EntityName<object>, {
        where: condition(table.rows!, { ...person }),
        fields: columns as never[],
      });
      for await (const row of rows)
        yield Object.fromEntries(
          columns.map((column) => [column, (row as PersonalDataRecord)[column] ?? null]),
        );
    } finally {
      await em.rollback();
    }
  }

  /** Deletes or anonymizes the rows. Idempotent. */
  async erase({ entity, rows, delete: deleted, anonymize }: PersonalTable, person: Person): Promise<void> {
    if (rows === undefined) return;
    if (deleted !== undefined) await this.delete(entity, rows, { ...person });
    else if (anonymize)
      await this.database.em.nativeUpdate<object>(
        entity as EntityName<object>,
        condition(rows, { ...person }),
        anonymize,
      );
  }

  /** Deletes the rows that match an SQL condition with these named parameters. */
  async delete(entity: Entity, rows: string, parameters: Record<string, unknown>): Promise<void> {
    await this.database.em.nativeDelete<object>(entity as EntityName<object>, condition(rows, parameters));
  }

  /** Whether any row matches. */
  async exists(entity: Entity, rows: string, parameters: Record<string, unknown>): Promise<boolean> {
    const where = condition(rows, parameters);
    return (await this.database.em.count<object>(entity as EntityName<object>, where)) > 0;
  }
}

/** An SQL condition with named parameters. */
function condition(sql: string, parameters: Record<string, unknown>): object {
  const values: unknown[] = [];
  const text = sql.replace(/(?<!:):([a-z]+)\b/gi, (_, name: string) => {
    values.push(parameters[name]);
    return '?';
  });
  return { [raw(`(${text})`, values)]: [] };
}
