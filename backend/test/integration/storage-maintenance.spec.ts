import { readdir, rename, utimes, writeFile as writeFileOnDisk } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StorageBackend } from '../../src/modules/storage/backends/storage-backend.port.js';
import { DeleteUnusedFiles } from '../../src/modules/storage/deletion/delete-unused-files.task.js';
import { AuditFiles } from '../../src/modules/storage/file-audit/audit-files.task.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { PersonalData } from '../../src/platform/personal-data/personal-data.js';
import { eventually } from '../support/eventually.js';
import { photo } from '../support/images.js';
import { adminClient } from '../support/service-key.js';
import { BACKENDS, createBucket, unwrap, getError, startStorageFixture } from '../support/storage.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

const A_DAY = 86_400;

describe.each(BACKENDS)('storage maintenance on %s', (backendName) => {
  const fixture = useFixture(startStorageFixture, {}, backendName);
  const worker = useWorker(fixture, { runsScheduledTasks: false });
  afterEach(async () => {
    await fixture.database.query({ text: 'truncate storage_objects, storage_pending_deletions cascade' });
    await backend().delete(await fixture.storedKeys());
    findingsMetric().reset();
    // Files have real times.
    fixture.clock.advance((Date.now() - fixture.clock.now().getTime()) / 1000);
  });

  const backend = () => worker.get(StorageBackend);
  const writeFile = (key: string, content: string) =>
    backend().write(key, Readable.from([Buffer.from(content)]));
  const listRowKeys = async () =>
    (
      await fixture.database.query<{ key: string }>({
        text: `select bucket_id || '/' || name || '/~' || version as key from storage_objects`,
      })
    )
      .map(({ key }) => key)
      .sort();
  const findingsMetric = () => worker.get(Metrics).registry.getSingleMetric('storage_sweep_findings_total')!;
  const findings = async () => {
    return Object.fromEntries(
      (await findingsMetric().get()).values.map(({ labels, value }) => [labels.kind, value]),
    );
  };
  const auditFiles = () => worker.get(AuditFiles).run();
  const deleteUnused = () => worker.get(DeleteUnusedFiles).run();

  it('deletes files that no object uses, after a day', async () => {
    const bucket = await createBucket(fixture);
    unwrap(await fixture.service.from(bucket).upload('kept/a.txt', 'kept'));
    const used = await fixture.storedKeys();
    const orphans = [
      `${bucket}/orphan.txt/~00000000-0000-4000-8000-000000000001`,
      // A version of an object that is not the current one.
      `${bucket}/kept/a.txt/~00000000-0000-4000-8000-000000000002`,
      `no-such-bucket/x/~00000000-0000-4000-8000-000000000003`,
    ];
    for (const key of orphans) await writeFile(key, 'orphan');
    await writeFile('README', 'not ours');
    await auditFiles();
    await deleteUnused();
    expect(await fixture.storedKeys()).toEqual([...used, ...orphans, 'README'].sort());
    fixture.clock.advance(A_DAY + 60);
    await auditFiles();
    await deleteUnused();
    expect(await fixture.storedKeys()).toEqual([...used, 'README'].sort());
    expect(await findings()).toEqual({ unused_file: 3, unknown_file: 1 });
    expect(await unwrap(await fixture.service.from(bucket).download('kept/a.txt')).text()).toBe('kept');
  });

  it('reports objects whose file is missing, and keeps them', async () => {
    const bucket = await createBucket(fixture);
    for (const name of ['lost', 'kept']) unwrap(await fixture.service.from(bucket).upload(name, name));
    await backend().delete(await fixture.storedKeys(`${bucket}/lost/`));
    expect(getError(await fixture.service.from(bucket).download('lost'))).toMatchObject({
      status: 500,
      code: 'InternalError',
      message: 'Internal Server Error',
    });
    fixture.clock.advance(A_DAY + 60);
    await auditFiles();
    expect(await findings()).toEqual({ missing_file: 1 });
    expect(unwrap(await fixture.service.from(bucket).list()).map(({ name }) => name)).toEqual([
      'kept',
      'lost',
    ]);
  });

  if (backendName === 'disk') {
    it.each([
      ['ignores case', 'Docs', 'docs'],
      ['normalizes names', '\u00dc', 'U\u0308'],
    ])('keeps files in use on a file system that %s', async (_, name, listed) => {
      const bucket = await createBucket(fixture);
      unwrap(await fixture.service.from(bucket).upload(`${name}/a.txt`, 'kept'));
      const folder = join(fixture.settings.storage.folder, 'objects', bucket);
      await rename(join(folder, name), join(folder, listed));
      const [key] = await fixture.storedKeys();
      expect(key).toContain(`/${listed}/`);
      fixture.clock.advance(A_DAY + 60);
      await auditFiles();
      await deleteUnused();
      expect(await fixture.storedKeys()).toEqual([key]);
    });

    it('purges interrupted uploads after a day', async () => {
      const unfinished = join(fixture.settings.storage.folder, 'uploads', 'unfinished');
      await writeFileOnDisk(unfinished, 'part');
      await utimes(unfinished, 0, 0);
      await auditFiles();
      expect(await readdir(dirname(unfinished))).toEqual(['unfinished']);
      fixture.clock.advance(A_DAY + 60);
      await auditFiles();
      expect(await readdir(dirname(unfinished))).toEqual([]);
      expect(await findings()).toEqual({ interrupted_write: 1 });
    });

    it('retries deletions that fail', async () => {
      const bucket = await createBucket(fixture);
      unwrap(await fixture.service.from(bucket).upload('a', 'a'));
      const [key] = await fixture.storedKeys();
      await fixture.database.query({
        text: `insert into storage_pending_deletions (key, due_at, created_at) values ('../outside', $1, $1), ($2, $1, $1)`,
        values: [fixture.clock.now(), key],
      });
      await deleteUnused();
      const rows = await fixture.database.query({
        text: 'select key, attempts from storage_pending_deletions',
      });
      expect(rows).toEqual([{ key: '../outside', attempts: 1 }]);
      expect(await fixture.storedKeys()).toEqual([]);
    });
  }

  describe('of a person', () => {
    const person = (userId: string) => ({ userId, email: null, until: fixture.clock.now() });
    const exported = async (userId: string) => {
      const files: Record<string, string> = {};
      for await (const { path, content } of worker.get(PersonalData).export(person(userId), {}))
        files[path] = await text(content);
      return files;
    };

    it('exports and erases their files, also when the account is deleted', async () => {
      const rules = { write: ['owner'], read: ['owner'] };
      const bucket = await createBucket(fixture, { public: false }, rules);
      const [ada, other] = [await fixture.signIn(), await fixture.signIn()];
      const metadata = { album: 'Summer' };
      unwrap(await ada.client.from(bucket).upload('letters/a.txt', 'from Ada', { metadata }));
      const face = await photo(4, 4, 'png');
      unwrap(await ada.client.from('avatars').upload(ada.user.id, face, { contentType: 'image/png' }));
      unwrap(await other.client.from(bucket).upload('b.txt', 'not from Ada'));
      const files = await exported(ada.user.id);
      expect(files).toEqual({
        [`files/${bucket}/letters/a.txt`]: 'from Ada',
        [`files/${bucket}/letters/a.txt~.json`]: expect.any(String),
        [`files/avatars/${ada.user.id}.png`]: face.toString(),
        [`files/avatars/${ada.user.id}.png~.json`]: expect.any(String),
      });
      expect(JSON.parse(files[`files/${bucket}/letters/a.txt~.json`]!)).toMatchObject({ size: 8, metadata });

      const { error } = await (await adminClient(fixture)).deleteUser(ada.user.id);
      expect(error).toBeNull();
      await eventually(async () => expect(await exported(ada.user.id)).toEqual({}));
      await deleteUnused();
      expect(await fixture.storedKeys()).toEqual([
        ...(await listRowKeys()),
        `~system/erased-users/${ada.user.id}`,
      ]);
      expect(await listRowKeys()).toEqual([expect.stringContaining(`${bucket}/b.txt/~`)]);
      fixture.clock.advance(A_DAY + 60);
      await auditFiles();
      expect(await findings()).toEqual({});
      await worker.get(PersonalData).erase(person(ada.user.id));
      expect(Object.keys(await exported(other.user.id))).toContain(`files/${bucket}/b.txt`);
    });
  });

  it('keeps transformed images of current versions, and deletes those without a row', async () => {
    const bucket = await createBucket(fixture, { public: true });
    unwrap(await fixture.service.from(bucket).upload('photo', await photo(40, 40)));
    const render = () => fixture.call(`/render/image/public/${bucket}/photo?width=10`);
    expect((await render()).status).toBe(200);
    const keys = await fixture.storedKeys();
    expect(keys).toHaveLength(2);
    const orphan = `${keys[0]}.00000000-0000-4000-8000-000000000009`;
    await writeFile(orphan, 'orphan');
    fixture.clock.advance(A_DAY + 60);
    await auditFiles();
    await deleteUnused();
    expect(await fixture.storedKeys()).toEqual(keys);
    expect(await findings()).toEqual({ unused_file: 1 });
  });
});

