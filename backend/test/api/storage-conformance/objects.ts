import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { photo } from '../../support/images.js';
import { unwrap } from '../../support/storage.js';
import { expectErrors, type ErrorCase } from './errors.js';
import type { StorageConformanceFixture } from './storage-conformance-fixture.js';

const TEXT = { contentType: 'text/plain' };
const MANY = Array.from({ length: 1001 }, String);

/** Of uploads and updates alike. */
const WRITE_ERRORS = (['upload', 'update'] as const).flatMap((method): ErrorCase[] => [
  [
    `${method}: bucket is missing`,
    ({ service }) => service.from('no-such')[method]('a', 'a'),
    'NoSuchBucket',
  ],
  [`${method}: bad name`, ({ files }) => files[method]('a~', 'a'), 'InvalidKey'],
  [
    `${method}: not allowed`,
    ({ anonymous, bucket }) => anonymous.from(bucket)[method]('a', 'a'),
    'AccessDenied',
  ],
  [
    `${method}: over the limit of the bucket`,
    ({ service, limited }) => service.from(limited)[method]('a', 'x'.repeat(11), TEXT),
    'EntityTooLarge',
  ],
  [
    `${method}: over the limit of the service`,
    ({ files }) => files[method]('a', 'x'.repeat(1001), TEXT),
    'EntityTooLarge',
  ],
  [
    `${method}: of another type`,
    ({ service, limited }) => service.from(limited)[method]('a', 'x', { contentType: 'image/png' }),
    'InvalidMimeType',
  ],
  [
    `${method}: malformed content type`,
    ({ files }) => files[method]('a', 'x', { contentType: 'text' }),
    'InvalidMimeType',
  ],
]);

/** Of moves and copies alike. */
const TRANSFER_ERRORS = (['move', 'copy'] as const).flatMap((method): ErrorCase[] => [
  [`${method}: missing`, ({ files }) => files[method]('no-such', 'b'), 'NoSuchKey'],
  [`${method}: bad name`, ({ files }) => files[method]('source.txt', '../b'), 'InvalidKey'],
  [`${method}: no name`, ({ files }) => files[method]('source.txt', ''), 'MissingParameter'],
  [`${method}: exists`, ({ files }) => files[method]('source.txt', 'taken.txt'), 'ResourceAlreadyExists'],
  [
    `${method}: not allowed`,
    ({ anonymous, bucket }) => anonymous.from(bucket)[method]('source.txt', 'b'),
    'AccessDenied',
  ],
  [
    `${method}: bucket is missing`,
    ({ service }) => service.from('no-such')[method]('source.txt', 'b'),
    'NoSuchBucket',
  ],
  [
    `${method}: destination is missing`,
    ({ files }) => files[method]('source.txt', 'b', { destinationBucket: 'no-such' }),
    'NoSuchBucket',
  ],
  [
    `${method}: over the limit of the destination`,
    ({ files, limited }) => files[method]('source.txt', 'b', { destinationBucket: limited }),
    'EntityTooLarge',
  ],
  [
    `${method}: of a type that the destination rejects`,
    async ({ files, limited }) => {
      unwrap(await files.upload('small.png', 'x', { contentType: 'image/png', upsert: true }));
      return files[method]('small.png', 'b', { destinationBucket: limited });
    },
    'InvalidMimeType',
  ],
]);

const READ_ERRORS: ErrorCase[] = [
  ['download: missing', ({ files }) => files.download('no-such'), 'NoSuchKey'],
  ['download: as a stream, missing', ({ files }) => files.download('no-such').asStream(), 'NoSuchKey'],
  [
    'download: bucket is missing',
    ({ service }) => service.from('no-such').download('source.txt'),
    'NoSuchBucket',
  ],
  ['download: not allowed', ({ user, hidden }) => user.from(hidden).download('secret.txt'), 'NoSuchBucket'],
  [
    'download: not an image',
    ({ files }) => files.download('source.txt', { transform: { width: 10 } }),
    'InvalidMimeType',
  ],
  [
    'download: bad width',
    ({ files }) => files.download('source.txt', { transform: { width: -1 } }),
    'InvalidParameter',
  ],
  ['info: missing', ({ files }) => files.info('no-such'), 'NoSuchKey'],
  ['info: not allowed', ({ user, hidden }) => user.from(hidden).info('secret.txt'), 'NoSuchBucket'],
  ['list: bucket is missing', ({ service }) => service.from('no-such').list(), 'NoSuchBucket'],
  ['list: too many', ({ files }) => files.list('', { limit: 10_001 }), 'InvalidParameter'],
  ['listV2: bucket is missing', ({ service }) => service.from('no-such').listV2(), 'NoSuchBucket'],
  ['listV2: bad cursor', ({ files }) => files.listV2({ cursor: 'x' }), 'InvalidParameter'],
  ['remove: bucket is missing', ({ service }) => service.from('no-such').remove(['a']), 'NoSuchBucket'],
  ['remove: too many', ({ files }) => files.remove(MANY), 'InvalidParameter'],
  ['purgeCache: missing', ({ files }) => files.purgeCache('no-such'), 'NoSuchKey'],
  [
    'purgeCache: not allowed',
    ({ user, bucket }) => user.from(bucket).purgeCache('source.txt'),
    'AccessDenied',
  ],
];

