import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { decodeProtectedHeader, SignJWT, type JWTPayload } from 'jose';
import { authClient, callAuth, createConfirmedUser, signIn } from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid });
const RSA = generateKeyPairSync('rsa', { modulusLength: 2048 });
const EC = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const ED = generateKeyPairSync('ed25519');
/** The keys of a migrated project. Only the public half of the last one is configured. */
const KEYS = [
  { ...jwk(RSA.privateKey, 'rsa'), alg: 'RS256' },
  jwk(EC.privateKey, 'ec'),
  jwk(ED.publicKey, 'ed'),
];
const SIGNERS = [
  { alg: 'RS256', kid: 'rsa', key: RSA.privateKey },
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
  const product = useFixture(startTestProduct, { AUTH_JWT_KEYS: JSON.stringify({ keys: KEYS }) });
  let token: string;
  let claims: JWTPayload;
  beforeAll(async () => {
    const user = await createConfirmedUser(product);
    token = (await signIn(product, user).expect(200)).body.access_token;
    claims = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString());
  });

  const getStatus = async (bearer: string) => (await callAuth(product, 'get', '/user', bearer)).status;

  it('issues tokens that the client library verifies with the published key', async () => {
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'RS256', kid: 'rsa', typ: 'JWT' });
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
        { kid: 'rsa', alg: 'RS256', key: RSA.publicKey },
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

  it('accepts no other algorithm for a key, and no key from another set', async () => {
    const publicPem = createPublicKey(
      createPrivateKey(RSA.privateKey.export({ type: 'pkcs8', format: 'pem' })),
    )
      .export({ type: 'spki', format: 'pem' })
      .toString();
    const forged = [
      { alg: 'PS256', kid: 'rsa', key: RSA.privateKey },
      { alg: 'RS512', kid: 'rsa', key: RSA.privateKey },
      { alg: 'RS256', kid: 'ec', key: RSA.privateKey },
      { alg: 'HS256', kid: 'rsa', key: new TextEncoder().encode(publicPem) },
      { alg: 'RS256', kid: 'rsa', key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey },
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
});
