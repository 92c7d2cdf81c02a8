import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { findChromium } from '../../stack/machine/chromium.mjs';
import { root } from '../../stack/machine/runtime.mjs';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Runs `work` with a browser that makes no background requests, then closes it. */
export async function withBrowser(benchEnvironment, work) {
  const browser = await chromium.launch({
    executablePath: await findChromium(benchEnvironment.showProgress),
    args: ARGUMENTS,
  });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

/** Records a page's transfers in bytes on the wire. `take()` returns those since the last call. */
export function watchTransfers(page) {
  let finished = [];
  page.on('requestfinished', (request) => finished.push(request));
  return {
    async take() {
      const requests = finished;
      finished = [];
      return Promise.all(requests.map(toTransfer));
    },
  };
}

async function toTransfer(request) {
  const headers = (await request.response())?.headers() ?? {};
  const { responseBodySize: bytes } = await request.sizes();
  const { pathname, origin } = new URL(request.url());
  const isScript = request.resourceType() === 'script' || /javascript/.test(headers['content-type'] ?? '');
  return { path: pathname, origin, bytes, isScript, encoding: headers['content-encoding'] };
}

/** Triggers hydration with a first intent (a pointer over the page), and waits until it is done and the network is idle. */
export async function hydrate(page) {
  const hydrated = page.evaluate(
    () => new Promise((resolve) => document.addEventListener('hydrated', resolve, { once: true })),
  );
  await page.dispatchEvent('body', 'pointerover');
  await hydrated;
  await page.waitForLoadState('networkidle');
}

/** Paths of the public pages, from the build's manifest. */
export function publicPaths() {
  const manifest = JSON.parse(readFileSync(join(root, 'frontend', 'dist', '.site.json'), 'utf8'));
  return Object.keys(manifest.pages);
}

export function sumBytes(transfers) {
  return transfers.reduce((sum, { bytes }) => sum + bytes, 0);
}
