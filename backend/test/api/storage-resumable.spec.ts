import { generateBlocks } from '../support/large-files.js';
import { ListMultipartUploadsCommand, S3Client, UploadPartCommand } from '@aws-sdk/client-s3';
import { appendFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Upload } from 'tus-js-client';
import { s3ClientConfig } from '../../src/modules/storage/backends/s3-client.js';
import {
  interruptUpload,
  catchTusError,
  creationHeaders,
  listUploadFiles,
  uploadResumable,
  type ResumableOptions,
} from '../support/resumable.js';
import {
  BACKENDS,
  DEFAULT_BACKEND,
  createBucket,
  unwrap,
  computeEtag,
  getError,
  startStorageFixture,
} from '../support/storage.js';
import { useFixture, useShared } from '../support/fixtures.js';

const MB = 1_000_000;
const bytes = Buffer.alloc(9 * MB, 'resumable uploads ');
const EXISTS = { status: 409, code: 'ResourceAlreadyExists', message: 'The resource already exists' };

describe.each(BACKENDS)('resumable uploads on %s', (backend) => {
  let bucket: string;
  /** More than one part of 8 MiB on S3. On disk, the size makes no difference. */
  const content = backend === 'S3' ? bytes : bytes.subarray(0, 130_000);
  const chunkSize = backend === 'S3' ? 6 * MB : 60_000;
  const fixture =
    backend === DEFAULT_BACKEND
      ? useShared(startStorageFixture)
      : useFixture(startStorageFixture, {}, backend);
  beforeAll(async () => {
    bucket = await createBucket(fixture, { public: true }, { write: ['owner'], read: ['owner'] });
  });

  const options = (name: string, more: Partial<ResumableOptions> = {}): ResumableOptions => ({
    url: fixture.url,
    headers: { Authorization: `Bearer ${fixture.serviceKey}` },
    bucket,
    name,
    ...more,
  });
  const downloaded = async (name: string) =>
    Buffer.from(await unwrap(await fixture.service.from(bucket).download(name)).arrayBuffer());
  /** Sends one request without the client. */
  const send = (method: string, url: string, headers: Record<string, string>, body?: Buffer) =>
    fetch(url, {
      method,
      headers: { Authorization: `Bearer ${fixture.serviceKey}`, 'Tus-Resumable': '1.0.0', ...headers },
      ...(body ? { body: new Uint8Array(body) } : {}),
    });
  const patch = (url: string, offset: number, body: Buffer, headers: Record<string, string> = {}) =>
    send(
      'PATCH',
      url,
      { 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(offset), ...headers },
      body,
    );
  const getOffset = async (url: string) => {
    const response = await send('HEAD', url, {});
    return [response.status, response.headers.get('upload-offset')];
  };
  const begin = async (name: string, size: number) => {
    const url = `${fixture.url}/api/storage/v1/upload/resumable`;
    const response = await send('POST', url, creationHeaders(bucket, name, size));
    expect(response.status).toBe(201);
    return fixture.url + response.headers.get('location')!;
  };

  it('continue where they were interrupted', async () => {
    const uploadUrl = await interruptUpload(content, chunkSize, options('interrupted', { chunkSize }));
    expect(getError(await fixture.service.from(bucket).info('interrupted')).code).toBe('NoSuchKey');
    const sent: number[] = [];
    await uploadResumable(
      content,
      options('interrupted', { uploadUrl, chunkSize, onProgress: (count) => sent.push(count) }),
    );
    expect(sent[0]).toBeGreaterThanOrEqual(chunkSize);
    expect((await downloaded('interrupted')).equals(content)).toBe(true);
    const { etag } = unwrap(await fixture.service.from(bucket).info('interrupted'));
    expect(etag).toBe(computeEtag(content));
    // The client may ask again whether it has succeeded.
    expect(await getOffset(uploadUrl)).toEqual([200, String(content.length)]);
  });

  // Transfers more, so `npm run test:faults` runs it, with all tests on S3.
  if (backend === 'S3' && backend === DEFAULT_BACKEND)
    it('continue before a part that is missing because the process died', async () => {
      const bytes = Buffer.concat([...generateBlocks(17 * MB)]);
      const part = 8 * 1024 ** 2;
      const url = await begin('gap.txt', bytes.length);
      expect((await patch(url, 0, bytes.subarray(0, part))).status).toBe(204);
      const settings = fixture.settings.storage.s3!;
      const client = new S3Client(s3ClientConfig(settings));
      const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.bucket }));
      const { Key, UploadId } = Uploads!.find((upload) => upload.Key!.includes('gap.txt'))!;
      const third = { Bucket: settings.bucket, Key, UploadId, PartNumber: 3, Body: bytes.subarray(2 * part) };
      await client.send(new UploadPartCommand(third));
      client.destroy();

      expect(await getOffset(url)).toEqual([200, String(part)]);
      await uploadResumable(bytes, options('gap.txt', { uploadUrl: url }));
      expect((await downloaded('gap.txt')).equals(bytes)).toBe(true);
    });

  // What doesn't depend on the backend.
  if (backend === DEFAULT_BACKEND) {
    it.each([
      ['in chunks', { chunkSize }],
      ['with bytes in the first request', { uploadDataDuringCreation: true, chunkSize }],
    ])('%s create the object with its metadata', async (kind, more) => {
      const name = `created/${kind} é.txt`;
      const metadata = { cacheControl: '120', metadata: JSON.stringify({ a: 'ä' }) };
      await uploadResumable(content, options(name, { metadata, ...more }));
      expect((await downloaded(name)).equals(content)).toBe(true);
      expect(unwrap(await fixture.service.from(bucket).info(name))).toMatchObject({
        size: content.length,
        contentType: 'text/plain',
        cacheControl: 'max-age=120',
        etag: computeEtag(content),
        metadata: { a: 'ä' },
      });
    });

    it('create the object, even if empty or if its length is declared last', async () => {
      await uploadResumable(Buffer.alloc(0), options('empty'));
      expect((await downloaded('empty')).length).toBe(0);
      const stream = Readable.from([content.subarray(0, chunkSize / 2), content.subarray(chunkSize / 2)]);
      await uploadResumable(stream, options('deferred', { uploadLengthDeferred: true, chunkSize }));
      expect((await downloaded('deferred')).equals(content)).toBe(true);
    });

    it('replace an object only with x-upsert', async () => {
      unwrap(await fixture.service.from(bucket).upload('twice', 'first'));
      expect(await catchTusError(uploadResumable(content, options('twice')))).toEqual(EXISTS);
      const headers = { ...options('').headers, 'x-upsert': 'true' };
      await uploadResumable(content, options('twice', { headers }));
      expect((await downloaded('twice')).equals(content)).toBe(true);
    });

    it('fail if the object was created in the meantime', async () => {
      const url = await begin('meantime', 10);
      unwrap(await fixture.service.from(bucket).upload('meantime', 'other'));
      expect((await patch(url, 0, Buffer.alloc(10))).status).toBe(409);
      expect((await downloaded('meantime')).toString()).toBe('other');
    });

    it('keep the limits and allowed types of the bucket', async () => {
      const images = await createBucket(fixture, {
        public: false,
        fileSizeLimit: 1000,
        allowedMimeTypes: ['image/*'],
      });
      const upload = (size: number, contentType: string, more: Partial<ResumableOptions> = {}) =>
        uploadResumable(
          Buffer.alloc(size),
          options('a', { bucket: images, metadata: { contentType }, ...more }),
        );
      expect(await catchTusError(upload(1000, 'text/html'))).toMatchObject({
        status: 415,
        code: 'InvalidMimeType',
      });
      expect(await catchTusError(upload(1001, 'image/png'))).toMatchObject({
        status: 413,
        code: 'EntityTooLarge',
      });
      const stream = Readable.from([Buffer.alloc(1001)]);
      const deferred = options('a', {
        bucket: images,
        metadata: { contentType: 'image/png' },
        uploadLengthDeferred: true,
        chunkSize: 6 * MB,
      });
      expect(await catchTusError(uploadResumable(stream, deferred))).toMatchObject({ status: 413 });
      await upload(1000, 'image/png');
    });

    it('reject names that are unsafe, missing or not text', async () => {
      const catchCode = async (name: string) => {
        const { status, code } = await catchTusError(uploadResumable(Buffer.from('x'), options(name)));
        return `${status} ${code}`;
      };
      expect(await catchCode('../up')).toBe('400 InvalidKey');
      expect(await catchCode('')).toBe('400 MissingParameter');
      expect(await catchCode('nul\0')).toBe('400 InvalidParameter');
    });

    it('work with the token of a signed upload URL', async () => {
      const { token } = unwrap(await fixture.service.from(bucket).createSignedUploadUrl('signed'));
      const signed = options('signed', {
        path: '/upload/resumable/sign',
        headers: { 'x-signature': token },
        chunkSize,
      });
      const uploadUrl = await interruptUpload(content, chunkSize, signed);
      expect(uploadUrl).toContain('/upload/resumable/sign/');
      await uploadResumable(content, { ...signed, uploadUrl });
      expect((await downloaded('signed')).equals(content)).toBe(true);
    });

    it('have one writer at a time', async () => {
      const url = await begin('one-writer', 2 * MB);
      const [first, second] = [Buffer.alloc(2 * MB, 'first '), Buffer.alloc(2 * MB, 'second ')];
      const responses = await Promise.all([patch(url, 0, first), patch(url, 0, second)]);
      const statuses = responses.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(204);
      // The other one comes too late: its offset is wrong, or the upload is complete.
      expect([409, 410]).toContain(statuses[1]);
      const winner = responses[0]!.status === 204 ? first : second;
      expect((await downloaded('one-writer')).equals(winner)).toBe(true);
    });

    it('reject requests that violate the protocol', async () => {
      const url = await begin('protocol', 10);
      const wrongOffset = await patch(url, 3, Buffer.alloc(5));
      expect([wrongOffset.status, await wrongOffset.json()]).toMatchObject([409, { code: 'TusError' }]);
      const wrongVersion = await patch(url, 0, Buffer.alloc(5), { 'Tus-Resumable': '0.2' });
      expect(wrongVersion.status).toBe(400);
      const tooMuch = await patch(url, 0, Buffer.alloc(11));
      expect([tooMuch.status, await tooMuch.json()]).toMatchObject([413, { code: 'EntityTooLarge' }]);
      expect((await patch(url.replace(/.$/, 'x'), 0, Buffer.alloc(5))).status).toBe(404);
      expect((await send('DELETE', url, {})).status).toBe(204);
      const capabilities = await send('OPTIONS', `${fixture.url}/api/storage/v1/upload/resumable`, {});
      expect(capabilities.headers.get('tus-version')).toBe('1.0.0');
      expect(capabilities.headers.get('tus-extension')).toContain('creation');
    });
  }

  it('can be terminated, which deletes their bytes', async () => {
    const url = await interruptUpload(content, chunkSize, options('ended', { chunkSize }));
    expect(await listUploadFiles(fixture, url)).not.toEqual([]);
    await Upload.terminate(url, { headers: options('').headers });
    expect((await getOffset(url))[0]).toBe(404);
    expect(await listUploadFiles(fixture, url)).toEqual([]);
  });

  it('are completed by the next request if the process died while completing them', async () => {
    const url = await begin('marked', 10);
    expect((await patch(url, 0, Buffer.alloc(10, 'x'))).status).toBe(204);
    await fixture.database.query({
      text: 'update storage_resumable_uploads set completed_at = null where name = $1',
      values: ['marked'],
    });
    expect(await getOffset(url)).toEqual([200, '10']);
    expect((await downloaded('marked')).toString()).toBe('x'.repeat(10));
    const queued = await fixture.database.query({
      text: 'select key from storage_pending_deletions where key like $1',
      values: [`${bucket}/marked/%`],
    });
    expect(queued).toEqual([]);
    if (backend !== 'disk') return;
    const { folder } = fixture.settings.storage;
    for (const name of ['arrived', 'renamed']) {
      const unfinished = await begin(name, 10);
      expect((await patch(unfinished, 0, Buffer.alloc(5, 'x'))).status).toBe(204);
      const id = unfinished.slice(unfinished.lastIndexOf('/') + 1);
      const file = join(folder, 'resumable', id);
      await appendFile(file, Buffer.alloc(5, 'y'));
      if (name === 'renamed') {
        await mkdir(join(folder, 'objects', bucket, name), { recursive: true });
        await rename(file, join(folder, 'objects', bucket, name, `~${id}`));
      }
      expect(await getOffset(unfinished)).toEqual([200, '10']);
      expect((await downloaded(name)).toString()).toBe('x'.repeat(5) + 'y'.repeat(5)); // cspell:disable-line
      expect(await listUploadFiles(fixture, unfinished)).toEqual([]);
    }
  });
});
