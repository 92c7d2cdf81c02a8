import { LogSampler } from '../../../src/platform/logging/log-sampler.js';
import { PinoLogger } from '../../../src/platform/logging/logger.js';
import { createConfirmedUser, uniqueIpAddress } from '../../support/auth.js';
import { eventually } from '../../support/eventually.js';
import { sendRequest, type RawRequest } from '../../support/http-request.js';
import { createSiteBuild } from '../../support/site-build.js';
import { startTestProduct, type TestProduct } from '../../support/test-product.js';

const REQUESTS = 40_000;
/** 10 MB for 1.1 million rejected requests. */
const BYTES_PER_REQUEST = 10_000_000 / 1_100_000;
const AT_ONCE = 32;

const AUTH = '/api/auth/v1';
const JSON_TYPE = { 'Content-Type': 'application/json' };

/** Requests that anyone can send without limit, each unique where possible. */
const REJECTED: ((at: number) => RawRequest)[] = [
  (at) => ({ method: 'GET', path: `/api/nothing/here/${at}` }),
  (at) => ({ method: 'GET', path: `/no-page-${at}`, headers: { Referer: `https://www.example.com/${at}` } }),
  (at) => ({ method: 'GET', path: `${AUTH}/user`, headers: { Authorization: `Bearer a.b.${at}` } }),
  (at) => ({ method: 'GET', path: `${AUTH}/nothing-${at}` }),
  () => ({ method: 'GET', path: '/api/admin/v1/emails' }),
  (at) => ({
    method: 'POST',
    path: `${AUTH}/verify`,
    headers: JSON_TYPE,
    body: Buffer.from(`{"type":${at}`),
  }),
  (at) => ({ method: 'GET', path: `${AUTH}/verify?type=signup&token=${at}` }),
  (at) => ({ method: 'GET', path: `${AUTH}/callback?state=${at}&code=x` }),
  (at) => ({ method: 'GET', path: `${AUTH}/authorize?provider=unknown-${at}` }),
  () => ({ method: 'DELETE', path: '/api/functions/v1/share-story' }),
  (at) => ({ method: 'POST', path: '/api/webhooks/stripe', headers: { 'Stripe-Signature': `t=${at},v1=x` } }),
  (at) => ({
    method: 'POST',
    path: `${AUTH}/token?grant_type=refresh_token`,
    headers: { ...JSON_TYPE, 'X-Forwarded-For': '192.0.2.1' },
    body: Buffer.from(`{"refresh_token":"${at}"}`),
  }),
];

describe('the log of an API flooded with rejected requests', () => {
  let product: TestProduct;
  let bytes = 0;
  let lines: { msg: string; status?: number; route?: string; suppressed?: number; level: string }[] = [];
  const sampler = new LogSampler();
  beforeAll(async () => {
    const write = (line: string): void => {
      bytes += Buffer.byteLength(line);
      lines.push(JSON.parse(line) as (typeof lines)[number]);
    };
    product = await startTestProduct(
      { SITE_FOLDER: createSiteBuild(), RATE_LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1' },
      new PinoLogger('info', 'api', { write }, sampler),
    );
  });
  afterAll(() => product?.stop());

  it('grows by at most 9 bytes per request', async () => {
    // Without what the start logged.
    [lines, bytes] = [[], 0];
    const statuses = new Map<number, number>();
    let next = 0;
    const client = async (): Promise<void> => {
      for (let at = next++; at < REQUESTS; at = next++) {
        const request = REJECTED[at % REJECTED.length]!(at);
        const headers = { 'X-Forwarded-For': uniqueIpAddress(), ...request.headers };
        const { status } = await sendRequest(product.url, { ...request, headers });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, client));
    sampler.flush();
    // Redirects with an error, and the refresh rate limit (503), count as rejections too.
    expect([...statuses.keys()].sort()).toEqual([303, 400, 401, 403, 404, 405, 503]);
    expect(bytes / REQUESTS).toBeLessThan(BYTES_PER_REQUEST);
    const summaries = lines.filter(({ suppressed }) => suppressed !== undefined);
    const counted = summaries.reduce((sum, { suppressed }) => sum + suppressed!, 0);
    expect(counted + lines.length - summaries.length).toBe(REQUESTS);
  }, 3_600_000);

  it('still contains every served request', async () => {
    lines = [];
    for (let at = 0; at < 50; at++) {
      const headers = { 'X-Forwarded-For': uniqueIpAddress() };
      const { status } = await sendRequest(product.url, { method: 'GET', path: `${AUTH}/settings`, headers });
      expect(status).toBe(200);
    }
    await eventually(async () => expect(lines.filter(({ status }) => status === 200)).toHaveLength(50));
  });

  it('still contains every server error', async () => {
    const { email, password } = await createConfirmedUser(product);
    lines = [];
    await product.database.query({ text: 'alter table sessions rename to sessions_away', values: [] });
    try {
      const body = Buffer.from(JSON.stringify({ email, password }));
      for (let at = 0; at < 15; at++) {
        const headers = { ...JSON_TYPE, 'X-Forwarded-For': uniqueIpAddress() };
        const path = `${AUTH}/token?grant_type=password`;
        expect((await sendRequest(product.url, { method: 'POST', path, headers, body })).status).toBe(500);
      }
    } finally {
      await product.database.query({ text: 'alter table sessions_away rename to sessions', values: [] });
    }
    await eventually(async () => {
      expect(lines.filter(({ status }) => status === 500)).toHaveLength(15);
      expect(lines.filter(({ msg, level }) => msg === 'request failed' && level === 'error')).toHaveLength(
        15,
      );
    });
  });
});
