// Baseline for a refresh: the framework, and one insert and one update in a transaction.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { childOptions } from '../support/child-process.mjs';
import { servePost } from './nest-server.mjs';

const { databaseUrl } = childOptions();
const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
await pool.query(
  `create schema if not exists bench;
   create table if not exists bench.refresh_tokens (token uuid primary key, parent uuid not null, revoked_at timestamptz)`,
);

await servePost('refresh', async ({ body: { refresh_token: parent } }) => {
  const token = randomUUID();
  const connection = await pool.connect();
  try {
    await connection.query('begin');
    await connection.query({
      name: 'revoke',
      text: 'update bench.refresh_tokens set revoked_at = now() where token = $1',
      values: [parent],
    });
    await connection.query({
      name: 'insert',
      text: 'insert into bench.refresh_tokens (token, parent) values ($1, $2)',
      values: [token, parent],
    });
    await connection.query('commit');
  } finally {
    connection.release();
  }
  return { refresh_token: token };
});
