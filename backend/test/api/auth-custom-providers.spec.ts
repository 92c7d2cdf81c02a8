import type { CreateCustomProviderParams, GoTrueAdminApi } from '@supabase/auth-js';
import { createApi } from '../../src/bootstrap/create-api.js';
import { PinoLog } from '../../src/platform/logging/logger.js';
import { call, someEmail } from '../support/auth.js';
import {
  comeBack,
  signedIn,
  newExternalPerson,
  startOAuthFixture,
  type OAuthFixture,
} from '../support/oauth.js';
import { adminClient } from '../support/service-key.js';
import { GITHUB_CLIENT } from '../support/test-github.js';

let names = 0;
const someName = (): string => `custom:company-${++names}`;

describe('a provider that the operator’s server writes down', () => {
  let elsewhere: OAuthFixture;
  let providers: GoTrueAdminApi['customProviders'];
  beforeAll(async () => {
    elsewhere = await startOAuthFixture({ AUTH_CUSTOM_PROVIDERS: '20' });
    providers = (await adminClient(elsewhere.product)).customProviders;
  });
  afterAll(() => elsewhere?.stop());

  const openId = (over: Partial<CreateCustomProviderParams> = {}): CreateCustomProviderParams => ({
    provider_type: 'oidc',
    identifier: someName(),
    name: 'Company',
    client_id: elsewhere.issuer.clientId,
    client_secret: elsewhere.issuer.clientSecret,
    issuer: elsewhere.issuer.url,
    ...over,
  });
  const oauth = (over: Partial<CreateCustomProviderParams> = {}): CreateCustomProviderParams => ({
    provider_type: 'oauth2',
    identifier: someName(),
    name: 'Company',
    client_id: GITHUB_CLIENT.id,
    client_secret: GITHUB_CLIENT.secret,
    authorization_url: `${elsewhere.github.url}/login/oauth/authorize`,
    token_url: `${elsewhere.github.url}/login/oauth/access_token`,
    userinfo_url: `${elsewhere.github.url}/api/v3/user`,
    attribute_mapping: { sub: 'id', preferred_username: 'login' },
    ...over,
  });
  const make = async (input: CreateCustomProviderParams): Promise<string> => {
    const { data, error } = await providers.createProvider(input);
    expect(error).toBeNull();
    return data!.identifier;
  };
  const refusalOf = async (input: Partial<CreateCustomProviderParams> & Record<string, unknown>) => {
    const { error } = await providers.createProvider(openId(input as Partial<CreateCustomProviderParams>));
    return { status: error?.status, code: error?.code, message: error?.message };
  };

  it('lets its people in at once, knows them again, and is known by its identifier', async () => {
    const identifier = await make(openId());
    const { sub, email } = newExternalPerson(elsewhere);
    const first = await signedIn(elsewhere, sub, identifier);
    expect(first.user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: identifier, providers: [identifier] },
      identities: [{ provider: identifier, id: sub }],
    });
    expect((await signedIn(elsewhere, sub, identifier)).user.id).toBe(first.user.id);
    const { body } = await call(elsewhere.product, 'get', '/settings').expect(200);
    expect(body.external[identifier]).toBe(true);
  });

  it('is told with its name for people, for as long as it is offered', async () => {
    const names = async (): Promise<Record<string, string>> =>
      (await call(elsewhere.product, 'get', '/settings').expect(200)).body.external_names;
    const identifier = await make(openId({ name: 'Our Company Login' }));
    const told = await names();
    expect(told[identifier]).toBe('Our Company Login');
    expect(Object.keys(told).filter((name) => ['keycloak', 'custom:acme', 'email'].includes(name))).toEqual(
      [],
    );
    await providers.updateProvider(identifier, { name: 'Staff' });
    expect((await names())[identifier]).toBe('Staff');
    await providers.updateProvider(identifier, { enabled: false });
    expect(await names()).not.toHaveProperty([identifier]);
  });

  it('that speaks plain OAuth tells by its API who came', async () => {
    const identifier = await make(oauth());
    const email = someEmail();
    const person = { id: 4711, login: 'ada', name: 'Ada Lovelace', emails: [], email, email_verified: true };
    elsewhere.github.people.set('ada-plain', person);
    const { user } = await signedIn(elsewhere, 'ada-plain', identifier);
    expect(user).toMatchObject({
      email,
      email_confirmed_at: expect.any(String),
      identities: [{ provider: identifier, id: '4711' }],
      user_metadata: { full_name: 'Ada Lovelace', preferred_username: 'ada' },
    });
  });

  it('may tell no address, where the operator allows it', async () => {
    const identifier = await make(oauth());
    elsewhere.github.people.set('no-address', { id: 4712, login: 'bob', name: 'Bob', emails: [] });
    const { end } = await comeBack(elsewhere, 'no-address', { provider: identifier });
    expect(end.searchParams.get('error_code')).toBe('email_address_not_provided');
    await providers.updateProvider(identifier, { email_optional: true });
    const { user } = await signedIn(elsewhere, 'no-address', identifier);
    expect(user).toMatchObject({ email: '', identities: [{ id: '4712' }] });
  });

  it('vouches for no address that is read from another claim beside its own', async () => {
    const identifier = await make(oauth({ attribute_mapping: { sub: 'id', email: 'login' } }));
    const chief = someEmail();
    const person = {
      id: 4713,
      login: chief,
      name: 'Eve',
      emails: [],
      email: someEmail(),
      email_verified: true,
    };
    elsewhere.github.people.set('eve', person);
    const { end } = await comeBack(elsewhere, 'eve', { provider: identifier });
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification');
  });

  it('gives the claims that are wanted, and no others, as they came', async () => {
    const input = { custom_claims_allowlist: ['login'] };
    const identifier = await make(oauth({ ...input, email_optional: true }));
    elsewhere.github.people.set('claims', { id: 4714, login: 'carol', name: 'Carol', emails: [] });
    const { user } = await signedIn(elsewhere, 'claims', identifier);
    expect(user.identities[0].identity_data.custom_claims).toEqual({ login: 'carol' });
  });

  it('is entered with an ID token too, made for it or for an app of it', async () => {
    const identifier = await make(openId({ client_id: 'written', acceptable_client_ids: ['its-phone-app'] }));
    const enter = async (aud: string, provider = identifier) => {
      const id_token = await elsewhere.issuer.idToken({
        sub: 'with-token',
        aud,
        email: 'with-token@example.com',
        email_verified: true,
      });
      return call(elsewhere.product, 'post', '/token?grant_type=id_token').send({ provider, id_token });
    };
    expect((await enter('written')).status).toBe(200);
    expect((await enter('its-phone-app')).status).toBe(200);
    expect((await enter(elsewhere.issuer.clientId)).body.error_description).toMatch(/^Unacceptable audience/);
    expect((await enter('written', 'custom:absent')).body).toMatchObject({ code: 'validation_failed' });
    const plain = await make(oauth());
    expect((await enter('written', plain)).body.message).toMatch(/not allowed/);
  });

  it('adds what the operator wants to its address; a caller cannot take it away', async () => {
    const identifier = await make(
      openId({
        authorization_params: { hd: 'acme.example' },
        scopes: ['email', 'groups'],
        pkce_enabled: false,
      }),
    );
    const path = `/authorize?provider=${identifier}&hd=evil.example&prompt=login`;
    const response = await call(elsewhere.product, 'get', path).expect(302);
    const { searchParams } = new URL(response.headers.location!);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      hd: 'acme.example',
      prompt: 'login',
      scope: 'openid email groups',
    });
    expect(searchParams.has('code_challenge')).toBe(false);
  });

  it('is changed, switched off and removed in every process at once', async () => {
    const { product } = elsewhere;
    const second = await createApi({
      settings: product.settings,
      logger: new PinoLog('silent', 'test'),
      clock: product.clock,
    });
    await second.listen(0, '127.0.0.1');
    const url = await second.getUrl();
    try {
      const identifier = await make(openId({ client_id: 'first' }));
      const leave = async (): Promise<string> => {
        const path = `${url}/api/auth/v1/authorize?provider=${identifier}`;
        const response = await fetch(path, { redirect: 'manual' });
        const location = response.headers.get('location');
        return location ? new URL(location).searchParams.get('client_id')! : String(response.status);
      };
      expect(await leave()).toBe('first');
      await providers.updateProvider(identifier, { client_id: 'second' });
      expect(await leave()).toBe('second');
      await providers.updateProvider(identifier, { enabled: false });
      expect(await leave()).toBe('400');
      await providers.updateProvider(identifier, { enabled: true });
      expect(await leave()).toBe('second');
      await providers.deleteProvider(identifier);
      expect(await leave()).toBe('400');
      await make(openId({ identifier, client_id: 'third' }));
      expect(await leave()).toBe('third');
    } finally {
      await second.close();
    }
  });

  it('keeps its secret to itself', async () => {
    const client_secret = 'a very long secret that must not be seen';
    const identifier = await make(openId({ client_secret }));
    const { data } = await providers.getProvider(identifier);
    expect(JSON.stringify(data)).not.toContain(client_secret);
    const rows = await elsewhere.product.database.query<{ row: string }>({
      text: `select custom_providers::text || encode(client_secret, 'escape') as row from custom_providers
             union all select details::text from audit_entries`,
    });
    expect(rows.map(({ row }) => row).join('\n')).not.toContain(client_secret);
    const encrypted = await elsewhere.product.database.query<{ length: number }>({
      text: 'select length(client_secret) as length from custom_providers where identifier = $1',
      values: [identifier],
    });
    expect(encrypted[0]!.length).toBeGreaterThan(client_secret.length);
  });

  it('is noted in the audit log whenever it is written', async () => {
    const identifier = await make(openId());
    await providers.updateProvider(identifier, { name: 'Renamed', client_secret: 'another' });
    await providers.deleteProvider(identifier);
    const rows = await elsewhere.product.database.query<{ action: string; details: object }>({
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

  it('stays as it is where a change does not speak of it', async () => {
    const identifier = await make(openId({ scopes: ['openid', 'email'], skip_nonce_check: true }));
    const { data } = await providers.updateProvider(identifier, { name: 'Renamed' });
    expect(data).toMatchObject({
      identifier,
      name: 'Renamed',
      scopes: ['openid', 'email'],
      skip_nonce_check: true,
      issuer: elsewhere.issuer.url,
      discovery_document: { issuer: elsewhere.issuer.url, jwks_uri: expect.stringContaining('http') },
    });
  });

  it.each<[string, Record<string, unknown>]>([
    ['provider_type', { provider_type: 'saml' }],
    ['identifier', { identifier: 'acme' }],
    ['identifier', { identifier: 'custom:Ac me' }],
    ['name', { name: '' }],
    ['client_id', { client_id: null }],
    ['client_secret', { client_secret: '' }],
    ['issuer', { issuer: undefined }],
    ['issuer', { issuer: 'ftp://company.example' }],
    ['issuer', { issuer: 'https://user:secret@company.example' }],
    ['issuer', { issuer: 'https://company.example/.well-known/openid-configuration' }],
    ['issuer', { issuer: 'http://127.0.0.1:9' }],
    ['discovery_url', { discovery_url: 'javascript:alert(1)' }],
    ['scopes', { scopes: 'openid' }],
    ['scopes', { scopes: ['open id'] }],
    ['acceptable_client_ids', { acceptable_client_ids: [7] }],
    ['pkce_enabled', { pkce_enabled: 'yes' }],
    ['attribute_mapping', { attribute_mapping: { email_verified: 'login' } }],
    ['attribute_mapping', { attribute_mapping: { role: 'login' } }],
    ['authorization_params', { authorization_params: { redirect_uri: 'https://evil.example/' } }],
    ['authorization_url', { provider_type: 'oauth2' }],
    ['token_url', { provider_type: 'oauth2', authorization_url: 'https://a.example/' }],
  ])('is rejected with the name of the field that is wrong: %s', async (field, input) => {
    const refusal = await refusalOf(input);
    expect(refusal).toMatchObject({ status: 400, code: 'validation_failed' });
    expect(refusal.message).toMatch(new RegExp(`^${field}\\b`));
  });

  it('is rejected when its document is another issuer’s', async () => {
    const { url } = elsewhere.issuer;
    const discovery_url = `${url}/.well-known/openid-configuration`;
    const refusal = await refusalOf({ issuer: `${url}/other`, discovery_url });
    expect(refusal).toMatchObject({ code: 'validation_failed' });
    expect(refusal.message).toMatch(/^discovery_url: /);
    const identifier = await make(openId({ discovery_url }));
    const { error } = await providers.updateProvider(identifier, { issuer: `${url}/other` });
    expect(error?.code).toBe('validation_failed');
    const { sub } = newExternalPerson(elsewhere);
    expect((await signedIn(elsewhere, sub, identifier)).user.identities[0].id).toBe(sub);
  });

  it('takes no one’s name, nor one of the settings', async () => {
    const identifier = await make(openId());
    for (const taken of [identifier, 'custom:acme']) {
      expect(await refusalOf({ identifier: taken })).toMatchObject({ status: 400, code: 'conflict' });
    }
  });

  it('is one of so many, and no more', async () => {
    const { database } = elsewhere.product;
    const [{ count } = { count: 0 }] = await database.query<{ count: number }>({
      text: 'select count(*)::int as count from custom_providers',
    });
    const responses = await Promise.all(
      Array.from({ length: 22 - count }, () => providers.createProvider(openId())),
    );
    const rejected = responses.filter(({ error }) => error !== null);
    expect(rejected.map(({ error }) => [error!.status, error!.code])).toEqual([
      [422, 'over_custom_provider_quota'],
      [422, 'over_custom_provider_quota'],
    ]);
  });

  it('is answered for with the service key alone', async () => {
    for (const path of ['/admin/custom-providers', '/admin/custom-providers/custom:acme']) {
      await call(elsewhere.product, 'get', path).expect(401);
      await call(elsewhere.product, 'delete', path).expect((response) => {
        expect([401, 404]).toContain(response.status);
      });
    }
  });
});
