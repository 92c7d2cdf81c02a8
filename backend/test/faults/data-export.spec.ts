import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { ExportArchive } from '../../src/modules/privacy/exports/export-archive.js';
import { createBucket, unwrap, startStorageFixture } from '../support/storage.js';
import { useFixture } from '../support/fixtures.js';
import { useWorker } from '../support/worker.js';

/** About 2 kB each. */
const ROWS = 50_000;
const ROWS_PER_INSERT = 5000;
/** 1 MB each. */
const LARGE_FILES = 100;
const SMALL_FILES = 2000;
const MEGABYTE = 1_000_000;
/** Of the memory that is in use: buffers between file, archive and reader, and the archive's list of its files. */
const MAX_MEMORY = 20 * MEGABYTE;
const TIMEOUT = 600_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are still referenced. Buffers are freed in the background, at the latest by the next collection. */
function liveBytes(): number {
  collectGarbage();
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

describe('a data export', () => {
  const fixture = useFixture(startStorageFixture);
  const worker = useWorker(fixture);

  it(
    'needs little memory, however many files and rows it contains',
    async () => {
      const { user } = await fixture.signIn();
      const bucket = fixture.service.from(await createBucket(fixture));
      const upload = async (count: number, name: string, content: Buffer) => {
        for (let start = 0; start < count; start += 10)
          await Promise.all(
            Array.from({ length: Math.min(10, count - start) }, async (_, index) =>
              unwrap(await bucket.upload(`${user.id}/${name}-${start + index}.zip`, content)),
            ),
          );
      };
      await upload(LARGE_FILES, 'large', Buffer.alloc(MEGABYTE, 'large'));
      await upload(SMALL_FILES, 'small', Buffer.from('small'));
      // In batches, because statements time out.
      for (let start = 0; start < ROWS; start += ROWS_PER_INSERT)
        await fixture.database.query({
          text: `insert into audit_entries (id, at, actor_id, action, details)
                 select gen_random_uuid(), now(), $1, 'user.tested', jsonb_build_object('text', (
                   select string_agg(md5(row || ' ' || part), '') from generate_series(1, 64) part))
                 from generate_series($2::int, $3::int) row`,
          values: [user.id, start + 1, Math.min(start + ROWS_PER_INSERT, ROWS)],
        });

      const person = { userId: user.id, email: user.email, until: new Date(Date.now() + MEGABYTE) };
      const archive = worker.get(ExportArchive);
      const read = async (sampleBytes: number) => {
        const before = liveBytes();
        let [size, sampledAt, most] = [0, 0, 0];
        for await (const chunk of archive.build(person)) {
          size += chunk.length;
          if (size - sampledAt < sampleBytes) continue;
          sampledAt = size;
          most = Math.max(most, liveBytes() - before);
        }
        return { size, most };
      };
      // Loads what every export needs.
      const { size } = await read(Infinity);
      const startedAt = performance.now();
      const { most } = await read(size / 20);
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      const figures = `${ROWS} rows, ${LARGE_FILES + SMALL_FILES} files, ${Math.round(size / MEGABYTE)} MB`;
      process.stderr.write(`export of ${figures}: ${Math.round(most / 1000)} kB, ${seconds} s\n`);
      expect(size).toBeGreaterThan(LARGE_FILES * MEGABYTE + ROWS * 1000);
      expect(most).toBeLessThan(MAX_MEMORY);
    },
    TIMEOUT,
  );
});
