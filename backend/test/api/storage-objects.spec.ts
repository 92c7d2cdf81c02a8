import { randomBytes } from 'node:crypto';
import { truncate } from 'node:fs/promises';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { StorageBackend } from '../../src/modules/storage/backends/storage-backend.port.js';
import {
  DEFAULT_BACKEND,
  createBucket,
  unwrap,
  getError,
  computeEtag,
  startStorageFixture,
} from '../support/storage.js';
import { useShared } from '../support/fixtures.js';

const LARGE = 8_000_000;
const NOT_FOUND = { status: 400, statusCode: '404', code: 'NoSuchKey', message: 'Object not found' };
const EXISTS = {
  status: 400,
  statusCode: '409',
  code: 'ResourceAlreadyExists',
  message: 'The resource already exists',
};

describe('objects, through the client library', () => {
  const fixture = useShared(startStorageFixture);
  let bucket: string;
  beforeAll(async () => {
    bucket = await createBucket(fixture);
  });

  const files = (name = bucket) => fixture.service.from(name);
  const readText = async (path: string, name = bucket) => unwrap(await files(name).download(path)).text();
  const authorized = () => ({ Authorization: `Bearer ${fixture.serviceKey}` });

  describe('uploads', () => {
    it.each([
      ['a string', () => 'hello é'],
      ['a file', () => new File(['hello é'], 'name.txt', { type: 'text/plain' })],
      ['a node stream without a length', () => Readable.from([Buffer.from('hello'), Buffer.from(' é')])],
    ])('accept %s, with metadata', async (kind, body) => {
      const path = `uploads/${kind}.txt`;
      const metadata = { camera: 'Ä1', tags: ['a', 'b'], nested: { on: true } };
      const options = { contentType: 'text/plain', cacheControl: '120', metadata };
      const data = unwrap(await files().upload(path, body(), options));
      expect(data).toEqual({
        path,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        fullPath: `${bucket}/${path}`,
      });
      expect(await readText(path)).toBe('hello é');
      expect(unwrap(await files().info(path))).toEqual({
        id: data.id,
        name: path,
        version: expect.any(String),
        bucketId: bucket,
        size: 8,
        contentType: 'text/plain',
        contentEncoding: null,
        cacheControl: 'max-age=120',
        etag: computeEtag('hello é'),
        metadata,
        lastModified: expect.stringMatching(/Z$/),
        createdAt: expect.stringMatching(/Z$/),
      });
    });

    it('replace an object only with upsert or by an update', async () => {
      const first = unwrap(await files().upload('twice.txt', 'one'));
      expect(getError(await files().upload('twice.txt', 'two'))).toEqual(EXISTS);
      expect(await readText('twice.txt')).toBe('one');
      const second = unwrap(await files().upload('twice.txt', 'two', { upsert: true }));
      expect(second.id).toBe(first.id);
      expect(await readText('twice.txt')).toBe('two');
      unwrap(await files().update('twice.txt', 'three'));
      expect(await readText('twice.txt')).toBe('three');
      unwrap(await files().update('new-by-update.txt', 'new'));
      expect(await readText('new-by-update.txt')).toBe('new');
    });

    it('respect the limits of the bucket, with and without a Content-Length', async () => {
      const limits = { public: false, fileSizeLimit: 1000, allowedMimeTypes: ['text/*', 'image/png'] };
      const limited = files(await createBucket(fixture, limits));
      const bytes = Buffer.alloc(1001);
      const type = 'text/csv; charset=utf-8';
      for (const body of [bytes, Readable.from([bytes]), new Blob([bytes], { type })])
        expect(getError(await limited.upload('a', body, { contentType: type }))).toMatchObject({
          status: 400,
          statusCode: '413',
          code: 'EntityTooLarge',
        });
      for (const body of ['x', new Blob(['x'], { type: 'image/gif' })])
        expect(getError(await limited.upload('a', body, { contentType: 'image/gif' }))).toMatchObject({
          status: 400,
          statusCode: '415',
          message: 'mime type image/gif is not supported',
        });
      expect(unwrap(await limited.list())).toEqual([]);
      unwrap(await limited.upload('a', bytes.subarray(1), { contentType: type }));
    });

    it('that find the disk full get 507, and leave their connection usable', async () => {
      const backend = fixture.api.get(StorageBackend);
      const { write } = backend;
      backend.write = async (_key, bytes) => {
        backend.write = write;
        for await (const _ of bytes) throw Object.assign(new Error('disk full'), { code: 'ENOSPC' });
      };
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      const send = async (path: string, method: string, bytes = Buffer.alloc(0)) => {
        const url = `${fixture.url}/api/storage/v1${path}`;
        const call = request(url, {
          method,
          agent,
          headers: { ...authorized(), 'Content-Type': 'text/plain' },
        });
        const sent = once(call, 'finish');
        const responded = once(call, 'response') as Promise<[IncomingMessage]>;
        Readable.from([bytes]).pipe(call);
        const [response] = await responded;
        await sent;
        const { code } = JSON.parse(await text(response)) as { code?: string };
        return { status: response.statusCode, code, reused: call.reusedSocket };
      };
      const full = await send(`/object/${bucket}/large`, 'POST', Buffer.alloc(LARGE));
      expect(full).toEqual({ status: 507, code: 'InsufficientStorage', reused: false });
      expect(await send('/bucket', 'GET')).toMatchObject({ status: 200, reused: true });
      agent.destroy();
    });

    it('of JSON and of forms are stored as they are', async () => {
      const json = '{"a":  1}';
      await files().upload('data.json', json, { contentType: 'application/json' });
      expect(await readText('data.json')).toBe(json);
      await files().upload('data.form', 'a=%00', { contentType: 'application/x-www-form-urlencoded' });
      expect(await readText('data.form')).toBe('a=%00');
      unwrap(await files().upload('empty.txt', ''));
      expect(await readText('empty.txt')).toBe('');
    });

    it('that end early leave nothing behind', async () => {
      const controller = new AbortController();
      const endless = new ReadableStream({
        pull(stream) {
          stream.enqueue(new Uint8Array(1000));
          controller.abort();
        },
      });
      const init = {
        method: 'POST',
        headers: authorized(),
        body: endless,
        duplex: 'half',
        signal: controller.signal,
      };
      await expect(fixture.call(`/object/${bucket}/aborted`, init as RequestInit)).rejects.toThrow('aborted');
      expect(getError(await files().info('aborted'))).toEqual(NOT_FOUND);
    });

    it.each(['--x--', '--x\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\ncut', ''])(
      'reject the incomplete form %j',
      async (body) => {
        const headers = { ...authorized(), 'Content-Type': 'multipart/form-data; boundary=x' };
        const response = await fixture.call(`/object/${bucket}/form`, { method: 'POST', headers, body });
        expect([response.status, await codeIn(response)]).toEqual([
          400,
          expect.stringMatching(/^(InvalidRequest|Aborted)$/),
        ]);
        expect(getError(await files().info('form'))).toEqual(NOT_FOUND);
      },
    );
  });

  describe('names', () => {
    it.each([
      ['été/写真 1.jpg', encodeURI('été/写真 1.jpg')],
      ["a!-.*'() &$@=;:+,b", encodeURIComponent("a!-.*'() &$@=;:+,b")],
    ])('round-trip: %s', async (name, path) => {
      const init = { method: 'POST', headers: authorized(), body: name };
      const response = await fixture.call(`/object/${bucket}/${path}`, init);
      expect(await response.json()).toMatchObject({ Key: `${bucket}/${name}` });
      expect(await (await fixture.call(`/object/${bucket}/${path}`, { headers: authorized() })).text()).toBe(
        name,
      );
    });

    // Which names are safe is proved by `object-names.spec`: these are about how they are decoded.
    it.each(['../up', '%2e%2e/up', 'a%2f..%2fb', 'a%5c..%5cb', '%2F/absolute', 'new%0aline', 'percent%25'])(
      'that are unsafe are rejected: %s',
      async (name) => {
        const { hostname, port } = new URL(fixture.url);
        const { status, body } = await sendExactly({
          hostname,
          port,
          path: `/api/storage/v1/object/${bucket}/${name}`,
          headers: authorized(),
          method: 'POST',
        });
        expect({ status, code: JSON.parse(body).code }).toEqual({ status: 400, code: 'InvalidKey' });
      },
    );

    it.each(['%ff', '%zz', 'a%00b'])('that are not text are rejected: %s', async (name) => {
      const response = await fixture.call(`/object/${bucket}/${name}`, {
        method: 'POST',
        headers: authorized(),
      });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { statusCode: '400', code: 'InvalidRequest', message: expect.stringContaining('path parameter') },
      ]);
    });
  });

  describe('downloads', () => {
    let open: string;
    beforeAll(async () => {
      open = await createBucket(fixture, { public: true });
      await files(open).upload('file.txt', '0123456789', { contentType: 'text/plain', cacheControl: '3600' });
    });

    const get = (path: string, headers: Record<string, string> = {}) =>
      fixture.call(`/object/public/${open}/${path}`, { headers });

    it('have the headers of the object, also for HEAD', async () => {
      const response = await get('file.txt');
      expect(await response.text()).toBe('0123456789');
      const head = await fixture.call(`/object/public/${open}/file.txt`, { method: 'HEAD' });
      for (const { headers } of [response, head])
        expect(Object.fromEntries(headers)).toMatchObject({
          'content-type': 'text/plain',
          'content-length': '10',
          etag: computeEtag('0123456789'),
          'last-modified': expect.stringMatching(/ GMT$/),
          'accept-ranges': 'bytes',
          'cache-control': 'max-age=3600',
          'cross-origin-resource-policy': 'cross-origin',
        });
    });

    it.each([
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
    ])('of the range %s', async (range, text, contentRange) => {
      const response = await get('file.txt', { Range: range });
      expect([response.status, await response.text()]).toEqual([206, text]);
      expect(response.headers.get('content-range')).toBe(contentRange);
      expect(response.headers.get('content-length')).toBe(String(text.length));
    });

    it('of an impossible range get a real 416', async () => {
      const response = await get('file.txt', { Range: 'bytes=10-' });
      expect(response.status).toBe(416);
      expect(response.headers.get('content-range')).toBe('bytes */10');
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(response.headers.get('content-type')).toContain('application/json');
      expect(await response.json()).toMatchObject({
        statusCode: '416',
        error: 'invalid_range',
        code: 'InvalidRange',
      });
    });

    it.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=a-b'])('ignore the range %s', async (range) => {
      const response = await get('file.txt', { Range: range });
      expect([response.status, await response.text()]).toEqual([200, '0123456789']);
    });

    it('are conditional', async () => {
      const first = await get('file.txt');
      const [etag, modified] = [first.headers.get('etag')!, first.headers.get('last-modified')!];
      const conditions: Record<string, string>[] = [
        { 'If-None-Match': etag },
        { 'If-Modified-Since': modified },
      ];
      for (const headers of conditions) {
        const response = await get('file.txt', headers);
        expect([response.status, await response.text(), response.headers.get('etag')]).toEqual([
          304,
          '',
          etag,
        ]);
      }
      expect((await get('file.txt', { 'If-None-Match': '"other"' })).status).toBe(200);
      expect((await get('file.txt', { Range: 'bytes=0-1', 'If-Range': etag })).status).toBe(206);
      expect((await get('file.txt', { Range: 'bytes=0-1', 'If-Range': '"old"' })).status).toBe(200);
    });

    // How each type is treated is proved by `serving-headers.spec`.
    it.each([
      ['text/html', 'text/plain', null],
      ['image/svg+xml', 'image/svg+xml', 'attachment;'],
    ])('of %s cannot run in the origin of the site', async (contentType, served, disposition) => {
      unwrap(await files(open).upload('active', '<script>alert(1)</script>', { contentType, upsert: true }));
      const { signedUrl } = unwrap(await files(open).createSignedUrl('active', 60));
      const responses = await Promise.all([
        get('active'),
        get('active', { Range: 'bytes=0-3' }),
        fixture.call(`/object/public/${open}/active`, { method: 'HEAD' }),
        fixture.call(`/object/${open}/active`),
        fixture.call(`/object/authenticated/${open}/active`, { headers: authorized() }),
        fetch(signedUrl),
      ]);
      for (const { headers } of responses) {
        expect(headers.get('content-type')).toBe(served);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('content-disposition')).toBe(disposition);
        expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.* sandbox$/);
      }
      // Never the bytes of the upload: those of a new image, or an error.
      const rendered = await fixture.call(`/render/image/public/${open}/active`);
      expect([rendered.status, rendered.headers.get('content-type')]).toEqual([
        400,
        'application/json; charset=utf-8',
      ]);
    });

    it('keep the content encoding and robots tag of the upload', async () => {
      const headers = {
        ...authorized(),
        'Content-Encoding': 'gzip',
        'x-robots-tag': 'all',
        'x-upsert': 'true',
      };
      await fixture.call(`/object/${open}/compressed`, { method: 'POST', headers, body: gzipSync('text') });
      const response = await get('compressed');
      expect([response.headers.get('x-robots-tag'), await response.text()]).toEqual(['all', 'text']);
    });

    /** Starts a download of more bytes than the connection buffers. */
    const startDownload = async (name: string) => {
      const content = randomBytes(LARGE);
      unwrap(await files(open).upload(name, content));
      const { status, body } = await get(name);
      expect(status).toBe(200);
      const reader = body!.getReader();
      const { value: first } = await reader.read();
      const readAll = async () => {
        const chunks = [first!];
        for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value);
        return Buffer.concat(chunks);
      };
      return { content, readAll, keys: await fixture.storedKeys(`${open}/${name}/`) };
    };

    it('of an object deleted meanwhile are complete, even if another one takes its name', async () => {
      const { content, readAll, keys } = await startDownload('deleted');
      unwrap(await files(open).remove(['deleted']));
      await fixture.api.get(StorageBackend).delete(keys);
      expect(getError(await files(open).info('deleted'))).toEqual(NOT_FOUND);
      unwrap(await files(open).upload('deleted', 'another'));
      expect(content.equals(await readAll())).toBe(true);
    });

    if (DEFAULT_BACKEND === 'disk')
      it.each([
        // Small files are read completely before anything is sent.
        { size: 1000, expected: { status: 500 } },
        { size: 100_000, expected: { status: 200, failure: 'terminated' } },
      ])('of $size bytes, most of which are lost, fail', async ({ size, expected }) => {
        const name = `lost-${size}`;
        unwrap(await files(open).upload(name, randomBytes(size)));
        const [key] = await fixture.storedKeys(`${open}/${name}/`);
        await truncate(join(fixture.settings.storage.folder, 'objects', key!), 300);
        const response = await get(name);
        const failure = await response.arrayBuffer().then(
          () => undefined,
          (error: Error) => error.message,
        );
        expect({ status: response.status, failure }).toEqual({ failure: undefined, ...expected });
      });
  });

  it('uploaded twice at once have one winner', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, index) => files().upload('race.txt', `content ${index}`)),
    );
    const winners = results.flatMap((result, index) => (result.error ? [] : [index]));
    expect(winners).toHaveLength(1);
    expect(await readText('race.txt')).toBe(`content ${winners[0]}`);
    for (const result of results.filter(({ error }) => error)) expect(getError(result)).toEqual(EXISTS);
    const replaced = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        files().upload('race.txt', `upsert ${index}`, { upsert: true }),
      ),
    );
    expect(replaced.map(({ error }) => error)).toEqual(replaced.map(() => null));
    expect(await readText('race.txt')).toMatch(/^upsert \d$/);
  });

  it('are moved, also to another bucket, with their id and metadata', async () => {
    const other = await createBucket(fixture);
    const { id } = unwrap(await files().upload('move/a.txt', 'moved', { metadata: { a: 1 } }));
    unwrap(await files().move('move/a.txt', 'move/b.txt'));
    expect(getError(await files().info('move/a.txt'))).toEqual(NOT_FOUND);
    unwrap(await files().move('move/b.txt', 'c.txt', { destinationBucket: other }));
    expect(await readText('c.txt', other)).toBe('moved');
    expect(unwrap(await files(other).info('c.txt'))).toMatchObject({ id, metadata: { a: 1 } });
    await files(other).upload('taken.txt', 'taken');
    expect(getError(await files(other).move('c.txt', 'taken.txt'))).toMatchObject({ statusCode: '409' });
    expect([await readText('c.txt', other), await readText('taken.txt', other)]).toEqual(['moved', 'taken']);
  });

  it('keep the metadata for which a copy has no value of its own', async () => {
    await files().upload('copy/a.gz', gzipSync('copied'), {
      contentType: 'text/plain',
      cacheControl: '70',
      metadata: { a: 1 },
    });
    const described = async (
      name: string,
      metadata?: { contentEncoding?: string; cacheControl?: string; mimetype?: string },
      source = 'copy/a.gz',
    ) => {
      unwrap(await files().copy(source, name, { copyMetadata: false, ...(metadata ? { metadata } : {}) }));
      const copy = unwrap(await files().info(name)) as Record<string, unknown>;
      return [copy.contentType, copy.cacheControl, copy.contentEncoding, copy.metadata];
    };
    expect(await described('copy/plain')).toEqual(['text/plain', 'max-age=70', null, {}]);
    expect(await described('copy/gzip', { contentEncoding: 'gzip' })).toEqual([
      'text/plain',
      'max-age=70',
      'gzip',
      {},
    ]);
    expect(await readText('copy/gzip')).toBe('copied');
    expect(await described('copy/kept', { mimetype: 'text/csv' }, 'copy/gzip')).toEqual([
      'text/csv',
      'max-age=70',
      'gzip',
      {},
    ]);
    expect(await described('copy/cleared', { contentEncoding: '' }, 'copy/gzip')).toEqual([
      'text/plain',
      'max-age=70',
      null,
      {},
    ]);
    const metadata = { contentEncoding: 'rot13' };
    expect(getError(await files().copy('copy/a.gz', 'x', { copyMetadata: false, metadata })).code).toBe(
      'InvalidParameter',
    );
  });

  it('are removed, one or many, and their bytes soon after', async () => {
    for (const name of ['1', '2', '3']) await files().upload(`remove/${name}`, name, { metadata: { name } });
    const removed = unwrap(await files().remove(['remove/1', 'remove/2', 'no-such', '../up']));
    expect(removed.map(({ name }) => name)).toEqual(['remove/1', 'remove/2']);
    expect(removed[0]).toEqual({
      name: 'remove/1',
      id: expect.any(String),
      bucket_id: bucket,
      owner: '',
      version: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      last_accessed_at: expect.any(String),
      metadata: expect.objectContaining({ size: 1, eTag: computeEtag('1'), httpStatusCode: 200 }),
      user_metadata: { name: '1' },
    });
    const one = await fixture.call(`/object/${bucket}/remove/3`, { method: 'DELETE', headers: authorized() });
    expect(await one.json()).toEqual({ message: 'Successfully deleted' });
    const again = await fixture.call(`/object/${bucket}/remove/3`, {
      method: 'DELETE',
      headers: authorized(),
    });
    expect(await codeIn(again)).toBe('NoSuchKey');
  });
});

/** Sends the path as it is; `fetch` would normalize it. */
function sendExactly(options: RequestOptions): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(options, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode!, body }), reject);
    });
    sent.on('error', reject);
    sent.end('x');
  });
}

async function codeIn(response: Response): Promise<string> {
  return ((await response.json()) as { code: string }).code;
}
