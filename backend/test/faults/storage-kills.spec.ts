import { crc32 } from 'node:zlib';
import { createWorker } from '../../src/bootstrap/create-worker.js';
import { DeleteUnusedFiles } from '../../src/modules/storage/deletion/delete-unused-files.task.js';
import { AuditFiles } from '../../src/modules/storage/file-audit/audit-files.task.js';
import { testLogger } from '../support/test-logger.js';
import { Metrics } from '../../src/platform/metrics/metrics.js';
import { MAX_HELD, startHeldProcess, type HeldProcess, type HeldRequest } from '../support/held-process.js';
import { createBucket, unwrap, startStorageFixture, toEtag } from '../support/storage.js';
import { useFixture } from '../support/fixtures.js';
import { TestClock } from '../support/test-clock.js';

/** Objects for each call of an operation at which the process is killed. */
const KILLS_PER_CALL = 20;
/** Objects for the tasks, which make some calls for each object. */
const OBJECTS = 3;
const A_DAY = 86_400;
/** More than one chunk. */
const CONTENT_BYTES = 80_000;
const TIMEOUT = 3_600_000;

/** What an operation may leave behind, whenever its process is killed: one of these contents for each name, or no object. */
type Outcomes = Record<string, (string | null)[]>;

interface Operation {
  /** Whether the object exists before. */
  replaces: boolean;
  request(bucket: string, name: string): { path: string; init: RequestInit };
  outcomes(name: string): Outcomes;
}

const content = (text: string): string => `${text}\n`.repeat(Math.ceil(CONTENT_BYTES / (text.length + 1)));
const before = (name: string): string => content(`${name} before`);
const after = (name: string): string => content(`${name} after`);
const PATH = '/api/storage/v1';

const toJson = (method: string, path: string, body: object) => ({
  path: `${PATH}${path}`,
  init: { method, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) },
});
const toUpload = (bucket: string, name: string, headers: Record<string, string>) => ({
  path: `${PATH}/object/${bucket}/${name}`,
  init: { method: 'POST', headers: { 'Content-Type': 'text/plain', ...headers }, body: after(name) },
});
const toOther = (bucket: string, name: string) => ({
  bucketId: bucket,
  sourceKey: name,
  destinationKey: `${name}-other`,
});

const OPERATIONS: Record<string, Operation> = {
  upload: {
    replaces: false,
    request: (bucket, name) => toUpload(bucket, name, {}),
    outcomes: (name) => ({ [name]: [null, after(name)] }),
  },
  upsert: {
    replaces: true,
    request: (bucket, name) => toUpload(bucket, name, { 'x-upsert': 'true' }),
    outcomes: (name) => ({ [name]: [before(name), after(name)] }),
  },
  'resumable-upload': {
    replaces: true,
    request: (bucket, name) => ({
      path: `${PATH}/upload/resumable`,
      init: {
        method: 'POST',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(after(name).length),
          'Upload-Metadata': `bucketName ${btoa(bucket)},objectName ${btoa(name)},contentType ${btoa('text/plain')}`,
          'Content-Type': 'application/offset+octet-stream',
          'x-upsert': 'true',
        },
        body: after(name),
      },
    }),
    outcomes: (name) => ({ [name]: [before(name), after(name)] }),
  },
  move: {
    replaces: true,
    request: (bucket, name) => toJson('POST', '/object/move', toOther(bucket, name)),
    outcomes: (name) => ({ [name]: [before(name), null], [`${name}-other`]: [null, before(name)] }),
  },
  copy: {
    replaces: true,
    request: (bucket, name) => toJson('POST', '/object/copy', toOther(bucket, name)),
    outcomes: (name) => ({ [name]: [before(name), before(name)], [`${name}-other`]: [null, before(name)] }),
  },
  delete: {
    replaces: true,
    request: (bucket, name) => ({ path: `${PATH}/object/${bucket}/${name}`, init: { method: 'DELETE' } }),
    outcomes: (name) => ({ [name]: [before(name), null] }),
  },
};