export function objects(fixture: StorageConformanceFixture): void {
  const readContent = async (name: string) => unwrap(await fixture.files.download(name)).text();

  it('are uploaded, updated and described', async () => {
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

  it('are downloaded whole, as a stream, and by public URL', async () => {
    const { files } = fixture;
    expect(await readContent('source.txt')).toBe('content of source.txt');
    expect(await text(unwrap(await files.download('source.txt').asStream()))).toBe('content of source.txt');
    const { publicUrl } = files.getPublicUrl('source.txt', { download: 'a b.txt' }).data;
    const response = await fetch(publicUrl);
    expect(response.headers.get('content-disposition')).toContain('a%20b.txt');
    expect(await response.text()).toBe('content of source.txt');
  });

  it('are transformed, and their cache is purged', async () => {
    const { files } = fixture;
    const transform = { width: 8, height: 8, resize: 'contain' } as const;
    unwrap(await files.upload('photo.jpg', await photo(16, 8), { contentType: 'image/jpeg' }));
    const image = unwrap(await files.download('photo.jpg', { transform }));
    const { width, height } = await sharp(await image.arrayBuffer()).metadata();
    expect([image.type, width, height]).toEqual(['image/jpeg', 8, 4]);
    expect(unwrap(await files.purgeCache('photo.jpg'))).toEqual({ message: 'success' });
  });

  it('are moved and copied', async () => {
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

  it('are copied over others with x-upsert, and with other metadata with x-metadata', async () => {
    const { files, bucket } = fixture;
    unwrap(await files.upload('replaced.txt', 'old', TEXT));
    const client = fixture.newClient().from(bucket);
    client.setHeader('x-upsert', 'true').setHeader('x-metadata', files.toBase64('{"b":2}'));
    unwrap(await client.copy('source.txt', 'replaced.txt'));
    expect(await readContent('replaced.txt')).toBe('content of source.txt');
    expect(unwrap(await files.info('replaced.txt')).metadata).toEqual({ b: 2 });
    client.setHeader('x-metadata', files.toBase64('[]'));
    expect((await client.copy('source.txt', 'replaced.txt')).error).toMatchObject({
      statusCode: '400',
      code: 'InvalidParameter',
    });
  });

  it('are listed by folder and by page', async () => {
    const { files } = fixture;
    expect(unwrap(await files.list('folder'))).toMatchObject([{ name: 'a.txt', metadata: { size: 23 } }]);
    const page = unwrap(await files.listV2({ prefix: 'f', with_delimiter: true, limit: 1 }));
    expect(page).toEqual({ hasNext: false, folders: [{ key: 'folder', name: 'folder/' }], objects: [] });
    expect(unwrap(await files.listV2({ limit: 1 })).nextCursor).toEqual(expect.any(String));
  });

  it('are removed; those that are missing or not allowed are left out', async () => {
    const { files, anonymous, bucket } = fixture;
    unwrap(await files.upload('removed.txt', 'x', TEXT));
    const names = ['removed.txt', 'no-such'];
    expect(unwrap(await anonymous.from(bucket).remove(names))).toEqual([]);
    expect(unwrap(await files.remove(names)).map(({ name }) => name)).toEqual(['removed.txt']);
  });

  expectErrors(fixture, [
    ['upload: exists', ({ files }) => files.upload('taken.txt', 'x'), 'ResourceAlreadyExists'],
    ...WRITE_ERRORS,
    ...TRANSFER_ERRORS,
    ...READ_ERRORS,
  ]);
}
