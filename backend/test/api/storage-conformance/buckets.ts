import { createBucket, unwrap } from '../../support/storage.js';
import { expectErrors, type ErrorCase } from './errors.js';
import type { StorageConformanceFixture } from './storage-conformance-fixture.js';

const PRIVATE = { public: false };
const BUCKET_ERRORS: ErrorCase[] = [
  ['listBuckets: a page of nothing', ({ service }) => service.listBuckets({ limit: 0 }), 'InvalidParameter'],
  [
    'listBuckets: an unknown column',
    ({ service }) => service.listBuckets({ sortColumn: 'size' as 'id' }),
    'InvalidParameter',
  ],
  ['getBucket: missing', ({ service }) => service.getBucket('no-such'), 'NoSuchBucket'],
  ['getBucket: of others', ({ user, hidden }) => user.getBucket(hidden), 'NoSuchBucket'],
  [
    'createBucket: exists',
    ({ service, bucket }) => service.createBucket(bucket, PRIVATE),
    'BucketAlreadyExists',
  ],
  ['createBucket: bad name', ({ service }) => service.createBucket('a/b', PRIVATE), 'InvalidBucketName'],
  ['createBucket: not allowed', ({ user }) => user.createBucket('mine', PRIVATE), 'AccessDenied'],
  [
    'createBucket: over the limit of the service',
    ({ service }) => service.createBucket('large', { public: false, fileSizeLimit: 1001 }),
    'EntityTooLarge',
  ],
  [
    'createBucket: bad limit',
    ({ service }) => service.createBucket('odd', { public: false, fileSizeLimit: 'many' }),
    'InvalidParameter',
  ],
  [
    'createBucket: bad type',
    ({ service }) => service.createBucket('odd', { public: false, allowedMimeTypes: ['image'] }),
    'InvalidParameter',
  ],
  [
    'createBucket: for analytics',
    ({ service }) => service.createBucket('odd', { public: false, type: 'ANALYTICS' }),
    'NotSupported',
  ],
  [
    'createBucket: with versions',
    ({ service }) => service.createBucket('odd', { public: false, versioningStatus: 'ENABLED' }),
    'NotSupported',
  ],
  ['updateBucket: missing', ({ service }) => service.updateBucket('no-such', PRIVATE), 'NoSuchBucket'],
  ['updateBucket: not allowed', ({ user, bucket }) => user.updateBucket(bucket, PRIVATE), 'AccessDenied'],
  [
    'updateBucket: over the limit of the service',
    ({ service, bucket }) => service.updateBucket(bucket, { public: true, fileSizeLimit: '2kb' }),
    'EntityTooLarge',
  ],
  [
    'updateBucket: bad type',
    ({ service, bucket }) => service.updateBucket(bucket, { public: true, allowedMimeTypes: ['*/png'] }),
    'InvalidParameter',
  ],
  [
    'updateBucket: with versions',
    ({ service, bucket }) => service.updateBucket(bucket, { public: true, versioningStatus: 'ENABLED' }),
    'NotSupported',
  ],
  ['emptyBucket: missing', ({ service }) => service.emptyBucket('no-such'), 'NoSuchBucket'],
  ['emptyBucket: not allowed', ({ user, bucket }) => user.emptyBucket(bucket), 'ServiceRoleRequired'],
  ['deleteBucket: missing', ({ service }) => service.deleteBucket('no-such'), 'NoSuchBucket'],
  ['deleteBucket: not allowed', ({ user, bucket }) => user.deleteBucket(bucket), 'AccessDenied'],
  ['deleteBucket: not empty', ({ service, bucket }) => service.deleteBucket(bucket), 'ResourceNotEmpty'],
  ['purgeBucketCache: missing', ({ service }) => service.purgeBucketCache('no-such'), 'NoSuchBucket'],
  ['purgeBucketCache: not allowed', ({ user, bucket }) => user.purgeBucketCache(bucket), 'AccessDenied'],
];

export function buckets(fixture: StorageConformanceFixture): void {
  it('are created, listed, updated, emptied and deleted', async () => {
    const { service } = fixture;
    expect(unwrap(await service.createBucket('of-the-suite', PRIVATE))).toEqual({ name: 'of-the-suite' });
    expect(unwrap(await service.listBuckets({ search: 'of-the', limit: 1 }))).toMatchObject([
      { id: 'of-the-suite', type: 'STANDARD', public: false },
    ]);
    expect(
      unwrap(await service.updateBucket('of-the-suite', { public: true, fileSizeLimit: '1kb' })),
    ).toEqual({ message: 'Successfully updated' });
    expect(unwrap(await service.getBucket('of-the-suite'))).toMatchObject({
      public: true,
      file_size_limit: 1000,
    });
    expect(unwrap(await service.emptyBucket('of-the-suite')).message).toContain('queued');
    expect(unwrap(await service.purgeBucketCache('of-the-suite', { transformations: true }))).toEqual({
      message: 'success',
    });
    expect(unwrap(await service.deleteBucket('of-the-suite'))).toEqual({ message: 'Successfully deleted' });
  });

  it('of others are listed for no one', async () => {
    await createBucket(fixture.product);
    for (const client of [fixture.user, fixture.anonymous])
      expect(unwrap(await client.listBuckets())).toEqual([]);
  });

  expectErrors(fixture, BUCKET_ERRORS);
}
