import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { openStorage } from '../support/buckets.mjs';
import { startChild } from '../support/child-process.mjs';
import { loadInterleaved, processorTimes } from '../support/interleaved-load.mjs';
import { median, megabytes, milliseconds, perSecond } from '../support/statistics.mjs';

const SIDE = 256;
const PHOTOS = 40;
const ROUNDS = 3;
const CONNECTIONS = 64;
const SECONDS = 8;
/** As many as the product transforms at once by default. */
const CONCURRENCY = Math.max(1, Math.min(2, availableParallelism() - 1));
const QUERY = `width=${SIDE}&height=${SIDE}&format=origin`;

/** Thumbnails of photographs: cold, next to the image library alone; cached, next to a download of the same bytes. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const storage = openStorage(stack);
  const photo = await photograph();
  return [
    await cold(benchEnvironment, storage, photo),
    await cached(benchEnvironment, stack, storage, photo),
  ];
}

async function cold(benchEnvironment, storage, photo) {
  const count = benchEnvironment.count(PHOTOS);
  const folder = benchEnvironment.emptyFolder('photos');
  const files = Array.from({ length: count }, (_, index) => join(folder, `${index}.jpg`));
  for (const file of files) writeFileSync(file, photo);
  const options = { concurrency: CONCURRENCY, side: SIDE };
  const baseline = await startChild(new URL('../baselines/thumbnails.mjs', import.meta.url), options);
  const rates = { product: [], baseline: [] };
  for (let round = 0; round <= ROUNDS; round++) {
    benchEnvironment.showProgress(`cold thumbnails, round ${round} of ${ROUNDS}`);
    const bucket = await storage.createBucket();
    for (let index = 0; index < count; index++)
      await storage.upload(bucket, `${index}.jpg`, photo, 'image/jpeg');
    const alone = await baseline.send({ files });
    const rendered = await renderAll(storage, bucket, count);
    // The first round warms up.
    if (round > 0) rates.baseline.push(alone.perSecond);
    if (round > 0) rates.product.push(rendered);
  }
  await baseline.stop();
  const [product, alone] = [median(rates.product), median(rates.baseline)];
  return {
    metric: `${SIDE} px thumbnails of photographs of ${megabytes(photo.length)}, ${CONCURRENCY} at once`,
    target: '≥ 80 % of the baseline',
    measured: perSecond(product),
    baseline: `${perSecond(alone)}: sharp alone`,
    ratio: (product / alone).toFixed(2),
    met: product / alone >= 0.8,
  };
}

/** Twice as many requests as concurrent transformations, so that the product is never idle. */
async function renderAll({ url }, bucket, count) {
  const waiting = Array.from({ length: count }, (_, index) => index);
  const started = performance.now();
  const work = async () => {
    for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
      const response = await fetch(`${url}/render/image/public/${bucket}/${index}.jpg?${QUERY}`);
      await response.arrayBuffer();
      if (!response.ok) throw new Error(`thumbnail: ${response.status}`);
    }
  };
  await Promise.all(Array.from({ length: 2 * CONCURRENCY }, work));
  return (count * 1000) / (performance.now() - started);
}

async function cached(benchEnvironment, stack, storage, photo) {
  const bucket = await storage.createBucket();
  await storage.upload(bucket, 'photo.jpg', photo, 'image/jpeg');
  const path = `/api/storage/v1/render/image/public/${bucket}/photo.jpg?${QUERY}`;
  const thumbnail = await (await fetch(`${stack.urls.site}${path}`)).arrayBuffer();
  await storage.upload(bucket, 'thumbnail.jpg', new Uint8Array(thumbnail), 'image/jpeg');
  const server = { url: stack.urls.site, pid: stack.pid('api') };
  const get = (target) => [{ method: 'GET', path: target }];
  const results = await loadInterleaved(
    benchEnvironment,
    {
      download: {
        ...server,
        requests: get(`/api/storage/v1/object/public/${bucket}/thumbnail.jpg`),
      },
      cached: { ...server, requests: get(path) },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  );
  const { cached: product, download } = results;
  const share = product.rate / download.rate;
  return {
    metric: `the same thumbnail again, ${CONNECTIONS} connections`,
    target: 'within 10 % of a download of the same bytes',
    measured: `${perSecond(product.rate)}, p99 ${milliseconds(product.p99)}, ${product.failed} failed`,
    baseline: `${perSecond(download.rate)}, p99 ${milliseconds(download.p99)}`,
    ratio: share.toFixed(2),
    met: share >= 0.9 && product.failed === 0,
    note: processorTimes(results),
  };
}

/** 12 megapixels with the detail that makes a JPEG of about 4 MB. */
async function photograph() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 };
  const create = { width: 2000, height: 1500, channels: 3, background: 'black', noise };
  const detail = await sharp({ create }).png({ compressionLevel: 1 }).toBuffer();
  return sharp(detail).resize(4000, 3000).jpeg({ quality: 85 }).toBuffer();
}
