import { expect } from '@playwright/test';
import pg from 'pg';
import { testEnvironment } from './test-environment.js';

/** Runs one statement on its own connection, because PostgreSQL may be restarted in between. */
export async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: testEnvironment.databaseUrl,
    connectionTimeoutMillis: 5_000,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Runs a `select count(*)`. */
export async function count(text: string, values: unknown[] = []): Promise<number> {
  const [row] = await query<{ count: string }>(text, values);
  return Number(row!.count);
}

/** Waits until every due event is done, so that nothing that happened so far has further effects. */
export async function waitForOutboxToDrain(withinMs = 20_000): Promise<void> {
  await expect
    .poll(() => count(`select count(*) from outbox_events where done_at is null and due_at <= now()`), {
      message: 'pending events',
      timeout: withinMs,
    })
    .toBe(0);
}

/** Gives a user a staff role, as an administrator would. */
export async function makeStaff(email: string, role: 'support' | 'admin'): Promise<void> {
  await query(
    `update users set app_metadata = app_metadata || jsonb_build_object('role', $2::text) where email = $1`,
    [email, role],
  );
}
