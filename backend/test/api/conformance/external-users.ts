import { randomBytes } from 'node:crypto';
import { callAuth, uniqueEmail } from '../../support/auth.js';
import { EthereumWallet } from '../../support/ethereum-wallet.js';
import { SITE } from '../../support/oauth.js';
import { signClientKey } from '../../support/service-key.js';
import { TestBrowser } from '../../support/test-browser.js';
import { expectError, expectData, type Auth, type ConformanceFixture } from './conformance-fixture.js';

const RETURN_URL = `${SITE}/back`;

/** Anonymous users. */
export function anonymousUsers(fixture: ConformanceFixture): void {
  it('sign in anonymously', async () => {
    const auth = await fixture.client();
    const { user } = expectData(await auth.signInAnonymously({ options: { data: { theme: 'dark' } } }));
    expect(user).toMatchObject({ is_anonymous: true, email: '' });
    expect(expectData(await auth.getClaims()).claims.is_anonymous).toBe(true);
  });
}

/** Sign-in with providers, ID tokens, wallets and identity providers. */
export function externalAccounts(fixture: ConformanceFixture): void {
  const stranger = () => {
    const sub = `user-${randomBytes(6).toString('hex')}`;
    fixture.issuer.users.set(sub, { email: uniqueEmail(), email_verified: true, name: 'Ada Lovelace' });
    return sub;
  };
  /** A browser that follows the authorization URL; returns the code of the callback. */
  const walk = async (address: string, browser = new TestBrowser(fixture.product)) => {
    const arrived = await browser.follow(address.replace(fixture.product.url, SITE));
    return { arrived, code: arrived.searchParams.get('code')! };
  };
  const oauthOptions = (sub: string) => ({
    provider: 'keycloak' as const,
    options: { redirectTo: RETURN_URL, skipBrowserRedirect: true, queryParams: { login_hint: sub } },
  });
  const completeSignIn = async (auth: Auth, sub: string) => {
    const { url } = expectData(await auth.signInWithOAuth(oauthOptions(sub)));
    return expectData(await auth.exchangeCodeForSession((await walk(url!)).code));
  };

  it('sign in through a provider with a code', async () => {
    const auth = await fixture.client({ flowType: 'pkce' });
    const sub = stranger();
    const { user, session } = await completeSignIn(auth, sub);
    expect(user).toMatchObject({ app_metadata: { provider: 'keycloak' }, identities: [{ id: sub }] });
    expect(session.provider_token).toEqual(expect.any(String));
    const { url } = expectData(await auth.signInWithOAuth({ ...oauthOptions(sub), provider: 'gitlab' }));
    expect((await fetch(url!, { redirect: 'manual' })).status).toBe(400);
  });

  it('are linked and unlinked', async () => {
    const browser = new TestBrowser(fixture.product);
    const { auth, id } = await fixture.newUser({ flowType: 'pkce', browser });
    const sub = stranger();
    const { url } = expectData(await auth.linkIdentity(oauthOptions(sub)));
    const { code } = await walk(url!, browser);
    expect(expectData(await auth.exchangeCodeForSession(code)).user.id).toBe(id);
    const { identities } = expectData(await auth.getUserIdentities());
    expect(identities.map(({ provider }) => provider).sort()).toEqual(['email', 'keycloak']);
    const linked = identities.find(({ provider }) => provider === 'keycloak')!;
    expectData(await auth.unlinkIdentity(linked));
    expectError(await auth.unlinkIdentity(linked), 'identity_not_found');
  });

  it('sign in with an ID token', async () => {
    const auth = await fixture.client();
    const sub = stranger();
    const user = fixture.issuer.users.get(sub)!;
    const token = await fixture.issuer.idToken({ sub, ...user });
    expect(expectData(await auth.signInWithIdToken({ provider: 'keycloak', token })).user?.email).toBe(
      user.email,
    );
    const forged = `${token.slice(0, -4)}AAAA`;
    const { error } = await auth.signInWithIdToken({ provider: 'keycloak', token: forged });
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(/Bad ID token/i) });
    expectError(await auth.signInWithIdToken({ provider: 'google', token }), 'provider_disabled');
  });

  it('sign in with a wallet', async () => {
    const auth = await fixture.client();
    const wallet = new EthereumWallet().provider;
    const there = (url: string) => ({ chain: 'ethereum' as const, wallet, options: { url } });
    expect(expectData(await auth.signInWithWeb3(there(`${SITE}/auth`))).user?.app_metadata.provider).toBe(
      'web3',
    );
    expect((await auth.signInWithWeb3(there('https://evil.example/'))).error).toMatchObject({ status: 400 });
  });

  it('sign in through the identity provider of a company', async () => {
    const domain = await companyDomain();
    const nameId = randomBytes(6).toString('hex');
    fixture.idp.user = { nameId, email: `${nameId}@${domain}` };
    const auth = await fixture.client({ flowType: 'pkce' });
    expectError(await auth.signInWithSSO({ domain: 'unknown.example' }), 'sso_provider_not_found');
    const { url } = expectData(
      await auth.signInWithSSO({ domain, options: { redirectTo: RETURN_URL, skipBrowserRedirect: true } }),
    );
    const { code } = await walk(url);
    const { user } = expectData(await auth.exchangeCodeForSession(code));
    expect(user.app_metadata.provider).toMatch(/^sso:/);
  });

  /** A domain for which the identity provider is registered. */
  async function companyDomain(): Promise<string> {
    const domain = 'company.example';
    await callAuth(fixture.product, 'post', '/admin/sso/providers', await signClientKey('service_role'))
      .send({ type: 'saml', metadata_xml: fixture.idp.metadata, domains: [domain] })
      .expect(201);
    return domain;
  }
}
