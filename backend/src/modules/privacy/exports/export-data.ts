import type { ExportedRecords } from '../../../platform/personal-data/personal-data.js';
import type { ExportSchema } from './export-schema.js';

/** The text of `data.json`, one row at a time. Adds the rows to `schema`. */
export async function* exportData(
  exportedAt: Date,
  records: ExportedRecords,
  schema: ExportSchema,
): AsyncGenerator<string> {
  yield `{\n  "$schema": "./data.schema.json",\n  "exportedAt": ${JSON.stringify(exportedAt)}`;
  for (const [section, tables] of Object.entries(records)) {
    let opening = `,\n  ${JSON.stringify(section)}: {`;
    for (const [name, rows] of Object.entries(tables)) {
      yield `${opening}\n    ${JSON.stringify(name)}: [`;
      opening = ',';
      const table = schema.table(section, name);
      let separator = '';
      for await (const row of rows) {
        table.add(row);
        yield `${separator}\n      ${JSON.stringify(row, null, 2).replaceAll('\n', '\n      ')}`;
        separator = ',';
      }
      yield ']';
    }
    yield '\n  }';
  }
  yield '\n}\n';
}
