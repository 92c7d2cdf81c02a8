import type { GoTrueClient } from '@supabase/auth-js';
import { generateSync } from 'otplib';
import {
  auditOf,
  call,
  confirmedPerson,
  eventsOf,
  linkSecret,
  paidPerson,
  PASSWORD,
  signIn,
  someEmail,
  type Person,
} from '../support/auth.js';
import {
  comeBack,
  pageClient,
  signedIn,
  SITE,
  newExternalPerson,
  startOAuthFixture,
  type OAuthFixture,
} from '../support/oauth.js';
import { TestBrowser } from '../support/test-browser.js';

describe('whose account an external account opens', () => {
  let elsewhere: OAuthFixture;
  beforeAll(async () => (elsewhere = await startOAuthFixture()));
  afterAll(() => elsewhere?.stop());

  const topicsOf = async (id: string) => (await eventsOf(elsewhere.product, id)).map(({ topic }) => topic);
  const accountWith = async (email: string): Promise<string | undefined> => {
    const text = 'select id from users where email_normalized = $1';
    const [row] = await elsewhere.product.database.query<{ id: string }>({ text, values: [email] });
    return row?.id;
  };

  it('a verified address joins the account that has it, in any spelling, and its password goes on working', async () => {
    const person = await confirmedPerson(elsewhere.product);
    const { sub } = newExternalPerson(elsewhere, { email: person.email.toUpperCase() });
    const { user } = await signedIn(elsewhere, sub);
    expect(user).toMatchObject({
      id: person.id,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
    });
    expect(user.identities.map(({ provider }: { provider: string }) => provider)).toEqual([
      'email',
      'keycloak',
    ]);
    await signIn(elsewhere.product, person).expect(200);
    expect(await auditOf(elsewhere.product, person.id)).toContain('identity.linked');
  });

  it('a verified address takes an unconfirmed account over: the password that a stranger chose opens nothing', async () => {
    const email = someEmail();
    const { body } = await call(elsewhere.product, 'post', '/signup')
      .send({ email, password: PASSWORD })
      .expect(200);
    const pending = await linkSecret(elsewhere.product, body.id, 'signup', email);
    const { user } = await signedIn(elsewhere, newExternalPerson(elsewhere, { email }).sub);
    expect(user).toMatchObject({ id: body.id, email_confirmed_at: expect.any(String) });
    expect((await signIn(elsewhere.product, { email, password: PASSWORD }).expect(400)).body.code).toBe(
      'invalid_credentials',
    );
    await call(elsewhere.product, 'post', '/verify')
      .send({ type: 'signup', token_hash: pending })
      .expect(403);
  });

  it('an account made by a payment keeps its plan and loses the password and the sessions of the person who paid', async () => {
    const buyer = await paidPerson(elsewhere.product);
    const { body: session } = await signIn(elsewhere.product, buyer).expect(200);
    const { user } = await signedIn(elsewhere, newExternalPerson(elsewhere, { email: buyer.email }).sub);
    expect(user).toMatchObject({
      id: buyer.id,
      email_confirmed_at: expect.any(String),
      app_metadata: { has_password: false },
    });
    await call(elsewhere.product, 'get', '/user', session.access_token).expect(403);
    await signIn(elsewhere.product, buyer).expect(400);
    expect(await topicsOf(buyer.id)).toContain('user.confirmed');
  });

  it('an address that the provider does not vouch for opens no account that is there; its owner is offered a sign-in', async () => {
    const person = await confirmedPerson(elsewhere.product);
    const { sub } = newExternalPerson(elsewhere, { email: person.email, email_verified: false });
    const { end, fields } = await comeBack(elsewhere, sub);
    expect(Object.fromEntries(fields)).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    });
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    const { body } = await signIn(elsewhere.product, person).expect(200);
    expect(body.user.identities).toHaveLength(1);
    expect((await topicsOf(person.id)).at(-1)).toBe('user.magic_link_requested');
  });

  it('a new address that the provider does not vouch for is confirmed by email first, and then opens its account', async () => {
    const { sub, email } = newExternalPerson(elsewhere, { email_verified: false });
    for (let attempt = 0; attempt < 2; attempt++) {
      const { fields } = await comeBack(elsewhere, sub);
      expect(fields.get('error_code')).toBe('provider_email_needs_verification');
    }
    const id = (await accountWith(email))!;
    expect(await topicsOf(id)).toEqual(['user.confirmation_requested', 'user.confirmation_requested']);
    const token_hash = await linkSecret(elsewhere.product, id, 'signup', email);
    await call(elsewhere.product, 'post', '/verify').send({ type: 'signup', token_hash }).expect(200);
    const { user } = await signedIn(elsewhere, sub);
    expect(user).toMatchObject({ id, identities: [{ provider: 'keycloak', id: sub }] });
  });

  it('an unconfirmed identity goes when a verified one arrives', async () => {
    const { sub: stranger, email } = newExternalPerson(elsewhere, { email_verified: false });
    await comeBack(elsewhere, stranger);
    const id = await accountWith(email);
    const { sub: owner } = newExternalPerson(elsewhere, { email });
    const { user } = await signedIn(elsewhere, owner, 'custom:acme');
    expect(user).toMatchObject({ id, identities: [{ provider: 'custom:acme', id: owner }] });
    const { fields } = await comeBack(elsewhere, stranger);
    expect(fields.get('error_code')).toBe('provider_email_needs_verification');
  });

  it('a directory of Azure vouches for no one’s address without its claim about the domain', async () => {
    const person = await confirmedPerson(elsewhere.product);
    const { fields } = await comeBack(elsewhere, newExternalPerson(elsewhere, { email: person.email }).sub, {
      provider: 'azure',
    });
    expect(fields.get('error_code')).toBe('provider_email_needs_verification');
  });
});

