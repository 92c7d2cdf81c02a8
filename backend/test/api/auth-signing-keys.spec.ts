import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, SignJWT, type JWTPayload } from 'jose';
import {
  authClient,
  callAuth,
  createConfirmedUser,
  createMetadata,
  PASSWORD,
  signIn,
} from '../support/auth.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid });
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ED = generateKeyPairSync('ed25519');
const DEFAULT_LIMIT = 4000;
/** Of a header, including its name: the least that Apache, nginx and HAProxy accept by default. */
const PROXY_LIMIT = 8190;
/** As long as a UUID. */
const RSA_KID = 'rsa'.padEnd(36, '-');
const EARLIER_ISSUER = 'https://earlier.example/auth/v1';
/** The keys of a migrated project. Only the public half of the last one is configured. */
const KEYS = [
  { ...jwk(RSA.privateKey, RSA_KID), alg: 'RS256' },
  jwk(EC.privateKey, 'ec'),
  jwk(ED.publicKey, 'ed'),
];
const SIGNERS = [
  { alg: 'RS256', kid: RSA_KID, key: RSA.privateKey },
  { alg: 'ES256', kid: 'ec', key: EC.privateKey },
  { alg: 'EdDSA', kid: 'ed', key: ED.privateKey },
];

function signWith(
  { alg, kid, key }: { alg: string; kid: string; key: KeyObject | Uint8Array },
  claims: JWTPayload,
): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg, kid, typ: 'JWT' }).sign(key);
}

describe('an installation that signs with RS256', () => {
  const product = useFixture(startTestProduct, {
    AUTH_JWT_KEYS: JSON.stringify({ keys: KEYS }),
    AUTH_JWT_ISSUERS: `https://first.example, ${EARLIER_ISSUER}`,
  });
  let token: string;
  let claims: JWTPayload;
  beforeAll(async () => {
    const user = await createConfirmedUser(product);
    token = (await signIn(product, user).expect(200)).body.access_token;
    claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  });

  const getStatus = async (bearer: string) => (await callAuth(product, 'get', '/user', bearer)).status;

  it('issues tokens that the client library verifies with the published key', async () => {
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: RSA_KID, typ: 'JWT' });
    const calls: string[] = [];
    const { data, error } = await authClient(product, calls).getClaims(token);
    expect(error).toBeNull();
    expect(data?.claims.sub).toBe(claims.sub);
    expect(calls).toEqual(['GET /.well-known/jwks.json']);
    expect(await getStatus(token)).toBe(200);
  });

  it('publishes the public half of every key', async () => {
    const { body } = await callAuth(product, 'get', '/.well-known/jwks.json').expect(200);
    const common = { use: 'sig', key_ops: ['verify'], ext: true };
    expect(body.keys).toEqual(
      [
        { kid: RSA_KID, alg: 'RS256', key: RSA.publicKey },
        { kid: 'ec', alg: 'ES256', key: EC.publicKey },
        { kid: 'ed', alg: 'EdDSA', key: ED.publicKey },
      ].map(({ key, ...names }) => ({ ...key.export({ format: 'jwk' }), ...names, ...common })),
    );
  });

  it.each(SIGNERS)('accepts tokens signed with $alg', async (signer) => {
    expect(await getStatus(await signWith(signer, claims))).toBe(200);
    for (const role of ['service_role', 'supabase_admin'])
      expect((await callAuth(product, 'get', '/admin/users', await signWith(signer, { role }))).status).toBe(
        200,
      );
    const anon = await callAuth(product, 'get', '/user', await signWith(signer, { role: 'anon' })).expect(
      403,
    );
    expect(anon.body.message).toBe('invalid claim: missing sub claim');
  });

  it('accepts tokens of its own issuer and of those in AUTH_JWT_ISSUERS, for its own audience', async () => {
    const statusWith = async (changed: JWTPayload) =>
      getStatus(await signWith(SIGNERS[1]!, { ...claims, ...changed }));
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ iss: EARLIER_ISSUER })).toBe(200);
    expect(await statusWith({ iss: 'https://third.example' })).toBe(403);
    expect(await statusWith({ iss: EARLIER_ISSUER, aud: 'reports' })).toBe(403);
  });

  it('accepts no other algorithm for a key, and no key from another set', async () => {
    const publicPem = createPublicKey(
      createPrivateKey(RSA.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    )
      .export({ type: 'spki', format: 'pem' })
      .toString();
    const forged = [
      { alg: 'PS256', kid: RSA_KID, key: RSA.privateKey },
      { alg: 'RS512', kid: RSA_KID, key: RSA.privateKey },
      { alg: 'RS256', kid: 'ec', key: RSA.privateKey },
      { alg: 'HS256', kid: RSA_KID, key: new TextEncoder().encode(publicPem) },
      { alg: 'RS256', kid: RSA_KID, key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
      { alg: 'EdDSA', kid: 'ed', key: generateKeyPairSync('ed25519').privateKey },
    ];
    for (const signer of forged) expect(await getStatus(await signWith(signer, claims))).toBe(403);
  });

  it('accepts supabase_admin keys signed by the secret, and no user with that role', async () => {
    const secret = new TextEncoder().encode(product.settings.auth.sharedSecret);
    const key = await signWith({ alg: 'HS256', kid: '', key: secret }, { role: 'supabase_admin' });
    expect((await callAuth(product, 'get', '/admin/users', key)).status).toBe(200);
    const user = await signWith(SIGNERS[0]!, { ...claims, role: 'supabase_admin' });
    expect((await callAuth(product, 'get', '/admin/users', user)).status).toBe(403);
  });

  it('issues tokens that fit in a header that proxies accept, with the most metadata and the longest fields', async () => {
    const user = {
      email: `${'e'.repeat(64)}@${'d'.repeat(63)}.${'d'.repeat(63)}.${'d'.repeat(57)}.com`,
      phone: '123456789012345',
      password: PASSWORD,
      email_confirm: true,
      aud: 'a'.repeat(63),
      role: 'r'.repeat(63),
      user_metadata: createMetadata(DEFAULT_LIMIT / 2),
    };
    const service = await signClientKey('service_role');
    const created = await callAuth(product, 'post', '/admin/users', service).send(user).expect(200);
    const { user_metadata, app_metadata } = created.body;
    const used = Buffer.byteLength(JSON.stringify(user_metadata) + JSON.stringify(app_metadata));
    const app = createMetadata(DEFAULT_LIMIT - used + 1);
    await callAuth(product, 'put', `/admin/users/${created.body.id}`, service)
      .send({ app_metadata: app })
      .expect(200);
    const { access_token: token } = (await signIn(product, user).expect(200)).body;
    expect(`Authorization: Bearer ${token}`.length).toBeLessThanOrEqual(PROXY_LIMIT);
    await callAuth(product, 'post', '/logout', token).expect(204);
  });
});
