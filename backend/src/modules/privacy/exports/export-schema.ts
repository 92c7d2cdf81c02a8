import type { PersonalDataRecord } from '../../../platform/personal-data/personal-data.port.js';

type Schema = Record<string, unknown>;

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** JSON Schema of `data.json`: its sections, tables and columns. Built while the rows are written. */
export class ExportSchema {
  private readonly sections: Record<string, Record<string, TableSchema>> = {};

  /** Adds the table if it's new, even if it has no rows. */
  table(section: string, name: string): TableSchema {
    return ((this.sections[section] ??= {})[name] ??= new TableSchema());
  }

  toJSON(): Schema {
    return {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'Personal data export',
      ...object({
        $schema: { type: 'string' },
        exportedAt: { type: 'string', format: 'date-time' },
        ...mapValues(this.sections, (tables) =>
          object(mapValues(tables, (table) => ({ type: 'array', items: table.toJSON() }))),
        ),
      }),
    };
  }
}

/** Rows of a table have the same columns. */
class TableSchema {
  private readonly columns: Record<string, { types: Set<string>; areTimes?: boolean }> = {};

  add(row: PersonalDataRecord): void {
    for (const [column, value] of Object.entries(row)) {
      const json = value instanceof Date ? value.toISOString() : value;
      const known = (this.columns[column] ??= { types: new Set() });
      known.types.add(jsonType(json));
      if (typeof json === 'string') known.areTimes = known.areTimes !== false && TIME.test(json);
    }
  }

  toJSON(): Schema {
    return object(
      mapValues(this.columns, ({ types, areTimes }) => ({
        type: [...types].sort(),
        ...(areTimes && { format: 'date-time' }),
      })),
    );
  }
}

function jsonType(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

const object = (properties: Schema): Schema => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});

const mapValues = <In, Out>(values: Record<string, In>, map: (value: In) => Out): Record<string, Out> =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, map(value)]));
