import type { StorageClient } from '@supabase/storage-js';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { photo } from '../../support/images.js';
import { unwrap } from '../../support/storage.js';
import type { StorageConformanceFixture } from './storage-conformance-fixture.js';

const TEXT = { contentType: 'text/plain' };
const SOURCE = 'content of source.txt';
const NAMESPACE = { namespace: ['default'] };
const TABLE = { namespace: ['default'], name: 'events' };
const NEW_TABLE = { name: 'events', schema: { type: 'struct' as const, fields: [] } };

type Catalog = ReturnType<StorageClient['analytics']['from']>;
const CATALOG: ((catalog: Catalog) => Promise<{ error: unknown }>)[] = [
  (catalog) => catalog.listNamespaces(),
  (catalog) => catalog.createNamespace(NAMESPACE),
  (catalog) => catalog.createNamespaceIfNotExists(NAMESPACE),
  (catalog) => catalog.loadNamespaceMetadata(NAMESPACE),
  (catalog) => catalog.dropNamespace(NAMESPACE),
  (catalog) => catalog.listTables(NAMESPACE),
  (catalog) => catalog.createTable(NAMESPACE, NEW_TABLE),
  (catalog) => catalog.createTableIfNotExists(NAMESPACE, NEW_TABLE),
  (catalog) => catalog.updateTable(TABLE, {} as Parameters<Catalog['updateTable']>[1]),
  (catalog) => catalog.loadTable(TABLE),
  (catalog) => catalog.dropTable(TABLE),
];

