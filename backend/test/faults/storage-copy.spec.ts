import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runOps } from '../../src/bootstrap/ops/ops.js';
import { testLogger } from '../support/test-logger.js';
import { eventually } from '../support/eventually.js';
import { spawnProgram } from '../support/product-process.js';
import { createBucket, unwrap, startStorageFixture, type StorageFixture } from '../support/storage.js';
import { startTestS3, type TestS3 } from '../support/test-s3.js';

const OBJECTS = 60;
const COPY = ['storage', 'copy', '--from', 'disk', '--to', 's3'];

describe('copying all files to another backend', () => {
  let fixture: StorageFixture;
  let s3: TestS3;
  beforeAll(async () => {
    s3 = await startTestS3();
    const { STORAGE_BACKEND: _, ...variables } = s3.variables;
    fixture = await startStorageFixture(variables);
    const bucket = fixture.service.from(await createBucket(fixture));
    for (let index = 0; index < OBJECTS; index++)
      unwrap(await bucket.upload(`${index}`, Buffer.alloc(200_000, `object ${index} `)));
  });
  afterAll(async () => {
    await fixture?.stop();
    await s3?.stop();
  });

  it('continues after the process was killed, and ends with every object verified', async () => {
    const { settings } = fixture;
    const copied = async () =>
      (await readdir(join(s3.folder, 'objects'))).filter((name) => name.endsWith('.json')).length;
    const copy = async () => {
      let text = '';
      const output = { write: (part: string) => (text += part) };
      const code = await runOps(COPY, { settings, output, logger: testLogger });
      expect(code).toBe(0);
      return text;
    };
    const child = spawnProgram(['ops', ...COPY], settings);
    const exited = once(child, 'exit');
    await eventually(async () => expect(await copied()).toBeGreaterThan(5));
    child.kill('SIGKILL');
    await exited;
    const before = await copied();
    expect(before).toBeLessThan(OBJECTS);
    const [, copiedNow, verified] = / objects: (\d+) copied, (\d+) verified/.exec(await copy()) ?? [];
    expect(Number(copiedNow) + Number(verified)).toBe(OBJECTS);
    // The store may have completed what it had received when the process was killed.
    expect(Number(verified)).toBeGreaterThanOrEqual(before);
    expect(await copy()).toContain(`${OBJECTS} objects: ${OBJECTS} verified`);
  });
});
