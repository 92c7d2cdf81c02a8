import sharp from 'sharp';
import { DeleteUnusedFiles } from '../../src/modules/storage/deletion/delete-unused-files.task.js';
import { photo, pngBomb } from '../support/images.js';
import { StorageBackend } from '../../src/modules/storage/backends/storage-backend.port.js';
import { createBucket, unwrap, getError, startStorageFixture } from '../support/storage.js';
import { shared, useFixture } from '../support/fixtures.js';
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

  describe('options', () => {
    it.each([
      ['width=100', 100, 50, 'width:100,resizing_type:fill'],
      ['height=100', 200, 100, 'height:100,resizing_type:fill'],
      ['width=100&height=100', 100, 100, 'height:100,width:100,resizing_type:fill'],
      ['width=100&height=100&resize=contain', 100, 50, 'height:100,width:100,resizing_type:fit'],
      [
        'width=100&height=100&resize=fill&quality=60',
        100,
        100,
        'height:100,width:100,resizing_type:force,quality:60',
      ],
      ['width=0&quality=20', 400, 200, 'quality:20'],
      ['width=100000', 400, 200, 'width:2000,resizing_type:fill'],
      ['width=&height=', 400, 200, ''],
    ])('%s', async (query, width, height, described) => {
      const response = await render(`photo.jpg?${query}`);
      expect(response.headers.get('x-transformations')).toBe(described);
      expect(await describeImage(response)).toEqual({ type: 'image/jpeg', format: 'jpeg', width, height });
    });

    it.each([
      ['format=origin', {}, 'jpeg', null],
      ['format=webp', {}, 'webp', null],
      ['format=avif', {}, 'avif', null],
      ['', { Accept: 'image/avif,image/webp,*/*' }, 'webp', 'Accept'],
      ['', { Accept: 'image/webp;q=0, */*' }, 'jpeg', 'Accept'],
      ['', { Accept: '*/*' }, 'jpeg', 'Accept'],
      ['format=origin', { Accept: 'image/webp' }, 'jpeg', null],
    ])('%s %j', async (query, headers, format, vary) => {
      const response = await render(`photo.jpg?width=64&${query}`, headers as Record<string, string>);
      expect(response.headers.get('vary')).toBe(vary);
      const { type, width } = await describeImage(response);
      expect([type, width]).toEqual([`image/${format}`, 64]);
    });

    it.each([
      'width=-1',
      'width=1.5',
      'height=abc',
      'quality=19',
      'quality=101',
      'resize=crop',
      'format=tiff',
    ])('rejects %s', async (query) =>
      expect(await getErrorCode(await render(`photo.jpg?${query}`))).toBe('400 InvalidParameter'),
    );

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
  });

  it.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
    'are made from %s, whatever type the upload claimed',
    async (format) => {
      unwrap(
        await files().upload(`mislabeled.${format}`, await photo(60, 30, format), {
          contentType: 'text/plain',
        }),
      );
      const response = await render(`mislabeled.${format}?width=30`);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
      expect(await describeImage(response)).toMatchObject({ type: `image/${format}`, width: 30, height: 15 });
    },
  );

  it('are upright and have no metadata', async () => {
    const rotated = await sharp(await photo(60, 30))
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    unwrap(await files().upload('rotated.jpg', rotated, { contentType: 'image/jpeg' }));
    const bytes = Buffer.from(await (await render('rotated.jpg?width=15')).arrayBuffer());
    const { width, height, exif, orientation } = await sharp(bytes).metadata();
    expect({ width, height, exif, orientation }).toEqual({
      width: 15,
      height: 30,
      exif: undefined,
      orientation: undefined,
    });
  });

  it('support ranges, conditional requests and HEAD', async () => {
    const whole = await render('photo.jpg?width=120');
    const bytes = Buffer.from(await whole.arrayBuffer());
    const etag = whole.headers.get('etag')!;
    expect(etag).not.toBe((await fixture.call(`/object/public/${bucket}/photo.jpg`)).headers.get('etag'));
    expect((await render('photo.jpg?width=120', { 'If-None-Match': etag })).status).toBe(304);
    const part = await render('photo.jpg?width=120', { Range: 'bytes=2-5' });
    expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes 2-5/${bytes.length}`]);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(2, 6));
    expect((await render('photo.jpg?width=120', { Range: 'bytes=9999999-' })).status).toBe(416);
    const head = await fetch(
      `${fixture.url}/api/storage/v1/render/image/public/${bucket}/photo.jpg?width=120`,
      {
        method: 'HEAD',
      },
    );
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
  });

  describe('that exist already', () => {
    const worker = useWorker(fixture);
    const deleteUnused = () => worker.get(DeleteUnusedFiles).run();

    it('are created once, even by simultaneous requests', async () => {
      unwrap(await files().upload('once.jpg', await photo(300, 300)));
      const responses = await Promise.all(Array.from({ length: 12 }, () => render('once.jpg?width=50')));
      const etags = new Set(responses.map(({ headers }) => headers.get('etag')));
      expect([responses.map(({ status }) => status), etags.size]).toEqual([Array(12).fill(200), 1]);
      expect(await storedFiles('once.jpg')).toHaveLength(2);
      const [before] = await listVariants('once.jpg');
      await render('once.jpg?height=0&width=50&resize=cover&format=origin');
      expect(await listVariants('once.jpg')).toEqual([before]);
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
      for (let width = 1; width <= 33; width++) {
        fixture.clock.advance(1);
        expect((await render(`many.jpg?width=${width}`)).status).toBe(200);
      }
      const kept = await listVariants('many.jpg');
      expect(kept.map(({ options }) => options)).toEqual(
        Array.from({ length: 30 }, (_, index) => `width:${index + 4},resize:cover,format:origin`),
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

    it('are purged by the service role and administrators', async () => {
      const upload = async (name: string) => unwrap(await files().upload(name, await photo(50, 50)));
      for (const name of ['purge-a.jpg', 'purge-b.jpg']) {
        await upload(name);
        await render(`${name}?width=10`);
      }
      const { client: administrator } = await fixture.signIn({ role: 'admin' });
      const { client: user } = await fixture.signIn();
      const counts = async () => [
        (await listVariants('purge-a.jpg')).length,
        (await listVariants('purge-b.jpg')).length,
      ];
      for (const client of [user, fixture.anonymous])
        expect(getError(await client.from(bucket).purgeCache('purge-a.jpg')).code).toBe('AccessDenied');
      expect(await counts()).toEqual([1, 1]);
      expect(
        unwrap(await administrator.from(bucket).purgeCache('purge-a.jpg', { transformations: true })),
      ).toEqual({
        message: 'success',
      });
      expect(await counts()).toEqual([0, 1]);
      expect(getError(await files().purgeCache('missing.jpg')).code).toBe('NoSuchKey');
      const purge = (name: string) =>
        fixture.call(`/cdn/${name}`, {
          method: 'DELETE',
          headers: { Authorization: `Bearer ${fixture.serviceKey}` },
        });
      expect(await (await purge(bucket)).json()).toEqual({ message: 'success' });
      expect(await counts()).toEqual([0, 0]);
      expect(await getErrorCode(await purge('no-such-bucket'))).toBe('404 NoSuchBucket');
    });
  });

  describe('of hostile files', () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><image href="file:///etc/passwd"/></svg>';
    const gif = () =>
      Buffer.from(
        '47494638396160ea60ea80000000000000000021f90401000000002c0000000060ea60ea0000024c01003b',
        'hex',
      );
    const cases: [string, () => Promise<Buffer> | Buffer, string][] = [
      ['SVG', () => Buffer.from(svg), '415 InvalidMimeType'],
      [
        'SVG with an XML declaration',
        () => Buffer.from(`<?xml version="1.0"?>${svg}`),
        '415 InvalidMimeType',
      ],
      [
        'PDF',
        () => Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF'),
        '415 InvalidMimeType',
      ],
      ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), '415 InvalidMimeType'],
      [
        'TIFF',
        () =>
          sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
            .tiff()
            .toBuffer(),
        '415 InvalidMimeType',
      ],
      ['a portable pixmap', () => Buffer.from('P6 1 1 255 abc'), '415 InvalidMimeType'],
      ['random bytes', () => Buffer.from('4f6e6365207570', 'hex'), '415 InvalidMimeType'],
      ['no bytes', () => Buffer.alloc(0), '415 InvalidMimeType'],
      ['a decompression bomb', () => pngBomb(30_000, 30_000), '413 EntityTooLarge'],
      ['a PNG that claims to be huge', () => pngBomb(100_000, 100_000, 1), '413 EntityTooLarge'],
      ['a GIF that claims to be huge', gif, '413 EntityTooLarge'],
      ['a truncated JPEG', async () => (await photo(300, 300)).subarray(0, 5000), '422 InvalidRequest'],
      ['a truncated PNG', async () => (await photo(300, 300, 'png')).subarray(0, 5000), '422 InvalidRequest'],
      [
        'a truncated WebP',
        async () => (await photo(300, 300, 'webp')).subarray(0, 2000),
        '422 InvalidRequest',
      ],
      [
        'the first bytes of a JPEG',
        async () => (await photo(300, 300)).subarray(0, 20),
        '422 InvalidRequest',
      ],
      ['too many bytes', () => Buffer.alloc(25_000_001), '413 EntityTooLarge'],
    ];

    it.each(cases)('fail: %s', async (kind, bytes, expected) => {
      const name = `hostile/${kind}`;
      unwrap(await files().upload(name, await bytes(), { contentType: 'image/png' }));
      expect(await getErrorCode(await render(`${encodeURIComponent(name)}?width=10`))).toBe(expected);
      expect(await listVariants(name)).toEqual([]);
    });

    it('leak none of their content and keep the service responsive', async () => {
      unwrap(await files().upload('bomb.png', pngBomb(7000, 7000), { contentType: 'image/png' }));
      const bombs = Array.from({ length: 4 }, (_, index) => render(`bomb.png?width=${1000 + index}`));
      expect((await fixture.call('/health')).status).toBe(200);
      for (const response of await Promise.all(bombs)) expect([200, 503]).toContain(response.status);
    });
  });

  it('follow the rules of the bucket', async () => {
    const secret = await createBucket(fixture, { public: false });
    unwrap(await fixture.service.from(secret).upload('secret.jpg', await photo(20, 20)));
    expect(await getErrorCode(await fixture.call(`/render/image/public/${secret}/secret.jpg`))).toBe(
      '404 NoSuchBucket',
    );
  });
});

describe('health of the service', () => {
  it('reflects that of its database', async () => {
    const response = await (await shared(startStorageFixture)).call('/health');
    expect([response.status, await response.json()]).toEqual([200, { healthy: true }]);
  });
});
