import type { GoTrueClient } from '@supabase/auth-js';
import {
  listAuditActions,
  callAuth,
  createConfirmedUser,
  listEvents,
  createLinkToken,
  createPaidUser,
  PASSWORD,
  signIn,
  uniqueEmail,
} from '../support/auth.js';
import {
  signInByRedirect,
  signInWithProvider,
  SITE,
  createExternalUser,
  signInOnPage,
  startOAuthFixture,
} from '../support/oauth.js';
import { useShared } from '../support/fixtures.js';
import { TestBrowser } from '../support/test-browser.js';

describe('automatic linking by email', () => {
  const oauth = useShared(startOAuthFixture);

  const listTopics = async (id: string) => (await listEvents(oauth.product, id)).map(({ topic }) => topic);
  const accountWith = async (email: string): Promise<string | undefined> => {
    const text = 'select id from users where email_normalized = $1';
    const [row] = await oauth.product.database.query<{ id: string }>({ text, values: [email] });
    return row?.id;
  };

  it('a verified email links to the account that has it, in any spelling, and its password keeps working', async () => {
    const existing = await createConfirmedUser(oauth.product);
    const { sub } = createExternalUser(oauth, { email: existing.email.toUpperCase() });
    const { user } = await signInWithProvider(oauth, sub);
    expect(user).toMatchObject({
      id: existing.id,
      app_metadata: { provider: 'email', providers: ['email', 'keycloak'] },
    });
    expect(user.identities.map(({ provider }: { provider: string }) => provider)).toEqual([
      'email',
      'keycloak',
    ]);
    await signIn(oauth.product, existing).expect(200);
    expect(await listAuditActions(oauth.product, existing.id)).toContain('identity.linked');
  });

  it('a verified email takes over an unconfirmed account, and the existing password stops working', async () => {
    const email = uniqueEmail();
    const { body } = await callAuth(oauth.product, 'post', '/signup')
      .send({ email, password: PASSWORD })
      .expect(200);
    const pending = await createLinkToken(oauth.product, body.id, 'signup', email);
    const { user } = await signInWithProvider(oauth, createExternalUser(oauth, { email }).sub);
    expect(user).toMatchObject({ id: body.id, email_confirmed_at: expect.any(String) });
    expect((await signIn(oauth.product, { email, password: PASSWORD }).expect(400)).body.code).toBe(
      'invalid_credentials',
    );
    await callAuth(oauth.product, 'post', '/verify')
      .send({ type: 'signup', token_hash: pending })
      .expect(403);
  });

  it('an account created by a payment keeps its plan and loses the password and sessions of the payer', async () => {
    const buyer = await createPaidUser(oauth.product);
    const { body: session } = await signIn(oauth.product, buyer).expect(200);
    const { user } = await signInWithProvider(oauth, createExternalUser(oauth, { email: buyer.email }).sub);
    expect(user).toMatchObject({
      id: buyer.id,
      email_confirmed_at: expect.any(String),
      app_metadata: { has_password: false },
    });
    await callAuth(oauth.product, 'get', '/user', session.access_token).expect(403);
    await signIn(oauth.product, buyer).expect(400);
    expect(await listTopics(buyer.id)).toContain('user.confirmed');
  });

  it('an unverified email does not open an existing account; its owner is asked to sign in', async () => {
    const user = await createConfirmedUser(oauth.product);
    const { sub } = createExternalUser(oauth, { email: user.email, email_verified: false });
    const { end, fields } = await signInByRedirect(oauth, sub);
    expect(Object.fromEntries(fields)).toMatchObject({
      error: 'access_denied',
      error_code: 'provider_email_needs_verification',
    });
    expect(end.searchParams.get('error_code')).toBe('provider_email_needs_verification');
    const { body } = await signIn(oauth.product, user).expect(200);
    expect(body.user.identities).toHaveLength(1);
    expect((await listTopics(user.id)).at(-1)).toBe('user.magic_link_requested');
  });

  it('a new unverified email is confirmed by email first, then opens its account', async () => {
    const { sub, email } = createExternalUser(oauth, { email_verified: false });
    for (let attempt = 0; attempt < 2; attempt++) {
      const { fields } = await signInByRedirect(oauth, sub);
      expect(fields.get('error_code')).toBe('provider_email_needs_verification');
    }
    const id = (await accountWith(email))!;
    expect(await listTopics(id)).toEqual(['user.confirmation_requested', 'user.confirmation_requested']);
    const token_hash = await createLinkToken(oauth.product, id, 'signup', email);
    await callAuth(oauth.product, 'post', '/verify').send({ type: 'signup', token_hash }).expect(200);
    const { user } = await signInWithProvider(oauth, sub);
    expect(user).toMatchObject({ id, identities: [{ provider: 'keycloak', id: sub }] });
  });

  it('an unconfirmed identity is removed when a verified one arrives', async () => {
    const { sub: stranger, email } = createExternalUser(oauth, { email_verified: false });
    await signInByRedirect(oauth, stranger);
    const id = await accountWith(email);
    const { sub: owner } = createExternalUser(oauth, { email });
    const { user } = await signInWithProvider(oauth, owner, 'custom:acme');
    expect(user).toMatchObject({ id, identities: [{ provider: 'custom:acme', id: owner }] });
    const { fields } = await signInByRedirect(oauth, stranger);
    expect(fields.get('error_code')).toBe('provider_email_needs_verification');
  });
});

