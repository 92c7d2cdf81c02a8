import { Redis } from 'ioredis';
import pg from 'pg';
import { eventually } from './eventually.js';
import type { TestProduct } from './test-product.js';

type Product = Pick<TestProduct, 'settings'>;

/** Drops all connections, and makes new ones read-only or writable, as a failover does. */
export const setReadOnly = (product: Product, isReadOnly: boolean): Promise<void> =>
  connected(product, async (client) => {
    await client.query('set default_transaction_read_only = off');
    const { rows } = await client.query<{ name: string }>('select current_database() as name');
    await client.query(
      `alter database ${rows[0]!.name} set default_transaction_read_only = ${isReadOnly ? 'on' : 'off'}`,
    );
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  });

/** Blocks writes to the table while the work runs, as `create index` does. */
export const whileLocked = (product: Product, table: string, work: () => Promise<void>): Promise<void> =>
  connected(product, async (client) => {
    await client.query(`begin; lock table ${table} in share mode`);
    await work();
  });

/** Cancels the statements that wait for a lock, as `statement_timeout` does. Waits until there is one. */
export const cancelWaiting = (product: Product): Promise<void> =>
  connected(product, async (client) => {
    await eventually(async () => {
      const { rowCount } = await client.query(
        `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rowCount === 0) throw new Error('no statement waits for a lock');
    });
  });

/**
 * Makes writes to the table fail until they have failed this often.
 *
 * @param errorCode SQL for the SQLSTATE, from the row `new`; null lets the write succeed
 */
export const whileFailing = (
  product: Product,
  table: string,
  errorCode: string,
  times: number,
  work: () => Promise<void>,
): Promise<void> =>
  connected(product, async (client) => {
    // A sequence, because the transactions that count are rolled back.
    await client.query(`
      create sequence failures;
      create function fail() returns trigger language plpgsql as $$
      declare code text := ${errorCode};
      begin
        if code is null then return new; end if;
        perform nextval('failures');
        raise exception using errcode = code;
      end $$;
      create trigger fail before insert or update on ${table} for each row execute function fail()`);
    await work();
    await eventually(async () => {
      const { rows } = await client.query<{ count: number }>('select last_value::int as count from failures');
      if (rows[0]!.count < times) throw new Error(`${rows[0]!.count} writes have failed`);
    });
    await client.query('drop function fail cascade; drop sequence failures');
  });

/** Deletes everything that this product's queues have in Redis, like a Redis that lost its memory. */
export async function emptyRedis({ settings }: Product): Promise<void> {
  const redis = new Redis(settings.redisUrl);
  const keys = await redis.keys(`${settings.queuePrefix}:*`);
  if (keys.length > 0) await redis.del(keys);
  redis.disconnect();
}

async function connected({ settings }: Product, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
