import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { callAuth, createConfirmedUser, signIn } from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';
import { listOperations, readDocument, type Operation } from '../support/openapi.js';
import { signClientKey } from '../support/service-key.js';

const PREFIX = '/api/auth/v1';
const LARGE = JSON.stringify({ data: 'x'.repeat(1_100_000) });
const BOMB = gzipSync(Buffer.alloc(20_000_000, ' '));
const GZIP = { 'Content-Encoding': 'gzip' };

/** One body parser serves all routes, so each gets one of these. `documented-responses` sends many more. */
const MALFORMED: [status: number, body: string | Buffer, headers?: Record<string, string>][] = [
  [413, LARGE],
  [413, BOMB, GZIP],
  [400, '{"email":'],
  [400, 'nul'],
  [400, '{"a":1}}'],
  [400, '['.repeat(100_000)],
  [400, '\u0000'],
  [400, '{"a":"\u0001"}'],
  [400, 'no gzip', GZIP],
  [400, '{}', { 'Content-Encoding': 'zstd-of-tomorrow' }],
  [400, '{}', { 'Content-Type': 'application/json; charset=latin1' }],
];
/** Routes without body fields ignore them. */
const NO_OBJECTS = ['[1]', '"text"'];

describe('malformed request bodies', () => {
  const product = useFixture(startTestProduct, {
    AUTH_ANONYMOUS_ENABLED: 'on',
    AUTH_MFA_WEBAUTHN: 'on',
    AUTH_SAML: 'on',
  });
  let operations: Operation[];
  let serviceKey: string;
  let token: string;
  beforeAll(async () => {
    operations = listOperations(await readDocument(product.url)).filter(
      ({ method, path, body }) =>
        path.startsWith(PREFIX) && method !== 'GET' && body?.type !== 'application/x-www-form-urlencoded',
    );
    serviceKey = await signClientKey('service_role');
    token = (await signIn(product, await createConfirmedUser(product)).expect(200)).body.access_token;
  });

  /** With a token that may call the route, so that only the body can be rejected. */
  const send = async ({ method, path }: Operation, body: string | Buffer, headers = {}) => {
    const bearer = /\/(admin|invite)(\/|$)/.test(path) ? serviceKey : token;
    const response = await fetch(product.url + path.replaceAll(/\{\w+\}/g, randomUUID()), {
      method,
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json;charset=UTF-8',
        'X-Supabase-Api-Version': '2024-01-01',
        Authorization: `Bearer ${bearer}`,
        ...headers,
      },
      body,
    });
    return [response.status, ((await response.json()) as { code?: string }).code];
  };

  it('are rejected by every route when too large, not JSON or wrongly compressed', async () => {
    expect(operations.length).toBeGreaterThan(30);
    for (const [index, operation] of operations.entries()) {
      const [status, body, headers] = MALFORMED[index % MALFORMED.length]!;
      const [received, code] = await send(operation, body, headers);
      const expected = status === 413 ? 'request_entity_too_large' : 'bad_json';
      expect([operation.id, index, received, code]).toEqual([operation.id, index, status, expected]);
    }
  });

  it('are rejected by routes with fields when not a JSON object', async () => {
    const withFields = operations.filter(({ body }) => body !== undefined);
    expect(withFields.length).toBeGreaterThan(20);
    for (const [index, operation] of withFields.entries()) {
      const received = await send(operation, NO_OBJECTS[index % NO_OBJECTS.length]!);
      expect([operation.id, ...received]).toEqual([operation.id, 400, 'bad_json']);
    }
  });

  it('are rejected without a server error when the email contains NUL', async () => {
    for (const email of ['a\0b@example.com', '\0']) {
      const signIn = callAuth(product, 'post', '/token?grant_type=password');
      expect((await signIn.send({ email, password: 'abcdefgh' })).status).toBe(400);
    }
  });
});
