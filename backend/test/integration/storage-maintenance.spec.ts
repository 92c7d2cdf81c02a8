import { readdir, rename, utimes, writeFile as writeFileOnDisk } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { StorageBackend } from '../../src/modules/storage/backends/storage-backend.port.js';
import { DeleteUnusedFiles } from '../../src/modules/storage/deletion/delete-unused-files.task.js';
import { EmptyBuckets } from '../../src/modules/storage/objects/empty-buckets.task.js';
import { PurgeExpiredUploads } from '../../src/modules/storage/resumable/purge-expired-uploads.task.js';
import { AuditFiles } from '../../src/modules/storage/file-audit/audit-files.task.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { PersonalData } from '../../src/platform/personal-data/personal-data.js';
import { eventually } from '../support/eventually.js';
import { photo } from '../support/images.js';
import { creationHeaders, listUploadFiles } from '../support/resumable.js';
import { adminClient } from '../support/service-key.js';
import { DEFAULT_BACKEND, createBucket, unwrap, getError, startStorageFixture } from '../support/storage.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

const A_DAY = 86_400;
const MORE_THAN_A_BATCH = 60;

describe(`storage maintenance on ${DEFAULT_BACKEND}`, () => {
  const fixture = useFixture(startStorageFixture);
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

  it('purges resumable uploads that were not completed within a day, with their bytes', async () => {
    const headers = { Authorization: `Bearer ${fixture.serviceKey}`, 'Tus-Resumable': '1.0.0' };
    const bucket = await createBucket(fixture);
    const begun = await fixture.call('/upload/resumable', {
      method: 'POST',
      headers: {
        ...headers,
        ...creationHeaders(bucket, 'expiring', 10),
        'Content-Type': 'application/offset+octet-stream',
      },
      body: 'bytes',
    });
    const url = fixture.url + begun.headers.get('location')!;
    const getOffset = async () => {
      const response = await fetch(url, { method: 'HEAD', headers });
      return [response.status, response.headers.get('upload-offset')];
    };
    const purge = () => worker.get(PurgeExpiredUploads).run();
    await purge();
    expect(await getOffset()).toEqual([200, '5']);
    fixture.clock.advance(A_DAY + 60);
    // A user's token would have expired, too; the service key doesn't.
    expect(await getOffset()).toEqual([410, null]);
    await purge();
    expect(await getOffset()).toEqual([404, null]);
    expect(await listUploadFiles(fixture, url)).toEqual([]);
  });

  if (DEFAULT_BACKEND === 'disk') {
    it('empties buckets in batches, of the objects that existed at that time', async () => {
      const { service } = fixture;
      const name = await createBucket(fixture);
      unwrap(await service.from(name).upload('old.txt', 'x'));
      await fixture.database.query({
        text: `insert into storage_objects (id, bucket_id, name, version, size, mime_type, etag, cache_control, created_at, updated_at)
          select gen_random_uuid(), $1, 'old/' || i, gen_random_uuid(), 1, 'text/plain', '""', 'no-cache', $2, $2
          from generate_series(1, $3::int) i`,
        values: [name, fixture.clock.now(), MORE_THAN_A_BATCH],
      });
      expect(unwrap(await service.emptyBucket(name))).toEqual({
        message: 'Empty bucket has been queued. Completion may take up to an hour.',
      });
      fixture.clock.advance(1);
      unwrap(await service.from(name).upload('new.txt', 'new'));
      await worker.get(EmptyBuckets).run();
      expect(unwrap(await service.from(name).list())).toMatchObject([{ name: 'new.txt' }]);
      await deleteUnused();
      expect(await fixture.database.query({ text: 'select 1 from storage_pending_deletions' })).toEqual([]);
      expect(await fixture.storedKeys()).toHaveLength(1);
    });

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
        expect(JSON.parse(files[`files/${bucket}/letters/a.txt~.json`]!)).toMatchObject({
          size: 8,
          metadata,
        });

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
  }
});
