import { readFile } from 'node:fs/promises';
import request from 'supertest';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

describe('operational endpoints', () => {
  const product = useShared(startTestProduct);

  it('report liveness and readiness while all dependencies are up', async () => {
    const { version } = JSON.parse(await readFile(new URL('../../../package.json', import.meta.url), 'utf8'));
    await request(product.url).get('/api/health/live').expect(200, { status: 'live', version });
    await request(product.url)
      .get('/api/health/ready')
      .expect(200, { status: 'ready', parts: { database: 'up', redis: 'up' }, warnings: [] });
  });

  it('expose metrics to loopback, but not through a proxy', async () => {
    const response = await request(product.url).get('/api/metrics').expect(200);
    expect(response.text).toMatch(/^outbox_lag_seconds\{queue="email"\} \d+$/m);
    expect(response.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const rejected = await request(product.url).get('/api/metrics').set('X-Forwarded-For', '127.0.0.1');
    expect(rejected.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(rejected.body).toEqual({
      statusCode: 403,
      code: 'forbidden',
      message: 'Metrics are available to operators only.',
      requestId: rejected.headers['x-request-id'],
    });
  });
});
