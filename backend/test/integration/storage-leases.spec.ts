import { request, type ClientRequest } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApi } from '../../src/bootstrap/create-api.js';
import { HttpServer } from '../../src/platform/http/http-server.js';
import { Logger } from '../../src/platform/logging/logger.js';
import { eventually } from '../support/eventually.js';
import { creationHeaders } from '../support/resumable.js';
import { createBucket, startStorageFixture, type StorageFixture } from '../support/storage.js';

const HALF = 1_000_000;
const CONTENT = Buffer.alloc(2 * HALF, 'resumable ');
/** Enough that the connection is not too slow. */
const [TRICKLE_BYTES, TRICKLE_MS] = [4000, 200];

interface Lease {
  holder: string | null;
  secondsLeft: number;
}

/** Two APIs, and one resumable upload. */
describe('the lease of a resumable upload', () => {
  let fixture: StorageFixture;
  let bucket: string;
  let secondApi: NestExpressApplication;
  let first: string;
  let second: string;
  let lost: { path: string; closed: Promise<void>; holder: string | null };
  beforeAll(async () => {
    fixture = await startStorageFixture({}, 'disk');
    bucket = await createBucket(fixture);
    const { api, settings, clock } = fixture;
    secondApi = await createApi({ settings, clock, logger: api.get(Logger) });
    await secondApi.listen(0, '127.0.0.1');
    [first, second] = [fixture.url, await secondApi.getUrl()];
    lost = await loseLease('lost');
  });
  afterAll(async () => {
    // Clients keep their connections open.
    await secondApi?.get(HttpServer).close(0);
    await secondApi?.close();
    await fixture?.stop();
  });

  const headers = () => ({ Authorization: `Bearer ${fixture.serviceKey}`, 'Tus-Resumable': '1.0.0' });
  /** Returns its path. */
  const createUpload = async (name: string): Promise<string> => {
    const response = await fetch(`${first}/api/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: { ...headers(), ...creationHeaders(bucket, name, CONTENT.length) },
    });
    expect(response.status).toBe(201);
    return new URL(response.headers.get('location')!, first).pathname;
  };
  /** A request that has sent half of the upload, and then nothing. */
  const sendHalf = (url: string, path: string): ClientRequest => {
    const call = request(`${url}${path}`, {
      method: 'PATCH',
      headers: {
        ...headers(),
        'Upload-Offset': '0',
        'Content-Type': 'application/offset+octet-stream',
        'Content-Length': String(CONTENT.length),
      },
    });
    call.on('error', () => undefined);
    call.write(CONTENT.subarray(0, HALF));
    return call;
  };
  /** Continues to send slowly. Resolves when the connection is closed. */
  const trickle = async (call: ClientRequest): Promise<void> => {
    let sent = HALF;
    const sending = setInterval(
      () => call.write(CONTENT.subarray(sent, (sent += TRICKLE_BYTES))),
      TRICKLE_MS,
    );
    await new Promise((resolve) => call.on('close', resolve));
    clearInterval(sending);
  };
  const offsetAt = async (url: string, path: string): Promise<number> => {
    const response = await fetch(`${url}${path}`, { method: 'HEAD', headers: headers() });
    expect(response.status).toBe(200);
    return Number(response.headers.get('upload-offset'));
  };
  const complete = async (url: string, path: string, offset: number): Promise<number> => {
    const response = await fetch(`${url}${path}`, {
      method: 'PATCH',
      headers: {
        ...headers(),
        'Upload-Offset': String(offset),
        'Content-Type': 'application/offset+octet-stream',
      },
      body: CONTENT.subarray(offset),
    });
    return response.status;
  };
  const expectComplete = async (name: string): Promise<void> => {
    const { data } = await fixture.service.from(bucket).download(name);
    expect(Buffer.from(await data!.arrayBuffer()).equals(CONTENT)).toBe(true);
  };
  const getLease = async (name: string): Promise<Lease> => {
    const [lease] = await fixture.database.query<Lease>({
      text: `select leased_by as holder, extract(epoch from lease_until - now())::float as "secondsLeft"
             from storage_resumable_uploads where name = $1`,
      values: [name],
    });
    return lease!;
  };
  const heldLease = (name: string) =>
    eventually(async () => {
      const lease = await getLease(name);
      expect(lease.holder).not.toBeNull();
      return lease;
    });

  /** As if the process of the first API had been suspended for longer than the lease, and another one killed after it. */
  const loseLease = async (name: string): Promise<typeof lost> => {
    const path = await createUpload(name);
    const closed = trickle(sendHalf(first, path));
    const { holder } = await heldLease(name);
    await fixture.database.query({
      text: `update storage_resumable_uploads set leased_by = gen_random_uuid(), lease_until = now() - interval '1 second'
             where name = $1`,
      values: [name],
    });
    return { path, closed, holder };
  };

  it('is renewed while a request sends nothing, and given to a request to another API', async () => {
    const path = await createUpload('released');
    const call = sendHalf(first, path);
    const closed = new Promise((resolve) => call.on('close', resolve));
    const { holder } = await heldLease('released');
    await fixture.database.query({
      text: `update storage_resumable_uploads set lease_until = now() + interval '3 seconds' where name = 'released'`,
    });
    const renewed = await eventually(async () => {
      const lease = await getLease('released');
      expect(lease.secondsLeft).toBeGreaterThan(5);
      return lease;
    });
    expect(renewed.holder).toBe(holder);
    const offset = await offsetAt(second, path);
    expect(offset).toBe(HALF);
    await closed;
    expect(await complete(second, path, offset)).toBe(204);
    await expectComplete('released');
  });

  it('stops the request that has lost it to another API', async () => {
    const { path, closed, holder } = lost;
    await closed;
    const offset = await offsetAt(second, path);
    expect((await getLease('lost')).holder).not.toBe(holder);
    expect(await complete(second, path, offset)).toBe(204);
    await expectComplete('lost');
  });

  it('expires if nothing renews it, because its process was killed', async () => {
    const path = await createUpload('killed');
    await fixture.database.query({
      text: `update storage_resumable_uploads set leased_by = gen_random_uuid(), lease_until = now() + interval '1 second'
             where name = 'killed'`,
    });
    const { holder } = await getLease('killed');
    const offset = await offsetAt(second, path);
    expect((await getLease('killed')).holder).not.toBe(holder);
    expect(await complete(second, path, offset)).toBe(204);
    await expectComplete('killed');
  });
});
