import { importJWK, SignJWT, type JWK, type JWTPayload } from 'jose';
import {
  AUTOCONFIRM_WITHOUT_KEYS,
  callAuth,
  createConfirmedUser,
  signIn,
  type TestUser,
} from '../support/auth.js';
import { adminClient } from '../support/service-key.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';
import { TEST_SIGNING_KEYS } from '../support/test-settings.js';

const OTHER_ISSUER = 'https://earlier.example/auth/v1';
const OUR_ISSUER = 'http://localhost:3000/api/auth/v1';
const HOUR_MS = 3_600_000;

/** Signs with one of the installation's keys; undefined claims are omitted. */
async function signedByKey(claims: JWTPayload, kid: 'newest' | 'older' = 'newest'): Promise<string> {
  const key = TEST_SIGNING_KEYS[kid === 'newest' ? 0 : 1] as JWK;
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .sign(await importJWK(key, 'ES256'));
}

function signedBySecret(product: TestProduct, claims: JWTPayload): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .sign(new TextEncoder().encode(product.settings.auth.sharedSecret));
}

async function createSession(
  product: TestProduct,
): Promise<{ user: TestUser; token: string; claims: JWTPayload }> {
  const user = await createConfirmedUser(product);
  const token = (await signIn(product, user).expect(200)).body.access_token as string;
  const claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as JWTPayload;
  return { user, token, claims };
}

/** The responses of the auth protocol and of the product API to a user token. */
async function responsesTo(product: TestProduct, token: string): Promise<string[]> {
  const { status, body } = await callAuth(product, 'get', '/user', token);
  const own = await fetch(`${product.url}/api/account/v1/sessions`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return [`${status} ${body.code ?? 'user'}`, String(own.status)];
}

describe('a user token with a valid signature', () => {
  const REJECTED = ['403 bad_jwt', '401'];
  const ACCEPTED = ['200 user', '200'];
  const product = useShared(startTestProduct);
  let claims: JWTPayload;
  let token: string;
  beforeAll(async () => {
    ({ claims, token } = await createSession(product));
  });

  it("is accepted from our issuer for the user's audience", async () => {
    expect(claims).toMatchObject({ iss: OUR_ISSUER, aud: 'authenticated' });
    const among = await signedByKey({ ...claims, aud: ['authenticated', 'reports'] });
    const same = await signedByKey(claims);
    for (const good of [token, same, among]) expect(await responsesTo(product, good)).toEqual(ACCEPTED);
  });

  // `auth-attacks` has tokens from another issuer and for another audience.
  it.each<[string, JWTPayload]>([
    ['from an issuer that starts like ours', { iss: `${OUR_ISSUER}/` }],
    ['without an issuer', { iss: undefined }],
    ['for several other audiences', { aud: ['reports', 'authenticated2'] }],
    ['without an audience', { aud: undefined }],
    ['for an empty list of audiences', { aud: [] }],
    ['without an expiry', { exp: undefined }],
  ])('is rejected %s', async (_, change) => {
    const forged = await signedByKey({ ...claims, ...change });
    for (let times = 0; times < 2; times++) expect(await responsesTo(product, forged)).toEqual(REJECTED);
  });

  it("is rejected as soon as the user's audience changes; the next token is accepted", async () => {
    const { user, token: earlier } = await createSession(product);
    expect(await responsesTo(product, earlier)).toEqual(ACCEPTED);
    const admin = await adminClient(product);
    expect((await admin.updateUserById(user.id, { aud: 'partners' } as object)).error).toBeNull();
    expect(await responsesTo(product, earlier)).toEqual(REJECTED);
    const { body } = await signIn(product, user).expect(200);
    expect(await responsesTo(product, body.access_token)).toEqual(ACCEPTED);
  });

  it('grants no service access through its role claim', async () => {
    for (const change of [
      { role: 'service_role' },
      { role: 'service_role', iss: undefined, aud: undefined },
    ]) {
      const forged = await signedByKey({ ...claims, ...change });
      expect((await callAuth(product, 'get', '/admin/users', forged)).status).toBe(403);
    }
    const withoutSubject = await signedByKey({ ...claims, sub: undefined, iss: OTHER_ISSUER });
    expect((await callAuth(product, 'get', '/user', withoutSubject).expect(403)).body.code).toBe('bad_jwt');
  });
});

describe.each([
  ['with signing keys', {}],
  ['with the shared secret alone', AUTOCONFIRM_WITHOUT_KEYS],
])('an API key %s', (_, variables) => {
  const product = useShared(startTestProduct, variables);

  const signers = (): ((claims: JWTPayload) => Promise<string>)[] => {
    const bySecret = (claims: JWTPayload) => signedBySecret(product, claims);
    if (product.settings.auth.jwtKeys.length === 0) return [bySecret];
    return [bySecret, (claims) => signedByKey(claims), (claims) => signedByKey(claims, 'older')];
  };
  const secondsFromNow = (milliseconds: number) =>
    Math.floor((product.clock.now().getTime() + milliseconds) / 1000);

  it('is valid with or without an expiry, for any issuer and audience', async () => {
    const claims = [
      {},
      { exp: secondsFromNow(HOUR_MS) },
      { iss: 'supabase-demo' },
      { iss: OTHER_ISSUER, aud: 'anything', ref: 'project' },
      { iss: OUR_ISSUER, aud: ['one', 'two'], exp: secondsFromNow(HOUR_MS) },
    ];
    for (const [index, rest] of claims.entries()) {
      const sign = signers()[index % signers().length]!;
      const service = await sign({ role: 'service_role', ...rest });
      for (let times = 0; times < 2; times++)
        expect((await callAuth(product, 'get', '/admin/users', service)).status).toBe(200);
      const anon = await callAuth(product, 'get', '/user', await sign({ role: 'anon', ...rest }));
      expect([anon.status, anon.body.message]).toEqual([403, 'invalid claim: missing sub claim']);
    }
  });

  it('is rejected after it expires, and for another role', async () => {
    for (const sign of signers()) {
      const ended = await sign({ role: 'service_role', exp: secondsFromNow(-1000) });
      expect((await callAuth(product, 'get', '/admin/users', ended).expect(403)).body.code).toBe('bad_jwt');
      const other = await sign({ role: 'authenticated' });
      expect((await callAuth(product, 'get', '/admin/users', other)).status).toBe(403);
    }
  });
});
