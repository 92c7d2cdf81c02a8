import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib';
import { RateLimits } from '../../src/platform/security/rate-limits.js';
import { StorageBackend } from '../../src/modules/storage/backends/storage-backend.port.js';
import { sendRequest } from '../support/http-request.js';
import { photo } from '../support/images.js';
import { listOperations, readDocument } from '../support/openapi.js';
import { creationHeaders } from '../support/resumable.js';
import { createBucket, RESTRICTED, unwrap, getError, startStorageFixture } from '../support/storage.js';
import { useShared } from '../support/fixtures.js';

/** A valid JSON document of 8 MB that compresses to a few KB. */
const JSON_BOMB = Buffer.concat([Buffer.from('{}'), Buffer.alloc(8_000_000, ' ')]);
const BOMBS = {
  gzip: gzipSync(JSON_BOMB),
  deflate: deflateSync(JSON_BOMB),
  br: brotliCompressSync(JSON_BOMB, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
};
type Encoding = keyof typeof BOMBS;
const ENCODINGS = Object.keys(BOMBS) as Encoding[];
const WRITES = { name: 'storage:write', points: 1200, seconds: 60 };

describe('storage limits', () => {
  const fixture = useShared(startStorageFixture, RESTRICTED);
  let bucket: string;
  beforeAll(async () => {
    bucket = await createBucket(fixture, { public: true });
  });

  const files = () => fixture.service.from(bucket);
  const authorized = () => ({ Authorization: `Bearer ${fixture.serviceKey}` });
  const send = (method: string, path: string, headers: Record<string, string>, body?: Buffer) =>
    sendRequest(`${fixture.url}/api/storage/v1`, {
      method,
      path,
      headers: { ...authorized(), ...headers },
      ...(body ? { body } : {}),
    });
  const getSize = async (name: string) => unwrap(await files().info(name)).size;

  describe('of compressed bodies', () => {
    it('apply to the decompressed body on every route that reads JSON', async () => {
      const routes = listOperations(await readDocument(fixture.url))
        .filter(({ path }) => path.startsWith('/api/storage/v1/'))
        .filter(({ method }) => method !== 'GET' && method !== 'HEAD')
        .filter(({ path, method }) => !isFileRoute(method, path));
      expect(routes.length).toBeGreaterThanOrEqual(15);
      for (const [index, { method, path }] of routes.entries()) {
        const encoding = ENCODINGS[index % ENCODINGS.length]!;
        const headers = { 'Content-Type': 'application/json', 'Content-Encoding': encoding };
        const target = path.replace('/api/storage/v1', '').replaceAll(/\{\w+\}/g, 'x');
        const { status, text } = await send(method, target, headers, BOMBS[encoding]);
        expect({ route: `${method} ${path}`, encoding, status, ...JSON.parse(text) }).toMatchObject({
          route: `${method} ${path}`,
          encoding,
          status: 400,
          statusCode: '413',
          code: 'EntityTooLarge',
        });
      }
    });

    it('do not apply to files and resumable uploads, which are stored as they are sent', async () => {
      const encoded = { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' };
      const { status } = await send('POST', `/object/${bucket}/gzip`, encoded, BOMBS.gzip);
      expect([status, await getSize('gzip')]).toEqual([200, BOMBS.gzip.length]);
      const head = await send('HEAD', `/object/public/${bucket}/gzip`, {});
      expect([head.headers['content-encoding'], head.headers['content-length']]).toEqual([
        'gzip',
        String(BOMBS.gzip.length),
      ]);
      const headers = {
        ...creationHeaders(bucket, 'resumable', BOMBS.br.length, 'application/json'),
        'Content-Type': 'application/offset+octet-stream',
        'Content-Encoding': 'br',
      };
      const resumable = await send('POST', '/upload/resumable', headers, BOMBS.br);
      expect([resumable.status, await getSize('resumable')]).toEqual([201, BOMBS.br.length]);
    });

    it('keep forms from being decompressed', async () => {
      const headers = { 'Content-Type': 'multipart/form-data; boundary=x', 'Content-Encoding': 'deflate' };
      const { status, text } = await send('POST', `/object/${bucket}/form`, headers, BOMBS.deflate);
      expect([status, JSON.parse(text)]).toMatchObject([400, { code: 'InvalidRequest' }]);
      expect(getError(await files().info('form')).code).toBe('NoSuchKey');
    });

    it('keep images from being decompressed to be transformed', async () => {
      const headers = { 'Content-Type': 'image/png', 'Content-Encoding': 'gzip' };
      await send('POST', `/object/${bucket}/photo`, headers, gzipSync(await photo(40, 40)));
      const { status, text } = await send('GET', `/render/image/public/${bucket}/photo?width=10`, {});
      expect([status, JSON.parse(text)]).toMatchObject([400, { statusCode: '415', code: 'InvalidMimeType' }]);
    });
  });

  it('of requests per minute and address apply to writes apart from reads', async () => {
    const write = (address: string) =>
      send('DELETE', '/object/no-such/file', { 'X-Forwarded-For': address, Authorization: '' });
    expect((await write('203.0.113.1')).status).toBe(400);
    // All but one of the other requests are only counted.
    for (let sent = 1; sent < WRITES.points - 1; sent += 1)
      await fixture.api.get(RateLimits).count(WRITES, '203.0.113.1');
    expect((await write('203.0.113.1')).status).toBe(400);
    const limited = await write('203.0.113.1');
    expect([limited.status, JSON.parse(limited.text)]).toMatchObject([
      429,
      { statusCode: '429', error: 'slow_down', code: 'SlowDown' },
    ]);
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    const tus = await send('POST', '/upload/resumable', { 'X-Forwarded-For': '203.0.113.1' });
    expect(tus.status).toBe(429);
    const read = await send('GET', `/object/public/${bucket}/no-such`, { 'X-Forwarded-For': '203.0.113.1' });
    expect(JSON.parse(read.text)).toMatchObject({ code: 'NoSuchKey' });
    expect((await write('203.0.113.2')).status).toBe(400);
  });

  describe('of all files of a user together', () => {
    let ownBucket: string;
    beforeAll(async () => {
      ownBucket = await createBucket(
        fixture,
        { public: false },
        { write: ['owner'], read: ['owner'], remove: ['owner'] },
      );
    });

    it('apply to uploads, replacements and copies, with a clear error', async () => {
      const files = (await fixture.signIn()).client.from(ownBucket);
      const other = await createBucket(fixture, { public: false }, { write: ['owner'] });
      unwrap(await files.upload('quota/a', 'x'.repeat(600)));
      expect(getError(await files.upload('quota/b', 'x'.repeat(401)))).toEqual({
        status: 400,
        statusCode: '413',
        code: 'EntityTooLarge',
        message: 'Your files may not exceed 1000 bytes in total. Delete some and try again.',
      });
      unwrap(await files.upload('quota/b', 'x'.repeat(400)));
      unwrap(await files.upload('quota/a', 'y'.repeat(600), { upsert: true }));
      expect(getError(await files.upload('quota/a', 'y'.repeat(601), { upsert: true })).code).toBe(
        'EntityTooLarge',
      );
      expect(getError(await files.copy('quota/b', 'c', { destinationBucket: other })).code).toBe(
        'EntityTooLarge',
      );
      unwrap(await files.remove(['quota/b']));
      unwrap(await files.upload('quota/b', new Blob(['x'.repeat(400)])));
    });

    it('apply to concurrent uploads, but not to the service role', async () => {
      const files = (await fixture.signIn()).client.from(ownBucket);
      const results = await Promise.all(
        Array.from({ length: 6 }, (_, index) => files.upload(`burst/${index}`, 'x'.repeat(300))),
      );
      expect(results.filter(({ error }) => error === null)).toHaveLength(3);
      unwrap(await fixture.service.from(ownBucket).upload('large', 'x'.repeat(5000)));
    });

    it('include unfinished resumable uploads', async () => {
      const { user } = await fixture.signIn();
      const start = (name: string, size: number) =>
        fixture.call('/upload/resumable', {
          method: 'POST',
          headers: { ...user.headers, ...creationHeaders(ownBucket, name, size) },
        });
      expect((await start('first', 700)).status).toBe(201);
      const second = await start('second', 301);
      expect(second.status).toBe(413);
      expect(await second.text()).toContain('may not exceed 1000 bytes in total');
      expect((await start('third', 300)).status).toBe(201);
    });
  });

  it('and everything else are measured: bytes, errors, and the latency of the backend', async () => {
    const measure = async () => {
      const text = await (await fetch(`${fixture.url}/api/metrics`)).text();
      const readMetric = (series: string) =>
        Number(
          text
            .split('\n')
            .find((line) => line.startsWith(`${series} `))
            ?.split(' ')[1] ?? 0,
        );
      const backend = (operation: string, outcome: string) =>
        readMetric(`storage_backend_duration_seconds_count{operation="${operation}",outcome="${outcome}"}`);
      return {
        received: readMetric('storage_transferred_bytes_total{direction="upload"}'),
        sent: readMetric('storage_transferred_bytes_total{direction="download"}'),
        missing: readMetric('storage_errors_total{code="NoSuchKey"}'),
        internal: readMetric('storage_errors_total{code="InternalError"}'),
        writes: backend('write', 'success'),
        reads: backend('read', 'success'),
        failedReads: backend('read', 'error'),
      };
    };
    unwrap(await files().upload('lost', Buffer.alloc(10)));
    await fixture.api.get(StorageBackend).delete(await fixture.storedKeys(`${bucket}/lost/`));
    const before = await measure();
    unwrap(await files().upload('measured', Buffer.alloc(1234)));
    expect(unwrap(await files().download('measured')).size).toBe(1234);
    expect(getError(await files().download('no-such')).code).toBe('NoSuchKey');
    expect(unwrap(await files().download('measured')).size).toBe(1234);
    expect(getError(await files().download('lost')).code).toBe('InternalError');
    const after = await measure();
    const differences = Object.entries(after).map(([name, value]) => [
      name,
      value - before[name as keyof typeof before],
    ]);
    expect(Object.fromEntries(differences)).toMatchObject({
      received: 1234,
      sent: 2 * 1234,
      missing: 1,
      internal: 1,
      writes: 1,
      // The second download is served from memory.
      reads: 1,
      failedReads: expect.any(Number),
    });
    expect(after.failedReads).toBeGreaterThan(before.failedReads);
  });
});

/** The body is a file, of any type. */
function isFileRoute(method: string, path: string): boolean {
  return (
    path.includes('/upload/resumable') ||
    (method === 'PUT' && path.includes('/object/')) ||
    (method === 'POST' && /\/object\/\{bucket\}\/\{\w+\}$/.test(path))
  );
}
