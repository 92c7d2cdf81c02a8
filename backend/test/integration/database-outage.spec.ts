import { MikroORM } from '@mikro-orm/core';
import { setImmediate as nextTick } from 'node:timers/promises';
import { eventually } from '../support/eventually.js';
import { setReadOnly, whileFailing, whileLocked } from '../support/service-faults.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

describe('the database connection pool', () => {
  const product = useFixture(startTestProduct, { DATABASE_POOL_SIZE: '3' });

  const dropOwnConnection = ({ database } = product) =>
    database.query({ text: 'select pg_terminate_backend(pg_backend_pid())' });
  const dropAll = () =>
    product.database.query({
      text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    });
  const canQuery = async () => (await product.database.query({ text: 'select 1 as one' })).length === 1;

  it('recovers from connections dropped inside transactions while many callers wait, and reports the error to each', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => product.database.transaction(() => dropOwnConnection())),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
    expect(await canQuery()).toBe(true);
    expect((await product.database.poolStats()).waiting).toBe(0);
  });

  it('recovers from dropped idle connections', async () => {
    await Promise.all([canQuery(), canQuery(), canQuery()]);
    await dropAll();
    // Until then, the pool may still hand out one of them.
    await eventually(async () => expect((await product.database.poolStats()).total).toBeLessThanOrEqual(1));
    await product.database.transaction(async () => expect(await canQuery()).toBe(true));
  });

  const storageResponse = async () => {
    const response = await fetch(`${product.url}/api/storage/v1/object/public/bucket/file`);
    const { statusCode, code } = (await response.json()) as { statusCode: string; code: string };
    return { status: response.status, statusCode, code, retryAfter: response.headers.get('retry-after') };
  };

  /** Runs `work` while transactions hold this many connections, each after `prepare`. */
  const whileHeld = async <T>(connections: number, prepare: string, work: () => Promise<T>): Promise<T> => {
    const held = Array.from({ length: connections }, () => {
      let release!: () => void;
      const isReleased = new Promise<void>((resolve) => (release = resolve));
      let transaction!: Promise<void>;
      const isPrepared = new Promise<void>((resolve, reject) => {
        transaction = product.database.transaction(async () => {
          await product.database.query({ text: prepare });
          resolve();
          await isReleased;
        });
        transaction.catch(reject);
      });
      return { isPrepared, release: () => (release(), transaction) };
    });
    try {
      await Promise.all(held.map(({ isPrepared }) => isPrepared));
      return await work();
    } finally {
      await Promise.all(held.map(({ release }) => release()));
    }
  };

  it('is reported to storage clients as busy while all connections are in use', async () => {
    const response = await whileHeld(3, 'select 1', storageResponse);
    expect(response).toEqual({ status: 429, statusCode: '429', code: 'SlowDown', retryAfter: '2' });
    expect(await storageResponse()).toMatchObject({ status: 400, code: 'NoSuchBucket' });
  });

  it('is reported to storage clients as timed out when a statement is canceled', async () => {
    const lock = 'lock table storage_buckets in access exclusive mode';
    const response = await whileHeld(1, lock, async () => {
      const waiting = storageResponse();
      await eventually(async () => {
        const canceled = await product.database.query({
          text: `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        });
        expect(canceled).toHaveLength(1);
      });
      return waiting;
    });
    expect(response).toEqual({ status: 544, statusCode: '544', code: 'DatabaseTimeout', retryAfter: '2' });
  });

  const shareStory = async () => {
    const story = { name: 'Ada', company: 'Engines', email: 'ada@example.com', consent: true };
    const response = await fetch(`${product.url}/api/functions/v1/share-story`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...story, story: 'We found eleven subscriptions that no one used.' }),
    });
    return { status: response.status, retryAfter: response.headers.get('retry-after') };
  };
  const readiness = async () => {
    const response = await fetch(`${product.url}/api/health/ready`);
    const { parts } = (await response.json()) as { parts: { database: string } };
    const metrics = await fetch(`${product.url}/api/metrics`).then((text) => text.text());
    return {
      status: response.status,
      database: parts.database,
      writable: /^database_writable (\d)$/m.exec(metrics)?.[1],
    };
  };

  it('leaves a server that became read-only, as in a failover, and distinguishes reads from writes', async () => {
    await setReadOnly(product, true);
    expect(await shareStory()).toEqual({ status: 503, retryAfter: '2' });
    expect(await readiness()).toEqual({ status: 200, database: 'read_only', writable: '0' });
    expect(await storageResponse()).toMatchObject({ code: 'NoSuchBucket' });

    await setReadOnly(product, false, { dropsConnections: false });
    expect((await shareStory()).status).toBe(202);
    expect(await readiness()).toEqual({ status: 200, database: 'up', writable: '1' });
  });

  it('serves other requests while more requests wait for a lock than it has connections', async () => {
    await whileLocked(product, 'stories', async () => {
      const blocked = Array.from({ length: 4 }, shareStory);
      await eventually(async () => expect((await product.database.poolStats()).waiting).toBe(1));
      const [ready, other] = await Promise.all([readiness(), storageResponse()]);
      expect(ready).toMatchObject({ status: 200, database: 'up' });
      expect(other).toMatchObject({ code: 'NoSuchBucket' });
      for (const response of await Promise.all(blocked))
        expect(response).toEqual({ status: 503, retryAfter: '2' });
    });
    expect((await shareStory()).status).toBe(202);
  });

  // Which errors are temporary is proved by `database-errors.spec`.
  it('is reported as unavailable after a deadlock', async () => {
    await whileFailing(product, 'stories', "'40P01'", 1, async () =>
      expect(await shareStory()).toEqual({ status: 503, retryAfter: '2' }),
    );
  });

  it('cancels a statement before a client has waited for ten seconds', async () => {
    expect(await product.database.query({ text: 'show statement_timeout' })).toEqual([
      { statement_timeout: '8s' },
    ]);
  });

  it('closes while connections are being opened', async () => {
    const closing = await startTestProduct({ DATABASE_POOL_SIZE: '3' });
    const { database, api, stop } = closing;
    // Left idle by the start.
    await expect(dropOwnConnection(closing)).rejects.toThrow(/terminated|terminating/);
    expect((await database.poolStats()).total).toBe(0);
    const isOpening = async () => (await database.poolStats()).total === 3;
    const outcomes = Promise.allSettled(
      Array.from({ length: 3 }, () => database.transaction(async () => undefined)),
    );
    while (!(await isOpening())) await nextTick();

    await api.get(MikroORM).close();

    expect((await outcomes).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await stop();
  });
});
