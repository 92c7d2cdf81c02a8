import { startTestProduct, type TestProduct } from '../support/test-product.js';

describe('a database that drops its connections', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ DATABASE_POOL_SIZE: '3' })));
  afterAll(() => product.stop());

  const dropOwnConnection = () =>
    product.database.query({ text: 'select pg_terminate_backend(pg_backend_pid())' });
  const dropAll = () =>
    product.database.query({
      text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    });
  const isWell = async () => (await product.database.query({ text: 'select 1 as one' })).length === 1;

  it('in the middle of transactions, more often than there are connections, is served again', async () => {
    for (let time = 0; time < 5; time += 1) {
      await expect(product.database.transaction(dropOwnConnection)).rejects.toThrow(/terminat/);
    }
    expect(await isWell()).toBe(true);
    expect((await product.database.poolStats()).waiting).toBe(0);
  });

  it('while many wait for one, says why to each and is served again', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 12 }, () => product.database.transaction(dropOwnConnection)),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 'rejected'));
    expect(await isWell()).toBe(true);
  });

  it('while they are idle is served again', async () => {
    await Promise.all([isWell(), isWell(), isWell()]);
    await dropAll();
    await product.database.transaction(async () => expect(await isWell()).toBe(true));
  });
});
