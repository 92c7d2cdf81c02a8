import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { migrateDatabase } from '../../src/bootstrap/migrate.js';
import { MIGRATIONS_FOLDER } from '../../src/platform/config/folders.js';
import { testLogger } from './test-logger.js';
import { testDatabaseServerUrl, testSettings } from './test-settings.js';

/** Named by the hash of the migrations, so that a changed migration creates a new template. */
const TEMPLATE = `test_template_${createHash('sha256').update(JSON.stringify(migrationTexts())).digest('hex').slice(0, 12)}`;
/** Serializes template creation between test processes. */
const TEMPLATE_LOCK = 4_915_002;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/** Creates a migrated database, cloned from a template that the first caller creates. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(async (client) => {
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const existing = await client.query('select 1 from pg_database where datname = $1 and datistemplate', [
      TEMPLATE,
    ]);
    if (existing.rowCount === 0) await createTemplate(client);
    await client.query(`create database ${name} template ${TEMPLATE}`);
  });
  return {
    url: buildUrl(name),
    drop: () =>
      onServer(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  };
}

async function createTemplate(client: pg.Client): Promise<void> {
  await client.query(`drop database if exists ${TEMPLATE} with (force)`);
  await client.query(`create database ${TEMPLATE}`);
  await migrateDatabase({
    settings: testSettings({ DATABASE_URL: buildUrl(TEMPLATE) }),
    logger: testLogger,
  });
  await client.query(`alter database ${TEMPLATE} with is_template true`);
}

function migrationTexts(): string[] {
  return readdirSync(MIGRATIONS_FOLDER)
    .sort()
    .map((file) => readFileSync(join(MIGRATIONS_FOLDER, file), 'utf8'));
}

function buildUrl(database: string): string {
  const url = new URL(testDatabaseServerUrl());
  url.pathname = `/${database}`;
  return url.href;
}

async function onServer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: testDatabaseServerUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