interface Attempt extends HeldRequest {
  outcomes: Outcomes;
  replaces: boolean;
}

/**
 * `kill -9` at each step. A process stops before a call, which is also after the call before it: nothing else that it does has an
 * effect. The last call is followed by the response.
 */
describe('files when a process is killed', () => {
  const fixture = useFixture(startStorageFixture);
  let bucket: string;
  let processes: Promise<HeldProcess>[] = [];
  beforeEach(async () => {
    bucket = await createBucket(fixture);
  });
  afterEach(async () => {
    for (const process of await Promise.allSettled(processes))
      if (process.status === 'fulfilled') await process.value.kill();
    processes = [];
  });

  const start = (program: 'main' | 'worker'): Promise<HeldProcess> => {
    const process = startHeldProcess(program, fixture.settings);
    processes.push(process);
    return process;
  };
  const authorization = () => ({ Authorization: `Bearer ${fixture.serviceKey}` });
  const upload = async (name: string) =>
    unwrap(await fixture.service.from(bucket).upload(name, before(name), { contentType: 'text/plain' }));
  const uploadAll = (names: readonly string[]) => Promise.all(names.map(upload));
  const read = async (name: string): Promise<{ body: string | null; etag: string | null }> => {
    const response = await fixture.call(`/object/authenticated/${bucket}/${name}`, {
      headers: authorization(),
    });
    const body = await response.text();
    if (response.ok) return { body, etag: response.headers.get('etag') };
    expect(JSON.parse(body)).toMatchObject({ code: 'NoSuchKey' });
    return { body: null, etag: null };
  };

  /** Reads these names until it is stopped; resolves with the number of files read. Every one has a content that it may have. */
  const keepReading = (outcomes: Outcomes) => {
    const stopping = new AbortController();
    const names = Object.keys(outcomes);
    const finished = (async () => {
      let found = 0;
      for (let turn = 0; turn < names.length || !stopping.signal.aborted; turn++) {
        const name = names[turn % names.length]!;
        const { body } = await read(name);
        if (!outcomes[name]!.includes(body)) throw new Error(`A reader saw a mixed or partial ${name}.`);
        if (body !== null) found++;
      }
      return found;
    })();
    return {
      stop: () => {
        stopping.abort();
        return finished;
      },
    };
  };

  const attempt = (operation: string, name: string, holdAt: number): Attempt => {
    const { replaces, outcomes, request } = OPERATIONS[operation]!;
    const { path, init } = request(bucket, name);
    const headers = { ...(init.headers as Record<string, string>), ...authorization() };
    return { id: name, holdAt, path, init: { ...init, headers }, outcomes: outcomes(name), replaces };
  };

  /** After the file audit, the files are those of the objects, and every object has its size, checksum and one of these contents. */
  const expectIntact = async (outcomes: Outcomes) => {
    const { settings } = fixture;
    const clock = new TestClock();
    clock.advance(A_DAY + 60);
    const worker = await createWorker({ settings, clock, logger: testLogger });
    await worker.get(AuditFiles).run();
    await worker.get(DeleteUnusedFiles).run();
    const findings = await worker
      .get(Metrics)
      .registry.getSingleMetric('storage_sweep_findings_total')!
      .get();
    expect(findings.values.map(({ labels }) => labels.kind)).not.toContain('missing_file');
    await worker.close();
    const rows = await fixture.database.query<{ name: string; key: string; size: string; etag: string }>({
      text: `select name, bucket_id || '/' || name || '/~' || version as key, size, etag from storage_objects where bucket_id = $1`,
      values: [bucket],
    });
    expect(await fixture.storedKeys(`${bucket}/`)).toEqual(rows.map(({ key }) => key).sort());
    for (const { name, size, etag } of rows) {
      const found = await read(name);
      expect(outcomes[name]).toContain(found.body);
      expect(Number(size)).toBe(found.body!.length);
      expect(etag).toBe(toEtag(found.body!.length, crc32(found.body!)));
      expect(found.etag).toBe(etag);
    }
    const existing = new Set(rows.map(({ name }) => name));
    for (const [name, allowed] of Object.entries(outcomes))
      if (!existing.has(name)) expect(allowed).toContain(null);
  };

  it(
    'leaves complete objects and no other files, at each call of an upload, upsert, move, copy and deletion',
    async () => {
      const counting = await start('main');
      const attempts: Attempt[] = [];
      for (const operation of Object.keys(OPERATIONS)) {
        const first = attempt(operation, `${operation}/first`, 0);
        if (first.replaces) await upload(first.id);
        const count = await counting.countCalls(first);
        expect(count).toBeGreaterThan(5);
        for (let call = 1; call <= count; call++)
          for (let index = 0; index < KILLS_PER_CALL; index++)
            attempts.push(attempt(operation, `${operation}/${call}/${index}`, call));
      }
      const counted = Object.keys(OPERATIONS).flatMap((name) => [`${name}/first`, `${name}/first-other`]);
      unwrap(await fixture.service.from(bucket).remove(counted));

      let process = counting;
      let filesRead = 0;
      for (let offset = 0; offset < attempts.length; offset += MAX_HELD) {
        const wave = attempts.slice(offset, offset + MAX_HELD);
        await uploadAll(wave.filter(({ replaces }) => replaces).map(({ id }) => id));
        const reader = keepReading(mergeOutcomes(wave));
        const isLast = offset + MAX_HELD >= attempts.length;
        const next = isLast ? undefined : start('main');
        const answered = await process.killDuring(wave);
        // Calls differ little from one object to the next, for example because something is cached.
        expect(answered.length).toBeLessThan(wave.length / 2);
        filesRead += await reader.stop();
        for (const { outcomes } of answered)
          for (const [name, [, last]] of Object.entries(outcomes)) expect((await read(name)).body).toBe(last);
        if (next) process = await next;
      }
      expect(filesRead).toBeGreaterThan(0);
      await expectIntact(mergeOutcomes(attempts));
    },
    TIMEOUT,
  );

  it.each(['empty-buckets', 'delete-unused-files'])(
    'completes at the next run, at each call of %s',
    async (task) => {
      const names = Array.from({ length: OBJECTS }, (_, index) => `object/${index}`);
      const outcomes = Object.fromEntries(names.map((name) => [name, [before(name), null]]));
      /** Makes the task do its work: on all objects, or on their files. */
      const prepare = async () => {
        for (const name of names) if ((await read(name)).body === null) await upload(name);
        if (task === 'empty-buckets') unwrap(await fixture.service.emptyBucket(bucket));
        else unwrap(await fixture.service.from(bucket).remove(names));
      };
      const run: HeldRequest = { id: task, holdAt: 0, path: `/tasks/${task}`, init: {} };
      await prepare();
      const counting = await start('worker');
      const count = await counting.countCalls(run);
      expect(count).toBeGreaterThan(OBJECTS);
      let process: HeldProcess = counting;
      for (let call = 1; call <= count; call++) {
        await prepare();
        const reader = keepReading(outcomes);
        const next = start('worker');
        await process.killDuring([{ ...run, holdAt: call }]);
        await reader.stop();
        process = await next;
        await process.countCalls(run);
        for (const name of names) expect((await read(name)).body).toBeNull();
      }
      await expectIntact(outcomes);
      expect(await fixture.storedKeys(`${bucket}/`)).toEqual([]);
    },
    TIMEOUT,
  );
});

function mergeOutcomes(attempts: readonly Attempt[]): Outcomes {
  return Object.assign({}, ...attempts.map(({ outcomes }) => outcomes)) as Outcomes;
}
