import type { INestApplicationContext } from '@nestjs/common';
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { StorageBackend } from '../../src/modules/storage/backends/storage-backend.port.js';
import { DeleteUnusedFiles } from '../../src/modules/storage/deletion/delete-unused-files.task.js';
import { catchTusError, uploadResumable } from '../support/resumable.js';
import {
  listBucketAuditActions,
  createBucket,
  unwrap,
  getError,
  startStorageFixture,
  type StorageFixture,
} from '../support/storage.js';
import { EICAR, startTestClamd, type TestClamd } from '../support/test-clamd.js';

describe('uploads with a virus scanner', () => {
  let clamd: TestClamd;
  let fixture: StorageFixture;
  let worker: INestApplicationContext;
  let bucket: string;
  beforeAll(async () => {
    clamd = await startTestClamd({ maxBytes: 3_000_000 });
    fixture = await startStorageFixture({ STORAGE_CLAMD_URL: clamd.url });
    worker = await fixture.startWorker();
    bucket = await createBucket(fixture, { public: true });
  });
  afterAll(async () => {
    await fixture?.stop();
    await clamd?.stop();
  });

  const files = () => fixture.service.from(bucket);
  const storedFiles = async () => {
    await worker.get(DeleteUnusedFiles).run();
    return fixture.storedKeys();
  };

  it('are stored if they are clean', async () => {
    const content = randomBytes(1_000_000);
    unwrap(await files().upload('clean.bin', content));
    const stored = Buffer.from(await unwrap(await files().download('clean.bin')).arrayBuffer());
    expect(stored.equals(content)).toBe(true);
    unwrap(await files().upload('empty', ''));
    expect(clamd.scans()).toBe(2);
  });

  /** Stores an object with malware that the scanner did not know then. */
  const storeInfected = async (name: string) => {
    unwrap(await files().upload(name, 'x'.repeat(EICAR.length), { upsert: true }));
    const { version } = unwrap(await files().info(name));
    const key = (await fixture.storedKeys(`${bucket}/${name}/`)).find((stored) => stored.endsWith(version));
    const backend = fixture.api.get(StorageBackend);
    await backend.delete([key!]);
    await backend.write(key!, Readable.from([Buffer.from(EICAR)]));
  };
  const MALWARE = 'The file contains malware and was not stored';
  const upload = (name: string, body: string | Buffer | Blob) => files().upload(name, body).then(getError);
  const ways: Record<string, (name: string) => Promise<unknown>> = {
    'in chunks of a large file': (name) =>
      upload(name, Buffer.concat([randomBytes(700_000), Buffer.from(EICAR), randomBytes(700_000)])),
    'in a form': (name) => upload(name, new Blob([`before ${EICAR} after`])),
    'with a signed URL': async (name) => {
      const { token } = unwrap(await files().createSignedUploadUrl(name));
      return getError(await files().uploadToSignedUrl(name, token, EICAR));
    },
    'by a resumable upload': (name) => {
      const { url, serviceKey } = fixture;
      const headers = { Authorization: `Bearer ${serviceKey}` };
      return catchTusError(uploadResumable(Buffer.from(EICAR), { url, headers, bucket, name }));
    },
    'by copying': async (name) => getError(await files().copy('source', name)),
  };

  it('are rejected if they contain malware, however they are made', async () => {
    await storeInfected('source');
    const before = await storedFiles();
    expect(await upload('infected', EICAR)).toEqual({
      status: 400,
      statusCode: '422',
      code: 'InvalidRequest',
      message: MALWARE,
    });
    for (const [name, store] of Object.entries(ways)) {
      const scans = clamd.scans();
      expect([name, await store(name)]).toMatchObject([name, { code: 'InvalidRequest', message: MALWARE }]);
      expect([name, clamd.scans()]).toEqual([name, scans + 1]);
      expect(getError(await files().info(name)).code).toBe('NoSuchKey');
      expect((await listBucketAuditActions(fixture, bucket)).at(-1)).toBe('storage.malware_rejected');
    }
    expect(await storedFiles()).toEqual(before);
  });

  it('never replace a clean file with an infected one', async () => {
    unwrap(await files().upload('kept.txt', 'clean'));
    expect(getError(await files().upload('kept.txt', EICAR, { upsert: true })).statusCode).toBe('422');
    expect(await unwrap(await files().download('kept.txt')).text()).toBe('clean');
  });

  it('fail if the scanner rejects them or is unavailable', async () => {
    const before = await storedFiles();
    const unavailable = {
      status: 503,
      code: 'SlowDown',
      message: expect.stringContaining('scan the file for viruses'),
    };
    expect(getError(await files().upload('too-large', randomBytes(3_000_001)))).toMatchObject(unavailable);
    await clamd.stop();
    expect(getError(await files().upload('unchecked', 'x'))).toMatchObject(unavailable);
    expect(await storedFiles()).toEqual(before);
  });
});
