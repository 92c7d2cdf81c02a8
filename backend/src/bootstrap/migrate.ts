import { MikroORM } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { MigrateModule } from '../migrate.module.js';
import { EnsureFirstAdministrator } from '../modules/auth/index.js';
import { EnsurePrices } from '../modules/billing/index.js';
import type { Settings } from '../platform/config/settings.js';
import { ormOptions } from '../platform/database/database.module.js';
import { NestLogger, type Logger } from '../platform/logging/logger.js';

/** An arbitrary number. Every release that migrates this database must take the same lock. */
const MIGRATION_LOCK = 4_915_001;

export interface MigrateOptions {
  settings: Settings;
  logger: Logger;
}

/** Migrates the database to this version. Concurrent runs wait for each other. */
export async function migrateDatabase({ settings, logger }: MigrateOptions): Promise<void> {
  const lock = new pg.Client({ connectionString: settings.databaseUrl, connectionTimeoutMillis: 10_000 });
  await lock.connect();
  try {
    await lock.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await assertReleasedDatabase(lock);
    const orm = await MikroORM.init({ ...ormOptions(settings, logger, []), debug: false });
    try {
      const applied = await orm.migrator.up();
      for (const { name } of applied) logger.info('migration applied', { migration: name });
    } finally {
      await orm.close(true);
    }
  } finally {
    await lock.end();
  }
}

/** Databases created before the first release have a different schema, which no migration upgrades. */
async function assertReleasedDatabase(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ unreleased: boolean }>(
    `select to_regclass('public.accounts') is not null as unreleased`,
  );
  if (rows[0]?.unreleased) {
    throw new Error(
      'This database was created by an earlier, unreleased version and cannot be migrated. Delete the data folder (DATA_DIR, .data by default) or use an empty database.',
    );
  }
}

/** Prepares everything that API and workers need before they start. Idempotent. */
export async function migrate(options: MigrateOptions): Promise<void> {
  await migrateDatabase(options);
  const context = await NestFactory.createApplicationContext(MigrateModule.forRoot(options), {
    logger: new NestLogger(options.logger),
    abortOnError: false,
  });
  try {
    await context.get(EnsureFirstAdministrator, { strict: false }).run();
    await context.get(EnsurePrices, { strict: false }).run();
  } finally {
    await context.close();
  }
}
