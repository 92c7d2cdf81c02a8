import { MikroORM } from '@mikro-orm/core';
import { setImmediate as nextTick } from 'node:timers/promises';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

describe('the database connection pool', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ DATABASE_POOL_SIZE: '3' })));
  afterAll(() => product.stop());

  const dropOwnConnection = () =>
    product.database.query({ text: 'select pg_terminate_backend(pg_backend_pid())' });
  const dropAll = () =>
    product.database.query({
      text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    });
  const canQuery = async () => (await product.database.query({ text: 'select 1 as one' })).length === 1;

  it('recovers from connections dropped inside transactions', async () => {
    for (let time = 0; time < 5; time += 1) {
      await expect(product.database.transaction(dropOwnConnection)).rejects.toThrow(/terminated|terminating/);
    }
    expect(await canQuery()).toBe(true);
    expect((await product.database.poolStats()).waiting).toBe(0);
  });

  it('recovers while many callers wait for a connection, and reports the error to each', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => product.database.transaction(dropOwnConnection)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
    expect(await canQuery()).toBe(true);
  });

  it('recovers from dropped idle connections', async () => {
    await Promise.all([canQuery(), canQuery(), canQuery()]);
    await dropAll();
    await product.database.transaction(async () => expect(await canQuery()).toBe(true));
  });
  it('closes while connections are being opened', async () => {
    const { database, api, stop } = await startTestProduct({ DATABASE_POOL_SIZE: '3' });
    const isOpening = async () => (await database.poolStats()).total === 3;
    const outcomes = Promise.allSettled(
      Array.from({ length: 3 }, () => database.transaction(async () => undefined)),
    );
    while (!(await isOpening())) await nextTick();

    await api.get(MikroORM).close();

    expect((await outcomes).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await stop();
  }, 20_000);
});
