import { randomBytes, randomUUID } from 'node:crypto';
import { mock } from 'node:test';
import { listAuditActions, callAuth, createConfirmedUser, listEvents } from '../support/auth.js';
import { pageClient, SITE, startOAuthFixture } from '../support/oauth.js';
import { useShared } from '../support/fixtures.js';
import { createSigningKeyPair } from '../support/self-signed.js';
import { signClientKey } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';
import {
  UNTRUSTED_KEY,
  parseRequest,
  requireSignedRequests,
  startTestIdentityProvider,
  type AssertionContent,
  type TestIdentityProvider,
} from '../support/test-identity-provider.js';
import { testLogger } from '../support/test-logger.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const RETURN_URL = `${SITE}/back`;

describe('single sign-on', () => {
  const oauth = useShared(startOAuthFixture);
  let product: TestProduct;
  let idp: TestIdentityProvider;
  let serviceKey: string;
  let providerId: string;
  const domain = 'company.example';
  beforeAll(async () => {
    ({ product } = oauth);
    idp = await startTestIdentityProvider();
    serviceKey = await signClientKey('service_role');
    const { body } = await admin('post', '')
      .send({ type: 'saml', metadata_xml: idp.metadata, domains: [domain] })
      .expect(201);
    providerId = body.id;
  });
  afterAll(async () => {
    await admin('delete', `/${providerId}`).expect(200);
    await idp?.stop();
  });
  beforeEach(() => (idp.user = {}));

  const admin = (method: 'get' | 'post' | 'put' | 'delete', path: string) =>
    callAuth(product, method, `/admin/sso/providers${path}`, serviceKey);
  const setIdpUser = (overrides: Partial<AssertionContent> = {}): Partial<AssertionContent> => {
    const nameId = randomBytes(6).toString('hex');
    idp.user = { nameId, email: `${nameId}@${domain}`, ...overrides };
    return idp.user;
  };
  const begin = async (flowType: 'implicit' | 'pkce' = 'implicit') => {
    const client = pageClient(product, flowType);
    const { data, error } = await client.signInWithSSO({ domain, options: { redirectTo: RETURN_URL } });
    expect(error).toBeNull();
    return { client, address: data!.url };
  };
  const runRedirectFlow = async (browser = new TestBrowser(product)) => {
    const end = await browser.follow((await begin()).address);
    return { arrived: end, fields: new URLSearchParams(end.hash.slice(1)) };
  };
  const signInWithSso = async () => {
    const { arrived: end, fields } = await runRedirectFlow();
    const token = fields.get('access_token');
    if (!token) throw new Error(`no session: ${end.href}`);
    return { token, user: (await callAuth(product, 'get', '/user', token).expect(200)).body };
  };
  /** A browser at the identity provider, and the fields that the response must repeat. */
  const redirectToIdp = async () => {
    const browser = new TestBrowser(product);
    const redirect = await browser.follow((await begin()).address, { until: /SAMLRequest=/ });
    const { id } = parseRequest(redirect.searchParams);
    return { browser, id, relayState: redirect.searchParams.get('RelayState')! };
  };
  const post = async (browser: TestBrowser, RelayState: string, SAMLResponse: string) => {
    const body = new URLSearchParams({ SAMLResponse, RelayState });
    const response = await browser.open(new URL(`${SITE}/api/auth/v1/sso/saml/acs`), {
      method: 'POST',
      body,
    });
    return { status: response.status, end: new URL(response.headers.get('location')!) };
  };

  it('creates an SSO user with a session, found by the company domain', async () => {
    const idpUser = setIdpUser();
    const { token, user } = await signInWithSso();
    expect(user).toMatchObject({
      email: idpUser.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: { full_name: 'Ada Lovelace' },
      identities: [{ provider: `sso:${providerId}`, id: idpUser.nameId }],
    });
    expect(await listAuditActions(product, user.id)).toContain('session.created');
    const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
      amr: object[];
    };
    expect(payload.amr).toEqual([{ method: 'sso/saml', timestamp: expect.any(Number) }]);
    for (const change of [{ password: 'a new password' }, { email: 'other@company.example' }]) {
      const response = await callAuth(product, 'put', '/user', token).send(change).expect(422);
      expect(response.body.code).toBe('user_sso_managed');
    }
    expect((await signInWithSso()).user.id).toBe(user.id);
  });

  it('is the only sign-in method of an SSO user: no email or other provider works', async () => {
    const { email } = setIdpUser();
    const { user, token } = await signInWithSso();
    const before = await listEvents(product, user.id);
    for (const path of ['/otp', '/recover'])
      await callAuth(product, 'post', path).send({ email }).expect(200, {});
    expect(await listEvents(product, user.id)).toEqual(before);
    const begun = await callAuth(
      product,
      'get',
      '/user/identities/authorize?provider=keycloak',
      token,
    ).expect(422);
    expect(begun.body.code).toBe('user_sso_managed');
    const id_token = await oauth.issuer.idToken({ sub: 'x', email, email_verified: true });
    const idTokenResponse = await callAuth(product, 'post', '/token?grant_type=id_token').send({
      provider: 'keycloak',
      id_token,
    });
    expect([idTokenResponse.status, idTokenResponse.body.code]).toEqual([422, 'user_sso_managed']);
  });

  it('also starts from the provider ID and without a client', async () => {
    const response = await callAuth(product, 'post', '/sso').send({ provider_id: providerId }).expect(303);
    expect(response.get('Location')).toMatch(/\/sso\/saml\/leave\?visit=[0-9a-f-]{36}$/);
    const { browser } = await redirectToIdp();
    expect(browser.cookiesFor(new URL(`${SITE}/api/auth/v1/sso/saml/acs`))).toMatch(/^visit-/);
    expect(browser.cookiesFor(new URL(`${SITE}/api/auth/v1/callback`))).toBe('');
  });

  it('does not start with an unknown or ambiguous provider', async () => {
    for (const [body, status, code] of [
      [{ domain: 'unknown.example' }, 404, 'sso_provider_not_found'],
      [{ provider_id: randomUUID() }, 404, 'sso_provider_not_found'],
      [{}, 400, 'validation_failed'],
      [{ provider_id: randomUUID(), domain }, 400, 'validation_failed'],
    ] as const)
      expect((await callAuth(product, 'post', '/sso').send(body).expect(status)).body.code).toBe(code);
  });

  it('links to the account with the same email when the provider owns its domain', async () => {
    const known = await createConfirmedUser(product, `${randomBytes(6).toString('hex')}@${domain}`);
    setIdpUser({ email: known.email });
    expect((await signInWithSso()).user.id).toBe(known.id);
  });

  it('rejects an email of another domain, whose owner is asked to sign in', async () => {
    const known = await createConfirmedUser(product);
    setIdpUser({ email: known.email });
    const { fields } = await runRedirectFlow();
    expect(fields.get('error_code')).toBe('provider_email_needs_verification');
    setIdpUser({ email: `ada@sub.${domain}` });
    expect((await runRedirectFlow()).fields.get('error_code')).toBe('provider_email_needs_verification');
  });

  it.each<[string, Partial<AssertionContent>, string]>([
    [
      'a transient name ID',
      { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      'saml_assertion_no_user_id',
    ],
    ['no email', { email: undefined }, 'saml_assertion_no_email'],
    ['another audience', { audience: 'https://other.example/metadata' }, 'validation_failed'],
    ['another issuer', { issuer: 'https://other.example/metadata' }, 'validation_failed'],
    ['an untrusted key', { key: UNTRUSTED_KEY }, 'validation_failed'],
    ['no signature', { key: undefined }, 'validation_failed'],
  ])('rejects an assertion with %s', async (_, overrides, code) => {
    setIdpUser(overrides);
    const { arrived: end } = await runRedirectFlow();
    expect(end.origin + end.pathname).toBe(RETURN_URL);
    expect(end.searchParams.get('error_code')).toBe(code);
    expect(end.hash).not.toContain('access_token');
  });

  it('accepts an assertion although the clocks differ by two minutes', async () => {
    setIdpUser({ until: new Date(Date.now() - 120_000) });
    expect((await signInWithSso()).user.app_metadata.provider).toBe(`sso:${providerId}`);
  });

  it('rejects an expired assertion, and logs that a clock may be wrong', async () => {
    setIdpUser({ until: new Date(Date.now() - 190_000) });
    const { mock: logging } = mock.method(testLogger, 'sampled');
    const { arrived } = await runRedirectFlow().finally(() => logging.restore());
    expect(arrived.searchParams.get('error_code')).toBe('validation_failed');
    expect(JSON.stringify(logging.calls.map((call) => call.arguments))).toContain(
      "make sure that this server's clock and the identity provider's agree",
    );
  });

  it.each<[string, (id: string) => Partial<AssertionContent>]>([
    ['for another recipient', (id) => ({ inResponseTo: id, recipient: 'https://other.example/acs' })],
    ['for another request', () => ({ inResponseTo: '_another' })],
    [
      'another request ID inside an envelope with ours',
      (id) => ({ inResponseTo: id, signedInResponseTo: '_another' }),
    ],
    [
      'no request ID inside an envelope with ours',
      (id) => ({ inResponseTo: id, signedInResponseTo: undefined }),
    ],
  ])('rejects a response %s', async (_, content) => {
    setIdpUser();
    const { browser, id, relayState } = await redirectToIdp();
    const { end } = await post(browser, relayState, idp.respond(content(id)));
    expect(end.searchParams.get('error_code')).toBe('validation_failed');
  });

  it.each<[string, (xml: string) => string]>([
    ['a changed name ID', (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]+/, '$1mallory')],
    [
      'a changed email in it',
      (xml) => xml.replace(/(<saml:AttributeValue>)[^<]+/, '$1mallory@company.example'),
    ],
    ['a forged assertion before the signed one', (xml) => wrap(xml, (forged, good) => forged + good)],
    ['a forged assertion after the signed one', (xml) => wrap(xml, (forged, good) => good + forged)],
    [
      'the signed assertion inside a forged one',
      (xml) => wrap(xml, (forged, good) => forged.replace('</saml:Assertion>', `${good}</saml:Assertion>`)),
    ],
    [
      'the signed assertion next to a forged one',
      (xml) => wrap(xml, (forged, good) => `${forged}<samlp:Extensions>${good}</samlp:Extensions>`),
    ],
    ['a document type declaration', (xml) => `<!DOCTYPE x [<!ENTITY e "mallory">]>${xml}`],
    ['nothing', () => ''],
  ])('rejects a response with %s', async (_, change) => {
    setIdpUser();
    const { browser, id, relayState } = await redirectToIdp();
    const { end } = await post(browser, relayState, idp.respond({ inResponseTo: id }, change));
    expect(end.searchParams.get('error_code')).toBe('validation_failed');
  });

  it('is not misled by a comment inside the name ID', async () => {
    const victim = setIdpUser({ nameId: `victim-${randomBytes(4).toString('hex')}` });
    const { user } = await signInWithSso();
    setIdpUser({ nameId: `${victim.nameId}<!-- -->-of-mallory`, email: `mallory@${domain}` });
    const { arrived: end, fields } = await runRedirectFlow();
    const token = fields.get('access_token');
    const opened = token === null ? undefined : (await callAuth(product, 'get', '/user', token)).body.id;
    expect([end.origin, opened === user.id]).toEqual([SITE, false]);
  });

  it('accepts a response once, in the browser that started the flow', async () => {
    setIdpUser();
    const { browser, id, relayState } = await redirectToIdp();
    const response = idp.respond({ inResponseTo: id });
    const hijacked = await post(new TestBrowser(product), relayState, response);
    expect([hijacked.status, hijacked.end.searchParams.get('error_code')]).toEqual([
      302,
      'saml_relay_state_not_found',
    ]);
    expect(hijacked.end.href.startsWith(RETURN_URL)).toBe(true);
    expect(hijacked.end.hash).toContain('error_code=saml_relay_state_not_found');
    expect(hijacked.end.hash).not.toContain('access_token');
    const cookies = { Cookie: browser.cookiesFor(new URL(`${SITE}/api/auth/v1/sso/saml/acs`)) };
    expect((await post(browser, relayState, response)).end.hash).toContain('access_token=');
    const repeated = await callAuth(product, 'post', '/sso/saml/acs')
      .set(cookies)
      .type('form')
      .send({ RelayState: relayState, SAMLResponse: response })
      .expect(303);
    expect(repeated.get('Location')).toContain('error_code=saml_relay_state_not_found');
  });

  it('binds the redirect to one browser: no one gets the cookie of another flow', async () => {
    const { address: url } = await begin();
    await new TestBrowser(product).follow(url, { until: /SAMLRequest=/ });
    const second = await new TestBrowser(product).follow(url);
    expect(second.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('accepts a response within five minutes, and never without a request', async () => {
    setIdpUser();
    const { browser, id, relayState } = await redirectToIdp();
    product.clock.advance(301);
    const late = await post(browser, relayState, idp.respond({ inResponseTo: id }));
    expect(late.end.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
    for (const state of ['', 'x', randomUUID()]) {
      const { status, end } = await post(browser, state, idp.respond());
      expect([status, end.searchParams.get('error_code')]).toEqual([303, 'saml_relay_state_not_found']);
    }
  });

  it('rejects a SAML response at the OAuth callback', async () => {
    const { browser, relayState } = await redirectToIdp();
    const cookie = browser.cookiesFor(new URL(`${SITE}/api/auth/v1/sso/saml/acs`));
    const response = await callAuth(product, 'get', `/callback?code=x&state=${relayState}`)
      .set({ Cookie: cookie })
      .expect(303);
    expect(response.get('Location')).toContain('error_code=bad_oauth_state');
  });

  it('without a key rejects identity providers that require signed requests, decrypts nothing, and announces neither', async () => {
    const metadata_xml = requireSignedRequests(idp.metadata);
    const { body } = await admin('post', '').send({ type: 'saml', metadata_xml }).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', message: expect.stringContaining('signed') });
    const { text } = await callAuth(product, 'get', '/sso/saml/metadata').expect(200);
    expect(text).toContain('AuthnRequestsSigned="false"');
    expect(text).not.toContain('KeyDescriptor');
    setIdpUser();
    idp.encryption = { certificate: createSigningKeyPair().certificate };
    const { arrived } = await runRedirectFlow().finally(() => (idp.encryption = undefined));
    expect(arrived.searchParams.get('error_code')).toBe('validation_failed');
  });

  it('lists its providers for the operator', async () => {
    const { body } = await admin('get', '').expect(200);
    expect(body.items.filter(({ id }: { id: string }) => id === providerId)).toMatchObject([
      { disabled: false, domains: [{ domain }], saml: { entity_id: idp.entityId, attribute_mapping: {} } },
    ]);
  });

  it('keeps providers and their domains separate', async () => {
    const repeated = { type: 'saml', metadata_url: idp.entityId };
    expect((await admin('post', '').send(repeated).expect(422)).body.code).toBe('saml_idp_already_exists');
    const other = idp.metadata.replace(idp.entityId, 'https://other.example/metadata');
    const input = { type: 'saml', metadata_xml: other };
    const conflict = await admin('post', '')
      .send({ ...input, domains: [domain.toUpperCase()] })
      .expect(422);
    expect(conflict.body.code).toBe('sso_domain_already_exists');
    const { body } = await admin('post', '')
      .send({ ...input, domains: ['other.example'] })
      .expect(201);
    const mismatch = await admin('put', `/${body.id}`).send({ metadata_xml: idp.metadata }).expect(400);
    expect(mismatch.body.code).toBe('saml_entity_id_mismatch');
    const changed = await admin('put', `/${body.id}`)
      .send({ domains: ['new.example'], attribute_mapping: { email: 'mail' }, disabled: true })
      .expect(200);
    expect(changed.body).toMatchObject({
      disabled: true,
      domains: [{ domain: 'new.example' }],
      saml: { entity_id: 'https://other.example/metadata', attribute_mapping: { email: 'mail' } },
    });
    const rejected = await callAuth(product, 'post', '/sso').send({ domain: 'new.example' }).expect(404);
    expect(rejected.body.code).toBe('sso_provider_disabled');
    await admin('delete', `/${body.id}`).expect(200);
    expect((await admin('get', `/${body.id}`).expect(404)).body.code).toBe('sso_provider_not_found');
  });

  it('accepts metadata of a group of entities, and uses the first identity provider in it', async () => {
    const entityId = 'https://grouped.example/metadata';
    const grouped = idp.metadata.replace(idp.entityId, entityId);
    const entity =
      '<EntityDescriptor entityID="https://service.example"><SPSSODescriptor/></EntityDescriptor>';
    const group = (members: string) =>
      `<EntitiesDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata">${members}</EntitiesDescriptor>`;
    const create = (metadata_xml: string) => admin('post', '').send({ type: 'saml', metadata_xml });
    for (const metadata of [group(entity + grouped + idp.metadata), group(entity + group(grouped))]) {
      const { body } = await create(metadata).expect(201);
      expect(body.saml.entity_id).toBe(entityId);
      await admin('delete', `/${body.id}`).expect(200);
    }
    expect((await create(group(entity)).expect(400)).body.message).toContain('IDPSSODescriptor');
  });

  it('does not create a provider with invalid metadata or domains', async () => {
    const metadata_xml = '<!DOCTYPE x><x/>';
    for (const [input, code] of [
      [{}, 'validation_failed'],
      [{ metadata_xml: 'x', metadata_url: 'https://x.example' }, 'validation_failed'],
      [{ metadata_xml }, 'validation_failed'],
      [{ type: 'oidc', metadata_xml: '<x/>' }, 'validation_failed'],
      [{ metadata_url: 'http://127.0.0.1:1/' }, 'saml_metadata_fetch_failed'],
      [{ metadata_url: 'file:///etc/passwd' }, 'validation_failed'],
      [{ metadata_xml: '<x/>', domains: ['a b'] }, 'validation_failed'],
    ] as const) {
      const response = await admin('post', '')
        .send({ type: 'saml', ...input })
        .expect(400);
      expect([input, response.body.code]).toEqual([input, code]);
    }
  });

  it('stops for all users when the operator removes or disables the provider', async () => {
    setIdpUser();
    const { browser, id, relayState } = await redirectToIdp();
    await admin('put', `/${providerId}`).send({ disabled: true }).expect(200);
    const { end } = await post(browser, relayState, idp.respond({ inResponseTo: id }));
    expect(end.searchParams.get('error_code')).toBe('sso_provider_disabled');
    await admin('put', `/${providerId}`).send({ disabled: false }).expect(200);
  });
});

describe('single sign-on when it is disabled', () => {
  const product = useShared(startTestProduct);

  it('is rejected before the request is parsed', async () => {
    const key = await signClientKey('service_role');
    const responses = await Promise.all([
      callAuth(product, 'post', '/sso').send({ provider_id: 'x' }),
      callAuth(product, 'get', '/sso/saml/metadata'),
      callAuth(product, 'get', '/admin/sso/providers', key),
      callAuth(product, 'post', '/admin/sso/providers', key).send({ type: 'saml', metadata_xml: 'x' }),
    ]);
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      responses.map(() => [404, 'saml_provider_disabled']),
    );
    const end = await callAuth(product, 'post', '/sso/saml/acs')
      .type('form')
      .send({ RelayState: randomUUID() })
      .expect(303);
    expect(end.get('Location')).toContain('error_code=saml_provider_disabled');
  });
});

/** Places the signed assertion next to an unsigned one for mallory. */
function wrap(xml: string, arrange: (forged: string, good: string) => string): string {
  const good = /<saml:Assertion[\s\S]+<\/saml:Assertion>/.exec(xml)![0];
  const forged = good
    .replace(/<(?:\w+:)?Signature[\s\S]+<\/(?:\w+:)?Signature>/, '')
    .replace('ID="_a1"', 'ID="_a2"')
    .replace(/(<saml:NameID[^>]*>)[^<]+/, '$1mallory');
  return xml.replace(good, arrange(forged, good));
}
