import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { DiskStorageBackend } from '../../src/modules/storage/backends/disk-storage-backend.js';
import {
  FileMissingError,
  type StorageBackend,
  type StoredFile,
} from '../../src/modules/storage/backends/storage-backend.port.js';

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

const KEY = 'bucket/folder/photo é👩‍🚀.png/~1';

/** What every adapter guarantees. */
describe.each([['disk', disk]])('the %s backend', (_name, open) => {
  let fixture: Fixture;
  let backend: StorageBackend;
  beforeEach(async () => {
    fixture = await open();
    ({ backend } = fixture);
  });
  afterEach(() => fixture.close());

  const write = (key: string, ...chunks: string[]) => backend.write(key, bytesOf(chunks));
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
    const keys = Array.from({ length: 60 }, (_, index) => `bucket/same/folder/~${index}`);
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
      await expect(backend.write(key, bytesOf(['x']))).rejects.toThrow(message);
      await expect(backend.read(key)).rejects.toThrow(message);
      await expect(backend.copy(key, 'a/~1')).rejects.toThrow(message);
      await expect(backend.delete([key])).rejects.toThrow(message);
      expect(await readdir(folder, { recursive: true })).toEqual(before);
    },
  );

  it('removes the folders of deleted files', async () => {
    const { backend, folder } = fixture;
    await backend.write('bucket/a/b/~1', bytesOf(['x']));
    await backend.write('bucket/a/~2', bytesOf(['x']));
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

  it('refuses a folder that it cannot use', async () => {
    await writeFile(join(fixture.folder, 'a-file'), '');
    await expect(new DiskStorageBackend(join(fixture.folder, 'a-file')).open()).rejects.toThrow(
      /ENOTDIR|EEXIST/,
    );
  });
});

async function* bytesOf(chunks: readonly string[]): AsyncIterable<Uint8Array> {
  for (const chunk of chunks) yield Buffer.from(chunk);
}
