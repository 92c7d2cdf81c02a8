import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { DeleteUnusedFiles } from '../../src/modules/storage/deletion/delete-unused-files.task.js';
import { SweepFiles } from '../../src/modules/storage/sweep/sweep-files.task.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { startProductProcess, type ProductProcess } from '../support/product-process.js';
import { fullSize } from '../support/size.js';
import {
  createBucket,
  dataOf,
  errorOf,
  startStorageFixture,
  storageClient,
  type StorageFixture,
} from '../support/storage.js';

const A_DAY = 86_400;

describe('storage maintenance', () => {
  let fixture: StorageFixture;
  let worker: INestApplicationContext;
  beforeEach(async () => {
    fixture = await startStorageFixture();
    worker = await fixture.startWorker();
  });
  afterEach(() => fixture.stop());

  const objectsFolder = () => join(fixture.settings.storage.folder, 'objects');
  const storedKeys = async () =>
    (await readdir(objectsFolder(), { recursive: true })).filter((path) => path.includes('~')).sort();
  const keysOfRows = async () =>
    (
      await fixture.database.query<{ key: string }>({
        text: `select bucket_id || '/' || name || '/~' || version as key from storage_objects`,
      })
    )
      .map(({ key }) => key)
      .sort();
  const findings = async () => {
    const metric = worker.get(Metrics).registry.getSingleMetric('storage_sweep_findings_total')!;
    return Object.fromEntries((await metric.get()).values.map(({ labels, value }) => [labels.kind, value]));
  };
  const sweep = () => worker.get(SweepFiles, { strict: false }).run();
  const deleteUnused = () => worker.get(DeleteUnusedFiles, { strict: false }).run();

  it('deletes files that no object uses, after a day', async () => {
    const bucket = await createBucket(fixture);
    dataOf(await fixture.service.from(bucket).upload('kept/a.txt', 'kept'));
    const used = await storedKeys();
    const orphans = [
      `${bucket}/orphan.txt/~00000000-0000-4000-8000-000000000001`,
      // A version of an object that is not the current one.
      `${bucket}/kept/a.txt/~00000000-0000-4000-8000-000000000002`,
      `no-such-bucket/x/~00000000-0000-4000-8000-000000000003`,
    ];
    for (const key of orphans) {
      await mkdir(dirname(join(objectsFolder(), key)), { recursive: true });
      await writeFile(join(objectsFolder(), key), 'orphan');
    }
    await writeFile(join(objectsFolder(), 'README'), 'not ours');
    await sweep();
    await deleteUnused();
    expect(await storedKeys()).toEqual([...used, ...orphans].sort());
    fixture.clock.advance(A_DAY + 60);
    await sweep();
    await deleteUnused();
    expect(await storedKeys()).toEqual(used);
    expect(await readdir(objectsFolder())).toContain('README');
    expect(await findings()).toEqual({ unused_file: 3, unknown_file: 1 });
    expect(await dataOf(await fixture.service.from(bucket).download('kept/a.txt')).text()).toBe('kept');
  });

  it('reports objects whose file is missing, and keeps them', async () => {
    const bucket = await createBucket(fixture);
    for (const name of ['lost', 'kept']) dataOf(await fixture.service.from(bucket).upload(name, name));
    await rm(join(objectsFolder(), bucket, 'lost'), { recursive: true });
    expect(errorOf(await fixture.service.from(bucket).download('lost'))).toMatchObject({
      status: 500,
      code: 'InternalError',
      message: 'Internal Server Error',
    });
    fixture.clock.advance(A_DAY + 60);
    await sweep();
    expect(await findings()).toEqual({ missing_file: 1 });
    expect(dataOf(await fixture.service.from(bucket).list()).map(({ name }) => name)).toEqual([
      'kept',
      'lost',
    ]);
  });

  it('purges interrupted uploads after a day', async () => {
    const unfinished = join(fixture.settings.storage.folder, 'uploads', 'unfinished');
    await writeFile(unfinished, 'part');
    await utimes(unfinished, 0, 0);
    await sweep();
    expect(await readdir(dirname(unfinished))).toEqual(['unfinished']);
    fixture.clock.advance(A_DAY + 60);
    await sweep();
    expect(await readdir(dirname(unfinished))).toEqual([]);
    expect(await findings()).toEqual({ interrupted_write: 1 });
  });

  it('retries deletions that fail', async () => {
    const bucket = await createBucket(fixture);
    dataOf(await fixture.service.from(bucket).upload('a', 'a'));
    const [key] = await storedKeys();
    await fixture.database.query({
      text: `insert into storage_pending_deletions (key, due_at, created_at) values ('../outside', $1, $1), ($2, $1, $1)`,
      values: [fixture.clock.now(), key],
    });
    await deleteUnused();
    const rows = await fixture.database.query({
      text: 'select key, attempts from storage_pending_deletions',
    });
    expect(rows).toEqual([{ key: '../outside', attempts: 1 }]);
    expect(await storedKeys()).toEqual([]);
  });

  it(
    'leaves exactly the files of objects after processes were killed, and no reader sees a partial file',
    async () => {
      const bucket = await createBucket(fixture);
      const contents = Array.from({ length: 4 }, (_, index) => String(index).repeat(300_000));
      const names = ['a', 'b', 'folder/c', 'folder/d'];
      const reader = fixture.service.from(bucket);
      const seen = new Set<string>();
      const reading = new AbortController();
      const readers = (async () => {
        for (let turn = 0; !reading.signal.aborted; turn++) {
          const { data } = await reader.download(names[turn % names.length]!);
          if (data) seen.add(await data.text());
        }
      })();
      for (let kill = 0; kill < (fullSize ? 20 : 3); kill++) {
        const api = await startProductProcess('main', fixture.settings);
        const operations = keepBusy(fixture, api, bucket, names, contents);
        await operations.first;
        await new Promise((resolve) => setTimeout(resolve, 100 + Math.random() * 300));
        await api.kill();
        expect(await operations.finished).toBeGreaterThan(0);
      }
      reading.abort();
      await readers;
      expect([...seen].filter((text) => !contents.includes(text))).toEqual([]);
      expect(seen.size).toBeGreaterThan(0);
      fixture.clock.advance(A_DAY + 60);
      await sweep();
      await deleteUnused();
      expect(await storedKeys()).toEqual(await keysOfRows());
      expect(await readdir(join(fixture.settings.storage.folder, 'uploads'))).toEqual([]);
      expect((await findings()).missing_file).toBeUndefined();
    },
    fullSize ? 600_000 : 180_000,
  );
});

