import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  GetObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3';
import { DiskStorageBackend } from '../../src/modules/storage/backends/disk-storage-backend.js';
import { s3ClientConfig } from '../../src/modules/storage/backends/s3-client.js';
import { S3StorageBackend } from '../../src/modules/storage/backends/s3-storage-backend.js';
import { BackendUnavailableError } from '../../src/modules/storage/core/storage-errors.js';
import {
  FileMissingError,
  TargetClosedError,
  type StorageBackend,
  type StoredFile,
} from '../../src/modules/storage/backends/storage-backend.port.js';
import { realBucket, readS3Settings, startTestS3 } from '../support/test-s3.js';

interface Fixture {
  backend: StorageBackend;
  close(): Promise<void>;
}

const disk = async (): Promise<Fixture & { folder: string }> => {
  const folder = await mkdtemp(join(tmpdir(), 'storage-backend-'));
  const backend = new DiskStorageBackend(folder);
  await backend.open();
  return { backend, folder, close: () => rm(folder, { recursive: true }) };
};

const MIB = 1024 ** 2;
const LIMITS = { maxFileBytes: 50 * MIB, maxCopyBytes: 6 * MIB };

const s3 = async () => {
  const server = await startTestS3({ maxPutBytes: 9 * MIB });
  const settings = readS3Settings(server.variables);
  const backend = new S3StorageBackend(settings, LIMITS);
  await backend.open();
  return { backend, settings, close: () => backend.close().then(() => server.stop()) };
};

/** An existing bucket, which must hold nothing of value. */
const existingBucket = async (): Promise<Fixture> => {
  const backend = new S3StorageBackend(realBucket!, LIMITS);
  await backend.open();
  await clear(backend);
  return { backend, close: () => backend.close() };
};

const BACKENDS: [string, () => Promise<Fixture>][] = [
  ['disk', disk],
  ['S3', s3],
  ...(realBucket ? [['existing S3', existingBucket] as [string, () => Promise<Fixture>]] : []),
];

const KEY = 'bucket/folder/photo é👩‍🚀.png/~1';

/** What every adapter guarantees. */
describe.each(BACKENDS)('the %s backend', (_name, open) => {
  let fixture: Fixture;
  let backend: StorageBackend;
  beforeAll(async () => {
    fixture = await open();
    ({ backend } = fixture);
  });
  afterEach(() => clear(backend));
  afterAll(() => fixture?.close());

  const write = (key: string, ...chunks: string[]) => backend.write(key, toBytes(chunks));
  const read = async (key: string, range?: { start: number; end: number }) =>
    (await buffer(await backend.read(key, range))).toString();
  const list = async () => {
    const files: StoredFile[] = [];
    for await (const file of backend.list()) files.push(file);
    return files.toSorted((a, b) => a.key.localeCompare(b.key));
  };

  it('returns the bytes that were written, or a range of them', async () => {
    await write(KEY, 'hello ', 'world');
    expect(await read(KEY)).toBe('hello world');
    expect(await read(KEY, { start: 3, end: 7 })).toBe('lo wo');
    expect(await read(KEY, { start: 0, end: 0 })).toBe('h');
    await write('bucket/empty/~1');
    expect(await read('bucket/empty/~1')).toBe('');
  });

  it('reads a whole file into a buffer, if it fits', async () => {
    await write(KEY, 'hello ', 'world');
    const target = Buffer.alloc(20, '.');
    expect((await backend.readInto(KEY, target)).toString()).toBe('hello world');
    expect(target.toString()).toBe('hello world.........');
    await expect(backend.readInto(KEY, Buffer.alloc(10))).rejects.toThrow(RangeError);
    await expect(backend.readInto('no/such/~1', target)).rejects.toThrow(FileMissingError);
  });

  it('sends a range to a stream, which may be empty', async () => {
    await write(KEY, 'hello ', 'world');
    await write('bucket/empty/~1');
    const sent = async (key: string, range: { start: number; end: number }) => {
      const target = new PassThrough();
      const bytes = buffer(target);
      await (
        await backend.openForSending(key, range)
      )(target);
      target.end('.');
      return (await bytes).toString();
    };
    expect(await sent(KEY, { start: 3, end: 7 })).toBe('lo wo.');
    expect(await sent('bucket/empty/~1', { start: 0, end: -1 })).toBe('.');
    await expect(backend.openForSending('no/such/~1', { start: 0, end: 1 })).rejects.toThrow(
      FileMissingError,
    );
  });

  it('stops sending to a stream that is closed', async () => {
    const size = 3_000_000;
    await write(KEY, 'x'.repeat(size));
    const send = await backend.openForSending(KEY, { start: 0, end: size - 1 });
    const target = new PassThrough();
    const sending = send(target);
    await once(target, 'readable');
    target.destroy();
    await expect(sending).rejects.toThrow(TargetClosedError);
  });

  it('shows no part of a file whose source fails', async () => {
    const failing = async function* () {
      yield Buffer.from('first half');
      throw new Error('client disconnected');
    };
    await expect(backend.write(KEY, failing())).rejects.toThrow('client disconnected');
    expect(await backend.has(KEY)).toBe(false);
    expect(await list()).toEqual([]);
  });

  it('shows nothing of a file until it is complete', async () => {
    let finish: () => void = () => undefined;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const slow = async function* () {
      yield Buffer.from('first ');
      await finished;
      yield Buffer.from('second');
    };
    const writing = backend.write(KEY, slow());
    await expect(backend.read(KEY)).rejects.toThrow(FileMissingError);
    finish();
    await writing;
    expect(await read(KEY)).toBe('first second');
  });

  it('copies to a new key; deleting one leaves the other', async () => {
    await write(KEY, 'bytes');
    await backend.copy(KEY, 'other/name/~2');
    await backend.delete([KEY]);
    expect(await backend.has(KEY)).toBe(false);
    expect(await read('other/name/~2')).toBe('bytes');
  });

  it('reports missing files, except when deleting', async () => {
    await expect(backend.read(KEY)).rejects.toThrow(FileMissingError);
    await expect(backend.copy(KEY, 'other/~1')).rejects.toThrow(FileMissingError);
    expect(await backend.has(KEY)).toBe(false);
    await backend.delete([KEY, 'no/such/~1']);
  });

  it('keeps a file open for a reader while it is deleted', async () => {
    const text = 'x'.repeat(1_000_000);
    await write(KEY, text);
    const stream = await backend.read(KEY);
    await backend.delete([KEY]);
    expect((await buffer(stream)).toString()).toBe(text);
  });

  it('deletes many files at once', async () => {
    const keys = Array.from({ length: 5 }, (_, index) => `bucket/many & <more>/~${index}`);
    for (const key of keys) await write(key, key);
    await backend.delete([...keys.slice(1), 'no/such/~1']);
    expect((await list()).map(({ key }) => key)).toEqual(keys.slice(0, 1));
  });

  it('lists all files with the time they appeared', async () => {
    const start = Date.now();
    await write('a/x/~1', '1');
    await write('a/x/y/~2', '2');
    await write('b/z/~3', '3');
    await backend.copy('a/x/~1', 'b/z/copy/~4');
    const files = await list();
    expect(files.map(({ key }) => key)).toEqual(['a/x/~1', 'a/x/y/~2', 'b/z/~3', 'b/z/copy/~4']);
    for (const { createdAt } of files) expect(Math.abs(createdAt.getTime() - start)).toBeLessThan(60_000);
  });

  it('survives writes and deletions in the same folders at once', async () => {
    const keys = Array.from({ length: 30 }, (_, index) => `bucket/same/folder/~${index}`);
    await Promise.all(
      keys.map(async (key) => {
        await write(key, key);
        await backend.delete([key]);
      }),
    );
    expect(await list()).toEqual([]);
  });
});

