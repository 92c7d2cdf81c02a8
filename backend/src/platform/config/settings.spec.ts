import { generateKeyPairSync } from 'node:crypto';
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
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const errorsOf = (variables: Record<string, string | undefined>) => readSettings(variables).errors ?? [];

const keyOf = (type: 'rsa' | 'ec', bits = 2048): string => {
  const { privateKey } =
    type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: bits })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return privateKey
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()
    .replaceAll('\n', String.raw`\n`);
};
const [WEAK_KEY, ELLIPTIC_KEY] = [keyOf('rsa', 1024), keyOf('ec')];
const certified = (): { key: string; certificate: string } => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
  return { key, certificate: selfSigned(publicKey, privateKey) };
};
const [{ key: KEY, certificate: CERTIFICATE }, { key: OTHER_KEY, certificate: OTHER_CERTIFICATE }] = [
  certified(),
  certified(),
] as const;
const SAML_NAMES = ['AUTH_SAML_PRIVATE_KEY', 'AUTH_SAML_CERTIFICATE'];

describe('settings', () => {
  it('are complete with the parts alone; everything else has its default', () => {
    const { settings } = readSettings(complete);
    expect(settings).toMatchObject({
      port: 3000,
      siteUrl: 'http://localhost:3000',
      productName: 'the product',
      rateLimits: true,
    });
    expect(settings?.stripe).toMatchObject({ sandbox: true, publishableKey: 'pk_test_sandbox' });
  });

  it('listen on loopback alone in development and on every address in production, unless HOST names one', () => {
    const hostsOf = (variables: Record<string, string>) => readSettings(variables).settings?.hosts;
    expect(hostsOf(complete)).toEqual(['127.0.0.1', '::1']);
    expect(hostsOf(production)).toEqual([undefined]);
    expect(hostsOf({ ...complete, HOST: '0.0.0.0' })).toEqual(['0.0.0.0']);
    expect(hostsOf({ ...production, HOST: 'localhost' })).toEqual(['127.0.0.1', '::1']);
    expect(errorsOf({ ...complete, HOST: 'x86_64-linux-gnu' })).toEqual([
      'HOST must be an IP address, or localhost',
    ]);
  });

  it('report every error at once, each by its name', () => {
    const errors = errorsOf({
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

  it('never repeat a value, which may be a secret', () => {
    const errors = errorsOf({
      ...complete,
      AUTH_JWT_SECRET: 'hunter2',
      AUTH_JWT_KEYS: 'hunter2',
      SMTP_URL: 'hunter2',
    });
    expect(errors).toHaveLength(3);
    expect(errors.join()).not.toContain('hunter2');
  });

  it.each([
    ['analytics without encryption', { ANALYTICS_URL: 'http://count.example/script.js' }, 'ANALYTICS_URL'],
    ['the payment sandbox', { STRIPE_SECRET_KEY: undefined }, 'STRIPE_SECRET_KEY'],
    ["the sandbox's webhook secret", { STRIPE_WEBHOOK_SECRET: 'whsec_sandbox' }, 'STRIPE_WEBHOOK_SECRET'],
    ['a site without encryption', { SITE_URL: 'http://site.example' }, 'SITE_URL'],
    ['no limits', { RATE_LIMITS: 'off' }, 'RATE_LIMITS'],
    ['a secret everybody knows', { AUTH_JWT_SECRET: `changeme${'x'.repeat(40)}` }, 'AUTH_JWT_SECRET'],
    ['the emulator app', { APP_URL: undefined }, 'APP_URL'],
  ])('reject %s in production', (_, change, name) => {
    expect(errorsOf(production)).toEqual([]);
    expect(errorsOf({ ...production, ...change }).join()).toContain(name);
  });

  it('bind keys on devices to the host of the site, unless they are told another one', () => {
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
      const errors = errorsOf({ ...complete, ...wider, AUTH_WEBAUTHN_ORIGINS: origins });
      expect(errors.join()).toContain('AUTH_WEBAUTHN_ORIGINS');
    }
  });

  it('take the queues of a worker in any order, once', () => {
    expect(
      readSettings({ ...complete, WORKER_QUEUES: 'email, events,email' }).settings?.worker.queues,
    ).toEqual(['events', 'email']);
  });

  it('know the providers that have a client id, and any issuer by name', () => {
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
  ])('reject a provider that is half configured: %j', (variables, names) => {
    const errors = errorsOf({ ...complete, ...variables });
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
  ])('reject what is no key for directories', (variables, names) => {
    const errors = errorsOf({ ...complete, ...variables });
    expect(errors.map((error) => error.split(' ')[0])).toEqual(names);
    expect(errors.join()).not.toContain(KEY.slice(30, 60));
  });

  it('take several keys for directories, each with its certificate', () => {
    const keys = { AUTH_SAML_PRIVATE_KEY: `${KEY},${OTHER_KEY}` };
    const certificates = { AUTH_SAML_CERTIFICATE: `${CERTIFICATE},${OTHER_CERTIFICATE}` };
    const { settings } = readSettings({ ...complete, ...keys, ...certificates });
    const [newest, older] = settings!.auth.samlKeys;
    expect(settings!.auth.samlKeys).toHaveLength(2);
    expect(newest!.certificate).toContain(CERTIFICATE.slice(0, 60));
    expect(older!.certificate).toContain(OTHER_CERTIFICATE.slice(0, 60));
    expect(readSettings(complete).settings!.auth.samlKeys).toEqual([]);
  });

  it('need a second factor of all staff in production, unless told otherwise', () => {
    const required = (variables: Record<string, string>) => readSettings(variables).settings?.adminRequireMfa;
    expect([required(complete), required(production)]).toEqual([false, true]);
    expect(required({ ...complete, ADMIN_REQUIRE_MFA: 'on' })).toBe(true);
    expect(required({ ...production, ADMIN_REQUIRE_MFA: 'off', AUTH_MFA_TOTP: 'off' })).toBe(false);
    expect(required({ ...production, AUTH_MFA_TOTP: 'off', AUTH_MFA_WEBAUTHN: 'on' })).toBe(true);
    expect(errorsOf({ ...production, AUTH_MFA_TOTP: 'off' }).join()).toMatch(
      /^ADMIN_REQUIRE_MFA needs a second factor that staff can enroll: turn on AUTH_MFA_TOTP/,
    );
  });

  it('trust no other issuer, unless some are named', () => {
    const issuers = (named?: string) =>
      readSettings({ ...complete, AUTH_JWT_ISSUERS: named }).settings?.auth.trustedIssuers;
    expect([issuers(), issuers('')]).toEqual([[], []]);
    expect(issuers('https://old.example/auth/v1, demo')).toEqual(['https://old.example/auth/v1', 'demo']);
  });

  it('call private networks for what is written down later in development alone, unless told otherwise', () => {
    const calls = (variables: Record<string, string>) =>
      readSettings(variables).settings?.auth.privateNetworks;
    expect(calls(complete)).toBe(true);
    expect(calls(production)).toBe(false);
    expect(calls({ ...production, AUTH_PRIVATE_NETWORKS: 'on' })).toBe(true);
    expect(calls({ ...complete, AUTH_PRIVATE_NETWORKS: 'off' })).toBe(false);
  });

  it('in production speak to no provider in the clear', () => {
    const issuer = { AUTH_AZURE_CLIENT_ID: 'site', AUTH_AZURE_ISSUER: 'http://issuer.example' };
    expect(errorsOf({ ...complete, ...issuer })).toEqual([]);
    expect(errorsOf({ ...production, ...issuer })).toEqual([expect.stringMatching(/^AUTH_AZURE_ISSUER /)]);
  });
});
