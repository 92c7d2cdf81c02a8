import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Upload } from 'tus-js-client';
import { createLargeFile, watchMemory } from '../support/large-files.js';
import { freePort, startProductProcess, type ProductProcess } from '../support/product-process.js';
import { uploadResumable } from '../support/resumable.js';
import {
  BACKENDS,
  createBucket,
  unwrap,
  startStorageFixture,
  storageClient,
  type StorageFixture,
} from '../support/storage.js';

/** On disk, more than 32 bits can count. */
const SIZES = { disk: 5_000_000_000, S3: 600_000_000 };
const INTERRUPTIONS = 5;
/** S3 stores parts of 8 MiB; an interruption may lose one that is incomplete. */
const PART = 8 * 1024 ** 2;
/** Sent, but not yet stored. */
const LOSS = 6 * PART;
/** A fraction of the file. About half of it is used, depending on when garbage is collected. */
const MAX_MEMORY = 200 * 1024 ** 2;
const TIMEOUT = 1_800_000;

describe.each(BACKENDS)('large uploads on %s', (backend) => {
  const size = SIZES[backend];
  let fixture: StorageFixture;
  let folder: string;
  let file: string;
  let etag: string;
  let bucket: string;
  let api: ProductProcess;
  const port = freePort();
  const startApi = async () => {
    const started = await startProductProcess('main', fixture.settings, { PORT: String(await port) });
    // Loads what the first upload needs.
    const files = storageClient(started, fixture.serviceKey).from(bucket);
    unwrap(await files.upload('warm-up', Buffer.alloc(20_000_000), { upsert: true }));
    return started;
  };
  beforeAll(async () => {
    fixture = await startStorageFixture({ STORAGE_MAX_FILE_BYTES: String(size) }, backend);
    folder = await mkdtemp(join(tmpdir(), 'large-files-'));
    file = join(folder, 'large');
    etag = await createLargeFile(file, size);
    bucket = await createBucket(fixture);
    api = await startApi();
  }, TIMEOUT);
  afterAll(async () => {
    await api?.kill();
    await fixture?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const info = async (name: string) => unwrap(await fixture.service.from(bucket).info(name));

  it(
    'in one request need little memory',
    async () => {
      const memory = await watchMemory(api.pid);
      unwrap(
        await storageClient(api, fixture.serviceKey).from(bucket).upload('plain', createReadStream(file)),
      );
      const needed = memory.stop();
      report('plain', needed);
      expect(await info('plain')).toMatchObject({ size, etag });
      expect(needed).toBeLessThan(MAX_MEMORY);
      unwrap(await fixture.service.from(bucket).remove(['plain']));
    },
    TIMEOUT,
  );

  it(
    `that are resumable complete after ${INTERRUPTIONS} interruptions, of which some kill the process`,
    async () => {
      const headers = { Authorization: `Bearer ${fixture.serviceKey}` };
      const offsets: number[] = [];
      let needed = 0;
      let uploadUrl: string | undefined;
      for (let interruption = 1; interruption <= INTERRUPTIONS; interruption++) {
        const memory = await watchMemory(api.pid);
        uploadUrl = await sendUntil(
          (size * interruption) / (INTERRUPTIONS + 1),
          headers,
          uploadUrl,
          async (upload) => {
            if (interruption % 2 === 1) return upload.abort();
            await api.kill();
            await upload.abort();
          },
        );
        needed = Math.max(needed, memory.stop());
        if (interruption % 2 === 0) api = await startApi();
        offsets.push(await getOffset(uploadUrl, headers));
      }
      for (const [index, offset] of offsets.entries())
        expect(offset).toBeGreaterThan((size * (index + 1)) / (INTERRUPTIONS + 1) - LOSS);
      const memory = await watchMemory(api.pid);
      await uploadResumable(createReadStream(file), { ...target(headers), uploadUrl: uploadUrl! });
      needed = Math.max(needed, memory.stop());
      report('resumable', needed);
      expect(await info('resumable')).toMatchObject({ size, etag });
      expect(needed).toBeLessThan(MAX_MEMORY);
    },
    TIMEOUT,
  );

  const target = (headers: Record<string, string>) => ({ url: api.url, headers, bucket, name: 'resumable' });

  /** Sends until this many bytes were sent. Returns the URL of the upload. */
  const sendUntil = (
    bytes: number,
    headers: Record<string, string>,
    uploadUrl: string | undefined,
    interrupt: (upload: Upload) => Promise<void>,
  ): Promise<string> =>
    new Promise((resolve, reject) => {
      let interrupted = false;
      uploadResumable(createReadStream(file), {
        ...target(headers),
        ...(uploadUrl === undefined ? {} : { uploadUrl }),
        onProgress(sent, upload) {
          if (sent < bytes || interrupted || upload.url === null) return;
          interrupted = true;
          interrupt(upload).then(() => resolve(upload.url!), reject);
        },
      }).then(
        () => reject(new Error('The upload was not interrupted.')),
        (error: unknown) => interrupted || reject(error as Error),
      );
    });

  const getOffset = async (url: string, headers: Record<string, string>) => {
    const response = await fetch(url, { method: 'HEAD', headers: { ...headers, 'Tus-Resumable': '1.0.0' } });
    expect(response.status).toBe(200);
    return Number(response.headers.get('upload-offset'));
  };

  const report = (kind: string, bytes: number) =>
    process.stderr.write(`${kind} upload on ${backend}: ${Math.round(bytes / 1024 ** 2)} MiB above idle\n`);
});
