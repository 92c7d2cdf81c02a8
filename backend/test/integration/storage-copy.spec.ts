import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { StoredObject } from '../../../sandbox/src/s3/object-store.ts';
import { createApi } from '../../src/bootstrap/create-api.js';
import { runOps } from '../../src/bootstrap/ops/ops.js';
import { createStorageAdapters, InternalFiles, SystemFiles } from '../../src/modules/storage/index.js';
import { versionKey } from '../../src/modules/storage/core/version-keys.js';
import type { StorageSettings } from '../../src/platform/config/storage-settings.js';
import { testLogger } from '../support/test-logger.js';
import {
  createBucket,
  unwrap,
  startStorageFixture,
  storageClient,
  type StorageFixture,
} from '../support/storage.js';
import { startTestS3, type TestS3 } from '../support/test-s3.js';

const OBJECTS = 6;
const createContent = (index: number) => Buffer.alloc(20_000, `object ${index} `);

describe('copying all files to another backend', () => {
  let fixture: StorageFixture;
  let s3: TestS3;
  let bucket: string;
  beforeAll(async () => {
    s3 = await startTestS3();
    const { STORAGE_BACKEND: _, ...variables } = s3.variables;
    fixture = await startStorageFixture(variables);
    bucket = await createBucket(fixture);
    for (let index = 0; index < OBJECTS; index++)
      unwrap(await fixture.service.from(bucket).upload(`folder/é ${index}`, createContent(index)));
  });
  afterAll(async () => {
    await fixture?.stop();
    await s3?.stop();
  });

  const run = async (args: string[], changes: Partial<StorageSettings> = {}) => {
    let printed = '';
    const output = { write: (part: string) => (printed += part) };
    const settings = { ...fixture.settings, storage: { ...fixture.settings.storage, ...changes } };
    const code = await runOps(args, { settings, logger: testLogger, output });
    return { code, text: printed };
  };
  const copy = (from: string, to: string) => run(['storage', 'copy', '--from', from, '--to', to]);
  const copied = async () =>
    (await readdir(join(s3.folder, 'objects'))).filter((name) => name.endsWith('.json')).length;
  /** Changes one byte of a stored file. */
  const corrupt = async (file: string) => {
    const bytes = await readFile(file);
    bytes[1000]! ^= 1;
    await writeFile(file, bytes);
  };
  const inSource = async (index: number) => {
    const folder = join(fixture.settings.storage.folder, 'objects', bucket, 'folder', `é ${index}`);
    return join(folder, (await readdir(folder))[0]!);
  };

  it('explains its usage', async () => {
    for (const args of [
      [],
      ['storage'],
      ['storage', 'copy', '--from', 'disk', '--to', 'disk'],
      ['storage', 'copy', '--to', 'tape'],
    ]) {
      const { code, text } = await run(args);
      expect(code).toBe(2);
      expect(text).toContain('storage copy --from disk|s3 --to disk|s3');
    }
  });

  it('copies every object once, and verifies the copies of an earlier run', async () => {
    expect((await copy('disk', 's3')).text).toContain(`${OBJECTS} objects: ${OBJECTS} copied`);
    const { code, text } = await copyAgain([3, 4]);
    expect(code).toBe(0);
    expect(text).toContain(`${OBJECTS} objects: 2 copied, ${OBJECTS - 2} verified`);
    expect(text).toContain('] 100 %');
  });

  it('serves the same bytes from the other backend, by a process for storage only', async () => {
    const settings = {
      ...fixture.settings,
      storage: { ...fixture.settings.storage, backend: 's3' as const },
    };
    const api = await createApi({ settings, logger: testLogger, role: 'storage' });
    try {
      await api.listen(0, '127.0.0.1');
      const url = await api.getUrl();
      for (const path of ['/', '/api/docs', '/api/auth/v1/settings', '/api/storage/v10/bucket'])
        expect((await fetch(url + path)).status).toBe(404);
      expect((await fetch(`${url}/api/storage/v1/bucket`)).status).toBe(400);
      const files = storageClient({ url }, fixture.serviceKey).from(bucket);
      for (const index of [0, 1, OBJECTS - 1]) {
        const blob = unwrap(await files.download(`folder/é ${index}`));
        expect(Buffer.from(await blob.arrayBuffer()).equals(createContent(index))).toBe(true);
      }
    } finally {
      await api.close();
    }
  });

  it('copies back to an empty folder on disk', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'storage-test-'));
    try {
      const { code, text } = await run(['storage', 'copy', '--from', 's3', '--to', 'disk'], {
        backend: 's3',
        folder,
      });
      expect(code).toBe(0);
      expect(text).toContain(`${OBJECTS} objects: ${OBJECTS} copied`);
      const keys = await fixture.storedKeys(`${bucket}/`);
      expect(keys).toHaveLength(OBJECTS);
      for (const key of keys) {
        const original = await readFile(join(fixture.settings.storage.folder, 'objects', key));
        expect(original.equals(await readFile(join(folder, 'objects', key)))).toBe(true);
      }
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it('replaces a copy with a corrupted byte', async () => {
    const [name] = (await readdir(join(s3.folder, 'objects'))).filter((file) => file.endsWith('.json'));
    const object = JSON.parse(await readFile(join(s3.folder, 'objects', name!), 'utf8')) as StoredObject;
    await corrupt(object.parts[0]!.file);
    expect((await copy('disk', 's3')).text).toContain(`1 copied, ${OBJECTS - 1} verified`);
  });

  it('copies the files of the product itself, and invoices, also with the ETag of earlier versions', async () => {
    const [internal, files] = [fixture.api.get(SystemFiles), fixture.api.get(InternalFiles)];
    await internal.write('note', Readable.from([Buffer.from('a note')]));
    const bytes = Buffer.from('an invoice');
    const bucketId = 'invoice-documents';
    const names = ['in_1/invoice-1.pdf', 'in_1/invoice-2.pdf'];
    for (const name of names) await files.store({ bucketId, name }, 'application/pdf', bytes);
    // Earlier versions stored the SHA-256 of the bytes.
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await fixture.database.query({
      text: `update storage_objects set etag = $3 where bucket_id = $1 and name = $2`,
      values: [bucketId, names[1], `"${sha256}"`],
    });
    const rows = await fixture.database.query<{ name: string; version: string }>({
      text: 'select name, version from storage_objects where bucket_id = $1',
      values: [bucketId],
    });
    expect((await copy('disk', 's3')).text).toContain(`2 copied, ${OBJECTS} verified`);
    expect((await copy('disk', 's3')).text).toContain(`: ${OBJECTS + 2} verified`);
    const { backend } = await createStorageAdapters('s3', fixture.settings.storage);
    await backend.open();
    const keys = rows.map(({ name, version }) => versionKey({ bucketId, name, version }));
    for (const key of keys) expect(await text(await backend.read(key))).toBe('an invoice');
    expect(await text(await backend.read('~system/note'))).toBe('a note');
    await backend.delete([...keys, '~system/note']);
    await backend.close();
    await internal.delete(['note']);
    await files.delete(bucketId, names);
  });

  it('reports corrupted and missing files of the source, and copies neither', async () => {
    const { database } = fixture;
    await corrupt(await inSource(1));
    await writeFile(await inSource(2), '');
    const { code, text } = await copyAgain([1, 2]);
    expect(code).toBe(1);
    expect(text).toContain(`${OBJECTS - 2} verified, 2 corrupt`);
    for (const index of [1, 2]) {
      const [row] = await database.query<{ id: string }>({
        text: 'select id from storage_objects where name = $1',
        values: [`folder/é ${index}`],
      });
      expect(text).toContain(`corrupt: object ${row!.id}`);
    }
    expect(await copied()).toBe(OBJECTS - 2);
  });

  /** Copies again after the copies of these objects were lost. */
  const copyAgain = async (indexes: number[]) => {
    const folder = join(s3.folder, 'objects');
    const { backend } = await createStorageAdapters('s3', fixture.settings.storage);
    for await (const { key } of backend.list())
      if (indexes.some((index) => key.includes(`/é ${index}/`))) await backend.delete([key]);
    await backend.close();
    expect(await readdir(folder)).toHaveLength(OBJECTS - indexes.length);
    return copy('disk', 's3');
  };
});
