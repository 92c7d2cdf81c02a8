import { expect } from '@playwright/test';
import pg from 'pg';
import { testEnvironment } from './test-environment.js';

/** Reads (or arranges) rows. A connection for each statement: PostgreSQL may be restarted in between. */
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

/** One figure. */
export async function count(text: string, values: unknown[] = []): Promise<number> {
  const [row] = await query<{ count: string }>(text, values);
  return Number(row!.count);
}

/** Waits until nothing that is due is left undone: from then on nothing follows from what happened so far. */
export async function waitForOutboxToDrain(withinMs = 20_000): Promise<void> {
  await expect
    .poll(() => count(`select count(*) from outbox_events where done_at is null and due_at <= now()`), {
      message: 'events that are due and not done',
      timeout: withinMs,
    })
    .toBe(0);
}

/** Makes someone staff, as an administrator would. */
export async function makeStaff(email: string, role: 'support' | 'admin'): Promise<void> {
  await query(
    `update users set app_metadata = app_metadata || jsonb_build_object('role', $2::text) where email = $1`,
    [email, role],
  );
}
