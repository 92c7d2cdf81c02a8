import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openStorage } from '../support/buckets.mjs';
import { startChild } from '../support/child-process.mjs';
import { median, megabytes } from '../support/statistics.mjs';

const BYTES = 100_000_000;
const CONCURRENT = 4;
const ROUNDS = 5;

/** Large files, several at once, next to plain streams from and to the same disk. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const generator = await benchEnvironment.loadGenerator();
  const storage = openStorage(stack);
  const bytes = benchEnvironment.count(BYTES);
  const bucket = await storage.createBucket();
  const folder = benchEnvironment.emptyFolder('transfers');
  const file = join(folder, 'large.bin');
  const content = Buffer.alloc(bytes, 'x');
  writeFileSync(file, content);
  await storage.upload(bucket, 'large.bin', content);
  const baseline = await startChild(new URL('../baselines/stream-file.mjs', import.meta.url), {
    file,
    folder,
  });
  const { headers, url } = storage;
  let uploads = 0;
  const each = (toUrl) => Array.from({ length: CONCURRENT }, toUrl);
  const transfers = {
    download: {
      product: () => ({ method: 'GET', urls: each(() => `${url}/object/public/${bucket}/large.bin`) }),
      baseline: () => ({ method: 'GET', urls: each(() => baseline.url) }),
    },
    upload: {
      // New objects: replacing one would also delete its file, which the baseline doesn't do.
      product: () => ({
        method: 'POST',
        urls: each(() => `${url}/object/${bucket}/upload-${++uploads}`),
        headers,
        bytes,
      }),
      baseline: () => ({ method: 'PUT', urls: each(() => baseline.url), bytes }),
    },
  };
  const rows = [];
  for (const [direction, sides] of Object.entries(transfers)) {
    const rates = { product: [], baseline: [] };
    for (let round = 0; round <= ROUNDS; round++) {
      for (const side of ['baseline', 'product']) {
        benchEnvironment.showProgress(`${direction}, ${side}, round ${round} of ${ROUNDS}`);
        const { bytesPerSecond } = await generator.send({ kind: 'transfer', ...sides[side]() });
        // The first round warms up.
        if (round > 0) rates[side].push(bytesPerSecond);
      }
    }
    const [product, alone] = [median(rates.product), median(rates.baseline)];
    rows.push({
      metric: `${direction} of ${megabytes(bytes)}, ${CONCURRENT} at once`,
      target: '≥ 80 % of the baseline',
      measured: `${megabytes(product)}/s`,
      baseline: `${megabytes(alone)}/s: a plain Node stream ${direction === 'upload' ? 'to' : 'from'} the same disk`,
      ratio: (product / alone).toFixed(2),
      met: product / alone >= 0.8,
    });
  }
  await baseline.stop();
  return rows;
}
