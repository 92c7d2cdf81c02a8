import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { selfSigned } from '../../../test/support/self-signed.js';
import { readSettings } from './settings.js';

const complete = {
  DATABASE_URL: 'postgres://localhost/site',
  REDIS_URL: 'redis://localhost',
  SMTP_URL: 'smtp://localhost',
  AUTH_JWT_KEYS: '',
  AUTH_JWT_SECRET: 'x'.repeat(40),
};
const production = {
  ...complete,
  NODE_ENV: 'production',
  SITE_URL: 'https://site.example',
  APP_URL: 'https://app.example',
  MAIL_FROM: 'hello@site.example',
  STORAGE_DIR: '/srv/files',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const readErrors = (variables: Record<string, string | undefined>) => readSettings(variables).errors ?? [];

const generateKey = (type: 'rsa' | 'ec', bits = 2048): string => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .replaceAll('\n', String.raw`\n`);
};
const [WEAK_KEY, ELLIPTIC_KEY] = [generateKey('rsa', 1024), generateKey('ec')];
const keyWithCertificate = (): { key: string; certificate: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return { key, certificate: selfSigned(publicKey, privateKey) };
};
const [{ key: KEY, certificate: CERTIFICATE }, { key: OTHER_KEY, certificate: OTHER_CERTIFICATE }] = [
  keyWithCertificate(),
  keyWithCertificate(),
] as const;
const SAML_NAMES = ['AUTH_SAML_PRIVATE_KEY', 'AUTH_SAML_CERTIFICATE'];

