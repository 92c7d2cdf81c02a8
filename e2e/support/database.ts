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

/**
 * Waits until every event that exists now and is due is done, so that nothing that happened so far has further effects. Journeys that
 * run at the same time keep adding events.
 */
export async function waitForOutboxToDrain(withinMs = 60_000): Promise<void> {
  const pending = `select count(*) from outbox_events where done_at is null and due_at <= now() and created_at <= $1`;
  const now = new Date();
  await expect
    .poll(() => count(pending, [now]), { message: 'pending events', timeout: withinMs, intervals: [100] })
    .toBe(0);
}

/** Gives a user a staff role, as an administrator would. */
export async function makeStaff(email: string, role: 'support' | 'admin'): Promise<void> {
  await query(
    `update users set app_metadata = app_metadata || jsonb_build_object('role', $2::text) where email = $1`,
    [email, role],
  );
}
