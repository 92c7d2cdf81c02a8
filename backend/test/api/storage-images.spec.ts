import sharp from 'sharp';
import { DeleteUnusedFiles } from '../../src/modules/storage/deletion/delete-unused-files.task.js';
import { photo, pngBomb } from '../support/images.js';
import { StorageBackend } from '../../src/modules/storage/backends/storage-backend.port.js';
import { createBucket, unwrap, startStorageFixture } from '../support/storage.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

describe('transformed images', () => {
  const fixture = useFixture(startStorageFixture);
  let bucket: string;
  beforeAll(async () => {
    bucket = await createBucket(fixture, { public: true });
    unwrap(await files().upload('photo.jpg', await photo(400, 200), { contentType: 'image/jpeg' }));
  });

  const files = () => fixture.service.from(bucket);
  const render = (path: string, headers: Record<string, string> = {}) =>
    fixture.call(`/render/image/public/${bucket}/${path}`, { headers });
  const describeImage = async (response: Response) => {
    const bytes = Buffer.from(await response.arrayBuffer());
    const { format, width, height } = await sharp(bytes).metadata();
    return { type: response.headers.get('content-type'), format, width, height };
  };
  const getErrorCode = async (response: Response) => {
    expect(response.status).toBe(400);
    const { statusCode, code } = (await response.json()) as { statusCode: string; code: string };
    return `${statusCode} ${code}`;
  };
  const listVariants = (name: string) =>
    fixture.database.query<{ id: string; options: string }>({
      text: `select v.id, v.options from storage_image_variants v join storage_objects o using (version)
             where o.bucket_id = $1 and o.name = $2 order by v.created_at, v.id`,
      values: [bucket, name],
    });
  const storedFiles = (name: string) => fixture.storedKeys(`${bucket}/${name}/`);

  it('have the requested size and format, and are rejected with invalid options', async () => {
    const response = await render('photo.jpg?width=100&height=100&resize=contain');
    expect(response.headers.get('x-transformations')).toBe('height:100,width:100,resizing_type:fit');
    expect([response.headers.get('vary'), await describeImage(response)]).toEqual([
      'Accept',
      { type: 'image/jpeg', format: 'jpeg', width: 100, height: 50 },
    ]);
    const accepted = await render('photo.jpg?width=64', { Accept: 'image/webp,*/*' });
    expect(await describeImage(accepted)).toMatchObject({ type: 'image/webp', width: 64 });
    const fixed = await render('photo.jpg?width=64&format=origin', { Accept: 'image/webp' });
    expect([fixed.headers.get('vary'), fixed.headers.get('content-type')]).toEqual([null, 'image/jpeg']);
    expect(await getErrorCode(await render('photo.jpg?quality=19'))).toBe('400 InvalidParameter');
  });

  it('are sent by the client library, in downloads and in public and signed URLs', async () => {
    const transform = { width: 40, height: 40, resize: 'contain', quality: 50 } as const;
    const { signedUrl } = unwrap(await files().createSignedUrl('photo.jpg', 60, { transform }));
    const { publicUrl } = files().getPublicUrl('photo.jpg', { transform }).data;
    const downloaded = unwrap(await files().download('photo.jpg', { transform }));
    expect(signedUrl).toContain('/render/image/sign/');
    for (const response of [new Response(downloaded), await fetch(signedUrl), await fetch(publicUrl)])
      expect(await describeImage(response)).toMatchObject({ format: 'jpeg', width: 40, height: 20 });
    const signed = await fetch(`${signedUrl}&width=400&height=400&download=small.jpg`);
    expect(signed.headers.get('content-disposition')).toContain('small.jpg');
    expect(await describeImage(signed)).toMatchObject({ width: 40, height: 20 });
  });

  it('are made from images whatever type the upload claimed, under the same policy as files', async () => {
    unwrap(await files().upload('mislabeled', await photo(60, 30, 'png'), { contentType: 'text/plain' }));
    const response = await render('mislabeled?width=30');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
    expect(await describeImage(response)).toMatchObject({ type: 'image/png', width: 30, height: 15 });
  });

  it('support ranges and conditional requests', async () => {
    const whole = await render('photo.jpg?width=120');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get('etag')!;
    expect(etag).not.toBe((await fixture.call(`/object/public/${bucket}/photo.jpg`)).headers.get('etag'));
    expect((await render('photo.jpg?width=120', { 'If-None-Match': etag })).status).toBe(304);
    const part = await render('photo.jpg?width=120', { Range: 'bytes=2-5' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6));
  });

  describe('that exist already', () => {
    const worker = useWorker(fixture);
    const deleteUnused = () => worker.get(DeleteUnusedFiles).run();

    it('are created once, even by simultaneous requests', async () => {
      unwrap(await files().upload('once.jpg', await photo(300, 300)));
      const responses = await Promise.all(Array.from({ length: 6 }, () => render('once.jpg?width=50')));
      const etags = new Set(responses.map(({ headers }) => headers.get('etag')));
      expect([responses.map(({ status }) => status), etags.size]).toEqual([Array(6).fill(200), 1]);
      expect(await storedFiles('once.jpg')).toHaveLength(2);
      expect(await listVariants('once.jpg')).toHaveLength(1);
    });

    it('are deleted with the object, or when it is replaced or moved', async () => {
      const upload = async (side: number) =>
        unwrap(await files().upload('changing.jpg', await photo(side, side), { upsert: true }));
      await upload(100);
      const first = await render('changing.jpg?width=200');
      await upload(150);
      expect(await listVariants('changing.jpg')).toEqual([]);
      const second = await render('changing.jpg?width=200');
      expect(await describeImage(first)).toMatchObject({ width: 100 });
      expect(await describeImage(second)).toMatchObject({ width: 150 });
      unwrap(await files().move('changing.jpg', 'moved.jpg'));
      expect(await describeImage(await render('moved.jpg?width=200'))).toMatchObject({ width: 150 });
      unwrap(await files().remove(['moved.jpg']));
      expect(await getErrorCode(await render('moved.jpg?width=200'))).toBe('404 NoSuchKey');
      await deleteUnused();
      expect([await storedFiles('changing.jpg'), await storedFiles('moved.jpg')]).toEqual([[], []]);
    });

    it('are limited in number: the oldest is deleted', async () => {
      unwrap(await files().upload('many.jpg', await photo(100, 100)));
      for (let width = 1; width <= 32; width++) {
        fixture.clock.advance(1);
        expect((await render(`many.jpg?width=${width}`)).status).toBe(200);
      }
      const kept = await listVariants('many.jpg');
      expect(kept.map(({ options }) => options)).toEqual(
        Array.from({ length: 30 }, (_, index) => `width:${index + 3},resize:cover,format:origin`),
      );
      await deleteUnused();
      expect(await storedFiles('many.jpg')).toHaveLength(31);
    });

    it('are created again if their file is missing', async () => {
      unwrap(await files().upload('lost.jpg', await photo(100, 100)));
      await render('lost.jpg?width=10');
      const { id } = (await listVariants('lost.jpg'))[0]!;
      const [file] = (await storedFiles('lost.jpg')).filter((name) => name.endsWith(id));
      await fixture.api.get(StorageBackend).delete([file!]);
      expect(await describeImage(await render('lost.jpg?width=10'))).toMatchObject({ width: 10 });
      expect(await listVariants('lost.jpg')).toHaveLength(1);
    });

    it('can be purged for an object or for a whole bucket', async () => {
      const upload = async (name: string) => unwrap(await files().upload(name, await photo(50, 50)));
      for (const name of ['purge-a.jpg', 'purge-b.jpg']) {
        await upload(name);
        await render(`${name}?width=10`);
      }
      const counts = async () => [
        (await listVariants('purge-a.jpg')).length,
        (await listVariants('purge-b.jpg')).length,
      ];
      expect(unwrap(await files().purgeCache('purge-a.jpg', { transformations: true }))).toEqual({
        message: 'success',
      });
      expect(await counts()).toEqual([0, 1]);
      unwrap(await fixture.service.purgeBucketCache(bucket, { transformations: true }));
      expect(await counts()).toEqual([0, 0]);
    });
  });

  // What else is rejected is proved by `sharp-image-processor.spec`.
  it.each<[string, () => Promise<Buffer> | Buffer, string]>([
    [
      'an unsupported format',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      '415 InvalidMimeType',
    ],
    ['damage', async () => (await photo(300, 300)).subarray(0, 5000), '422 InvalidRequest'],
  ])('of files with %s fail', async (name, bytes, expected) => {
    unwrap(await files().upload(name, await bytes(), { contentType: 'image/png' }));
    expect(await getErrorCode(await render(`${encodeURIComponent(name)}?width=10`))).toBe(expected);
    expect(await listVariants(name)).toEqual([]);
  });

  it('of files with too many bytes fail before they are read', async () => {
    unwrap(await files().upload('large', 'not an image'));
    await fixture.database.query({
      text: `update storage_objects set size = 25000001 where bucket_id = $1 and name = 'large'`,
      values: [bucket],
    });
    expect(await getErrorCode(await render('large?width=10'))).toBe('413 EntityTooLarge');
  });

  it('keep the service responsive', async () => {
    unwrap(await files().upload('large.png', pngBomb(7000, 7000), { contentType: 'image/png' }));
    const images = Array.from({ length: 2 }, (_, index) => render(`large.png?width=${1000 + index}`));
    const health = await fixture.call('/health');
    expect([health.status, await health.json()]).toEqual([200, { healthy: true }]);
    for (const response of await Promise.all(images)) expect([200, 503]).toContain(response.status);
  });
});
