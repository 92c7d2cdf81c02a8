import type { StorageClient } from '@supabase/storage-js';
import { expectErrors, type ErrorCase } from './errors.js';
import type { StorageConformanceFixture } from './storage-conformance-fixture.js';

const VERSION = { path: 'source.txt', versionId: 'v1' };
const NAMESPACE = { namespace: ['default'] };
const TABLE = { namespace: ['default'], name: 'events' };
const NEW_TABLE = { name: 'events', schema: { type: 'struct' as const, fields: [] } };
const index = ({ service }: { service: StorageClient }) => service.vectors.from('v').index('i');

/** Methods and options of features that the service doesn't have. */
const UNSUPPORTED: ErrorCase[] = [
  ['getBucketLifecycle', ({ service, bucket }) => service.getBucketLifecycle(bucket), 'UnknownRoute'],
  [
    'updateBucketLifecycle',
    ({ service, bucket }) => service.updateBucketLifecycle(bucket, { rules: [] }),
    'UnknownRoute',
  ],
  ['deleteBucketLifecycle', ({ service, bucket }) => service.deleteBucketLifecycle(bucket), 'UnknownRoute'],
  ['download: a version', ({ files }) => files.download(VERSION.path, VERSION), 'NotSupported'],
  ['info: a version', ({ files }) => files.info(VERSION.path, VERSION), 'NotSupported'],
  [
    'createSignedUrl: a version',
    ({ files }) => files.createSignedUrl(VERSION.path, 60, VERSION),
    'NotSupported',
  ],
  ['remove: a version', ({ files }) => files.remove(['other.txt', VERSION]), 'NotSupported'],
  [
    'move: a version',
    ({ files }) => files.move(VERSION.path, 'b.txt', { sourceVersionId: 'v1' }),
    'NotSupported',
  ],
  [
    'copy: a version',
    ({ files }) => files.copy(VERSION.path, 'b.txt', { sourceVersionId: 'v1' }),
    'NotSupported',
  ],
  ['analytics.createBucket', ({ service }) => service.analytics.createBucket('a'), 'UnknownRoute'],
  ['analytics.listBuckets', ({ service }) => service.analytics.listBuckets(), 'UnknownRoute'],
  ['analytics.deleteBucket', ({ service }) => service.analytics.deleteBucket('a'), 'UnknownRoute'],
  ['vectors.createBucket', ({ service }) => service.vectors.createBucket('v'), 'UnknownRoute'],
  ['vectors.getBucket', ({ service }) => service.vectors.getBucket('v'), 'UnknownRoute'],
  ['vectors.listBuckets', ({ service }) => service.vectors.listBuckets(), 'UnknownRoute'],
  ['vectors.deleteBucket', ({ service }) => service.vectors.deleteBucket('v'), 'UnknownRoute'],
  [
    'createIndex',
    ({ service }) =>
      service.vectors.from('v').createIndex({
        indexName: 'i',
        dataType: 'float32',
        dimension: 2,
        distanceMetric: 'cosine',
      }),
    'UnknownRoute',
  ],
  ['getIndex', ({ service }) => service.vectors.from('v').getIndex('i'), 'UnknownRoute'],
  ['listIndexes', ({ service }) => service.vectors.from('v').listIndexes(), 'UnknownRoute'],
  ['deleteIndex', ({ service }) => service.vectors.from('v').deleteIndex('i'), 'UnknownRoute'],
  [
    'putVectors',
    (fixture) => index(fixture).putVectors({ vectors: [{ key: 'k', data: { float32: [1, 2] } }] }),
    'UnknownRoute',
  ],
  ['getVectors', (fixture) => index(fixture).getVectors({ keys: ['k'] }), 'UnknownRoute'],
  ['listVectors', (fixture) => index(fixture).listVectors(), 'UnknownRoute'],
  [
    'queryVectors',
    (fixture) => index(fixture).queryVectors({ queryVector: { float32: [1, 2] }, topK: 1 }),
    'UnknownRoute',
  ],
  ['deleteVectors', (fixture) => index(fixture).deleteVectors({ keys: ['k'] }), 'UnknownRoute'],
];

type Catalog = ReturnType<StorageClient['analytics']['from']>;
const CATALOG: [string, (catalog: Catalog) => Promise<{ error: unknown }>][] = [
  ['listNamespaces', (catalog) => catalog.listNamespaces()],
  ['createNamespace', (catalog) => catalog.createNamespace(NAMESPACE)],
  ['createNamespaceIfNotExists', (catalog) => catalog.createNamespaceIfNotExists(NAMESPACE)],
  ['loadNamespaceMetadata', (catalog) => catalog.loadNamespaceMetadata(NAMESPACE)],
  ['dropNamespace', (catalog) => catalog.dropNamespace(NAMESPACE)],
  ['listTables', (catalog) => catalog.listTables(NAMESPACE)],
  ['createTable', (catalog) => catalog.createTable(NAMESPACE, NEW_TABLE)],
  ['createTableIfNotExists', (catalog) => catalog.createTableIfNotExists(NAMESPACE, NEW_TABLE)],
  ['updateTable', (catalog) => catalog.updateTable(TABLE, {} as Parameters<Catalog['updateTable']>[1])],
  ['loadTable', (catalog) => catalog.loadTable(TABLE)],
  ['dropTable', (catalog) => catalog.dropTable(TABLE)],
];

export function unsupported(fixture: StorageConformanceFixture): void {
  expectErrors(fixture, UNSUPPORTED);

  it.each(CATALOG)('tables for analytics: %s', async (_method, call) => {
    const { error } = await call(fixture.service.analytics.from('a'));
    expect(error).toMatchObject({ name: 'IcebergError', status: 404 });
  });

  it('tables for analytics do not exist', async () => {
    const catalog = fixture.service.analytics.from('a');
    expect(await catalog.namespaceExists(NAMESPACE)).toEqual({ data: false, error: null });
    expect(await catalog.tableExists(TABLE)).toEqual({ data: false, error: null });
  });
}
