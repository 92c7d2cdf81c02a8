import type { CreateCustomProviderParams, GoTrueAdminApi } from '@supabase/auth-js';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../src/bootstrap/create-api.js';
import { ConnectedProviders } from '../../src/modules/auth/oauth/providers/connected-providers.js';
import { testLogger } from '../support/test-logger.js';
import type { OutgoingCalls } from '../../src/platform/security/outgoing-calls.js';
import { callAuth } from '../support/auth.js';
import { useShared } from '../support/fixtures.js';
import {
  signInByRedirect,
  signInWithProvider,
  createExternalUser,
  startOAuthFixture,
} from '../support/oauth.js';
import { adminClient, signClientKey } from '../support/service-key.js';
import { GITHUB_CLIENT } from '../support/test-github.js';
import type { TestProduct } from '../support/test-product.js';

/** A server that only this machine can reach. */
interface PrivateServer {
  port: number;
  requestCount: number;
  server: Server;
}

async function startPrivateServer(): Promise<PrivateServer> {
  const server = createServer((_, response) => {
    privateServer.requestCount++;
    response.end('{}');
  });
  const privateServer: PrivateServer = { server, port: 0, requestCount: 0 };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  privateServer.port = (server.address() as AddressInfo).port;
  return privateServer;
}

const oidcParams = (
  issuer: string,
  overrides: Partial<CreateCustomProviderParams> = {},
): CreateCustomProviderParams => ({
  provider_type: 'oidc',
  identifier: 'custom:company',
  name: 'Company',
  client_id: 'site',
  client_secret: 'a-secret',
  issuer,
  ...overrides,
});
const oauthParams = (
  base: string,
  overrides: Partial<CreateCustomProviderParams> = {},
): CreateCustomProviderParams => ({
  provider_type: 'oauth2',
  identifier: 'custom:plain',
  name: 'Company',
  client_id: GITHUB_CLIENT.id,
  client_secret: GITHUB_CLIENT.secret,
  authorization_url: `${base}/login/oauth/authorize`,
  token_url: `${base}/login/oauth/access_token`,
  userinfo_url: `${base}/api/v3/user`,
  attribute_mapping: { sub: 'id', preferred_username: 'login' },
  email_optional: true,
  ...overrides,
});

describe('custom providers when private networks are blocked', () => {
  const oauth = useShared(startOAuthFixture);
  /** The same installation, where they are blocked. */
  let blocked: TestProduct;
  let providers: GoTrueAdminApi['customProviders'];
  let privateServer: PrivateServer;
  beforeAll(async () => {
    privateServer = await startPrivateServer();
    const { product } = oauth;
    const settings = { ...product.settings, auth: { ...product.settings.auth, privateNetworks: false } };
    const api = await createApi({ settings, logger: testLogger, clock: product.clock });
    await api.listen(0, '127.0.0.1');
    blocked = { ...product, api, url: await api.getUrl() };
    providers = (await adminClient(blocked)).customProviders;
  });
  afterAll(async () => {
    await blocked?.api.close();
    await new Promise((closed) => privateServer.server.close(closed));
  });

  const errorFor = async (input: CreateCustomProviderParams): Promise<string> => {
    const { error } = await providers.createProvider(input);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    return error!.message;
  };

  // Which addresses are private is proved by `network-addresses.spec` and `public-fetch.spec`.
  it('are rejected by field when they point to a private network, which receives no request', async () => {
    const base = `http://[::ffff:7f00:1]:${privateServer.port}`;
    expect(await errorFor(oidcParams(base))).toMatch(/^issuer points to a private network/);
    const document = { discovery_url: `${base}/document` };
    expect(await errorFor(oidcParams('https://id.company.example', document))).toMatch(
      /^discovery_url points to/,
    );
    const publicUrl = 'https://8.8.8.8';
    for (const field of ['token_url', 'userinfo_url', 'jwks_uri'] as const) {
      expect(await errorFor(oauthParams(publicUrl, { [field]: `${base}/x` }))).toMatch(
        new RegExp(`^${field} points to`),
      );
    }
    const sso = callAuth(blocked, 'post', '/admin/sso/providers', await signClientKey('service_role'));
    const { body } = await sso.send({ type: 'saml', metadata_url: `${base}/metadata` }).expect(400);
    expect(body).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^metadata_url points to a private network/),
    });
    expect(privateServer.requestCount).toBe(0);
  });

  it('are accepted when all but the authorization URL point to the public internet, and checked again on every update', async () => {
    // Browsers open the authorization URL, not this server.
    const urls = oauthParams('https://8.8.8.8', { authorization_url: 'https://10.1.2.3/authorize' });
    const created = await providers.createProvider(urls);
    expect(created.error).toBeNull();
    const { identifier } = created.data!;
    const moved = await providers.updateProvider(identifier, { userinfo_url: 'https://169.254.169.254/me' });
    expect(moved.error?.message).toMatch(/^userinfo_url points to a private network/);
    expect((await providers.updateProvider(identifier, { enabled: false })).error).toBeNull();
    expect((await providers.getProvider(identifier)).data).toMatchObject({
      enabled: false,
      userinfo_url: 'https://8.8.8.8/api/v3/user',
    });
  });

  it('are rejected when the discovery document points to a private network', async () => {
    const { product, issuer } = oauth;
    const asked: string[] = [];
    const calls = {
      fetch,
      isAllowed: async (url: string) => {
        asked.push(new URL(url).pathname);
        return !url.endsWith('/jwks');
      },
    } as unknown as OutgoingCalls;
    const connected = new ConnectedProviders(product.settings, product.clock, testLogger, calls);
    const discovery = connected.discover({ issuer: issuer.url, discoveryUrl: null, clientId: 'site' });
    await expect(discovery).rejects.toThrow(/^issuer: its jwks_uri points to a private network/);
    expect(asked).toEqual(['/token', '/me', '/jwks']);
  });

  it('do not affect the providers from the settings', async () => {
    const { sub, email } = createExternalUser(oauth);
    expect((await signInWithProvider({ ...oauth, product: blocked }, sub)).user).toMatchObject({ email });
  });

  it('are no longer called if they were created before, and can still be disabled', async () => {
    const { product, issuer, github } = oauth;
    const { customProviders } = await adminClient(product);
    const secrets = { client_id: issuer.clientId, client_secret: issuer.clientSecret };
    const company = oidcParams(issuer.url, { ...secrets, identifier: 'custom:company' });
    const plain = oauthParams(github.url, { identifier: 'custom:earlier' });
    for (const input of [company, plain])
      expect((await customProviders.createProvider(input)).error).toBeNull();
    github.users.set('ada', { id: 4711, login: 'ada', name: 'Ada', emails: [] });
    const { sub } = createExternalUser(oauth);
    const attempt = { provider: plain.identifier };
    const { end } = await signInByRedirect({ ...oauth, product: blocked }, 'ada', attempt);
    expect(end.searchParams.get('error_code')).toBe('unexpected_failure');
    const redirect = await callAuth(blocked, 'get', '/authorize?provider=custom:company').expect(302);
    expect(redirect.get('Location')).toMatch(
      /^http:\/\/localhost:3000\/auth\?.*error_code=unexpected_failure/,
    );
    const id_token = await issuer.idToken({ sub });
    const exchange = callAuth(blocked, 'post', '/token?grant_type=id_token');
    await exchange.send({ provider: 'custom:company', id_token }).expect(503);
    const { user } = await signInWithProvider(oauth, 'ada', plain.identifier);
    expect(user.identities[0].id).toBe('4711');
    expect((await providers.updateProvider('custom:company', { enabled: false })).error).toBeNull();
  });
});
