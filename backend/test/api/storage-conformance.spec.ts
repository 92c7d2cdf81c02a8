import { createSupabaseClient } from './conformance/conformance-fixture.js';
import { clientMethods } from '../support/client-methods.js';
import { createBucket, unwrap } from '../support/storage.js';
import { USER_PASSWORD, createUser } from '../support/users.js';
import { errors } from './storage-conformance/errors.js';
import { methods } from './storage-conformance/methods.js';
import { StorageConformanceFixture } from './storage-conformance/storage-conformance-fixture.js';

const METHODS = clientMethods('@supabase/storage-js', 'index.d.mts', 'StorageClient');

/** Broad where the other tests are deep: calls every method of the unmodified client library, with success and each error. */
describe('the storage client library', () => {
  const fixture = new StorageConformanceFixture();
  beforeAll(() => fixture.start());
  afterAll(() => fixture.stop());

  describe('has methods that', () => void methods(fixture));

  it('throws errors if asked to', async () => {
    const client = fixture.newClient();
    const { vectors, analytics } = client;
    const scope = vectors.from('v');
    const index = scope.index('i');
    const files = client.from('no-such');
    for (const part of [client, files, vectors, scope, index, analytics]) {
      part.setHeader('x-client-info', 'suite');
      part.throwOnError();
    }
    for (const call of [
      () => client.getBucket('no-such'),
      () => files.info('a'),
      () => files.download('a').asStream(),
      () => vectors.listBuckets(),
      () => scope.listIndexes(),
      () => index.listVectors(),
      () => analytics.listBuckets(),
    ])
      await expect(call()).rejects.toMatchObject({ statusCode: '404' });
  });

  it('works beside those of authentication and functions', async () => {
    const { product } = fixture;
    const bucket = await createBucket(product, { public: false }, { read: ['owner'], write: ['owner'] });
    const { id, email } = await createUser(product);
    const client = await createSupabaseClient(product, 'anon');
    expect((await client.storage.from(bucket).upload('own.txt', 'x')).error).not.toBeNull();
    expect((await client.auth.signInWithPassword({ email, password: USER_PASSWORD })).error).toBeNull();
    unwrap(await client.storage.from(bucket).upload('own.txt', 'mine'));
    expect(await unwrap(await client.storage.from(bucket).download('own.txt')).text()).toBe('mine');
    expect(unwrap(await client.functions.invoke('check-subscription', { body: {} }))).toMatchObject({
      subscription_tier: 'free',
    });
    const [object] = await product.database.query<{ owner_id: string }>({
      text: `select owner_id from storage_objects where bucket_id = $1`,
      values: [bucket],
    });
    expect(object!.owner_id).toBe(id);
    await client.auth.signOut();
    expect((await client.storage.from(bucket).download('own.txt')).error).not.toBeNull();
  });

  // Last but one, because it advances the clock.
  describe('has methods that', () => void errors(fixture));

  it('is called with every method that it has', () => {
    expect(METHODS).toEqual(
      expect.arrayContaining(['from().upload', 'from().download().asStream', 'analytics.from().dropTable']),
    );
    expect(fixture.uncalled(METHODS)).toEqual([]);
  });
});