/** Changes the same few objects in all ways, until the process dies. `finished` resolves with the number of changes. */
function keepBusy(
  { serviceKey }: StorageFixture,
  { url }: ProductProcess,
  bucket: string,
  names: readonly string[],
  contents: readonly string[],
): { first: Promise<void>; finished: Promise<number> } {
  const files = storageClient({ url }, serviceKey).from(bucket);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;
  let succeeded = 0;
  let onFirst: () => void = () => undefined;
  const first = new Promise<void>((resolve) => (onFirst = resolve));
  const run = async (): Promise<void> => {
    for (;;) {
      const { error } = await pick<() => Promise<{ error: unknown }>>([
        () => files.upload(pick(names), pick(contents), { upsert: true }),
        () => files.update(pick(names), new Blob([pick(contents)])),
        () => files.move(pick(names), pick(names)),
        () => files.copy(pick(names), pick(names)),
        () => files.remove([pick(names)]),
      ])();
      if (error === null) {
        succeeded++;
        onFirst();
      } else if ((error as { status?: number }).status === undefined) return;
    }
  };
  return { first, finished: Promise.all([run(), run(), run()]).then(() => succeeded) };
}

describe('the quota of a user', () => {
  let fixture: StorageFixture;
  let bucket: string;
  beforeAll(async () => {
    fixture = await startStorageFixture({ STORAGE_QUOTA_BYTES: '1000' });
    bucket = await createBucket(
      fixture,
      { public: false },
      { write: ['owner'], read: ['owner'], remove: ['owner'] },
    );
  });
  afterAll(() => fixture?.stop());

  it('limits all their files together, with a clear error', async () => {
    const files = (await fixture.signIn()).client.from(bucket);
    const other = await createBucket(fixture, { public: false }, { write: ['owner'] });
    dataOf(await files.upload('quota/a', 'x'.repeat(600)));
    expect(errorOf(await files.upload('quota/b', 'x'.repeat(401)))).toEqual({
      status: 400,
      statusCode: '413',
      code: 'EntityTooLarge',
      message: 'Your files may not exceed 1000 bytes in total. Delete some and try again.',
    });
    dataOf(await files.upload('quota/b', 'x'.repeat(400)));
    dataOf(await files.upload('quota/a', 'y'.repeat(600), { upsert: true }));
    expect(errorOf(await files.upload('quota/a', 'y'.repeat(601), { upsert: true })).code).toBe(
      'EntityTooLarge',
    );
    expect(errorOf(await files.copy('quota/b', 'c', { destinationBucket: other })).code).toBe(
      'EntityTooLarge',
    );
    dataOf(await files.remove(['quota/b']));
    dataOf(await files.upload('quota/b', new Blob(['x'.repeat(400)])));
  });

  it('holds for uploads at the same time, and not for the service role', async () => {
    const files = (await fixture.signIn()).client.from(bucket);
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) => files.upload(`burst/${index}`, 'x'.repeat(300))),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(3);
    dataOf(await fixture.service.from(bucket).upload('large', 'x'.repeat(5000)));
  });
});