describe('the quota of a user', () => {
  const fixture = useFixture(startStorageFixture, { STORAGE_QUOTA_BYTES: '1000' });
  let bucket: string;
  beforeAll(async () => {
    bucket = await createBucket(
      fixture,
      { public: false },
      { write: ['owner'], read: ['owner'], remove: ['owner'] },
    );
  });

  it('limits all their files together, with a clear error', async () => {
    const files = (await fixture.signIn()).client.from(bucket);
    const other = await createBucket(fixture, { public: false }, { write: ['owner'] });
    unwrap(await files.upload('quota/a', 'x'.repeat(600)));
    expect(getError(await files.upload('quota/b', 'x'.repeat(401)))).toEqual({
      status: 400,
      statusCode: '413',
      code: 'EntityTooLarge',
      message: 'Your files may not exceed 1000 bytes in total. Delete some and try again.',
    });
    unwrap(await files.upload('quota/b', 'x'.repeat(400)));
    unwrap(await files.upload('quota/a', 'y'.repeat(600), { upsert: true }));
    expect(getError(await files.upload('quota/a', 'y'.repeat(601), { upsert: true })).code).toBe(
      'EntityTooLarge',
    );
    expect(getError(await files.copy('quota/b', 'c', { destinationBucket: other })).code).toBe(
      'EntityTooLarge',
    );
    unwrap(await files.remove(['quota/b']));
    unwrap(await files.upload('quota/b', new Blob(['x'.repeat(400)])));
  });

  it('holds for uploads at the same time, and not for the service role', async () => {
    const files = (await fixture.signIn()).client.from(bucket);
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) => files.upload(`burst/${index}`, 'x'.repeat(300))),
    );
    expect(results.filter(({ error }) => error === null)).toHaveLength(3);
    unwrap(await fixture.service.from(bucket).upload('large', 'x'.repeat(5000)));
  });

  it('includes unfinished resumable uploads', async () => {
    const { user } = await fixture.signIn();
    const start = (name: string, size: number) =>
      fixture.call('/upload/resumable', {
        method: 'POST',
        headers: {
          ...user.headers,
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(size),
          'Upload-Metadata': `bucketName ${btoa(bucket)},objectName ${btoa(name)}`,
        },
      });
    expect((await start('first', 700)).status).toBe(201);
    const second = await start('second', 301);
    expect(second.status).toBe(413);
    expect(await second.text()).toContain('may not exceed 1000 bytes in total');
    expect((await start('third', 300)).status).toBe(201);
  });
});