describe('linking an external account to the own one', () => {
  let elsewhere: OAuthFixture;
  beforeAll(async () => (elsewhere = await startOAuthFixture()));
  afterAll(() => elsewhere?.stop());

  /** Someone signed in on a page of the site, whose browser keeps the cookies that the client library gets. */
  const onThePage = async (person: Pick<Person, 'email' | 'password'>) => {
    const browser = new TestBrowser(elsewhere.product);
    const client = pageClient(elsewhere.product, 'implicit', async (input, init) => {
      const response = await fetch(input, init);
      browser.keep(new URL(SITE), response);
      return response;
    });
    expect((await client.signInWithPassword(person)).error).toBeNull();
    return { browser, client };
  };
  const beginning = async (client: GoTrueClient, sub: string) =>
    client.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo: `${SITE}/account`, queryParams: { login_hint: sub } },
    });
  const linked = async () => {
    const person = await confirmedPerson(elsewhere.product);
    const page = await onThePage(person);
    const { sub, email } = newExternalPerson(elsewhere);
    const { data, error } = await beginning(page.client, sub);
    expect(error).toBeNull();
    const end = await page.browser.walk(data.url!);
    return { ...page, person, sub, email, end };
  };

  it('works with another address, ends with a session, and opens the account from then on', async () => {
    const { person, sub, email, end, client } = await linked();
    const fields = new URLSearchParams(end.hash.slice(1));
    expect(end.pathname).toBe('/account');
    const { data } = await client.setSession({
      access_token: fields.get('access_token')!,
      refresh_token: fields.get('refresh_token')!,
    });
    expect(data.user).toMatchObject({ id: person.id, email: person.email });
    const identities = (await client.getUserIdentities()).data!.identities;
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak']);
    expect(identities[1]).toMatchObject({ id: sub, email });
    expect((await signedIn(elsewhere, sub)).user.id).toBe(person.id);
  });

  it('is undone by its owner; the last way in and the own address stay', async () => {
    const { client, person, sub } = await linked();
    const [own, foreign] = (await client.getUserIdentities()).data!.identities;
    expect((await client.unlinkIdentity(own!)).error?.code).toBe('email_conflict_identity_not_deletable');
    expect((await client.unlinkIdentity(foreign!)).error).toBeNull();
    expect((await client.unlinkIdentity(foreign!)).error?.code).toBe('identity_not_found');
    expect((await client.unlinkIdentity(own!)).error?.code).toBe('single_identity_not_deletable');
    const { data } = await client.getUser();
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
    expect((await signedIn(elsewhere, sub)).user.id).not.toBe(person.id);
    expect(await auditOf(elsewhere.product, person.id)).toContain('identity.unlinked');
  });

  it('never takes another’s identity away, and rejects an own one twice', async () => {
    const { sub, client, browser, person } = await linked();
    const again = await beginning(client, sub);
    const end = await browser.walk(again.data!.url!);
    expect(end.searchParams.get('error_code')).toBe('identity_already_exists');
    const stranger = await onThePage(await confirmedPerson(elsewhere.product));
    const stolen = await stranger.browser.walk((await beginning(stranger.client, sub)).data!.url!);
    expect(stolen.searchParams.get('error_code')).toBe('identity_already_exists');
    expect((await signedIn(elsewhere, sub)).user.id).toBe(person.id);
    const [, foreign] = (await client.getUserIdentities()).data!.identities;
    expect((await stranger.client.unlinkIdentity(foreign!)).error?.code).toBe('identity_not_found');
  });

  it('belongs to the browser and the session that began it', async () => {
    const person = await confirmedPerson(elsewhere.product);
    const attacker = await onThePage(person);
    const { sub } = newExternalPerson(elsewhere);
    const lured = await new TestBrowser(elsewhere.product).walk(
      (await beginning(attacker.client, sub)).data!.url!,
    );
    expect(lured.searchParams.get('error_code')).toBe('bad_oauth_state');

    const { client, browser } = await onThePage(person);
    const { data } = await beginning(client, sub);
    await client.signOut();
    expect((await browser.walk(data!.url!)).searchParams.get('error_code')).toBe('bad_oauth_state');
    expect((await signedIn(elsewhere, sub)).user.id).not.toBe(person.id);
  });

  it('waits until the own address is confirmed', async () => {
    const { client } = await onThePage(await paidPerson(elsewhere.product));
    expect((await beginning(client, newExternalPerson(elsewhere).sub)).error?.code).toBe(
      'email_not_confirmed',
    );
  });

  it('wants the second factor where the account has one', async () => {
    const person = await confirmedPerson(elsewhere.product);
    const { client } = await onThePage(person);
    const { data } = await client.mfa.enroll({ factorType: 'totp' });
    const code = generateSync({ secret: data!.totp.secret });
    expect((await client.mfa.challengeAndVerify({ factorId: data!.id, code })).error).toBeNull();
    const thief = await onThePage(person);
    const { sub } = newExternalPerson(elsewhere);
    expect((await beginning(thief.client, sub)).error?.code).toBe('insufficient_aal');
    expect((await beginning(client, sub)).error).toBeNull();
  });

  it('begins on a page of the site: others are rejected before anybody leaves, and link with an ID token', async () => {
    const { product, issuer } = elsewhere;
    const person = await confirmedPerson(product);
    const token = (await signIn(product, person).expect(200)).body.access_token;
    const path = '/user/identities/authorize?provider=keycloak&skip_http_redirect=true';
    const from = (origin: string) => call(product, 'get', path, token).set('Origin', origin);
    for (const origin of ['http://localhost:6200', 'https://localhost:3000', 'null']) {
      const rejected = await from(origin).expect(400);
      expect(rejected.body).toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining(`from a page on ${SITE}, or use an ID token`),
      });
      expect(rejected.get('Set-Cookie')).toBeUndefined();
    }
    const text = 'select 1 from oauth_flows join sessions on sessions.id = session_id where user_id = $1';
    expect(await product.database.query({ text, values: [person.id] })).toEqual([]);
    expect((await from(SITE).expect(200)).body.url).toMatch(issuer.url);
    const { sub } = newExternalPerson(elsewhere);
    const body = { provider: 'keycloak', id_token: await issuer.idToken({ sub }), link_identity: true };
    const linking = call(product, 'post', '/token?grant_type=id_token', token).send(body);
    await linking.set('Origin', 'http://localhost:6200').expect(200);
    expect((await signedIn(elsewhere, sub)).user.id).toBe(person.id);
  });

  it('that comes back in vain leads to the page that it began on', async () => {
    const { client } = await onThePage(await confirmedPerson(elsewhere.product));
    const { data } = await beginning(client, newExternalPerson(elsewhere).sub);
    const end = await new TestBrowser(elsewhere.product).walk(data!.url!);
    expect([end.origin + end.pathname, end.searchParams.get('error_code')]).toEqual([
      `${SITE}/account`,
      'bad_oauth_state',
    ]);
    expect((await client.getUserIdentities()).data!.identities).toHaveLength(1);
  });

  it('is rejected without a session and for what is no identity', async () => {
    await call(elsewhere.product, 'get', '/user/identities/authorize?provider=keycloak').expect(401);
    const { body } = await signIn(elsewhere.product, await confirmedPerson(elsewhere.product));
    const response = await call(elsewhere.product, 'delete', '/user/identities/x', body.access_token).expect(
      404,
    );
    expect(response.body.code).toBe('validation_failed');
  });
});

describe('linking where the operator has switched it off', () => {
  let elsewhere: OAuthFixture;
  beforeAll(async () => (elsewhere = await startOAuthFixture({ AUTH_MANUAL_LINKING: 'off' })));
  afterAll(() => elsewhere?.stop());

  it('is rejected', async () => {
    const { body } = await signIn(elsewhere.product, await confirmedPerson(elsewhere.product)).expect(200);
    const [own] = body.user.identities;
    for (const [method, path] of [
      ['get', '/user/identities/authorize?provider=keycloak&skip_http_redirect=true'],
      ['delete', `/user/identities/${own.identity_id}`],
    ] as const) {
      const response = await call(elsewhere.product, method, path, body.access_token).expect(404);
      expect(response.body.code).toBe('manual_linking_disabled');
    }
  });
});
