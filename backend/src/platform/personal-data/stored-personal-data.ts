import {
  PersonalDataSource,
  type PersonalDataFile,
  type PersonalDataRecords,
  type Person,
} from './personal-data.port.js';
import type { PersonalRows } from './personal-rows.repository.js';
import { exportedColumns, type PersonalTable } from './personal-table.js';

/** What a module stores about a person in tables, as declared for each table. */
export abstract class StoredPersonalData extends PersonalDataSource {
  protected abstract readonly tables: readonly PersonalTable[];
  protected abstract readonly rows: PersonalRows;

  override async *exportPersonalData(person: Person): AsyncGenerator<PersonalDataFile | PersonalDataRecords> {
    for (const table of this.tables) {
      if (exportedColumns(table).length === 0) continue;
      const records = { [Symbol.asyncIterator]: () => this.rows.stream(table, person) };
      yield { name: this.rows.tableName(table.entity), records };
    }
  }

  override async erasePersonalData(person: Person): Promise<void> {
    for (const table of this.tables) await this.rows.erase(table, person);
  }
}