describe('the disk backend', () => {
  let fixture: Awaited<ReturnType<typeof disk>>;
  beforeEach(async () => {
    fixture = await disk();
  });
  afterEach(() => fixture.close());

  it.each(['../outside', 'a/../../outside', '/etc/passwd', 'a/./b', 'a//b', 'a\\..\\b', 'a\0b', '', '.'])(
    'never leaves its folder: %j',
    async (key) => {
      const { backend, folder } = fixture;
      const before = await readdir(folder, { recursive: true });
      const message = 'not a path inside the storage folder';
      await expect(backend.write(key, toBytes(['x']))).rejects.toThrow(message);
      await expect(backend.read(key)).rejects.toThrow(message);
      await expect(backend.copy(key, 'a/~1')).rejects.toThrow(message);
      await expect(backend.delete([key])).rejects.toThrow(message);
      expect(await readdir(folder, { recursive: true })).toEqual(before);
    },
  );

  it('removes the folders of deleted files', async () => {
    const { backend, folder } = fixture;
    await backend.write('bucket/a/b/~1', toBytes(['x']));
    await backend.write('bucket/a/~2', toBytes(['x']));
    await backend.delete(['bucket/a/b/~1']);
    expect(await readdir(join(folder, 'objects'), { recursive: true })).toEqual([
      'bucket',
      'bucket/a',
      'bucket/a/~2',
    ]);
  });

  it('purges what interrupted writes left behind, after a while', async () => {
    const { backend, folder } = fixture;
    await writeFile(join(folder, 'uploads/interrupted'), 'part');
    await utimes(join(folder, 'uploads/interrupted'), 0, 0);
    expect(await backend.purgeInterruptedWrites(new Date(Date.now() - 60_000))).toBe(0);
    expect(await backend.purgeInterruptedWrites(new Date(Date.now() + 60_000))).toBe(1);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });

  it('rejects a folder that it cannot use', async () => {
    await writeFile(join(fixture.folder, 'a-file'), '');
    await expect(new DiskStorageBackend(join(fixture.folder, 'a-file')).open()).rejects.toThrow(
      /ENOTDIR|EEXIST/,
    );
  });
});

