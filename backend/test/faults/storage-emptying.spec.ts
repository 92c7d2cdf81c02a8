import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileBucket, ItemList } from '@subscription-site/shared/contracts';
import { eventually } from '../support/eventually.js';
import { startProductProcess } from '../support/product-process.js';
import { createBucket, unwrap, startStorageFixture } from '../support/storage.js';
import { useFixture } from '../support/fixtures.js';

const OBJECTS = 10_000;
const FILES = 30;
const TIMEOUT = 900_000;

describe('emptying a large bucket', () => {
  const fixture = useFixture(startStorageFixture);

  it(
    'continues after the worker was killed, and leaves neither rows nor files',
    async () => {
      const { database, service, settings } = fixture;
      const [bucket, other] = [await createBucket(fixture), await createBucket(fixture)];
      for (let index = 0; index < FILES; index++)
        unwrap(await service.from(bucket).upload(`folder/${index}`, 'bytes'));
      unwrap(await service.from(other).upload('kept', 'bytes'));
      await database.query({
        text: `insert into storage_objects (id, bucket_id, name, version, size, mime_type, etag, cache_control, created_at, updated_at)
          select gen_random_uuid(), $1, 'many/' || i, gen_random_uuid(), 5, 'text/plain', '""', 'no-cache', now(), now()
          from generate_series(1, $2::int) i`,
        values: [bucket, OBJECTS],
      });
      const count = async (table: string, where = '') => {
        const [row] = await database.query<{ count: string }>({
          text: `select count(*) from ${table} ${where}`,
        });
        return Number(row!.count);
      };
      const remaining = () => count('storage_objects', `where bucket_id = '${bucket}'`);
      const admin = await fixture.signIn({ role: 'admin' });
      const progress = async () => {
        const url = `${fixture.url}/api/admin/v1/buckets?search=${bucket}`;
        const response = await fetch(url, { headers: admin.user.headers });
        const { items } = (await response.json()) as ItemList<FileBucket>;
        return items[0]!.emptyingProgress;
      };
      expect(await progress()).toBeNull();
      unwrap(await service.emptyBucket(bucket));
      const total = OBJECTS + FILES;
      expect(await progress()).toEqual({ removed: 0, remaining: total });

      const first = await startProductProcess('worker', settings);
      await eventually(async () => expect(await remaining()).toBeLessThan(OBJECTS), TIMEOUT / 2);
      const metrics = await (await fetch(`${first.url}/metrics`)).text();
      const toRemove = Number(/^storage_emptying_objects (\d+)$/m.exec(metrics)?.[1]);
      await first.kill();
      const left = await remaining();
      expect(toRemove).toBeGreaterThanOrEqual(left);
      expect(toRemove).toBeLessThan(total);
      expect(await progress()).toEqual({ removed: total - left, remaining: left });
      // A batch is removed entirely, together with the queued deletion of its files, or not at all.
      expect((await count('storage_pending_deletions')) + left).toBeLessThanOrEqual(OBJECTS + FILES);

      const second = await startProductProcess('worker', settings);
      await eventually(async () => expect(await remaining()).toBe(0), TIMEOUT / 2);
      await eventually(async () => expect(await progress()).toBeNull());
      await eventually(async () => expect(await count('storage_pending_deletions')).toBe(0), TIMEOUT / 2);
      await eventually(async () => unwrap(await service.deleteBucket(bucket)));
      await second.kill();
      expect(await readdir(join(settings.storage.folder, 'objects'))).toEqual([other]);
    },
    TIMEOUT,
  );
});
