import { migrateDatabase } from '../../src/bootstrap/migrate.js';
import { testLogger } from '../support/test-logger.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { testSettings } from '../support/test-settings.js';
import pg from 'pg';

describe('a database of an unreleased version', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('create table accounts (id uuid primary key)');
    await client.end();
  });

  afterAll(() => database.drop());

  it('is rejected with instructions', async () => {
    const settings = testSettings({ DATABASE_URL: database.url });
    await expect(migrateDatabase({ settings, logger: testLogger })).rejects.toThrow(
      /created by an earlier, unreleased version .* Delete the data folder/,
    );
  });
});
