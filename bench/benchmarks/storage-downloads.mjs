import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage } from '../support/buckets.mjs';
import { startChild } from '../support/child-process.mjs';
import { loadInterleaved, processorTimes } from '../support/interleaved-load.mjs';
import { milliseconds, perSecond } from '../support/statistics.mjs';

const BYTES = 16 * 1024;
const CONNECTIONS = 64;
const SECONDS = 8;

/** Small downloads from a public bucket, next to the framework serving the same file from disk. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const storage = openStorage(stack);
  const bucket = await storage.createBucket();
  const content = randomBytes(BYTES);
  await storage.upload(bucket, 'small.bin', content);
  const file = join(benchEnvironment.emptyFolder('small-downloads'), 'small.bin');
  writeFileSync(file, content);
  const baseline = await startChild(new URL('../baselines/send-file.mjs', import.meta.url), { file });
  const get = (path) => [{ method: 'GET', path }];
  const results = await loadInterleaved(
    benchEnvironment,
    {
      baseline: { url: baseline.url, pid: baseline.pid, requests: get('/file') },
      product: {
        url: stack.urls.site,
        pid: stack.pid('api'),
        requests: get(`/api/storage/v1/object/public/${bucket}/small.bin`),
      },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  );
  await baseline.stop();
  const { product, baseline: alone } = results;
  const share = product.rate / alone.rate;
  return [
    {
      metric: `download of 16 KiB from a public bucket, ${CONNECTIONS} connections`,
      target: '≥ 70 % of the baseline',
      measured: `${perSecond(product.rate)}, p50 ${milliseconds(product.p50)}, p99 ${milliseconds(product.p99)}, ${product.failed} failed`,
      baseline: `${perSecond(alone.rate)}, p99 ${milliseconds(alone.p99)}: Nest + express + send`,
      ratio: share.toFixed(2),
      met: share >= 0.7 && product.failed === 0,
      note: processorTimes(results),
    },
  ];
}
