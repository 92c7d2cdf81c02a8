import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { photo } from '../support/images.js';
import { creationHeaders } from '../support/resumable.js';
import {
  createBucket,
  unwrap,
  computeEtag,
  startStorageFixture,
  type StorageFixture,
} from '../support/storage.js';
import { startTestS3, type TestS3 } from '../support/test-s3.js';

const CONTENT = 'before the outage';

describe('an S3 store that fails while the product runs', () => {
  let fixture: StorageFixture;
  let s3: TestS3;
  let bucket: string;
  /** Of an upload that has its first bytes. */
  let uploadUrl: string;
  beforeAll(async () => {
    s3 = await startTestS3();
    fixture = await startStorageFixture(s3.variables);
    bucket = await createBucket(fixture);
    const files = fixture.service.from(bucket);
    unwrap(await files.upload('note.txt', CONTENT));
    unwrap(await files.upload('photo.png', await photo(50, 50, 'png'), { contentType: 'image/png' }));
    const response = await begin('resumed.txt');
    uploadUrl = fixture.url + response.headers.get('location')!;
    await append(0, CONTENT.slice(0, 5));
  });
  afterAll(async () => {
    await fixture?.stop();
    await s3?.stop();
  });

  const send = (url: string, init: RequestInit = {}) =>
    fetch(url, {
      ...init,
      headers: { Authorization: `Bearer ${fixture.serviceKey}`, 'Tus-Resumable': '1.0.0', ...init.headers },
    });
  const call = (path: string, init?: RequestInit) => send(`${fixture.url}/api/storage/v1${path}`, init);
  const begin = (name: string) =>
    call('/upload/resumable', { method: 'POST', headers: creationHeaders(bucket, name, CONTENT.length) });
  const append = (offset: number, body: string) =>
    send(uploadUrl, {
      method: 'PATCH',
      headers: { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
      body,
    });
  const post = (path: string, body: object) =>
    call(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  /** Requests that need the bytes of files. */
  const requests = (): Record<string, Promise<Response>> => ({
    upload: call(`/object/${bucket}/new.txt`, { method: 'POST', body: 'new' }),
    'large upload': call(`/object/${bucket}/large.txt`, { method: 'POST', body: 'x'.repeat(9_000_000) }),
    download: call(`/object/${bucket}/note.txt`),
    copy: post('/object/copy', { bucketId: bucket, sourceKey: 'note.txt', destinationKey: 'copy.txt' }),
    move: post('/object/move', { bucketId: bucket, sourceKey: 'note.txt', destinationKey: 'moved.txt' }),
    image: call(`/render/image/authenticated/${bucket}/photo.png?width=20`),
    'beginning of a resumable upload': begin('begun.txt'),
    'bytes of a resumable upload': append(5, CONTENT.slice(5)),
  });
  const responses = async () => {
    const pending = Object.entries(requests()).map(async ([name, request]) => {
      const response = await request;
      const { statusCode, code } = (await response.json()) as { statusCode?: string; code?: string };
      return [name, [response.status, statusCode, code, response.headers.get('retry-after')]];
    });
    return Object.fromEntries(await Promise.all(pending)) as Record<string, unknown>;
  };
  const all = (found: Record<string, unknown>, expected: unknown) =>
    Object.fromEntries(Object.keys(found).map((name) => [name, expected]));
  it('is reported as unavailable while it cannot be reached', async () => {
    await s3.interrupt();
    try {
      const found = await responses();
      expect(found).toEqual(all(found, [503, '503', 'S3Error', '2']));
      const head = await send(uploadUrl, { method: 'HEAD' });
      expect([head.status, head.headers.get('retry-after')]).toEqual([503, '2']);
      const listed = unwrap(await fixture.service.from(bucket).list());
      expect(listed.map(({ name }) => name)).toEqual(['note.txt', 'photo.png']);
    } finally {
      await s3.restart();
    }
  });

  it('is reported as unavailable while it asks to slow down', async () => {
    await s3.interrupt();
    const failing = await startFailing(Number(new URL(s3.variables.STORAGE_S3_ENDPOINT!).port));
    try {
      const found = await responses();
      expect(found).toEqual(all(found, [503, '503', 'SlowDown', '2']));
    } finally {
      await stop(failing);
      await s3.restart();
    }
  });

  it('serves the same files and resumes uploads afterward', async () => {
    const head = await send(uploadUrl, { method: 'HEAD' });
    expect([head.status, head.headers.get('upload-offset')]).toEqual([200, '5']);
    expect((await append(5, CONTENT.slice(5))).status).toBe(204);
    for (const name of ['note.txt', 'resumed.txt'])
      expect(await unwrap(await fixture.service.from(bucket).download(name)).text()).toBe(CONTENT);
    expect(unwrap(await fixture.service.from(bucket).info('resumed.txt')).etag).toBe(computeEtag(CONTENT));
  });
});

/** An S3 store whose every response is an error. */
async function startFailing(port: number): Promise<Server> {
  const body = '<Error><Code>SlowDown</Code><Message>Try again.</Message></Error>';
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(503, { 'Content-Type': 'application/xml' }).end(body));
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  return server;
}

async function stop(server: Server): Promise<void> {
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
}
