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
import { useFixture } from '../support/fixtures.js';

const LARGE = 8_000_000;
const NOT_FOUND = { status: 400, statusCode: '404', code: 'NoSuchKey', message: 'Object not found' };
const EXISTS = {
  status: 400,
  statusCode: '409',
  code: 'ResourceAlreadyExists',
  message: 'The resource already exists',
};

describe('objects, through the client library', () => {
  const fixture = useFixture(startStorageFixture, { STORAGE_MAX_FILE_BYTES: String(LARGE) });
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
      ['a buffer', () => Buffer.from('hello é')],
      ['an array buffer', () => new TextEncoder().encode('hello é').buffer as ArrayBuffer],
      ['a blob', () => new Blob(['hello é'], { type: 'text/plain' })],
      ['a file', () => new File(['hello é'], 'name.txt', { type: 'text/plain' })],
      ['a node stream without a length', () => Readable.from([Buffer.from('hello'), Buffer.from(' é')])],
      ['a web stream', () => new Blob(['hello é']).stream()],
    ])('accept %s', async (kind, body) => {
      const path = `uploads/${kind}.txt`;
      const data = unwrap(
        await files().upload(path, body(), { contentType: 'text/plain', cacheControl: '120' }),
      );
      expect(data).toEqual({
        path,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        fullPath: `${bucket}/${path}`,
      });
      expect(await readText(path)).toBe('hello é');
      expect(unwrap(await files().info(path))).toMatchObject({
        id: data.id,
        name: path,
        size: 8,
        contentType: 'text/plain',
        cacheControl: 'max-age=120',
        etag: computeEtag('hello é'),
        metadata: {},
      });
    });

    it('accept an empty file', async () => {
      unwrap(await files().upload('empty.txt', ''));
      expect(unwrap(await files().download('empty.txt')).size).toBe(0);
    });

    it('keep user metadata, in a header and in a form', async () => {
      const metadata = { camera: 'Ä1', tags: ['a', 'b'], nested: { on: true } };
      await files().upload('meta-raw.txt', 'x', { metadata });
      await files().upload('meta-form.txt', new Blob(['x']), { metadata });
      for (const path of ['meta-raw.txt', 'meta-form.txt'])
        expect(unwrap(await files().info(path)).metadata).toEqual(metadata);
    });

    it('reject metadata that cannot be stored', async () => {
      for (const metadata of ['{"a":"\\u0000"}', '[1]', 'nonsense']) {
        const headers = { ...authorized(), 'x-metadata': Buffer.from(metadata).toString('base64') };
        const response = await fixture.call(`/object/${bucket}/bad-metadata`, {
          method: 'POST',
          headers,
          body: 'x',
        });
        expect([response.status, await codeIn(response)]).toEqual([400, 'InvalidParameter']);
      }
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

    it('keep the size limits of the service and the bucket, with and without a length', async () => {
      const small = await createBucket(fixture, { public: false, fileSizeLimit: 1000 });
      const tooLarge = { status: 400, statusCode: '413', code: 'EntityTooLarge' };
      for (const [name, size] of [
        [small, 1001],
        [bucket, LARGE + 1],
      ] as const) {
        const bytes = Buffer.alloc(size);
        expect(getError(await files(name).upload('large', bytes))).toMatchObject(tooLarge);
        expect(getError(await files(name).upload('large', Readable.from([bytes])))).toMatchObject(tooLarge);
        expect(getError(await files(name).upload('large', new Blob([bytes])))).toMatchObject(tooLarge);
        expect(unwrap(await files(name).list())).not.toContainEqual(
          expect.objectContaining({ name: 'large' }),
        );
      }
      unwrap(await files(small).upload('fits', Buffer.alloc(1000)));
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

    it('keep the allowed types of the bucket', async () => {
      const images = await createBucket(fixture, {
        public: false,
        allowedMimeTypes: ['image/*', 'text/csv'],
      });
      expect(getError(await files(images).upload('a', 'x', { contentType: 'application/pdf' }))).toEqual({
        status: 400,
        statusCode: '415',
        code: 'InvalidMimeType',
        message: 'mime type application/pdf is not supported',
      });
      const form = new Blob(['x'], { type: 'text/html' });
      expect(getError(await files(images).upload('a', form)).code).toBe('InvalidMimeType');
      unwrap(await files(images).upload('a.png', 'x', { contentType: 'image/png' }));
      unwrap(await files(images).upload('a.csv', 'x', { contentType: 'text/csv; charset=utf-8' }));
    });

    it('of JSON and of forms are stored as they are', async () => {
      const json = '{"a":  1}';
      await files().upload('data.json', json, { contentType: 'application/json' });
      expect(await readText('data.json')).toBe(json);
      await files().upload('data.form', 'a=%00', { contentType: 'application/x-www-form-urlencoded' });
      expect(await readText('data.form')).toBe('a=%00');
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

    it('to a missing bucket fail', async () => {
      expect(getError(await files('no-such').upload('a', 'a'))).toMatchObject({
        statusCode: '404',
        code: 'NoSuchBucket',
      });
    });
  });

  describe('names', () => {
    it.each([
      'été/写真 1.jpg',
      "a!-.*'() &$@=;:+,b",
      'deep/'.repeat(50) + 'file',
      `${'y'.repeat(209)}/`.repeat(4).slice(0, -1),
      '👩‍🚀.txt',
      'a%20b',
    ])('round-trip: %s', async (name) => {
      const path = name.split('/').map(encodeURIComponent).join('/');
      const decoded = name.includes('%') ? 'a b' : name;
      const response = await fixture.call(`/object/${bucket}/${name.includes('%') ? name : path}`, {
        method: 'POST',
        headers: { ...authorized(), 'x-upsert': 'true' },
        body: name,
      });
      expect(await response.json()).toMatchObject({ Key: `${bucket}/${decoded}` });
      expect(await readText(name.includes('%') ? 'a b' : path)).toBe(name);
    });

    it.each([
      '../up',
      '%2e%2e/up',
      'a/%2e%2e/b',
      'a%2f..%2fb',
      '..%5cup',
      'a%5c..%5cb',
      'C:%5CWindows',
      'c:/windows',
      'a//b',
      '/absolute',
      '%2F/absolute',
      'trailing/',
      'a/./b',
      'tab%09',
      'new%0aline',
      'tilde~',
      'hash%23',
      'percent%25',
      '%E2%80%AEgnp.exe',
      'x'.repeat(256),
      `${'y'.repeat(200)}/`.repeat(6) + 'z',
      `${'y'.repeat(167)}/`.repeat(5) + 'z',
    ])('that are unsafe are rejected: %s', async (name) => {
      const { hostname, port } = new URL(fixture.url);
      const path = `/api/storage/v1/object/${bucket}/${name}`;
      const { status, body } = await sendExactly({
        hostname,
        port,
        path,
        headers: authorized(),
        method: 'POST',
      });
      expect({ status, code: JSON.parse(body).code }).toEqual({ status: 400, code: 'InvalidKey' });
    });

    it.each(['%00', '%ff', '%zz', 'a%00b'])('that are not text are rejected: %s', async (name) => {
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

    it('have the headers of the object', async () => {
      const response = await get('file.txt');
      expect(await response.text()).toBe('0123456789');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/plain',
        'content-length': '10',
        etag: computeEtag('0123456789'),
        'last-modified': expect.stringMatching(/ GMT$/),
        'accept-ranges': 'bytes',
        'cache-control': 'max-age=3600',
        'x-robots-tag': 'none',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
      });
      expect(response.headers.get('content-disposition')).toBeNull();
    });

    it('have no body for HEAD', async () => {
      const response = await fixture.call(`/object/public/${open}/file.txt`, { method: 'HEAD' });
      expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
        200,
        '10',
        '',
      ]);
      const missing = await fixture.call(`/object/${bucket}/no-such`, {
        method: 'HEAD',
        headers: authorized(),
      });
      expect(missing.status).toBe(400);
    });

    it.each([
      ['bytes=2-4', '234', 'bytes 2-4/10'],
      ['bytes=7-', '789', 'bytes 7-9/10'],
      ['bytes=-2', '89', 'bytes 8-9/10'],
      ['bytes=0-100', '0123456789', 'bytes 0-9/10'],
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

    it.each([
      ['?download', 'attachment;'],
      ['?download=', 'attachment;'],
      ['?download=photo.txt', "attachment; filename=photo.txt; filename*=UTF-8''photo.txt;"],
      [
        `?download=${encodeURIComponent("Ä 'b' (1).txt")}`,
        "attachment; filename=%C3%84%20%27b%27%20%281%29.txt; filename*=UTF-8''%C3%84%20%27b%27%20%281%29.txt;",
      ],
    ])('with %s are saved', async (query, disposition) => {
      expect((await get(`file.txt${query}`)).headers.get('content-disposition')).toBe(disposition);
    });

    it.each([
      ['text/html', 'text/plain', 'displayed'],
      ['TEXT/HTML; charset=utf-8', 'text/plain; charset=utf-8', 'displayed'],
      ['application/xhtml+xml', 'text/plain', 'displayed'],
      ['text/javascript', 'text/plain', 'displayed'],
      ['text/javascript1.5', 'text/plain', 'displayed'],
      ['text/jscript', 'text/plain', 'displayed'],
      ['text/livescript', 'text/plain', 'displayed'],
      ['application/x-ecmascript', 'text/plain', 'displayed'],
      ['text/plain;charset=UTF-8', 'text/plain;charset=UTF-8', 'displayed'],
      ['text/plain;, text/html', 'text/plain', 'displayed'],
      ['image/png; a="b, text/html"', 'image/png', 'displayed'],
      ['Image/PNG ;q=1', 'Image/PNG ;q=1', 'displayed'],
      ['image/png', 'image/png', 'displayed'],
      ['audio/ogg; codecs=opus', 'audio/ogg; codecs=opus', 'displayed'],
      ['video/mp4', 'video/mp4', 'displayed'],
      ['font/woff2', 'font/woff2', 'displayed'],
      ['text/csv', 'text/csv', 'displayed'],
      ['application/json', 'application/json', 'displayed'],
      ['application/pdf', 'application/pdf', 'displayed as PDF'],
      ['image/svg+xml', 'image/svg+xml', 'downloaded'],
      ['application/xml', 'application/xml', 'downloaded'],
      ['text/xsl', 'text/xsl', 'downloaded'],
      ['text/rdf', 'text/rdf', 'downloaded'],
      ['text/css', 'text/css', 'downloaded'],
      ['text/vtt+xml', 'text/vtt+xml', 'downloaded'],
      ['multipart/x-mixed-replace;, text/html', 'multipart/x-mixed-replace', 'downloaded'],
      ['application/x-unknown', 'application/x-unknown', 'downloaded'],
    ] as const)('of %s cannot run in the origin of the site', async (contentType, served, treatment) => {
      const upload = await fixture.call(`/object/${open}/active`, {
        method: 'PUT',
        headers: { ...authorized(), 'Content-Type': contentType },
        body: '<script>alert(1)</script>',
      });
      expect(upload.status).toBe(200);
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
        expect(headers.get('content-disposition')).toBe(treatment === 'downloaded' ? 'attachment;' : null);
        const policy = headers.get('content-security-policy')!;
        expect(policy).toMatch(/^default-src 'none';/);
        expect(policy).not.toContain('script-src');
        expect(policy.includes('sandbox')).toBe(treatment !== 'displayed as PDF');
      }
      // Never the bytes of the upload: those of a new image, or an error.
      const rendered = await fixture.call(`/render/image/public/${open}/active`);
      expect([rendered.status, rendered.headers.get('content-type')]).toEqual([
        400,
        'application/json; charset=utf-8',
      ]);
    });

    it('by public URL work only for public buckets', async () => {
      const { publicUrl } = files(open).getPublicUrl('file.txt').data;
      expect(await (await fetch(publicUrl)).text()).toBe('0123456789');
      await files().upload('private.txt', 'secret', { upsert: true });
      for (const [path, code] of [
        [`${bucket}/private.txt`, 'NoSuchBucket'],
        ['no-such/private.txt', 'NoSuchBucket'],
        [`${open}/no-such`, 'NoSuchKey'],
      ] as const) {
        const response = await fixture.call(`/object/public/${path}`);
        expect([response.status, await codeIn(response)]).toEqual([400, code]);
      }
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

    it('of an object replaced meanwhile are complete', async () => {
      const [old, fresh] = ['a'.repeat(900_000), 'b'.repeat(900_000)];
      await files(open).upload('replaced', old);
      const stop = new AbortController();
      const replacing = (async () => {
        for (let turn = 0; !stop.signal.aborted; turn++)
          unwrap(await files(open).update('replaced', turn % 2 ? old : fresh));
      })();
      const texts = await Promise.all(
        Array.from({ length: 40 }, async () => (await get('replaced')).text()),
      ).finally(() => stop.abort());
      await replacing;
      expect(texts.filter((text) => text !== old && text !== fresh)).toEqual([]);
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
      unwrap(await files(open).upload('deleted', randomBytes(LARGE)));
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

  it('tell whether they exist', async () => {
    await files().upload('exists.txt', 'x', { upsert: true });
    expect(await files().exists('exists.txt')).toEqual({ data: true, error: null });
    expect(await files().exists('missing.txt')).toMatchObject({ data: false });
    expect(getError(await files().info('missing.txt'))).toEqual(NOT_FOUND);
    expect(unwrap(await files().info('exists.txt'))).toEqual({
      id: expect.any(String),
      name: 'exists.txt',
      version: expect.any(String),
      bucketId: bucket,
      size: 1,
      contentType: 'text/plain;charset=UTF-8',
      contentEncoding: null,
      cacheControl: 'max-age=3600',
      etag: computeEtag('x'),
      metadata: {},
      lastModified: expect.stringMatching(/Z$/),
      createdAt: expect.stringMatching(/Z$/),
    });
  });

  it('are moved, also to another bucket, with their id and metadata', async () => {
    const other = await createBucket(fixture);
    const { id } = unwrap(await files().upload('move/a.txt', 'moved', { metadata: { a: 1 } }));
    expect(unwrap(await files().move('move/a.txt', 'move/b.txt'))).toMatchObject({
      message: 'Successfully moved',
    });
    expect(getError(await files().info('move/a.txt'))).toEqual(NOT_FOUND);
    unwrap(await files().move('move/b.txt', 'c.txt', { destinationBucket: other }));
    expect(await readText('c.txt', other)).toBe('moved');
    expect(unwrap(await files(other).info('c.txt'))).toMatchObject({ id, metadata: { a: 1 } });
    await files().upload('move/x.txt', 'x');
    expect(getError(await files().move('no-such', 'move/y.txt'))).toEqual(NOT_FOUND);
    await files().upload('move/y.txt', 'y');
    expect(getError(await files().move('move/x.txt', 'move/y.txt'))).toMatchObject({ statusCode: '409' });
    expect(getError(await files().move('move/x.txt', '../up')).code).toBe('InvalidKey');
    expect(getError(await files().move('move/x.txt', 'z', { destinationBucket: 'no-such' })).code).toBe(
      'NoSuchBucket',
    );
    expect(await readText('move/x.txt')).toBe('x');
  });

  it('are copied, also to another bucket, with or without metadata', async () => {
    const other = await createBucket(fixture, { public: false, allowedMimeTypes: ['image/png'] });
    await files().upload('copy/a.txt', 'copied', { contentType: 'text/plain', metadata: { a: 1 } });
    expect(unwrap(await files().copy('copy/a.txt', 'copy/b.txt'))).toEqual({ path: `${bucket}/copy/b.txt` });
    expect(await readText('copy/b.txt')).toBe('copied');
    expect(unwrap(await files().info('copy/b.txt'))).toMatchObject({
      metadata: { a: 1 },
      contentType: 'text/plain',
    });
    expect(getError(await files().copy('copy/a.txt', 'copy/b.txt'))).toEqual(EXISTS);
    expect(getError(await files().copy('copy/a.txt', 'a', { destinationBucket: other })).code).toBe(
      'InvalidMimeType',
    );
    unwrap(
      await files().copy('copy/a.txt', 'a.png', {
        destinationBucket: other,
        copyMetadata: false,
        metadata: { mimetype: 'image/png', cacheControl: 'max-age=5' },
      }),
    );
    expect(unwrap(await files(other).info('a.png'))).toMatchObject({
      contentType: 'image/png',
      cacheControl: 'max-age=5',
      metadata: {},
    });
    await files().remove(['copy/a.txt']);
    expect(await readText('copy/b.txt')).toBe('copied');
    expect(getError(await files().copy('copy/a.txt', 'copy/c.txt'))).toEqual(NOT_FOUND);
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
    for (const [metadata, code] of [
      [{ contentEncoding: 'rot13' }, 'InvalidParameter'],
      [{ mimetype: 'text/plain; charset=é' }, 'InvalidMimeType'],
    ] as const)
      expect(getError(await files().copy('copy/a.gz', 'x', { copyMetadata: false, metadata })).code).toBe(
        code,
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
    expect(getError(await files().remove(Array.from({ length: 1001 }, String)))).toMatchObject({
      code: 'InvalidParameter',
    });
  });

  it('have no versions for clients to request', async () => {
    await files().upload('plain.png', 'x', { upsert: true });
    expect(getError(await files().info('plain.png', { versionId: 'x' })).code).toBe('NotSupported');
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