describe('settings', () => {
  it('require only the external services and secrets; everything else has a default', () => {
    const { settings } = readSettings(complete);
    expect(settings).toMatchObject({
      port: 3000,
      siteUrl: 'http://localhost:3000',
      productName: 'the product',
      rateLimits: true,
    });
    expect(settings?.stripe).toMatchObject({ sandbox: true, publishableKey: 'pk_test_sandbox' });
  });

  it('name the sender after the product unless MAIL_FROM names it', () => {
    const readSender = (variables: Record<string, string>) =>
      readSettings({ ...complete, ...variables }).settings?.mail.from;
    expect(readSender({})).toEqual({ name: 'the product', address: 'no-reply@example.com' });
    expect(readSender({ PRODUCT_NAME: 'Foo\\', MAIL_FROM: 'hello@localhost' })).toEqual({
      name: 'Foo\\',
      address: 'hello@localhost',
    });
    expect(readSender({ MAIL_FROM: '"Acme, Inc." <hello@acme.example>' })).toEqual({
      name: 'Acme, Inc.',
      address: 'hello@acme.example',
    });
  });

  it.each([
    ['MAIL_FROM', 'not an address'],
    ['MAIL_FROM', 'a@example.com, b@example.com'],
    ['MAIL_FROM', 'Acme <hello>'],
    ['SUPPORT_EMAIL', 'support'],
    ['PRODUCT_NAME', 'two\nlines'],
    ['TRUSTED_PROXIES', '10.0.0.1, proxy'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ])('reject %s=%j', (name, value) => {
    expect(readErrors({ ...complete, [name]: value })).toEqual([expect.stringMatching(`^${name} must be `)]);
  });

  it('accept addresses, ranges and names of ranges as trusted proxies', () => {
    const proxies = ['loopback', '10.0.0.1', 'fd00::/8'];
    const { settings } = readSettings({ ...complete, TRUSTED_PROXIES: proxies.join(', ') });
    expect(settings?.trustedProxies).toEqual(proxies);
  });

  it('listen on loopback in development and on every address in production, unless HOST is set', () => {
    const readHosts = (variables: Record<string, string>) => readSettings(variables).settings?.hosts;
    expect(readHosts(complete)).toEqual(['127.0.0.1', '::1']);
    expect(readHosts(production)).toEqual([undefined]);
    expect(readHosts({ ...complete, HOST: '0.0.0.0' })).toEqual(['0.0.0.0']);
    expect(readHosts({ ...production, HOST: 'localhost' })).toEqual(['127.0.0.1', '::1']);
    expect(readErrors({ ...complete, HOST: 'x86_64-linux-gnu' })).toEqual([
      'HOST must be an IP address or localhost',
    ]);
  });

  it('report all errors at once, each with the name of its variable', () => {
    const errors = readErrors({
      ...complete,
      PORT: 'eighty',
      DATABASE_URL: undefined,
      RATE_LIMITS: 'maybe',
      WORKER_QUEUES: 'mail,post',
    });
    expect(errors).toHaveLength(4);
    for (const name of ['PORT', 'DATABASE_URL', 'RATE_LIMITS', 'WORKER_QUEUES']) {
      expect(errors.some((error) => error.startsWith(name))).toBe(true);
    }
  });

  it('never include a value in an error, because it may be a secret', () => {
    const errors = readErrors({
      ...complete,
      AUTH_JWT_SECRET: 'hunter2',
      AUTH_JWT_KEYS: 'hunter2',
      SMTP_URL: 'hunter2',
    });
    expect(errors).toHaveLength(3);
    expect(errors.join()).not.toContain('hunter2');
  });

  describe('of AUTH_JWT_KEYS', () => {
    const jwk = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid });
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const ed = generateKeyPairSync('ed25519');
    const errorsWith = (...keys: object[]) =>
      readErrors({ ...complete, AUTH_JWT_KEYS: JSON.stringify({ keys }) });

    it('accept ES256 and RS256 for signing, and Ed25519 and public keys for verifying', () => {
      expect(errorsWith(jwk(ec.privateKey, 'a'), jwk(ed.privateKey, 'b'), jwk(rsa.publicKey, 'c'))).toEqual(
        [],
      );
      expect(errorsWith({ ...jwk(rsa.privateKey, 'a'), alg: 'RS256', use: 'sig' })).toEqual([]);
    });

    it.each<[string, object[], string]>([
      ['an Ed25519 key that would sign', [jwk(ed.privateKey, 'a')], 'a private ES256 or RS256 key'],
      ['a public key that would sign', [jwk(ec.publicKey, 'a')], 'a private ES256 or RS256 key'],
      ['a key without a kid', [ec.privateKey.export({ format: 'jwk' })], 'kid'],
      ['two keys with the same kid', [jwk(ec.privateKey, 'a'), jwk(rsa.privateKey, 'a')], 'kid'],
      ['another algorithm', [{ ...jwk(rsa.privateKey, 'a'), alg: 'RS512' }], 'RS256'],
      ['a symmetric key', [jwk(ec.privateKey, 'a'), { kty: 'oct', k: 'AAAA', kid: 'b' }], 'RS256'],
      ['another curve', [jwk(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey, 'a')], 'ES256'],
      ['a short RSA key', [jwk(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey, 'a')], '2048'],
      ['a damaged key', [{ ...jwk(ec.privateKey, 'a'), x: 'AAAA' }], 'AUTH_JWT_KEYS'],
    ])('reject %s', (_, keys, reason) => {
      const errors = errorsWith(...keys);
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatch(/^AUTH_JWT_KEYS/);
      expect(errors[0]).toContain(reason);
    });
  });

  it.each([
    ['analytics over http', { ANALYTICS_URL: 'http://count.example/script.js' }, 'ANALYTICS_URL'],
    ['the payment sandbox', { STRIPE_SECRET_KEY: undefined }, 'STRIPE_SECRET_KEY'],
    ["the sandbox's webhook secret", { STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' }, 'STRIPE_WEBHOOK_SECRET'],
    ['a site over http', { SITE_URL: 'http://site.example' }, 'SITE_URL'],
    ['disabled rate limits', { RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
    ['a well-known secret', { AUTH_JWT_SECRET: `changeme${'x'.repeat(40)}` }, 'AUTH_JWT_SECRET'],
    ['the emulator app', { APP_URL: undefined }, 'APP_URL'],
    ['an unset storage folder', { STORAGE_DIR: undefined }, 'STORAGE_DIR'],
    ['S3 without a bucket', { STORAGE_BACKEND: 's3' }, 'STORAGE_S3_BUCKET'],
    ['an S3 bucket that is a URL', { STORAGE_S3_BUCKET: 'https://files' }, 'STORAGE_S3_BUCKET'],
    [
      'an S3 access key without its secret',
      { STORAGE_S3_BUCKET: 'files', STORAGE_S3_ACCESS_KEY_ID: 'a' },
      'STORAGE_S3_SECRET_ACCESS_KEY',
    ],
    ['an unknown storage backend', { STORAGE_BACKEND: 'tape' }, 'STORAGE_BACKEND'],
    ['cheap password hashes', { AUTH_PASSWORD_HASH_MEMORY_KIB: '1024' }, 'AUTH_PASSWORD_HASH_MEMORY_KIB'],
    ['a short secret for signed URLs', { STORAGE_SIGNING_SECRET: 'short' }, 'STORAGE_SIGNING_SECRET'],
  ])('reject %s in production', (_, change, name) => {
    expect(readErrors(production)).toEqual([]);
    expect(readErrors({ ...production, ...change }).join()).toContain(name);
  });

  it("bind WebAuthn credentials to the site's host, unless another RP ID is set", () => {
    const webauthn = (variables: Record<string, string>) =>
      readSettings({ ...complete, SITE_URL: 'https://www.site.example', ...variables }).settings?.auth
        .webauthn;
    expect(webauthn({})).toEqual({ rpId: 'www.site.example', origins: ['https://www.site.example'] });
    const wider = {
      AUTH_WEBAUTHN_RP_ID: 'site.example',
      AUTH_WEBAUTHN_ORIGINS: 'https://www.site.example,https://app.site.example',
    };
    expect(webauthn(wider)?.origins).toHaveLength(2);
    for (const origins of ['https://site.example.evil.example', 'https://notsite.example', 'site.example']) {
      const errors = readErrors({ ...complete, ...wider, AUTH_WEBAUTHN_ORIGINS: origins });
      expect(errors.join()).toContain('AUTH_WEBAUTHN_ORIGINS');
    }
  });

  it('read the S3 settings by the names of 0.2.0, unless their present names are set', () => {
    const bucketWith = (variables: Record<string, string>) =>
      readSettings({ ...complete, STORAGE_BACKEND: 's3', ...variables }).settings?.storage.s3?.bucket;
    expect(bucketWith({ S3_BUCKET: 'former' })).toBe('former');
    expect(bucketWith({ S3_BUCKET: 'former', STORAGE_S3_BUCKET: '' })).toBe('former');
    expect(bucketWith({ S3_BUCKET: 'former', STORAGE_S3_BUCKET: 'files' })).toBe('files');
  });

  it("accept a worker's queues in any order and drop duplicates", () => {
    expect(
      readSettings({ ...complete, WORKER_QUEUES: 'email, events,email' }).settings?.worker.queues,
    ).toEqual(['events', 'email']);
  });

  it('include built-in providers with a client ID and custom issuers by name', () => {
    const { settings } = readSettings({
      ...complete,
      AUTH_GOOGLE_CLIENT_ID: 'web, ios',
      AUTH_OIDC_PROVIDERS: 'acme',
      AUTH_ACME_ISSUER: 'https://acme.example/realms/one/',
      AUTH_ACME_CLIENT_ID: 'site',
      AUTH_ACME_SKIP_NONCE_CHECK: 'on',
      AUTH_GITHUB_CLIENT_ID: 'site',
      AUTH_GITHUB_CLIENT_SECRET: 'x',
    });
    expect(settings?.auth.providers).toEqual([
      {
        name: 'google',
        kind: 'openid',
        clientIds: ['web', 'ios'],
        clientSecret: undefined,
        url: 'https://accounts.google.com',
        skipNonceCheck: false,
      },
      expect.objectContaining({
        name: 'acme',
        url: 'https://acme.example/realms/one/',
        skipNonceCheck: true,
      }),
      expect.objectContaining({ name: 'github', kind: 'github', url: 'https://github.com' }),
    ]);
  });

  it.each([
    [{ AUTH_OIDC_PROVIDERS: 'acme' }, ['AUTH_ACME_CLIENT_ID', 'AUTH_ACME_ISSUER']],
    [{ AUTH_OIDC_PROVIDERS: 'Acme Inc' }, ['AUTH_OIDC_PROVIDERS']],
    [{ AUTH_OIDC_PROVIDERS: 'google' }, ['AUTH_OIDC_PROVIDERS']],
    [{ AUTH_OIDC_PROVIDERS: 'email' }, ['AUTH_OIDC_PROVIDERS']],
    [{ AUTH_GITHUB_CLIENT_ID: 'site' }, ['AUTH_GITHUB_CLIENT_SECRET']],
    [{ AUTH_AZURE_CLIENT_ID: 'site', AUTH_AZURE_ISSUER: 'x' }, ['AUTH_AZURE_ISSUER']],
    [
      {
        AUTH_GOOGLE_CLIENT_ID: 'site',
        AUTH_GOOGLE_ISSUER: 'https://accounts.google.com/.well-known/openid-configuration',
      },
      ['AUTH_GOOGLE_ISSUER'],
    ],
  ])('reject an incomplete or invalid provider: %j', (variables, names) => {
    const errors = readErrors({ ...complete, ...variables });
    expect(errors.map((error) => error.split(' ')[0])).toEqual(names);
  });

  it.each([
    [{ AUTH_SAML_PRIVATE_KEY: KEY }, ['AUTH_SAML_CERTIFICATE']],
    [{ AUTH_SAML_PRIVATE_KEY: 'no key', AUTH_SAML_CERTIFICATE: 'none' }, SAML_NAMES],
    [{ AUTH_SAML_PRIVATE_KEY: WEAK_KEY, AUTH_SAML_CERTIFICATE: 'none' }, SAML_NAMES],
    [{ AUTH_SAML_PRIVATE_KEY: ELLIPTIC_KEY, AUTH_SAML_CERTIFICATE: 'none' }, SAML_NAMES],
    [{ AUTH_SAML_PRIVATE_KEY: `${KEY},${WEAK_KEY}`, AUTH_SAML_CERTIFICATE: 'none' }, SAML_NAMES],
    [{ AUTH_SAML_PRIVATE_KEY: ',', AUTH_SAML_CERTIFICATE: CERTIFICATE }, ['AUTH_SAML_PRIVATE_KEY']],
    [
      { AUTH_SAML_PRIVATE_KEY: `${KEY},${OTHER_KEY}`, AUTH_SAML_CERTIFICATE: CERTIFICATE },
      ['AUTH_SAML_CERTIFICATE'],
    ],
    [
      {
        AUTH_SAML_PRIVATE_KEY: `${OTHER_KEY},${KEY}`,
        AUTH_SAML_CERTIFICATE: `${CERTIFICATE},${OTHER_CERTIFICATE}`,
      },
      ['AUTH_SAML_CERTIFICATE'],
    ],
  ])('reject invalid SAML keys and certificates', (variables, names) => {
    const errors = readErrors({ ...complete, ...variables });
    expect(errors.map((error) => error.split(' ')[0])).toEqual(names);
    expect(errors.join()).not.toContain(KEY.slice(30, 60));
  });

  it('accept several SAML keys, each with its certificate', () => {
    const keys = { AUTH_SAML_PRIVATE_KEY: `${KEY},${OTHER_KEY}` };
    const certificates = { AUTH_SAML_CERTIFICATE: `${CERTIFICATE},${OTHER_CERTIFICATE}` };
    const { settings } = readSettings({ ...complete, ...keys, ...certificates });
    const [newest, older] = settings!.auth.samlKeys;
    expect(settings!.auth.samlKeys).toHaveLength(2);
    expect(newest!.certificate).toContain(CERTIFICATE.slice(0, 60));
    expect(older!.certificate).toContain(OTHER_CERTIFICATE.slice(0, 60));
    expect(readSettings(complete).settings!.auth.samlKeys).toEqual([]);
  });

  it('require MFA for staff in production, unless configured otherwise', () => {
    const required = (variables: Record<string, string>) => readSettings(variables).settings?.adminRequireMfa;
    expect([required(complete), required(production)]).toEqual([false, true]);
    expect(required({ ...complete, ADMIN_REQUIRE_MFA: 'on' })).toBe(true);
    expect(required({ ...production, ADMIN_REQUIRE_MFA: 'off', AUTH_MFA_TOTP: 'off' })).toBe(false);
    expect(required({ ...production, AUTH_MFA_TOTP: 'off', AUTH_MFA_WEBAUTHN: 'on' })).toBe(true);
    expect(readErrors({ ...production, AUTH_MFA_TOTP: 'off' }).join()).toMatch(
      /^ADMIN_REQUIRE_MFA needs a second factor that staff can enroll: turn on AUTH_MFA_TOTP/,
    );
  });

  it('trust no other issuers unless they are listed', () => {
    const issuers = (listed?: string) =>
      readSettings({ ...complete, AUTH_JWT_ISSUERS: listed }).settings?.auth.trustedIssuers;
    expect([issuers(), issuers('')]).toEqual([[], []]);
    expect(issuers('https://old.example/auth/v1, demo')).toEqual(['https://old.example/auth/v1', 'demo']);
  });

  it('allow private networks for registered URLs only in development, unless configured otherwise', () => {
    const privateNetworks = (variables: Record<string, string>) =>
      readSettings(variables).settings?.auth.privateNetworks;
    expect(privateNetworks(complete)).toBe(true);
    expect(privateNetworks(production)).toBe(false);
    expect(privateNetworks({ ...production, AUTH_PRIVATE_NETWORKS: 'on' })).toBe(true);
    expect(privateNetworks({ ...complete, AUTH_PRIVATE_NETWORKS: 'off' })).toBe(false);
  });

  it('reject a provider over http in production', () => {
    const issuer = { AUTH_AZURE_CLIENT_ID: 'site', AUTH_AZURE_ISSUER: 'http://issuer.example' };
    expect(readErrors({ ...complete, ...issuer })).toEqual([]);
    expect(readErrors({ ...production, ...issuer })).toEqual([expect.stringMatching(/^AUTH_AZURE_ISSUER /)]);
  });
});
