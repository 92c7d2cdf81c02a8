import { gzipSync } from 'node:zlib';
import { callAuth } from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const LARGE = JSON.stringify({ data: 'x'.repeat(1_100_000) });
const BOMB = gzipSync(Buffer.alloc(20_000_000, ' '));
const GZIP = { 'Content-Encoding': 'gzip' };

const MALFORMED: [status: number, body: string | Buffer, headers?: Record<string, string>][] = [
  [413, LARGE],
  [413, BOMB, GZIP],
  [400, '{"email":'],
  [400, 'nul'],
  [400, '[1]'],
  [400, '"text"'],
  [400, '{"a":1}}'],
  [400, '['.repeat(100_000)],
  [400, '\u0000'],
  [400, '{"a":"\u0001"}'],
  [400, 'no gzip', GZIP],
  [400, '{}', { 'Content-Encoding': 'zstd-of-tomorrow' }],
  [400, '{}', { 'Content-Type': 'application/json; charset=latin1' }],
];

/** One body parser serves all routes. `documented-responses` sends malformed requests to each of them. */
describe('malformed request bodies', () => {
  const product = useShared(startTestProduct);

  it('are rejected when too large, not a JSON object or wrongly compressed', async () => {
    for (const [index, [status, body, headers]] of MALFORMED.entries()) {
      const response = await fetch(`${product.url}/api/auth/v1/signup`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json;charset=UTF-8',
          'X-Supabase-Api-Version': '2024-01-01',
          ...headers,
        },
        body,
      });
      const { code } = (await response.json()) as { code?: string };
      const expected = status === 413 ? 'request_entity_too_large' : 'bad_json';
      expect([index, response.status, code]).toEqual([index, status, expected]);
    }
  });

  it('are rejected without a server error when the email contains NUL', async () => {
    for (const email of ['a\0b@example.com', '\0']) {
      const signIn = callAuth(product, 'post', '/token?grant_type=password');
      expect((await signIn.send({ email, password: 'abcdefgh' })).status).toBe(400);
    }
  });
});
