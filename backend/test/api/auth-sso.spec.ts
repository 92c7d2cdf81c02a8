import { randomBytes, randomUUID } from 'node:crypto';
import { auditOf, call, confirmedPerson, eventsOf } from '../support/auth.js';
import { pageClient, SITE } from '../support/oauth.js';
import { clientKey } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';
import {
  FOREIGN_KEY,
  requestIn,
  startTestIdentityProvider,
  type Said,
  type TestIdentityProvider,
} from '../support/test-identity-provider.js';
import { startTestIssuer, type TestIssuer } from '../support/test-issuer.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const BACK = `${SITE}/back`;

describe('signing in by the directory of a company', () => {
  let product: TestProduct;
  let directory: TestIdentityProvider;
  let issuer: TestIssuer;
  let serviceKey: string;
  let providerId: string;
  let domain: string;
  beforeAll(async () => {
    directory = await startTestIdentityProvider();
    issuer = await startTestIssuer([]);
    product = await startTestProduct({
      AUTH_SAML: 'on',
      AUTH_OIDC_PROVIDERS: 'keycloak',
      AUTH_KEYCLOAK_ISSUER: issuer.url,
      AUTH_KEYCLOAK_CLIENT_ID: issuer.clientId,
    });
    domain = 'company.example';
    serviceKey = await clientKey('service_role');
    const { body } = await admin('post', '')
      .send({ type: 'saml', metadata_xml: directory.metadata, domains: [domain] })
      .expect(201);
    providerId = body.id;
  });
  afterAll(async () => {
    await product?.stop();
    await directory?.stop();
    await issuer?.stop();
  });
  beforeEach(() => (directory.person = {}));

  const admin = (method: 'get' | 'post' | 'put' | 'delete', path: string) =>
    call(product, method, `/admin/sso/providers${path}`, serviceKey);
  const setPerson = (over: Partial<Said> = {}): Partial<Said> => {
    const nameId = randomBytes(6).toString('hex');
    directory.person = { nameId, email: `${nameId}@${domain}`, ...over };
    return directory.person;
  };
  const begin = async (flowType: 'implicit' | 'pkce' = 'implicit') => {
    const client = pageClient(product, flowType);
    const { data, error } = await client.signInWithSSO({ domain, options: { redirectTo: BACK } });
    expect(error).toBeNull();
    return { client, address: data!.url };
  };
  const comeBack = async (browser = new TestBrowser(product)) => {
    const arrived = await browser.walk((await begin()).address);
    return { arrived, fields: new URLSearchParams(arrived.hash.slice(1)) };
  };
  const signedIn = async () => {
    const { arrived, fields } = await comeBack();
    const token = fields.get('access_token');
    if (!token) throw new Error(`no session: ${arrived.href}`);
    return { token, user: (await call(product, 'get', '/user', token).expect(200)).body };
  };
  /** A browser that stands at the directory, and what its answer has to name. */
  const atTheDirectory = async () => {
    const browser = new TestBrowser(product);
    const asked = await browser.walk((await begin()).address, { until: /SAMLRequest=/ });
    const { id } = requestIn(asked.searchParams);
    return { browser, id, relayState: asked.searchParams.get('RelayState')! };
  };
  const post = async (browser: TestBrowser, RelayState: string, SAMLResponse: string) => {
    const body = new URLSearchParams({ SAMLResponse, RelayState });
    const response = await browser.open(new URL(`${SITE}/api/auth/v1/sso/saml/acs`), {
      method: 'POST',
      body,
    });
    return { status: response.status, end: new URL(response.headers.get('location')!) };
  };

  it('makes an account that is the directory’s, with its session, by the company’s domain', async () => {
    const person = setPerson();
    const { token, user } = await signedIn();
    expect(user).toMatchObject({
      email: person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
      user_metadata: { full_name: 'Ada Lovelace' },
      identities: [{ provider: `sso:${providerId}`, id: person.nameId }],
    });
    expect(await auditOf(product, user.id)).toContain('session.created');
    const payload = JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as {
      amr: object[];
    };
    expect(payload.amr).toEqual([{ method: 'sso/saml', timestamp: expect.any(Number) }]);
    for (const change of [{ password: 'a new password' }, { email: 'other@company.example' }]) {
      const response = await call(product, 'put', '/user', token).send(change).expect(422);
      expect(response.body.code).toBe('user_sso_managed');
    }
    expect((await signedIn()).user.id).toBe(user.id);
  });

  it('is the only door to an account that is the directory’s: no email and no other provider opens it', async () => {
    const { email } = setPerson();
    const { user, token } = await signedIn();
    const before = await eventsOf(product, user.id);
    for (const path of ['/otp', '/recover'])
      await call(product, 'post', path).send({ email }).expect(200, {});
    expect(await eventsOf(product, user.id)).toEqual(before);
    const begun = await call(product, 'get', '/user/identities/authorize?provider=keycloak', token).expect(
      422,
    );
    expect(begun.body.code).toBe('user_sso_managed');
    const id_token = await issuer.idToken({ sub: 'x', email, email_verified: true });
    const shown = await call(product, 'post', '/token?grant_type=id_token').send({
      provider: 'keycloak',
      id_token,
    });
    expect([shown.status, shown.body.code]).toEqual([422, 'user_sso_managed']);
  });

  it('ends with a code for a client that asked with a challenge', async () => {
    const person = setPerson();
    const { client, address } = await begin('pkce');
    const end = await new TestBrowser(product).walk(address);
    const { data, error } = await client.exchangeCodeForSession(end.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(data.user?.email).toBe(person.email);
  });

  it('is begun by the directory’s id too, and led to without a client', async () => {
    const response = await call(product, 'post', '/sso').send({ provider_id: providerId }).expect(303);
    expect(response.get('Location')).toMatch(/\/sso\/saml\/leave\?visit=[0-9a-f-]{36}$/);
    const { browser } = await atTheDirectory();
    expect(browser.cookiesFor(new URL(`${SITE}/api/auth/v1/sso/saml/acs`))).toMatch(/^visit-/);
    expect(browser.cookiesFor(new URL(`${SITE}/api/auth/v1/callback`))).toBe('');
  });

  it.each([
    [{ domain: 'nobody.example' }, 404, 'sso_provider_not_found'],
    [{ provider_id: randomUUID() }, 404, 'sso_provider_not_found'],
    [{ provider_id: 'x' }, 404, 'sso_provider_not_found'],
    [{}, 400, 'validation_failed'],
    [{ provider_id: randomUUID(), domain: 'company.example' }, 400, 'validation_failed'],
  ])('is not begun by %j', async (body, status, code) => {
    const response = await call(product, 'post', '/sso').send(body).expect(status);
    expect(response.body.code).toBe(code);
  });

  it('joins the account that has the address, where the directory vouches for its domain', async () => {
    const known = await confirmedPerson(product, `${randomBytes(6).toString('hex')}@${domain}`);
    setPerson({ email: known.email });
    expect((await signedIn()).user.id).toBe(known.id);
  });

  it('opens nothing by an address of another domain: its owner is asked', async () => {
    const known = await confirmedPerson(product);
    setPerson({ email: known.email });
    const { fields } = await comeBack();
    expect(fields.get('error_code')).toBe('provider_email_needs_verification');
    setPerson({ email: `ada@sub.${domain}` });
    expect((await comeBack()).fields.get('error_code')).toBe('provider_email_needs_verification');
  });

  it.each<[string, Partial<Said>, string]>([
    [
      'an id that is another one next time',
      { format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
      'saml_assertion_no_user_id',
    ],
    ['no id', { nameId: '' }, 'saml_assertion_no_user_id'],
    ['no address', { email: undefined }, 'saml_assertion_no_email'],
    ['what is no address', { email: 'ada' }, 'saml_assertion_no_email'],
    ['another audience', { audience: 'https://other.example/metadata' }, 'validation_failed'],
    ['another issuer', { issuer: 'https://other.example/metadata' }, 'validation_failed'],
    ['its time over', { until: new Date(Date.now() - 60_000) }, 'validation_failed'],
    ['a foreign key', { key: FOREIGN_KEY }, 'validation_failed'],
    ['no signature', { key: undefined }, 'validation_failed'],
  ])('is rejected with %s', async (_, over, code) => {
    setPerson(over);
    const { arrived } = await comeBack();
    expect(arrived.origin + arrived.pathname).toBe(BACK);
    expect(arrived.searchParams.get('error_code')).toBe(code);
    expect(arrived.hash).not.toContain('access_token');
  });

  it.each<[string, (id: string) => Partial<Said>]>([
    ['handed to another service', (id) => ({ inResponseTo: id, recipient: 'https://other.example/acs' })],
    ['to another request', () => ({ inResponseTo: '_another' })],
    [
      'to another request, in an envelope that names ours',
      (id) => ({ inResponseTo: id, signedInResponseTo: '_another' }),
    ],
    [
      'to no request, in an envelope that names ours',
      (id) => ({ inResponseTo: id, signedInResponseTo: undefined }),
    ],
  ])('an answer %s counts for nothing', async (_, said) => {
    setPerson();
    const { browser, id, relayState } = await atTheDirectory();
    const { end } = await post(browser, relayState, directory.respond(said(id)));
    expect(end.searchParams.get('error_code')).toBe('validation_failed');
  });

  it.each<[string, (xml: string) => string]>([
    ['another person in it', (xml) => xml.replace(/(<saml:NameID[^>]*>)[^<]+/, '$1mallory')],
    [
      'another address in it',
      (xml) => xml.replace(/(<saml:AttributeValue>)[^<]+/, '$1mallory@company.example'),
    ],
    ['a forged assertion before the signed one', (xml) => wrap(xml, (forged, good) => forged + good)],
    ['a forged assertion behind the signed one', (xml) => wrap(xml, (forged, good) => good + forged)],
    [
      'the signed assertion inside a forged one',
      (xml) => wrap(xml, (forged, good) => forged.replace('</saml:Assertion>', `${good}</saml:Assertion>`)),
    ],
    [
      'the signed assertion put aside',
      (xml) => wrap(xml, (forged, good) => `${forged}<samlp:Extensions>${good}</samlp:Extensions>`),
    ],
    ['a document type', (xml) => `<!DOCTYPE x [<!ENTITY e "mallory">]>${xml}`],
    ['no XML', () => 'hello'],
    ['nothing', () => ''],
  ])('an answer with %s counts for nothing', async (_, change) => {
    setPerson();
    const { browser, id, relayState } = await atTheDirectory();
    const { end } = await post(browser, relayState, directory.respond({ inResponseTo: id }, change));
    expect(end.searchParams.get('error_code')).toBe('validation_failed');
  });

  it('is not misled by a comment inside a name', async () => {
    const victim = setPerson({ nameId: `victim-${randomBytes(4).toString('hex')}` });
    const { user } = await signedIn();
    setPerson({ nameId: `${victim.nameId}<!-- -->-of-mallory`, email: `mallory@${domain}` });
    const { arrived, fields } = await comeBack();
    const token = fields.get('access_token');
    const opened = token === null ? undefined : (await call(product, 'get', '/user', token)).body.id;
    expect([arrived.origin, opened === user.id]).toEqual([SITE, false]);
  });

  it('comes back once, to the browser that left', async () => {
    setPerson();
    const { browser, id, relayState } = await atTheDirectory();
    const response = directory.respond({ inResponseTo: id });
    const lured = await post(new TestBrowser(product), relayState, response);
    expect([lured.status, lured.end.searchParams.get('error_code')]).toEqual([
      302,
      'saml_relay_state_not_found',
    ]);
    expect(lured.end.href.startsWith(BACK)).toBe(true);
    expect(lured.end.hash).toContain('error_code=saml_relay_state_not_found');
    expect(lured.end.hash).not.toContain('access_token');
    const cookies = { Cookie: browser.cookiesFor(new URL(`${SITE}/api/auth/v1/sso/saml/acs`)) };
    expect((await post(browser, relayState, response)).end.hash).toContain('access_token=');
    const again = await call(product, 'post', '/sso/saml/acs')
      .set(cookies)
      .type('form')
      .send({ RelayState: relayState, SAMLResponse: response })
      .expect(303);
    expect(again.get('Location')).toContain('error_code=saml_relay_state_not_found');
  });

  it('leaves once: no one gets the cookie of another’s visit', async () => {
    const { address } = await begin();
    await new TestBrowser(product).walk(address, { until: /SAMLRequest=/ });
    const second = await new TestBrowser(product).walk(address);
    expect(second.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
  });

  it('comes back within five minutes, and never without a visit', async () => {
    setPerson();
    const { browser, id, relayState } = await atTheDirectory();
    product.clock.advance(301);
    const late = await post(browser, relayState, directory.respond({ inResponseTo: id }));
    expect(late.end.searchParams.get('error_code')).toBe('saml_relay_state_not_found');
    for (const state of ['', 'x', randomUUID()]) {
      const { status, end } = await post(browser, state, directory.respond());
      expect([status, end.searchParams.get('error_code')]).toEqual([303, 'saml_relay_state_not_found']);
    }
  });

  it('does not end at the callback of other providers', async () => {
    const { browser, relayState } = await atTheDirectory();
    const cookie = browser.cookiesFor(new URL(`${SITE}/api/auth/v1/sso/saml/acs`));
    const response = await call(product, 'get', `/callback?code=x&state=${relayState}`)
      .set({ Cookie: cookie })
      .expect(303);
    expect(response.get('Location')).toContain('error_code=bad_oauth_state');
  });

  it('tells directories what they have to know', async () => {
    const response = await call(product, 'get', '/sso/saml/metadata').expect(200);
    expect(response.get('Content-Type')).toContain('xml');
    expect(response.text ?? String(response.body)).toContain(`${SITE}/api/auth/v1/sso/saml/acs`);
    const settings = await call(product, 'get', '/settings').expect(200);
    expect(settings.body.saml_enabled).toBe(true);
  });

  it('is administered by the service key alone', async () => {
    await call(product, 'get', '/admin/sso/providers').expect(401);
    await call(product, 'get', '/admin/sso/providers', await clientKey('anon')).expect(403);
    const { body } = await admin('get', '').expect(200);
    expect(body.items).toEqual([
      expect.objectContaining({
        id: providerId,
        disabled: false,
        domains: [{ domain }],
        saml: expect.objectContaining({ entity_id: directory.entityId, attribute_mapping: {} }),
      }),
    ]);
  });

  it('keeps directories and their domains apart', async () => {
    const again = { type: 'saml', metadata_url: directory.entityId };
    expect((await admin('post', '').send(again).expect(422)).body.code).toBe('saml_idp_already_exists');
    const other = directory.metadata.replace(directory.entityId, 'https://other.example/metadata');
    const input = { type: 'saml', metadata_xml: other };
    const taken = await admin('post', '')
      .send({ ...input, domains: [domain.toUpperCase()] })
      .expect(422);
    expect(taken.body.code).toBe('sso_domain_already_exists');
    const { body } = await admin('post', '')
      .send({ ...input, domains: ['other.example'] })
      .expect(201);
    const mismatch = await admin('put', `/${body.id}`).send({ metadata_xml: directory.metadata }).expect(400);
    expect(mismatch.body.code).toBe('saml_entity_id_mismatch');
    const changed = await admin('put', `/${body.id}`)
      .send({ domains: ['new.example'], attribute_mapping: { email: 'mail' }, disabled: true })
      .expect(200);
    expect(changed.body).toMatchObject({
      disabled: true,
      domains: [{ domain: 'new.example' }],
      saml: { entity_id: 'https://other.example/metadata', attribute_mapping: { email: 'mail' } },
    });
    const rejected = await call(product, 'post', '/sso').send({ domain: 'new.example' }).expect(404);
    expect(rejected.body.code).toBe('sso_provider_disabled');
    await admin('delete', `/${body.id}`).expect(200);
    expect((await admin('get', `/${body.id}`).expect(404)).body.code).toBe('sso_provider_not_found');
  });

  it.each<[string, object, string]>([
    ['no metadata', {}, 'validation_failed'],
    ['metadata twice', { metadata_xml: 'x', metadata_url: 'https://x.example' }, 'validation_failed'],
    ['no XML', { metadata_xml: 'hello' }, 'validation_failed'],
    ['a document type', { metadata_xml: '<!DOCTYPE x><x/>' }, 'validation_failed'],
    ['other XML', { metadata_xml: '<html/>' }, 'validation_failed'],
    ['another type', { type: 'oidc', metadata_xml: '<x/>' }, 'validation_failed'],
    [
      'an address where nobody answers',
      { metadata_url: 'http://127.0.0.1:1/' },
      'saml_metadata_fetch_failed',
    ],
    ['an address of a file', { metadata_url: 'file:///etc/passwd' }, 'validation_failed'],
    ['domains that are none', { metadata_xml: '<x/>', domains: ['a b'] }, 'validation_failed'],
  ])('no directory is made of %s', async (_, input, code) => {
    const response = await admin('post', '')
      .send({ type: 'saml', ...input })
      .expect(400);
    expect(response.body.code).toBe(code);
  });

  it('ends for everybody when the operator removes or disables the directory', async () => {
    setPerson();
    const { browser, id, relayState } = await atTheDirectory();
    await admin('put', `/${providerId}`).send({ disabled: true }).expect(200);
    const { end } = await post(browser, relayState, directory.respond({ inResponseTo: id }));
    expect(end.searchParams.get('error_code')).toBe('sso_provider_disabled');
    await admin('put', `/${providerId}`).send({ disabled: false }).expect(200);
  });
});

describe('single sign-on where it is off', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product?.stop());

  it('is rejected before anything is read', async () => {
    const key = await clientKey('service_role');
    const responses = await Promise.all([
      call(product, 'post', '/sso').send({ provider_id: 'x' }),
      call(product, 'get', '/sso/saml/metadata'),
      call(product, 'get', '/admin/sso/providers', key),
      call(product, 'post', '/admin/sso/providers', key).send({ type: 'saml', metadata_xml: 'x' }),
    ]);
    expect(responses.map(({ status, body }) => [status, body.code])).toEqual(
      responses.map(() => [404, 'saml_provider_disabled']),
    );
    const end = await call(product, 'post', '/sso/saml/acs')
      .type('form')
      .send({ RelayState: randomUUID() })
      .expect(303);
    expect(end.get('Location')).toContain('error_code=saml_provider_disabled');
  });
});

/** The signed assertion beside one of mallory's that no one signed. */
function wrap(xml: string, arrange: (forged: string, good: string) => string): string {
  const good = /<saml:Assertion[\s\S]+<\/saml:Assertion>/.exec(xml)![0];
  const forged = good
    .replace(/<(?:\w+:)?Signature[\s\S]+<\/(?:\w+:)?Signature>/, '')
    .replace('ID="_a1"', 'ID="_a2"')
    .replace(/(<saml:NameID[^>]*>)[^<]+/, '$1mallory');
  return xml.replace(good, arrange(forged, good));
}