describe('the S3 backend', () => {
  let fixture: Awaited<ReturnType<typeof s3>>;
  beforeAll(async () => {
    fixture = await s3();
  });
  afterAll(() => fixture?.close());

  const large = Buffer.alloc(10 * MIB, 'a large file ');
  const chunks = async function* (failsAfter = Infinity) {
    for (let start = 0; start < large.length; start += MIB) {
      if (start >= failsAfter) throw new Error('client disconnected');
      yield large.subarray(start, start + MIB);
    }
  };

  it('uploads large files in parts, and copies them in parts', async () => {
    const { backend } = fixture;
    await backend.write('bucket/large/~1', chunks());
    await backend.copy('bucket/large/~1', 'bucket/large copy é+/~2');
    for (const key of ['bucket/large/~1', 'bucket/large copy é+/~2']) {
      expect((await buffer(await backend.read(key))).equals(large)).toBe(true);
      const range = { start: 6 * MIB - 3, end: 8 * MIB + 2 };
      const part = await buffer(await backend.read(key, range));
      expect(part.equals(large.subarray(range.start, range.end + 1))).toBe(true);
    }
    expect(await backend.purgeInterruptedWrites(new Date(Date.now() + 60_000))).toBe(0);
  });

  it('leaves no part of a large file whose source fails', async () => {
    const { backend } = fixture;
    await expect(backend.write('bucket/failing/~1', chunks(9 * MIB))).rejects.toThrow('client disconnected');
    expect(await backend.has('bucket/failing/~1')).toBe(false);
    expect(await backend.purgeInterruptedWrites(new Date(Date.now() + 60_000))).toBe(0);
  });

  it('purges uploads that were interrupted, after a while', async () => {
    const { backend, settings } = fixture;
    const client = new S3Client(s3ClientConfig(settings));
    await client.send(new CreateMultipartUploadCommand({ Bucket: settings.bucket, Key: 'bucket/a/~1' }));
    client.destroy();
    expect(await backend.purgeInterruptedWrites(new Date(Date.now() - 60_000))).toBe(0);
    expect(await backend.purgeInterruptedWrites(new Date(Date.now() + 60_000))).toBe(1);
    expect(await backend.purgeInterruptedWrites(new Date(Date.now() + 60_000))).toBe(0);
  });

  it.each([
    ['access key', { credentials: { accessKeyId: 'sandbox', secretAccessKey: 'wrong' } }],
    ['bucket', { bucket: 'no-such-bucket' }],
  ])('rejects a wrong %s with a message that says what to check', async (_kind, wrong) => {
    const backend = new S3StorageBackend({ ...fixture.settings, ...wrong }, LIMITS);
    await expect(backend.open()).rejects.toThrow(/can't be used \(status 40[34]\): check STORAGE_S3_BUCKET/);
    // Nothing looks missing because the store can't be read.
    await expect(backend.read('bucket/a/~1')).rejects.not.toBeInstanceOf(FileMissingError);
    await backend.close();
  });

  describe('signatures, which the emulator verifies as S3 does', () => {
    const MINUTES = 60_000;
    /** Reads an object; `tamper` changes the headers after they were signed. */
    const get = async (
      config: S3ClientConfig,
      tamper: (headers: Record<string, string>) => void = () => {},
    ) => {
      const { settings } = fixture;
      const client = new S3Client({ ...s3ClientConfig(settings), maxAttempts: 1, ...config });
      client.middlewareStack.add(
        (next) => (args) => {
          tamper((args.request as { headers: Record<string, string> }).headers);
          return next(args);
        },
        { step: 'deserialize' },
      );
      try {
        const response = client.send(
          new GetObjectCommand({ Bucket: settings.bucket, Key: 'bucket/signed/~1' }),
        );
        return await (await response).Body!.transformToString();
      } finally {
        client.destroy();
      }
    };
    beforeAll(() => fixture.backend.write('bucket/signed/~1', toBytes(['signed'])));

    it.each([-1, 1])('are valid for 15 minutes in either direction: %i', async (direction) => {
      expect(await get({ systemClockOffset: direction * 14 * MINUTES })).toBe('signed');
      const skewed = get({ systemClockOffset: direction * 16 * MINUTES });
      await expect(skewed).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' });
    });

    it('are rejected if made with another key, or for another request', async () => {
      const credentials = { ...fixture.settings.credentials!, secretAccessKey: 'wrong' };
      const otherSecond = (headers: Record<string, string>) => {
        const date = headers['x-amz-date']!;
        headers['x-amz-date'] = `${date.slice(0, -3)}${date.at(-3) === '0' ? 1 : 0}0Z`;
      };
      for (const rejected of [get({ credentials }), get({}, otherSecond)])
        await expect(rejected).rejects.toMatchObject({
          name: 'SignatureDoesNotMatch',
          $metadata: { httpStatusCode: 403 },
        });
    });
  });

  it('distinguishes an outage from a wrong setting', async () => {
    const backend = new S3StorageBackend({ ...fixture.settings, endpoint: 'http://127.0.0.1:1' }, LIMITS);
    await expect(backend.open()).rejects.toThrow(BackendUnavailableError);
    await backend.close();
  });
});

async function* toBytes(chunks: readonly string[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}

async function clear(backend: StorageBackend): Promise<void> {
  for await (const { key } of backend.list()) await backend.delete([key]);
}
