import request from 'supertest';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

describe('a request for an unknown route or method', () => {
  const product = useShared(startTestProduct);

  it.each([
    ['get', '/api/functions/v1/create-payment-intent', 'POST, OPTIONS'],
    ['put', '/api/functions/v1/share-story/', 'POST, OPTIONS'],
    ['delete', '/api/functions/v1/get-stripe-config', 'GET, POST, HEAD, OPTIONS'],
    ['post', '/api/health/live', 'GET, HEAD, OPTIONS'],
    ['patch', '/api/admin/v1/emails/0190b5a0-0000-7000-8000-000000000001', 'GET, HEAD, OPTIONS'],
    ['post', '/api/docs', 'GET, HEAD, OPTIONS'],
  ] as const)('lists the methods of the route: %s %s', async (method, path, allowed) => {
    const response = await request(product.url)[method](path).expect(405);
    expect(response.get('Allow')!.split(', ').toSorted()).toEqual(allowed.split(', ').toSorted());
    expect(response.body).toMatchObject({ statusCode: 405, code: 'method_not_allowed' });
    expect(response.body.message).toContain(`${method.toUpperCase()} isn't supported at this URL. Use `);
    expect(response.body.requestId).toBe(response.get('X-Request-Id'));
  });

  it('lists the allowed methods without revealing permissions, and has no body for HEAD', async () => {
    const response = await request(product.url).head('/api/functions/v1/create-payment-intent').expect(405);
    expect(response.get('Allow')).toBe('POST, OPTIONS');
    expect(response.text).toBeUndefined();
  });

  it.each([
    ['get', '/api/functions/v1/no-such-function'],
    ['post', '/api/no/such/thing'],
    ['get', '/api'],
    ['get', '/api/admin/v1/emails/a/b/c'],
  ] as const)('gets 404: %s %s', async (method, path) => {
    const response = await request(product.url)[method](path).expect(404);
    expect(response.body).toMatchObject({ statusCode: 404, code: 'not_found' });
    expect(response.body.requestId).toBe(response.get('X-Request-Id'));
    expect(response.get('Allow')).toBeUndefined();
  });

  it('gets the error format of the auth protocol under its prefix', async () => {
    const response = await request(product.url).delete('/api/auth/v1/user').expect(404);
    expect(response.body).toMatchObject({ error_code: 'feature_disabled' });
  });
});