export function methods(fixture: StorageConformanceFixture): void {
  const readContent = async (name: string) => unwrap(await fixture.files.download(name)).text();

  it('create, list, update, empty and delete buckets', async () => {
    const { service } = fixture;
    expect(unwrap(await service.createBucket('of-the-suite', { public: false }))).toEqual({
      name: 'of-the-suite',
    });
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

  it('upload, update and describe objects', async () => {
    const { files, bucket } = fixture;
    const { id } = unwrap(await files.upload('new.txt', 'one', { ...TEXT, metadata: { a: 'é' } }));
    expect(unwrap(await files.update('new.txt', 'two', TEXT))).toEqual({
      id,
      path: 'new.txt',
      fullPath: `${bucket}/new.txt`,
    });
    expect(unwrap(await files.info('new.txt'))).toMatchObject({ id, size: 3, contentType: 'text/plain' });
    expect(await files.exists('new.txt')).toEqual({ data: true, error: null });
    expect(await files.exists('no-such')).toMatchObject({ data: false });
    expect(Buffer.from(files.toBase64('{"a":"é"}'), 'base64').toString()).toBe('{"a":"é"}');
  });

  it('download objects whole, as a stream, and by public URL', async () => {
    const { files } = fixture;
    expect(await readContent('source.txt')).toBe(SOURCE);
    expect(await text(unwrap(await files.download('source.txt').asStream()))).toBe(SOURCE);
    const { publicUrl } = files.getPublicUrl('source.txt', { download: 'a b.txt' }).data;
    const response = await fetch(publicUrl);
    expect(response.headers.get('content-disposition')).toContain('a%20b.txt');
    expect(await response.text()).toBe(SOURCE);
  });

  it('transform images and purge their cache', async () => {
    const { files } = fixture;
    const transform = { width: 8, height: 8, resize: 'contain' } as const;
    unwrap(await files.upload('photo.jpg', await photo(16, 8), { contentType: 'image/jpeg' }));
    const image = unwrap(await files.download('photo.jpg', { transform }));
    const { width, height } = await sharp(await image.arrayBuffer()).metadata();
    expect([image.type, width, height]).toEqual(['image/jpeg', 8, 4]);
    expect(unwrap(await files.purgeCache('photo.jpg'))).toEqual({ message: 'success' });
  });

  it('move and copy objects', async () => {
    const { files, service, limited } = fixture;
    unwrap(await files.upload('short.txt', 'short', { ...TEXT, metadata: { a: 1 } }));
    expect(unwrap(await files.move('short.txt', 'moved.txt'))).toMatchObject({
      message: 'Successfully moved',
    });
    expect(unwrap(await files.copy('moved.txt', 'a.txt', { destinationBucket: limited }))).toEqual({
      path: `${limited}/a.txt`,
    });
    expect(unwrap(await service.from(limited).info('a.txt'))).toMatchObject({ metadata: { a: 1 } });
  });

  it('copy objects over others with x-upsert, and with other metadata with x-metadata', async () => {
    const { files, bucket } = fixture;
    unwrap(await files.upload('replaced.txt', 'old', TEXT));
    const client = fixture.newClient().from(bucket);
    client.setHeader('x-upsert', 'true').setHeader('x-metadata', files.toBase64('{"b":2}'));
    unwrap(await client.copy('source.txt', 'replaced.txt'));
    expect(await readContent('replaced.txt')).toBe(SOURCE);
    expect(unwrap(await files.info('replaced.txt')).metadata).toEqual({ b: 2 });
    client.setHeader('x-metadata', files.toBase64('[]'));
    expect((await client.copy('source.txt', 'replaced.txt')).error).toMatchObject({
      statusCode: '400',
      code: 'InvalidParameter',
    });
  });

  it('list objects by folder and by page', async () => {
    const { files } = fixture;
    expect(unwrap(await files.list('folder'))).toMatchObject([{ name: 'a.txt', metadata: { size: 23 } }]);
    const page = unwrap(await files.listV2({ prefix: 'f', with_delimiter: true, limit: 1 }));
    expect(page).toEqual({ hasNext: false, folders: [{ key: 'folder', name: 'folder/' }], objects: [] });
    expect(unwrap(await files.listV2({ limit: 1 })).nextCursor).toEqual(expect.any(String));
  });

  it('remove objects; those that are missing or not allowed are left out', async () => {
    const { files, anonymous, bucket } = fixture;
    unwrap(await files.upload('removed.txt', 'x', TEXT));
    const names = ['removed.txt', 'no-such'];
    expect(unwrap(await anonymous.from(bucket).remove(names))).toEqual([]);
    expect(unwrap(await files.remove(names)).map(({ name }) => name)).toEqual(['removed.txt']);
  });

  it('create signed URLs to download one or many objects', async () => {
    const { files } = fixture;
    const { signedUrl } = unwrap(await files.createSignedUrl('source.txt', 60, { download: true }));
    const [first, missing] = unwrap(await files.createSignedUrls(['source.txt', 'no-such'], 60));
    for (const url of [signedUrl, first!.signedUrl!]) expect(await (await fetch(url)).text()).toBe(SOURCE);
    expect(missing).toMatchObject({
      path: 'no-such',
      signedUrl: null,
      error: 'Either the object does not exist or you do not have access to it',
    });
  });

  it('create signed URLs to upload an object', async () => {
    const { files, anonymous, bucket } = fixture;
    const { token, path } = unwrap(await files.createSignedUploadUrl('by-url.txt'));
    expect(unwrap(await anonymous.from(bucket).uploadToSignedUrl(path, token, 'uploaded', TEXT))).toEqual({
      path: 'by-url.txt',
      fullPath: `${bucket}/by-url.txt`,
    });
    expect(await readContent('by-url.txt')).toBe('uploaded');
  });

  it('report that there are no tables for analytics', async () => {
    const catalog = fixture.service.analytics.from('a');
    for (const call of CATALOG)
      expect((await call(catalog)).error).toMatchObject({ name: 'IcebergError', status: 404 });
    expect(await catalog.namespaceExists(NAMESPACE)).toEqual({ data: false, error: null });
    expect(await catalog.tableExists(TABLE)).toEqual({ data: false, error: null });
  });
}
