import type { StorageClient } from '@supabase/storage-js';
import { getError, unwrap } from '../../support/storage.js';
import type { StorageConformanceFixture } from './storage-conformance-fixture.js';

type Fixture = StorageConformanceFixture;
type Call = (fixture: Fixture) => PromiseLike<{ error: unknown }>;
type Calls = Record<string, Call>;

const PRIVATE = { public: false };
const TEXT = { contentType: 'text/plain' };
const PNG = { contentType: 'image/png' };
const VERSION = { versionId: 'v1' };
const MANY = Array.from({ length: 1001 }, String);

const INDEX = { indexName: 'i', dataType: 'float32', dimension: 2, distanceMetric: 'cosine' } as const;
const VECTOR = { float32: [1, 2] };
const getIndex = (service: StorageClient) => service.vectors.from('v').index('i');

/** The same call of several methods with the same parameters. */
const each = <Method extends string>(
  methods: readonly Method[],
  call: (fixture: Fixture, method: Method) => ReturnType<Call>,
): Calls =>
  Object.fromEntries(methods.map((method) => [method, (fixture: Fixture) => call(fixture, method)]));
const WRITES = ['upload', 'update'] as const;
const TRANSFERS = ['move', 'copy'] as const;

/** An upload to a new URL of `signed.txt`. */
const uploadSigned =
  (body: string, contentType = 'text/plain', path = 'signed.txt'): Call =>
  async ({ service, limited }) => {
    const files = service.from(limited);
    const { token } = unwrap(await files.createSignedUploadUrl('signed.txt', { upsert: true }));
    return files.uploadToSignedUrl(path, token, body, { contentType });
  };

