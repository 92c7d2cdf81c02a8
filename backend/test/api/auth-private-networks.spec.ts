import type { CreateCustomProviderParams, GoTrueAdminApi } from '@supabase/auth-js';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../src/bootstrap/create-api.js';
import { ConnectedProviders } from '../../src/modules/auth/oauth/providers/connected-providers.js';
import { testLogger } from '../support/test-logger.js';
import type { OutgoingCalls } from '../../src/platform/security/outgoing-calls.js';
import { callAuth } from '../support/auth.js';
import {
  authorizationUrlFor,
  pageClient,
  signInWithProvider,
  createExternalUser,
  startOAuthFixture,
  type OAuthFixture,
} from '../support/oauth.js';
import { adminClient, signClientKey } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';
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
  let oauth: OAuthFixture;
  let providers: GoTrueAdminApi['customProviders'];
  let privateServer: PrivateServer;
  beforeAll(async () => {
    privateServer = await startPrivateServer();
    oauth = await startOAuthFixture({ AUTH_PRIVATE_NETWORKS: 'off', AUTH_SAML: 'on' });
    providers = (await adminClient(oauth.product)).customProviders;
  });
  afterAll(async () => {
    await oauth?.stop();
    await new Promise((closed) => privateServer.server.close(closed));
  });

  const errorFor = async (input: CreateCustomProviderParams): Promise<string> => {
    const { error } = await providers.createProvider(input);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    return error!.message;
  };

  it.each(['127.0.0.1', 'localhost', 'localhost.', '0x7f000001', '[::ffff:7f00:1]', '[::1]'])(
    'are rejected by field when they point to %s, which receives no request',
    async (host) => {
      const base = `http://${host}:${privateServer.port}`;
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
      const sso = callAuth(
        oauth.product,
        'post',
        '/admin/sso/providers',
        await signClientKey('service_role'),
      );
      const { body } = await sso.send({ type: 'saml', metadata_url: `${base}/metadata` }).expect(400);
      expect(body).toMatchObject({
        code: 'validation_failed',
        message: expect.stringMatching(/^metadata_url points to a private network/),
      });
      expect(privateServer.requestCount).toBe(0);
    },
  );

  it('are accepted when they point to the public internet, and checked again on every update', async () => {
    const created = await providers.createProvider(oauthParams('https://8.8.8.8'));
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

  it('may have an authorization URL in a private network, because browsers open it, not this server', async () => {
    const input = { authorization_url: 'https://10.1.2.3/authorize', identifier: 'custom:page' };
    expect((await providers.createProvider(oauthParams('https://8.8.8.8', input))).error).toBeNull();
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
    expect((await signInWithProvider(oauth, sub)).user).toMatchObject({ email });
  });
});

describe('custom providers created before private networks were blocked', () => {
  it('are no longer called, and can still be disabled', async () => {
    const oauth = await startOAuthFixture({ AUTH_PRIVATE_NETWORKS: 'on' });
    const { product, issuer, github } = oauth;
    const { customProviders } = await adminClient(product);
    const secrets = { client_id: issuer.clientId, client_secret: issuer.clientSecret };
    expect((await customProviders.createProvider(oidcParams(issuer.url, secrets))).error).toBeNull();
    expect((await customProviders.createProvider(oauthParams(github.url))).error).toBeNull();
    github.users.set('ada', { id: 4711, login: 'ada', name: 'Ada', emails: [] });
    const { sub } = createExternalUser(oauth);
    const auth = { ...product.settings.auth, privateNetworks: false };
    const closed = await createApi({
      settings: { ...product.settings, auth },
      logger: testLogger,
      clock: product.clock,
    });
    try {
      await closed.listen(0, '127.0.0.1');
      const there: TestProduct = { ...product, url: await closed.getUrl() };
      const completed = async (provider: string, user: string) => {
        const browser = new TestBrowser(there);
        const address = await authorizationUrlFor(pageClient(there, 'implicit'), there, user, { provider });
        return browser.follow(address);
      };
      expect((await completed('custom:plain', 'ada')).searchParams.get('error_code')).toBe(
        'unexpected_failure',
      );
      const redirect = await callAuth(there, 'get', '/authorize?provider=custom:company').expect(302);
      expect(redirect.get('Location')).toMatch(
        /^http:\/\/localhost:3000\/auth\?.*error_code=unexpected_failure/,
      );
      const id_token = await issuer.idToken({ sub });
      const exchange = callAuth(there, 'post', '/token?grant_type=id_token');
      await exchange.send({ provider: 'custom:company', id_token }).expect(503);
      expect((await signInWithProvider(oauth, 'ada', 'custom:plain')).user.identities[0].id).toBe('4711');
      const admin = await adminClient(there);
      const off = await admin.customProviders.updateProvider('custom:company', { enabled: false });
      expect(off.error).toBeNull();
    } finally {
      await closed.close();
      await oauth.stop();
    }
  });
});
