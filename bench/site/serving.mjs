import { startChild } from '../support/child-process.mjs';
import { loadInterleaved, processorTimes } from '../support/interleaved-load.mjs';
import { milliseconds, perSecond } from '../support/statistics.mjs';

const CONNECTIONS = 64;
const SECONDS = 8;
const SHARE = 0.6;
const HEADERS = { 'accept-encoding': 'br' };

/** Compressed home pages per second of the API process, next to a server that sends the same bytes from memory. */
export async function measure(benchEnvironment) {
  const stack = await benchEnvironment.stack();
  const response = await fetchRaw(stack.urls.site);
  const baseline = await startChild(new URL('../baselines/home-page.mjs', import.meta.url), response);
  const requests = [{ method: 'GET', path: '/', headers: HEADERS }];
  const results = await loadInterleaved(
    benchEnvironment,
    {
      baseline: { url: baseline.url, pid: baseline.pid, requests },
      product: { url: stack.urls.site, pid: stack.pid('api'), requests },
    },
    { connections: CONNECTIONS, seconds: SECONDS },
  );
  await baseline.stop();
  const { product, baseline: alone } = results;
  const share = product.rate / alone.rate;
  return [
    {
      metric: `home page, compressed, from the running API process, ${CONNECTIONS} connections`,
      target: `≥ ${SHARE * 100} % of the baseline`,
      measured: `${perSecond(product.rate)}, p99 ${milliseconds(product.p99)}, ${product.failed} failed`,
      baseline: `${perSecond(alone.rate)}: Nest + express sending the same ${Buffer.from(response.base64, 'base64').length} bytes from memory`,
      ratio: share.toFixed(2),
      passed: share >= SHARE && product.failed === 0,
      details: processorTimes(results),
    },
  ];
}

/** The compressed bytes; `fetch` would decompress them. */
async function fetchRaw(site) {
  const { get } = await import('node:http');
  return new Promise((resolve, reject) => {
    get(site, { headers: HEADERS }, (response) => {
      const chunks = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          base64: Buffer.concat(chunks).toString('base64'),
          contentType: response.headers['content-type'],
          encoding: response.headers['content-encoding'],
        }),
      );
    }).on('error', reject);
  });
}