const ERRORS: Record<string, { statusCode: string; message?: string; status?: number; calls: Calls }> = {
  NoSuchBucket: {
    statusCode: '404',
    message: 'Bucket not found',
    calls: {
      ...each(['getBucket', 'emptyBucket', 'deleteBucket', 'purgeBucketCache'], ({ service }, method) =>
        service[method]('no-such'),
      ),
      updateBucket: ({ service }) => service.updateBucket('no-such', PRIVATE),
      ...each(WRITES, ({ service }, method) => service.from('no-such')[method]('a', 'a')),
      ...each(TRANSFERS, ({ service }, method) => service.from('no-such')[method]('source.txt', 'b')),
      'move to': ({ files }) => files.move('source.txt', 'b', { destinationBucket: 'no-such' }),
      'copy to': ({ files }) => files.copy('source.txt', 'b', { destinationBucket: 'no-such' }),
      download: ({ service }) => service.from('no-such').download('source.txt'),
      list: ({ service }) => service.from('no-such').list(),
      listV2: ({ service }) => service.from('no-such').listV2(),
      remove: ({ service }) => service.from('no-such').remove(['a']),
      createSignedUrl: ({ service }) => service.from('no-such').createSignedUrl('a', 60),
      createSignedUrls: ({ service }) => service.from('no-such').createSignedUrls(['a'], 60),
      createSignedUploadUrl: ({ service }) => service.from('no-such').createSignedUploadUrl('a'),
    },
  },
  NoSuchKey: {
    statusCode: '404',
    message: 'Object not found',
    calls: {
      ...each(['download', 'info', 'purgeCache'], ({ files }, method) => files[method]('no-such')),
      'download as a stream': ({ files }) => files.download('no-such').asStream(),
      createSignedUrl: ({ files }) => files.createSignedUrl('no-such', 60),
      ...each(TRANSFERS, ({ files }, method) => files[method]('no-such', 'b')),
    },
  },
  BucketAlreadyExists: {
    statusCode: '409',
    message: 'The resource already exists',
    calls: { createBucket: ({ service, bucket }) => service.createBucket(bucket, PRIVATE) },
  },
  ResourceAlreadyExists: {
    statusCode: '409',
    message: 'The resource already exists',
    calls: {
      upload: ({ files }) => files.upload('taken.txt', 'x'),
      ...each(TRANSFERS, ({ files }, method) => files[method]('source.txt', 'taken.txt')),
      createSignedUploadUrl: ({ files }) => files.createSignedUploadUrl('taken.txt'),
      'uploadToSignedUrl, twice': async ({ files }) => {
        const { token } = unwrap(await files.createSignedUploadUrl('once.txt'));
        unwrap(await files.uploadToSignedUrl('once.txt', token, 'x', TEXT));
        return files.uploadToSignedUrl('once.txt', token, 'x', TEXT);
      },
    },
  },
  ResourceNotEmpty: {
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
    calls: { deleteBucket: ({ service, bucket }) => service.deleteBucket(bucket) },
  },
  EntityTooLarge: {
    statusCode: '413',
    message: 'The object exceeded the maximum allowed size',
    calls: {
      createBucket: ({ service }) => service.createBucket('large', { ...PRIVATE, fileSizeLimit: 1001 }),
      updateBucket: ({ service, bucket }) =>
        service.updateBucket(bucket, { public: true, fileSizeLimit: '2kb' }),
      ...each(WRITES, ({ files }, method) => files[method]('a', 'x'.repeat(1001), TEXT)),
      'upload to a bucket with a limit': ({ service, limited }) =>
        service.from(limited).upload('a', 'x'.repeat(11), TEXT),
      uploadToSignedUrl: uploadSigned('x'.repeat(11)),
      ...each(TRANSFERS, ({ files, limited }, method) =>
        files[method]('source.txt', 'b', { destinationBucket: limited }),
      ),
    },
  },
  InvalidMimeType: {
    statusCode: '415',
    calls: {
      ...each(WRITES, ({ service, limited }, method) => service.from(limited)[method]('a', 'x', PNG)),
      'upload of a malformed type': ({ files }) => files.upload('a', 'x', { contentType: 'text' }),
      uploadToSignedUrl: uploadSigned('x', 'image/png'),
      ...each(TRANSFERS, async ({ files, limited }, method) => {
        unwrap(await files.upload('small.png', 'x', { ...PNG, upsert: true }));
        return files[method]('small.png', 'b', { destinationBucket: limited });
      }),
      'download transformed': ({ files }) => files.download('source.txt', { transform: { width: 10 } }),
    },
  },
  InvalidKey: {
    statusCode: '400',
    calls: {
      ...each(WRITES, ({ files }, method) => files[method]('a~', 'a')),
      ...each(TRANSFERS, ({ files }, method) => files[method]('source.txt', '../b')),
      createSignedUploadUrl: ({ files }) => files.createSignedUploadUrl('a~'),
    },
  },
  InvalidBucketName: {
    statusCode: '400',
    message: 'Bucket name invalid',
    calls: { createBucket: ({ service }) => service.createBucket('a/b', PRIVATE) },
  },
  InvalidParameter: {
    statusCode: '400',
    calls: {
      'listBuckets: limit': ({ service }) => service.listBuckets({ limit: 0 }),
      'listBuckets: column': ({ service }) => service.listBuckets({ sortColumn: 'size' as 'id' }),
      'createBucket: limit': ({ service }) =>
        service.createBucket('odd', { ...PRIVATE, fileSizeLimit: 'many' }),
      'createBucket: type': ({ service }) =>
        service.createBucket('odd', { ...PRIVATE, allowedMimeTypes: ['image'] }),
      'updateBucket: type': ({ service, bucket }) =>
        service.updateBucket(bucket, { public: true, allowedMimeTypes: ['*/png'] }),
      'download: width': ({ files }) => files.download('source.txt', { transform: { width: -1 } }),
      'list: limit': ({ files }) => files.list('', { limit: 10_001 }),
      'listV2: cursor': ({ files }) => files.listV2({ cursor: 'x' }),
      'remove: too many': ({ files }) => files.remove(MANY),
      'createSignedUrl: seconds': ({ files }) => files.createSignedUrl('source.txt', 0),
      'createSignedUrl: quality': ({ files }) =>
        files.createSignedUrl('source.txt', 60, { transform: { quality: 1 } }),
      'createSignedUrls: seconds': ({ files }) => files.createSignedUrls(['source.txt'], 0),
      'createSignedUrls: too many': ({ files }) => files.createSignedUrls(MANY, 60),
    },
  },
  MissingParameter: {
    statusCode: '400',
    calls: each(TRANSFERS, ({ files }, method) => files[method]('source.txt', '')),
  },
  AccessDenied: {
    statusCode: '403',
    message: 'new row violates row-level security policy',
    calls: {
      createBucket: ({ user }) => user.createBucket('mine', PRIVATE),
      upload: ({ anonymous, bucket }) => anonymous.from(bucket).upload('a', 'a'),
    },
  },
  ServiceRoleRequired: {
    status: 403,
    statusCode: '403',
    message: 'This endpoint requires the service_role key',
    calls: { emptyBucket: ({ user, bucket }) => user.emptyBucket(bucket) },
  },
  InvalidJWT: {
    statusCode: '400',
    calls: { uploadToSignedUrl: ({ files }) => files.uploadToSignedUrl('a', '', 'x') },
  },
  InvalidSignature: {
    statusCode: '400',
    calls: { uploadToSignedUrl: uploadSigned('x', 'text/plain', 'other.txt') },
  },
  NotSupported: {
    statusCode: '400',
    calls: {
      'createBucket: analytics': ({ service }) =>
        service.createBucket('odd', { ...PRIVATE, type: 'ANALYTICS' }),
      'createBucket: versions': ({ service }) =>
        service.createBucket('odd', { ...PRIVATE, versioningStatus: 'ENABLED' }),
      'updateBucket: versions': ({ service, bucket }) =>
        service.updateBucket(bucket, { public: true, versioningStatus: 'ENABLED' }),
      download: ({ files }) => files.download('source.txt', VERSION),
      info: ({ files }) => files.info('source.txt', VERSION),
      createSignedUrl: ({ files }) => files.createSignedUrl('source.txt', 60, VERSION),
      remove: ({ files }) => files.remove(['other.txt', { path: 'source.txt', ...VERSION }]),
      ...each(TRANSFERS, ({ files }, method) =>
        files[method]('source.txt', 'b.txt', { sourceVersionId: 'v1' }),
      ),
    },
  },
  UnknownRoute: {
    status: 404,
    statusCode: '404',
    message: 'This endpoint is not available',
    calls: {
      ...each(['getBucketLifecycle', 'deleteBucketLifecycle'], ({ service }, method) => service[method]('b')),
      updateBucketLifecycle: ({ service }) => service.updateBucketLifecycle('b', { rules: [] }),
      'analytics.createBucket': ({ service }) => service.analytics.createBucket('a'),
      'analytics.listBuckets': ({ service }) => service.analytics.listBuckets(),
      'analytics.deleteBucket': ({ service }) => service.analytics.deleteBucket('a'),
      ...each(['createBucket', 'getBucket', 'deleteBucket'], ({ service }, method) =>
        service.vectors[method]('v'),
      ),
      'vectors.listBuckets': ({ service }) => service.vectors.listBuckets(),
      createIndex: ({ service }) => service.vectors.from('v').createIndex(INDEX),
      listIndexes: ({ service }) => service.vectors.from('v').listIndexes(),
      ...each(['getIndex', 'deleteIndex'], ({ service }, method) => service.vectors.from('v')[method]('i')),
      putVectors: ({ service }) => getIndex(service).putVectors({ vectors: [{ key: 'k', data: VECTOR }] }),
      getVectors: ({ service }) => getIndex(service).getVectors({ keys: ['k'] }),
      listVectors: ({ service }) => getIndex(service).listVectors(),
      queryVectors: ({ service }) => getIndex(service).queryVectors({ queryVector: VECTOR, topK: 1 }),
      deleteVectors: ({ service }) => getIndex(service).deleteVectors({ keys: ['k'] }),
    },
  },
  // Last, because it advances the clock, by which sessions expire.
  ExpiredToken: {
    statusCode: '400',
    calls: {
      uploadToSignedUrl: async ({ files, product }) => {
        const { token } = unwrap(await files.createSignedUploadUrl('late.txt'));
        product.clock.advance(product.settings.storage.uploadUrlSeconds + 1);
        return files.uploadToSignedUrl('late.txt', token, 'x', TEXT);
      },
    },
  },
};

const CODES: Partial<Record<string, string>> = {
  ServiceRoleRequired: 'AccessDenied',
  UnknownRoute: 'NotSupported',
};

/** As the wire contract lists them. */
export function errors(fixture: StorageConformanceFixture): void {
  it.each(Object.entries(ERRORS))('report %s', async (name, { calls, ...wire }) => {
    const error = { status: 400, message: expect.any(String), code: CODES[name] ?? name, ...wire };
    const found: Record<string, unknown> = {};
    for (const [method, call] of Object.entries(calls)) found[method] = getError(await call(fixture));
    expect(found).toEqual(Object.fromEntries(Object.keys(calls).map((method) => [method, error])));
  });
}