describe('manual linking', () => {
  const oauth = useShared(startOAuthFixture);

  const authorizationUrl = async (client: GoTrueClient, sub: string) =>
    client.linkIdentity({
      provider: 'keycloak',
      options: { redirectTo: `${SITE}/account`, queryParams: { login_hint: sub } },
    });
  const linkOnPage = async () => {
    const user = await createConfirmedUser(oauth.product);
    const page = await signInOnPage(oauth.product, user);
    const { sub, email } = createExternalUser(oauth);
    const { data, error } = await authorizationUrl(page.client, sub);
    expect(error).toBeNull();
    const end = await page.browser.follow(data.url!);
    return { ...page, user, sub, email, end };
  };

  it('works for a different email, returns a session, and the external account signs in from then on', async () => {
    const { user, sub, email, end, client } = await linkOnPage();
    const fields = new URLSearchParams(end.hash.slice(1));
    expect(end.pathname).toBe('/account');
    const { data } = await client.setSession({
      access_token: fields.get('access_token')!,
      refresh_token: fields.get('refresh_token')!,
    });
    expect(data.user).toMatchObject({ id: user.id, email: user.email });
    const identities = (await client.getUserIdentities()).data!.identities;
    expect(identities.map(({ provider }) => provider)).toEqual(['email', 'keycloak']);
    expect(identities[1]).toMatchObject({ id: sub, email });
    expect((await signInWithProvider(oauth, sub)).user.id).toBe(user.id);
  });

  it("is undone by its owner, except for the last sign-in method and the account's own email", async () => {
    const { client, user, sub } = await linkOnPage();
    const [own, other] = (await client.getUserIdentities()).data!.identities;
    expect((await client.unlinkIdentity(own!)).error?.code).toBe('email_conflict_identity_not_deletable');
    expect((await client.unlinkIdentity(other!)).error).toBeNull();
    expect((await client.unlinkIdentity(other!)).error?.code).toBe('identity_not_found');
    expect((await client.unlinkIdentity(own!)).error?.code).toBe('single_identity_not_deletable');
    const { data } = await client.getUser();
    expect(data.user?.app_metadata).toMatchObject({ provider: 'email', providers: ['email'] });
    expect((await signInWithProvider(oauth, sub)).user.id).not.toBe(user.id);
    expect(await listAuditActions(oauth.product, user.id)).toContain('identity.unlinked');
  });

  it('never takes an identity from another user, and rejects linking the same one twice', async () => {
    const { sub, client, browser, user } = await linkOnPage();
    const repeated = await authorizationUrl(client, sub);
    const end = await browser.follow(repeated.data!.url!);
    expect(end.searchParams.get('error_code')).toBe('identity_already_exists');
    const stranger = await signInOnPage(oauth.product, await createConfirmedUser(oauth.product));
    const stolen = await stranger.browser.follow((await authorizationUrl(stranger.client, sub)).data!.url!);
    expect(stolen.searchParams.get('error_code')).toBe('identity_already_exists');
    expect((await signInWithProvider(oauth, sub)).user.id).toBe(user.id);
    const [, other] = (await client.getUserIdentities()).data!.identities;
    expect((await stranger.client.unlinkIdentity(other!)).error?.code).toBe('identity_not_found');
  });

  it('belongs to the browser and session that started it, and returns to the page when it fails', async () => {
    const user = await createConfirmedUser(oauth.product);
    const attacker = await signInOnPage(oauth.product, user);
    const { sub } = createExternalUser(oauth);
    const intruder = await new TestBrowser(oauth.product).follow(
      (await authorizationUrl(attacker.client, sub)).data!.url!,
    );
    expect([intruder.origin + intruder.pathname, intruder.searchParams.get('error_code')]).toEqual([
      `${SITE}/account`,
      'bad_oauth_state',
    ]);

    const { client, browser } = await signInOnPage(oauth.product, user);
    const { data } = await authorizationUrl(client, sub);
    await client.signOut();
    expect((await browser.follow(data!.url!)).searchParams.get('error_code')).toBe('bad_oauth_state');
    expect((await signInWithProvider(oauth, sub)).user.id).not.toBe(user.id);
  });

  it('requires a confirmed email', async () => {
    const { client } = await signInOnPage(oauth.product, await createPaidUser(oauth.product));
    expect((await authorizationUrl(client, createExternalUser(oauth).sub)).error?.code).toBe(
      'email_not_confirmed',
    );
  });

  it('starts on a page of the site: other clients are rejected before the redirect and link with an ID token', async () => {
    const { product, issuer } = oauth;
    const user = await createConfirmedUser(product);
    const token = (await signIn(product, user).expect(200)).body.access_token;
    const path = '/user/identities/authorize?provider=keycloak&skip_http_redirect=true';
    const from = (origin: string) => callAuth(product, 'get', path, token).set('Origin', origin);
    for (const origin of ['http://localhost:6200', 'https://localhost:3000', 'null']) {
      const rejected = await from(origin).expect(400);
      expect(rejected.body).toMatchObject({
        code: 'validation_failed',
        message: expect.stringContaining(`from a page on ${SITE}, or use an ID token`),
      });
      expect(rejected.get('Set-Cookie')).toBeUndefined();
    }
    const text = 'select 1 from oauth_flows join sessions on sessions.id = session_id where user_id = $1';
    expect(await product.database.query({ text, values: [user.id] })).toEqual([]);
    expect((await from(SITE).expect(200)).body.url).toMatch(issuer.url);
    const { sub } = createExternalUser(oauth);
    const body = { provider: 'keycloak', id_token: await issuer.idToken({ sub }), link_identity: true };
    const linking = callAuth(product, 'post', '/token?grant_type=id_token', token).send(body);
    await linking.set('Origin', 'http://localhost:6200').expect(200);
    expect((await signInWithProvider(oauth, sub)).user.id).toBe(user.id);
  });
});
