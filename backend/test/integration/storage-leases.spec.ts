import { request, type ClientRequest } from 'node:http';
import { eventually } from '../support/eventually.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { createBucket, startStorageFixture, type StorageFixture } from '../support/storage.js';

const HALF = 1_000_000;
const CONTENT = Buffer.alloc(2 * HALF, 'resumable ');
const LEASE_MS = 15_000;
/** Enough that the connection is not too slow. */
const [TRICKLE_BYTES, TRICKLE_MS] = [4000, 200];

interface Lease {
  holder: string | null;
  secondsLeft: number;
}

/** Two API processes, and one resumable upload. */
describe('the lease of a resumable upload', () => {
  let fixture: StorageFixture;
  let bucket: string;
  let processes: [ProductProcess, ProductProcess];
  beforeAll(async () => {
    fixture = await startStorageFixture({}, 'disk');
    bucket = await createBucket(fixture);
    processes = await Promise.all([
      startProductProcess('main', fixture.settings),
      startProductProcess('main', fixture.settings),
    ]);
  });
  afterAll(async () => {
    await Promise.all((processes ?? []).map((process) => process.kill()));
    await fixture?.stop();
  });

  const headers = () => ({ Authorization: `Bearer ${fixture.serviceKey}`, 'Tus-Resumable': '1.0.0' });
  /** Returns its path. */
  const createUpload = async (name: string): Promise<string> => {
    const response = await fetch(`${processes[0].url}/api/storage/v1/upload/resumable`, {
      method: 'POST',
      headers: {
        ...headers(),
        'Upload-Length': String(CONTENT.length),
        'Upload-Metadata': `bucketName ${btoa(bucket)},objectName ${btoa(name)}`,
      },
    });
    expect(response.status).toBe(201);
    return new URL(response.headers.get('location')!, processes[0].url).pathname;
  };
  /** A request that has sent half of the upload, and then nothing. */
  const sendHalf = ({ url }: ProductProcess, path: string): ClientRequest => {
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
  const offsetAt = async ({ url }: ProductProcess, path: string): Promise<number> => {
    const response = await fetch(`${url}${path}`, { method: 'HEAD', headers: headers() });
    expect(response.status).toBe(200);
    return Number(response.headers.get('upload-offset'));
  };
  const complete = async ({ url }: ProductProcess, path: string, offset: number): Promise<number> => {
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
  const leaseOf = async (name: string): Promise<Lease> => {
    const [lease] = await fixture.database.query<Lease>({
      text: `select leased_by as holder, extract(epoch from lease_until - now())::float as "secondsLeft"
             from storage_resumable_uploads where name = $1`,
      values: [name],
    });
    return lease!;
  };
  const heldLease = (name: string) =>
    eventually(async () => {
      const lease = await leaseOf(name);
      expect(lease.holder).not.toBeNull();
      return lease;
    });

  it('is renewed while a request sends nothing, and given to a request to another process', async () => {
    const path = await createUpload('released');
    const [first, second] = processes;
    const call = sendHalf(first, path);
    const closed = new Promise((resolve) => call.on('close', resolve));
    const { holder } = await heldLease('released');
    await fixture.database.query({
      text: `update storage_resumable_uploads set lease_until = now() + interval '3 seconds' where name = 'released'`,
    });
    const renewed = await eventually(async () => {
      const lease = await leaseOf('released');
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

  it('stops the request that has lost it to another process', async () => {
    const path = await createUpload('lost');
    const [first, second] = processes;
    const closed = trickle(sendHalf(first, path));
    const { holder } = await heldLease('lost');
    // As if the first process had been suspended for longer than the lease, and another one killed after it.
    await fixture.database.query({
      text: `update storage_resumable_uploads set leased_by = gen_random_uuid(), lease_until = now() - interval '1 second'
             where name = 'lost'`,
    });
    await closed;
    const offset = await offsetAt(second, path);
    expect((await leaseOf('lost')).holder).not.toBe(holder);
    expect(await complete(second, path, offset)).toBe(204);
    await expectComplete('lost');
  });

  it('of a process that was killed expires', async () => {
    const path = await createUpload('killed');
    const [first, second] = processes;
    sendHalf(first, path);
    const { holder } = await heldLease('killed');
    await first.kill();
    await fixture.database.query({
      text: `update storage_resumable_uploads set lease_until = now() + interval '1 second' where name = 'killed'`,
    });
    const started = performance.now();
    const offset = await offsetAt(second, path);
    expect(performance.now() - started).toBeLessThan(LEASE_MS);
    expect((await leaseOf('killed')).holder).not.toBe(holder);
    expect(await complete(second, path, offset)).toBe(204);
    await expectComplete('killed');
  });
});
