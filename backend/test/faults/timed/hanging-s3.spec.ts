import { createBucket, startStorageFixture, unwrap, type StorageFixture } from '../../support/storage.js';
import { startStallingProxy, type StallingProxy } from '../../support/stalling-proxy.js';
import { startTestS3, type TestS3 } from '../../support/test-s3.js';

const RESPONSE_WITHIN_MS = 40_000;

describe('an S3 store that stops responding', () => {
  let s3: TestS3;
  let proxy: StallingProxy;
  let fixture: StorageFixture;
  beforeAll(async () => {
    s3 = await startTestS3();
    proxy = await startStallingProxy(s3.variables.STORAGE_S3_ENDPOINT!);
    const endpoint = { STORAGE_S3_ENDPOINT: `http://127.0.0.1:${proxy.port}` };
    fixture = await startStorageFixture({ ...s3.variables, ...endpoint }, 'disk');
  });
  afterAll(async () => {
    proxy?.close();
    await fixture?.stop();
    await s3?.stop();
  });

  it('is reported as unavailable within 40 seconds', async () => {
    const bucket = await createBucket(fixture);
    unwrap(await fixture.service.from(bucket).upload('a.txt', 'a'));
    proxy.stall();
    const startedAt = performance.now();
    const response = await fixture.call(`/object/${bucket}/a.txt`, {
      headers: { Authorization: `Bearer ${fixture.serviceKey}` },
    });
    const afterMs = Math.round(performance.now() - startedAt);
    process.stderr.write(`responded after ${afterMs} ms (limit: ${RESPONSE_WITHIN_MS})\n`);
    expect([response.status, await response.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'S3Error' }),
    ]);
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(afterMs).toBeLessThan(RESPONSE_WITHIN_MS);
  });
});
