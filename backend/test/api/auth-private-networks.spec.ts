import type { CreateCustomProviderParams, GoTrueAdminApi } from '@supabase/auth-js';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '../../src/bootstrap/create-api.js';
import { ConnectedProviders } from '../../src/modules/auth/oauth/providers/connected-providers.js';
import { PinoLog } from '../../src/platform/logging/logger.js';
import type { OutgoingCalls } from '../../src/platform/security/outgoing-calls.js';
import { call } from '../support/auth.js';
import {
  addressFor,
  pageClient,
  signedIn,
  newExternalPerson,
  startOAuthFixture,
  type OAuthFixture,
} from '../support/oauth.js';
import { adminClient, clientKey } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';
import { GITHUB_CLIENT } from '../support/test-github.js';
import type { TestProduct } from '../support/test-product.js';

/** Something that only this machine reaches. */
interface Inside {
  port: number;
  asked: number;
  server: Server;
}

async function startInside(): Promise<Inside> {
  const server = createServer((_, response) => {
    inside.asked++;
    response.end('{}');
  });
  const inside: Inside = { server, port: 0, asked: 0 };
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  inside.port = (server.address() as AddressInfo).port;
  return inside;
}

const openId = (
  issuer: string,
  over: Partial<CreateCustomProviderParams> = {},
): CreateCustomProviderParams => ({
  provider_type: 'oidc',
  identifier: 'custom:company',
  name: 'Company',
  client_id: 'site',
  client_secret: 'a-secret',
  issuer,
  ...over,
});
const oauth = (base: string, over: Partial<CreateCustomProviderParams> = {}): CreateCustomProviderParams => ({
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
  ...over,
});

describe('what the service key writes down, where private networks are not called', () => {
  let elsewhere: OAuthFixture;
  let providers: GoTrueAdminApi['customProviders'];
  let inside: Inside;
  beforeAll(async () => {
    inside = await startInside();
    elsewhere = await startOAuthFixture({ AUTH_PRIVATE_NETWORKS: 'off', AUTH_SAML: 'on' });
    providers = (await adminClient(elsewhere.product)).customProviders;
  });
  afterAll(async () => {
    await elsewhere?.stop();
    await new Promise((closed) => inside.server.close(closed));
  });

  const refusalOf = async (input: CreateCustomProviderParams): Promise<string> => {
    const { error } = await providers.createProvider(input);
    expect(error).toMatchObject({ status: 400, code: 'validation_failed' });
    return error!.message;
  };

  it.each(['127.0.0.1', 'localhost', 'localhost.', '0x7f000001', '[::ffff:7f00:1]', '[::1]'])(
    'is rejected by its field when it leads to %s, which hears nothing of it',
    async (host) => {
      const base = `http://${host}:${inside.port}`;
      expect(await refusalOf(openId(base))).toMatch(/^issuer points to a private network/);
      const document = { discovery_url: `${base}/document` };
      expect(await refusalOf(openId('https://id.company.example', document))).toMatch(/^discovery_url leads/);
      const outside = 'https://8.8.8.8';
      for (const field of ['token_url', 'userinfo_url', 'jwks_uri'] as const) {
        expect(await refusalOf(oauth(outside, { [field]: `${base}/x` }))).toMatch(
          new RegExp(`^${field} leads`),
        );
      }
      const sso = call(elsewhere.product, 'post', '/admin/sso/providers', await clientKey('service_role'));
      const { body } = await sso.send({ type: 'saml', metadata_url: `${base}/metadata` }).expect(400);
      expect(body).toMatchObject({
        code: 'validation_failed',
        message: expect.stringMatching(/^metadata_url points to a private network/),
      });
      expect(inside.asked).toBe(0);
    },
  );

  it('is written down when it leads to the public internet, and judged again when it is changed', async () => {
    const created = await providers.createProvider(oauth('https://8.8.8.8'));
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

  it('may be a page of a private network: people’s browsers go there, not this server', async () => {
    const input = { authorization_url: 'https://10.1.2.3/authorize', identifier: 'custom:page' };
    expect((await providers.createProvider(oauth('https://8.8.8.8', input))).error).toBeNull();
  });

  it('is rejected, too, when the issuer’s own document leads there', async () => {
    const { product, issuer } = elsewhere;
    const asked: string[] = [];
    const calls = {
      fetch,
      isAllowed: async (url: string) => {
        asked.push(new URL(url).pathname);
        return !url.endsWith('/jwks');
      },
    } as unknown as OutgoingCalls;
    const logger = new PinoLog('silent', 'test');
    const connected = new ConnectedProviders(product.settings, product.clock, logger, calls);
    const discovery = connected.discover({ issuer: issuer.url, discoveryUrl: null, clientId: 'site' });
    await expect(discovery).rejects.toThrow(/^issuer: its jwks_uri leads into a private network/);
    expect(asked).toEqual(['/token', '/me', '/jwks']);
  });

  it('does not touch the providers of the settings', async () => {
    const { sub, email } = newExternalPerson(elsewhere);
    expect((await signedIn(elsewhere, sub)).user).toMatchObject({ email });
  });
});

describe('what was written down before private networks were closed', () => {
  it('is not called any more, and stays to be switched off', async () => {
    const elsewhere = await startOAuthFixture({ AUTH_PRIVATE_NETWORKS: 'on' });
    const { product, issuer, github } = elsewhere;
    const { customProviders } = await adminClient(product);
    const secrets = { client_id: issuer.clientId, client_secret: issuer.clientSecret };
    expect((await customProviders.createProvider(openId(issuer.url, secrets))).error).toBeNull();
    expect((await customProviders.createProvider(oauth(github.url))).error).toBeNull();
    github.people.set('ada', { id: 4711, login: 'ada', name: 'Ada', emails: [] });
    const { sub } = newExternalPerson(elsewhere);
    const auth = { ...product.settings.auth, privateNetworks: false };
    const closed = await createApi({
      settings: { ...product.settings, auth },
      logger: new PinoLog('silent', 'test'),
      clock: product.clock,
    });
    try {
      await closed.listen(0, '127.0.0.1');
      const there: TestProduct = { ...product, url: await closed.getUrl() };
      const completed = async (provider: string, person: string) => {
        const browser = new TestBrowser(there);
        const address = await addressFor(pageClient(there, 'implicit'), there, person, { provider });
        return browser.walk(address);
      };
      expect((await completed('custom:plain', 'ada')).searchParams.get('error_code')).toBe(
        'unexpected_failure',
      );
      const left = await call(there, 'get', '/authorize?provider=custom:company').expect(302);
      expect(left.get('Location')).toMatch(/^http:\/\/localhost:3000\/auth\?.*error_code=unexpected_failure/);
      const id_token = await issuer.idToken({ sub });
      const shown = call(there, 'post', '/token?grant_type=id_token');
      await shown.send({ provider: 'custom:company', id_token }).expect(503);
      expect((await signedIn(elsewhere, 'ada', 'custom:plain')).user.identities[0].id).toBe('4711');
      const admin = await adminClient(there);
      const off = await admin.customProviders.updateProvider('custom:company', { enabled: false });
      expect(off.error).toBeNull();
    } finally {
      await closed.close();
      await elsewhere.stop();
    }
  });
});
