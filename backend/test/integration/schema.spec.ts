import { MikroORM } from '@mikro-orm/postgresql';
import { entities } from '../../src/entities.js';
import { ormOptions } from '../../src/platform/database/database.module.js';
import { declaredColumns } from '../../src/platform/personal-data/personal-table.js';
import { personalTables } from '../../src/personal-tables.js';
import { testLogger } from '../support/test-logger.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { testSettings } from '../support/test-settings.js';

// cspell:words attrelid attname atttypid atttypmod attnotnull adbin adrelid attcollation regcollation relkind relnamespace regnamespace attrdef adnum attnum attisdropped relname conrelid conname constraintdef connamespace contype indexdef schemaname

/** Everything that a migration can declare here, including what MikroORM's own comparison misses: expressions, collations, primary keys. */
const CATALOG = `
  select format('%s.%s %s %s default %s collate %s', a.attrelid::regclass, a.attname,
                format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' else 'null' end,
                coalesce(pg_get_expr(d.adbin, d.adrelid), '-'), coalesce(nullif(a.attcollation, 100)::regcollation::text, '-')) as object
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
  left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attnum > 0 and not a.attisdropped and c.relname <> 'migrations'
  union all
  select format('%s: %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
  from pg_constraint
  where connamespace = 'public'::regnamespace and contype <> 'n' and conrelid::regclass::text <> 'migrations'
  union all
  select indexdef from pg_indexes where schemaname = 'public' and tablename <> 'migrations'
  order by object`;

describe('the database schema', () => {
  const databases: TestDatabase[] = [];
  let migrated: MikroORM;
  let generated: MikroORM;

  /** Connects to a separate database, migrated to this version. */
  async function connect(): Promise<MikroORM> {
    const database = await createTestDatabase();
    databases.push(database);
    return MikroORM.init(ormOptions(testSettings({ DATABASE_URL: database.url }), testLogger, entities));
  }

  async function listObjects(orm: MikroORM): Promise<string[]> {
    const rows = await orm.em.getConnection().execute<{ object: string }[]>(CATALOG);
    return rows.map(({ object }) => object);
  }

  beforeAll(async () => {
    migrated = await connect();
    generated = await connect();
    await generated.em.getConnection().execute('drop schema public cascade; create schema public');
    await generated.schema.create();
  });

  afterAll(async () => {
    await Promise.all([migrated, generated].map((orm) => orm.close(true)));
    await Promise.all(databases.map((database) => database.drop()));
  });

  it('has one entity for every table', async () => {
    const tables = await migrated.em
      .getConnection()
      .execute<{ name: string }[]>(
        "select tablename as name from pg_tables where schemaname = 'public' and tablename <> 'migrations' order by 1",
      );
    const mapped = [...migrated.getMetadata().getAll().values()].map(({ tableName }) => tableName);
    expect(mapped.sort()).toEqual(tables.map(({ name }) => name));
  });

  it('needs no update to match the entities', async () => {
    expect(await migrated.schema.getUpdateSchemaSQL({ wrap: false })).toBe('');
  });

  it('declares for each column what happens to it when a person is erased, or why it stays', () => {
    const metadata = migrated.getMetadata();
    const columns = new Map(
      [...metadata.getAll().values()].map(({ tableName, props }) => [
        tableName,
        props.filter(({ persist }) => persist !== false).map(({ name }) => name),
      ]),
    );
    const declared = personalTables.map((table) => {
      const { tableName } = metadata.get(table.entity as never);
      return [tableName, declaredColumns(table)] as const;
    });
    expect(declared.map(([table, names]) => [table, [...names].sort()])).toEqual(
      declared.map(([table]) => [table, [...columns.get(table)!].sort()]),
    );
    expect([...new Set(declared.map(([table]) => table))].sort()).toEqual([...columns.keys()].sort());
  });

  it('is identical in every column, constraint and index, whether migrated or created from the entities', async () => {
    const objects = await listObjects(migrated);
    expect(objects.length).toBeGreaterThan(300);
    expect(await listObjects(generated)).toEqual(objects);
  });
});
