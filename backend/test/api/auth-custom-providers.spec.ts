import type { CreateCustomProviderParams, GoTrueAdminApi } from '@supabase/auth-js';
import { createApi } from '../../src/bootstrap/create-api.js';
import { testLogger } from '../support/test-logger.js';
import { callAuth, uniqueEmail } from '../support/auth.js';
import {
  signInByRedirect,
  signInWithProvider,
  createExternalUser,
  startOAuthFixture,
} from '../support/oauth.js';
import { useShared } from '../support/fixtures.js';
import { adminClient } from '../support/service-key.js';
import { GITHUB_CLIENT } from '../support/test-github.js';

let identifierCount = 0;
const uniqueIdentifier = (): string => `custom:company-${++identifierCount}`;

describe('custom OAuth providers', () => {
  const oauth = useShared(startOAuthFixture);
  let providers: GoTrueAdminApi['customProviders'];
  beforeAll(async () => {
    providers = (await adminClient(oauth.product)).customProviders;
  });
  // Their number is limited.
  afterAll(() => oauth.product.database.query({ text: 'delete from custom_providers' }));

  const oidcParams = (overrides: Partial<CreateCustomProviderParams> = {}): CreateCustomProviderParams => ({
    provider_type: 'oidc',
    identifier: uniqueIdentifier(),
    name: 'Company',
    client_id: oauth.issuer.clientId,
    client_secret: oauth.issuer.clientSecret,
    issuer: oauth.issuer.url,
    ...overrides,
  });
  const oauthParams = (overrides: Partial<CreateCustomProviderParams> = {}): CreateCustomProviderParams => ({
    provider_type: 'oauth2',
    identifier: uniqueIdentifier(),
    name: 'Company',
    client_id: GITHUB_CLIENT.id,
    client_secret: GITHUB_CLIENT.secret,
    authorization_url: `${oauth.github.url}/login/oauth/authorize`,
    token_url: `${oauth.github.url}/login/oauth/access_token`,
    userinfo_url: `${oauth.github.url}/api/v3/user`,
    attribute_mapping: { sub: 'id', preferred_username: 'login' },
    ...overrides,
  });
  const createProvider = async (input: CreateCustomProviderParams): Promise<string> => {
    const { data, error } = await providers.createProvider(input);
    expect(error).toBeNull();
    return data!.identifier;
  };
  const errorFor = async (input: Partial<CreateCustomProviderParams> & Record<string, unknown>) => {
    const { error } = await providers.createProvider(
      oidcParams(input as Partial<CreateCustomProviderParams>),
    );
    return { status: error?.status, code: error?.code, message: error?.message };
  };

  it('work immediately, recognize returning users, and are listed by identifier', async () => {
    const identifier = await createProvider(oidcParams());
    const { sub, email } = createExternalUser(oauth);
    const first = await signInWithProvider(oauth, sub, identifier);
    expect(first.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: identifier, providers: [identifier] },
      identities: [{ provider: identifier, id: sub }],
    });
    expect((await signInWithProvider(oauth, sub, identifier)).user.id).toBe(first.user.id);
    const { body } = await callAuth(oauth.product, 'get', '/settings').expect(200);
    expect(body.external[identifier]).toBe(true);
  });

  it('are listed with their display name while they are enabled', async () => {
    const fetchNames = async (): Promise<Record<string, string>> =>
      (await callAuth(oauth.product, 'get', '/settings').expect(200)).body.external_names;
    const identifier = await createProvider(oidcParams({ name: 'Our Company Login' }));
    const providerNames = await fetchNames();
    expect(providerNames[identifier]).toBe('Our Company Login');
    expect(
      Object.keys(providerNames).filter((name) => ['keycloak', 'custom:acme', 'email'].includes(name)),
    ).toEqual([]);
    await providers.updateProvider(identifier, { name: 'Staff' });
    expect((await fetchNames())[identifier]).toBe('Staff');
    await providers.updateProvider(identifier, { enabled: false });
    expect(await fetchNames()).not.toHaveProperty([identifier]);
  });

  it('look up the user through their API when they support only plain OAuth', async () => {
    const identifier = await createProvider(oauthParams());
    const email = uniqueEmail();
    const githubUser = {
      id: 4711,
      login: 'ada',
      name: 'Ada Lovelace',
      emails: [],
      email,
      email_verified: true,
    };
    oauth.github.users.set('ada-oauth2', githubUser);
    const { user } = await signInWithProvider(oauth, 'ada-oauth2', identifier);
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      identities: [{ provider: identifier, id: '4711' }],
      user_metadata: { full_name: 'Ada Lovelace', preferred_username: 'ada' },
    });
  });

  it('may omit the email if the operator allows it', async () => {
    const identifier = await createProvider(oauthParams());
    oauth.github.users.set('no-email', { id: 4712, login: 'bob', name: 'Bob', emails: [] });
    const { end } = await signInByRedirect(oauth, 'no-email', { provider: identifier });
    expect(end.searchParams.get('error_code')).toBe('email_address_not_provided');
    await providers.updateProvider(identifier, { email_optional: true });
    const { user } = await signInWithProvider(oauth, 'no-email', identifier);
    expect(user).toMatchObject({ email: '', identities: [{ id: '4712' }] });
  });

  it('do not confirm an email that is mapped from another claim', async () => {
    const identifier = await createProvider(
      oauthParams({ attribute_mapping: { sub: 'id', email: 'login' } }),
    );
    const victimEmail = uniqueEmail();
    const githubUser = {
      id: 4713,
      login: victimEmail,
      name: 'Eve',
      emails: [],
      email: uniqueEmail(),
      email_verified: true,
    };
    oauth.github.users.set('eve', githubUser);
    const { end } = await signInByRedirect(oauth, 'eve', { provider: identifier });
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  });

  it('store only the configured custom claims, unchanged', async () => {
    const input = { custom_claims_allowlist: ['login'] };
    const identifier = await createProvider(oauthParams({ ...input, email_optional: true }));
    oauth.github.users.set('claims', { id: 4714, login: 'carol', name: 'Carol', emails: [] });
    const { user } = await signInWithProvider(oauth, 'claims', identifier);
    expect(user.identities[0].identity_data.custom_claims).toEqual({ login: 'carol' });
  });

  it('accept ID tokens issued for the client or for one of its apps', async () => {
    const identifier = await createProvider(
      oidcParams({ client_id: 'web-client', acceptable_client_ids: ['mobile-client'] }),
    );
    const signInWithIdToken = async (aud: string, provider = identifier) => {
      const id_token = await oauth.issuer.idToken({
        sub: 'with-token',
        aud,
        email: 'with-token@example.com',
        email_verified: true,
      });
      return callAuth(oauth.product, 'post', '/token?grant_type=id_token').send({ provider, id_token });
    };
    expect((await signInWithIdToken('web-client')).status).toBe(200);
    expect((await signInWithIdToken('mobile-client')).status).toBe(200);
    expect((await signInWithIdToken(oauth.issuer.clientId)).body.error_description).toMatch(
      /^Unacceptable audience/,
    );
    expect((await signInWithIdToken('web-client', 'custom:unknown')).body).toMatchObject({
      code: 'validation_failed',
    });
    const plain = await createProvider(oauthParams());
    expect((await signInWithIdToken('web-client', plain)).body.message).toMatch(/not allowed/);
  });

  it('add the configured parameters to the authorization URL, and callers cannot override them', async () => {
    const identifier = await createProvider(
      oidcParams({
        authorization_params: { hd: 'acme.example' },
        scopes: ['email', 'groups'],
        pkce_enabled: false,
      }),
    );
    const path = `/authorize?provider=${identifier}&hd=evil.example&prompt=login`;
    const response = await callAuth(oauth.product, 'get', path).expect(302);
    const { searchParams } = new URL(response.headers.location!);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      hd: 'acme.example',
      prompt: 'login',
      scope: 'openid email groups',
    });
    expect(searchParams.has('code_challenge')).toBe(false);
  });

  it('are updated, disabled and deleted in every process immediately', async () => {
    const { product } = oauth;
    const secondApi = await createApi({
      settings: product.settings,
      logger: testLogger,
      clock: product.clock,
    });
    await secondApi.listen(0, '127.0.0.1');
    const url = await secondApi.getUrl();
    try {
      const identifier = await createProvider(oidcParams({ client_id: 'first' }));
      const authorize = async (): Promise<string> => {
        const path = `${url}/api/auth/v1/authorize?provider=${identifier}`;
        const response = await fetch(path, { redirect: 'manual' });
        const location = response.headers.get('location');
        return location ? new URL(location).searchParams.get('client_id')! : String(response.status);
      };
      expect(await authorize()).toBe('first');
      await providers.updateProvider(identifier, { client_id: 'second' });
      expect(await authorize()).toBe('second');
      await providers.updateProvider(identifier, { enabled: false });
      expect(await authorize()).toBe('400');
      await providers.updateProvider(identifier, { enabled: true });
      expect(await authorize()).toBe('second');
      await providers.deleteProvider(identifier);
      expect(await authorize()).toBe('400');
      await createProvider(oidcParams({ identifier, client_id: 'third' }));
      expect(await authorize()).toBe('third');
    } finally {
      await secondApi.close();
    }
  });

  it('never expose their client secret', async () => {
    const client_secret = 'a long client secret that must not be exposed';
    const identifier = await createProvider(oidcParams({ client_secret }));
    const { data } = await providers.getProvider(identifier);
    expect(JSON.stringify(data)).not.toContain(client_secret);
    const rows = await oauth.product.database.query<{ row: string }>({
      text: `select custom_providers::text || encode(client_secret, 'escape') as row from custom_providers
             union all select details::text from audit_entries`,
    });
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(client_secret);
    const encrypted = await oauth.product.database.query<{ length: number }>({
      text: 'select length(client_secret) as length from custom_providers where identifier = $1',
      values: [identifier],
    });
    expect(encrypted[0]!.length).toBeGreaterThan(client_secret.length);
  });

  it('are recorded in the audit log on every change', async () => {
    const identifier = await createProvider(oidcParams());
    await providers.updateProvider(identifier, { name: 'Renamed', client_secret: 'another' });
    await providers.deleteProvider(identifier);
    const rows = await oauth.product.database.query<{ action: string; details: object }>({
      text: `select action, details from audit_entries where details ->> 'identifier' = $1 order by id`,
      values: [identifier],
    });
    expect(rows).toEqual([
      { action: 'custom-provider.created', details: { identifier, by: 'service key' } },
      {
        action: 'custom-provider.changed',
        details: { identifier, by: 'service key', fields: ['name', 'clientSecret'] },
      },
      { action: 'custom-provider.removed', details: { identifier, by: 'service key' } },
    ]);
  });

  it('keep the fields that an update omits', async () => {
    const identifier = await createProvider(
      oidcParams({ scopes: ['openid', 'email'], skip_nonce_check: true }),
    );
    const { data } = await providers.updateProvider(identifier, { name: 'Renamed' });
    expect(data).toMatchObject({
      identifier,
      name: 'Renamed',
      scopes: ['openid', 'email'],
      skip_nonce_check: true,
      issuer: oauth.issuer.url,
      discovery_document: { issuer: oauth.issuer.url, jwks_uri: expect.stringContaining('http') },
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['provider_type', { provider_type: 'saml' }],
    ['identifier', { identifier: 'custom:Ac me' }],
    ['client_secret', { client_secret: '' }],
    ['issuer', { issuer: 'ftp://company.example' }],
    ['issuer', { issuer: 'https://user:secret@company.example' }],
    ['issuer', { issuer: 'http://127.0.0.1:9' }],
    ['discovery_url', { discovery_url: 'javascript:alert(1)' }],
    ['scopes', { scopes: ['open id'] }],
    ['pkce_enabled', { pkce_enabled: 'yes' }],
    ['attribute_mapping', { attribute_mapping: { email_verified: 'login' } }],
    ['authorization_params', { authorization_params: { redirect_uri: 'https://evil.example/' } }],
    ['token_url', { provider_type: 'oauth2', authorization_url: 'https://a.example/' }],
  ])('are rejected with an error that names the invalid field: %s', async (field, input) => {
    const error = await errorFor(input);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(error.message).toMatch(new RegExp(`^${field}\\b`));
  });

  it('are rejected when the discovery document names another issuer', async () => {
    const { url } = oauth.issuer;
    const discovery_url = `${url}/.well-known/openid-configuration`;
    const rejected = await errorFor({ issuer: `${url}/other`, discovery_url });
    expect(rejected).toMatchObject({ code: 'validation_failed' });
    expect(rejected.message).toMatch(/^discovery_url: /);
    const identifier = await createProvider(oidcParams({ discovery_url }));
    const { error } = await providers.updateProvider(identifier, { issuer: `${url}/other` });
    expect(error?.code).toBe('validation_failed');
    const { sub } = createExternalUser(oauth);
    expect((await signInWithProvider(oauth, sub, identifier)).user.identities[0].id).toBe(sub);
  });

  it('cannot reuse an identifier, including those from the settings', async () => {
    const identifier = await createProvider(oidcParams());
    for (const existing of [identifier, 'custom:acme']) {
      expect(await errorFor({ identifier: existing })).toMatchObject({ status: 400, code: 'conflict' });
    }
  });

  it('are limited in number', async () => {
    const { database } = oauth.product;
    const [{ count } = { count: 0 }] = await database.query<{ count: number }>({
      text: 'select count(*)::int as count from custom_providers',
    });
    const responses = await Promise.all(
      Array.from({ length: 22 - count }, () => providers.createProvider(oidcParams())),
    );
    const rejected = responses.filter(({ error }) => error !== null);
    expect(rejected.map(({ error }) => [error!.status, error!.code])).toEqual([
      [422, 'over_custom_provider_quota'],
      [422, 'over_custom_provider_quota'],
    ]);
  });
});
