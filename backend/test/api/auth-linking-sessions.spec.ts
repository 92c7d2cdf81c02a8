import type { GoTrueClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { listAuditActions, createConfirmedUser, refresh, type TestUser } from '../support/auth.js';
import {
  signInWithProvider,
  SITE,
  createExternalUser,
  signInOnPage,
  startOAuthFixture,
} from '../support/oauth.js';
import { useShared } from '../support/fixtures.js';
import { totpCode, createUserWithMfa, signedInClient } from '../support/factors.js';
import { adminClient } from '../support/service-key.js';

const SESSION_SECONDS = 30 * 86_400;

describe('the session that links an external account', () => {
  const oauth = useShared(startOAuthFixture);

  /** A user who has completed MFA on a page of the site. */
  const aal2OnPage = async (flow: 'implicit' | 'pkce') => {
    const { product } = oauth;
    const { user, factorId, secret } = await createUserWithMfa(product);
    const page = await signInOnPage(product, user, flow);
    const code = totpCode(product, secret);
    expect((await page.client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    product.clock.advance(30);
    const { data } = await page.client.getSession();
    return { ...page, user, factorId, before: data.session! };
  };
  const authorizationUrl = async (client: GoTrueClient, sub: string): Promise<string> => {
    const options = { redirectTo: `${SITE}/account`, queryParams: { login_hint: sub } };
    const { data, error } = await client.linkIdentity({ provider: 'keycloak', options });
    if (error) throw error;
    return data.url!;
  };
  const countSessions = async (user: TestUser): Promise<number> => {
    const text = 'select count(*)::int as count from sessions where user_id = $1';
    const [row] = await oauth.product.database.query<{ count: number }>({ text, values: [user.id] });
    return row!.count;
  };
  const sessionIn = (accessToken: string) => {
    const { sub, session_id, aal, amr } = decodeJwt(accessToken);
    return { sub, session_id, aal, methods: (amr as { method: string }[]).map(({ method }) => method) };
  };

  it('keeps its assurance level in the fragment of the callback page, with its own refresh token', async () => {
    const { browser, client, user, before } = await aal2OnPage('implicit');
    const count = await countSessions(user);
    const end = await browser.follow(await authorizationUrl(client, createExternalUser(oauth).sub));
    const fields = new URLSearchParams(end.hash.slice(1));
    const token = fields.get('access_token')!;
    expect(sessionIn(token)).toEqual(sessionIn(before.access_token));
    expect(sessionIn(token)).toMatchObject({ aal: 'aal2', methods: ['totp', 'password'] });
    expect(fields.get('provider_token')).toMatch(/^\S{20,}$/);
    expect(await countSessions(user)).toBe(count);
    const session = { access_token: token, refresh_token: fields.get('refresh_token')! };
    expect((await client.setSession(session)).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await client.getUserIdentities()).data!.identities).toHaveLength(2);
    const spent = await refresh(oauth.product, before.refresh_token).expect(400);
    expect(spent.body.code).toBe('refresh_token_not_found');
    expect(await listAuditActions(oauth.product, user.id)).toContain('identity.linked');
  });

  it('keeps its assurance level through PKCE, and nothing is consumed until the exchange', async () => {
    const { browser, client, user, before } = await aal2OnPage('pkce');
    const count = await countSessions(user);
    const end = await browser.follow(await authorizationUrl(client, createExternalUser(oauth).sub));
    expect(end.hash).toBe('');
    expect((await refresh(oauth.product, before.refresh_token).expect(200)).body.user.id).toBe(user.id);
    const { data, error } = await client.exchangeCodeForSession(end.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(sessionIn(data.session!.access_token)).toEqual(sessionIn(before.access_token));
    expect(data.session!.provider_token).toMatch(/^\S{20,}$/);
    expect(await countSessions(user)).toBe(count);
    expect((await client.refreshSession()).error).toBeNull();
  });

  it('keeps its assurance level with an ID token', async () => {
    const { client, user, before } = await aal2OnPage('implicit');
    const count = await countSessions(user);
    const token = await oauth.issuer.idToken({ sub: createExternalUser(oauth).sub });
    const { data, error } = await client.linkIdentity({ provider: 'keycloak', token });
    expect(error).toBeNull();
    expect(sessionIn(data.session!.access_token)).toEqual(sessionIn(before.access_token));
    expect(await countSessions(user)).toBe(count);
    expect((await client.refreshSession()).error).toBeNull();
  });

  it('is never raised to a higher assurance level by linking', async () => {
    for (const flow of ['implicit', 'pkce'] as const) {
      const { browser, client, user, factorId } = await aal2OnPage(flow);
      const address = await authorizationUrl(client, createExternalUser(oauth).sub);
      const admin = await adminClient(oauth.product);
      expect((await admin.mfa.deleteFactor({ userId: user.id, id: factorId })).error).toBeNull();
      const end = await browser.follow(address);
      const fields = new URLSearchParams(end.hash.slice(1));
      const code = end.searchParams.get('code');
      const token = code
        ? (await client.exchangeCodeForSession(code)).data.session!.access_token
        : fields.get('access_token')!;
      expect(sessionIn(token)).toMatchObject({ aal: 'aal1', methods: ['password'] });
    }
  });

  it('cannot link after losing its MFA level when another factor protects the account', async () => {
    const { product } = oauth;
    const { browser, client, user } = await aal2OnPage('implicit');
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'tablet' });
    const { id, totp } = data!;
    const verified = await client.mfa.challengeAndVerify({
      factorId: id,
      code: totpCode(product, totp.secret),
    });
    expect(verified.error).toBeNull();
    const { sub } = createExternalUser(oauth);
    const address = await authorizationUrl(client, sub);
    const admin = await adminClient(product);
    expect((await admin.mfa.deleteFactor({ userId: user.id, id })).error).toBeNull();
    const end = await browser.follow(address);
    expect(end.searchParams.get('error_code')).toBe('insufficient_aal');
    expect(end.hash).not.toContain('access_token');
    expect((await signInWithProvider(oauth, sub)).user.id).not.toBe(user.id);
  });

  it('revokes the PKCE code when it ends, and no other session of the user takes its place', async () => {
    const { browser, client, user } = await aal2OnPage('pkce');
    const end = await browser.follow(await authorizationUrl(client, createExternalUser(oauth).sub));
    const other = await signedInClient(oauth.product, user);
    expect((await other.signOut({ scope: 'others' })).error).toBeNull();
    const { error } = await client.exchangeCodeForSession(end.searchParams.get('code')!);
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' });
    expect(await countSessions(user)).toBe(1);
  });

  it('cannot link after it has expired', async () => {
    const { product } = oauth;
    const user = await createConfirmedUser(product);
    const { browser, client } = await signInOnPage(product, user);
    product.clock.advance(SESSION_SECONDS - 200);
    await client.refreshSession();
    const { sub } = createExternalUser(oauth);
    const address = await authorizationUrl(client, sub);
    product.clock.advance(250);
    const end = await browser.follow(address);
    expect(end.searchParams.get('error_code')).toBe('bad_oauth_state');
    expect((await signInWithProvider(oauth, sub)).user.id).not.toBe(user.id);
  });
});
