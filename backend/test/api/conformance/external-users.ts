import { base58 } from '@scure/base';
import { generateKeyPairSync, randomBytes, randomInt, sign } from 'node:crypto';
import { callAuth, PASSWORD, uniqueEmail } from '../../support/auth.js';
import { EthereumWallet } from '../../support/ethereum-wallet.js';
import { SITE } from '../../support/oauth.js';
import { signClientKey } from '../../support/service-key.js';
import { TestBrowser } from '../../support/test-browser.js';
import { expectError, expectData, type Auth, type ConformanceFixture } from './conformance-fixture.js';

export const uniquePhone = (): string => `1555${String(randomInt(10 ** 7)).padStart(7, '0')}`;
const RETURN_URL = `${SITE}/back`;

/** Anonymous and phone users. */
export function anonymousAndPhoneUsers(fixture: ConformanceFixture): void {
  it('sign in anonymously and convert to a permanent user with an email', async () => {
    const auth = await fixture.client();
    const { user } = expectData(await auth.signInAnonymously({ options: { data: { theme: 'dark' } } }));
    expect(user).toMatchObject({ is_anonymous: true, email: '' });
    expect(expectData(await auth.getClaims()).claims.is_anonymous).toBe(true);
    const email = uniqueEmail();
    expectData(await auth.updateUser({ email }));
    const { secret } = await fixture.emailTo(email);
    const confirmed = expectData(await auth.verifyOtp({ type: 'email_change', token_hash: secret }));
    expect(confirmed.user).toMatchObject({ id: user!.id, email, is_anonymous: false });
  });

  it('sign up with a phone number, a password, and codes by SMS', async () => {
    const phone = uniquePhone();
    const auth = await fixture.client();
    expect(expectData(await auth.signUp({ phone, password: PASSWORD })).session).toBeNull();
    expectError(await auth.signInWithPassword({ phone, password: PASSWORD }), 'phone_not_confirmed');
    await fixture.smsTo(phone);
    expectData(await auth.resend({ type: 'sms', phone }));
    const token = await fixture.smsTo(phone, 2);
    expectError(await auth.verifyOtp({ phone: uniquePhone(), token, type: 'sms' }), 'otp_expired');
    expect(expectData(await auth.verifyOtp({ phone, token, type: 'sms' })).user?.phone).toBe(phone);
    expectData(await auth.signInWithPassword({ phone, password: PASSWORD }));
    expectData(await auth.signInWithOtp({ phone }));
    expectData(await auth.verifyOtp({ phone, token: await fixture.smsTo(phone, 3), type: 'sms' }));
    expectError(await auth.signInWithOtp({ phone: 'no number' }), 'validation_failed');

    const other = uniquePhone();
    expectData(await auth.updateUser({ phone: other }));
    const change = await fixture.smsTo(other);
    expect(
      expectData(await auth.verifyOtp({ phone: other, token: change, type: 'phone_change' })).user?.phone,
    ).toBe(other);
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
    const token = await fixture.issuer.idToken({
      sub: stranger(),
      email: uniqueEmail(),
      email_verified: true,
    });
    const repeated = expectData(await auth.linkIdentity({ provider: 'keycloak', token }));
    expect(repeated.user?.id).toBe(id);
    const only = await fixture.client({ flowType: 'pkce' });
    const { user } = await completeSignIn(only, stranger());
    expectError(await only.unlinkIdentity(user.identities![0]!), 'single_identity_not_deletable');
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

  it('sign in with Ethereum and Solana wallets', async () => {
    const auth = await fixture.client();
    const wallet = new EthereumWallet().provider;
    const there = (url: string) => ({ chain: 'ethereum' as const, wallet, options: { url } });
    expect(expectData(await auth.signInWithWeb3(there(`${SITE}/auth`))).user?.app_metadata.provider).toBe(
      'web3',
    );
    expect((await auth.signInWithWeb3(there('https://evil.example/'))).error).toMatchObject({ status: 400 });

    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'));
    const solana = {
      publicKey: { toBase58: () => address } as never,
      signMessage: async (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)),
    };
    const { user } = expectData(
      await auth.signInWithWeb3({ chain: 'solana', wallet: solana, options: { url: `${SITE}/auth` } }),
    );
    expect(user?.identities).toMatchObject([{ id: `web3:solana:${address}` }]);
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
