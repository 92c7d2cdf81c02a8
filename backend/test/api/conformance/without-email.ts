import { base58 } from '@scure/base';
import { generateKeyPairSync, randomBytes, randomInt, sign } from 'node:crypto';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { call, PASSWORD, someEmail } from '../../support/auth.js';
import { SITE } from '../../support/oauth.js';
import { clientKey } from '../../support/service-key.js';
import { TestBrowser } from '../../support/test-browser.js';
import { expectError, told, type Auth, type Stage } from './stage.js';

export const somePhone = (): string => `1555${String(randomInt(10 ** 7)).padStart(7, '0')}`;
const BACK = `${SITE}/back`;

/** Anonymous visitors and telephones. */
export function usersWithoutEmail(stage: Stage): void {
  it('are anybody’s, and become a person’s by an address', async () => {
    const auth = await stage.client();
    const { user } = told(await auth.signInAnonymously({ options: { data: { theme: 'dark' } } }));
    expect(user).toMatchObject({ is_anonymous: true, email: '' });
    expect(told(await auth.getClaims()).claims.is_anonymous).toBe(true);
    const email = someEmail();
    told(await auth.updateUser({ email }));
    const { secret } = await stage.emailTo(email);
    const confirmed = told(await auth.verifyOtp({ type: 'email_change', token_hash: secret }));
    expect(confirmed.user).toMatchObject({ id: user!.id, email, is_anonymous: false });
  });

  it('are known by a number, a password, and codes by message', async () => {
    const phone = somePhone();
    const auth = await stage.client();
    expect(told(await auth.signUp({ phone, password: PASSWORD })).session).toBeNull();
    expectError(await auth.signInWithPassword({ phone, password: PASSWORD }), 'phone_not_confirmed');
    await stage.smsTo(phone);
    told(await auth.resend({ type: 'sms', phone }));
    const token = await stage.smsTo(phone, 2);
    expectError(await auth.verifyOtp({ phone: somePhone(), token, type: 'sms' }), 'otp_expired');
    expect(told(await auth.verifyOtp({ phone, token, type: 'sms' })).user?.phone).toBe(phone);
    told(await auth.signInWithPassword({ phone, password: PASSWORD }));
    told(await auth.signInWithOtp({ phone }));
    told(await auth.verifyOtp({ phone, token: await stage.smsTo(phone, 3), type: 'sms' }));
    expectError(await auth.signInWithOtp({ phone: 'no number' }), 'validation_failed');

    const other = somePhone();
    told(await auth.updateUser({ phone: other }));
    const change = await stage.smsTo(other);
    expect(
      told(await auth.verifyOtp({ phone: other, token: change, type: 'phone_change' })).user?.phone,
    ).toBe(other);
  });
}

/** Signing in at providers, by tokens, wallets and identity providers. */
export function externalAccounts(stage: Stage): void {
  const stranger = () => {
    const sub = `person-${randomBytes(6).toString('hex')}`;
    stage.issuer.people.set(sub, { email: someEmail(), email_verified: true, name: 'Ada Lovelace' });
    return sub;
  };
  /** A browser that goes where the client sends it; gives the code it comes back with. */
  const walk = async (address: string, browser = new TestBrowser(stage.post)) => {
    const arrived = await browser.walk(address.replace(stage.post.url, SITE));
    return { arrived, code: arrived.searchParams.get('code')! };
  };
  const leave = (sub: string) => ({
    provider: 'keycloak' as const,
    options: { redirectTo: BACK, skipBrowserRedirect: true, queryParams: { login_hint: sub } },
  });
  const come = async (auth: Auth, sub: string) => {
    const { url } = told(await auth.signInWithOAuth(leave(sub)));
    return told(await auth.exchangeCodeForSession((await walk(url!)).code));
  };

  it('come back from a provider with a code', async () => {
    const auth = await stage.client({ flowType: 'pkce' });
    const sub = stranger();
    const { user, session } = await come(auth, sub);
    expect(user).toMatchObject({ app_metadata: { provider: 'keycloak' }, identities: [{ id: sub }] });
    expect(session.provider_token).toEqual(expect.any(String));
    const { url } = told(await auth.signInWithOAuth({ ...leave(sub), provider: 'gitlab' }));
    expect((await fetch(url!, { redirect: 'manual' })).status).toBe(400);
  });

  it('are linked and unlinked', async () => {
    const browser = new TestBrowser(stage.post);
    const { auth, id } = await stage.newUser({ flowType: 'pkce', browser });
    const sub = stranger();
    const { url } = told(await auth.linkIdentity(leave(sub)));
    const { code } = await walk(url!, browser);
    expect(told(await auth.exchangeCodeForSession(code)).user.id).toBe(id);
    const { identities } = told(await auth.getUserIdentities());
    expect(identities.map(({ provider }) => provider).sort()).toEqual(['email', 'keycloak']);
    const linked = identities.find(({ provider }) => provider === 'keycloak')!;
    told(await auth.unlinkIdentity(linked));
    expectError(await auth.unlinkIdentity(linked), 'identity_not_found');
    const token = await stage.issuer.idToken({ sub: stranger(), email: someEmail(), email_verified: true });
    const again = told(await auth.linkIdentity({ provider: 'keycloak', token }));
    expect(again.user?.id).toBe(id);
    const only = await stage.client({ flowType: 'pkce' });
    const { user } = await come(only, stranger());
    expectError(await only.unlinkIdentity(user.identities![0]!), 'single_identity_not_deletable');
  });

  it('show an ID token', async () => {
    const auth = await stage.client();
    const sub = stranger();
    const person = stage.issuer.people.get(sub)!;
    const token = await stage.issuer.idToken({ sub, ...person });
    expect(told(await auth.signInWithIdToken({ provider: 'keycloak', token })).user?.email).toBe(
      person.email,
    );
    const forged = `${token.slice(0, -4)}AAAA`;
    const { error } = await auth.signInWithIdToken({ provider: 'keycloak', token: forged });
    expect(error).toMatchObject({ status: 400, message: expect.stringMatching(/Bad ID token/i) });
    expectError(await auth.signInWithIdToken({ provider: 'google', token }), 'provider_disabled');
  });

  it('sign with wallets of Ethereum and Solana', async () => {
    const auth = await stage.client();
    const account = privateKeyToAccount(generatePrivateKey());
    const request = async ({ method, params }: { method: string; params?: unknown }) =>
      method === 'personal_sign'
        ? account.signMessage({ message: { raw: (params as [`0x${string}`])[0] } })
        : method === 'eth_chainId'
          ? '0x1'
          : [account.address];
    const wallet = { address: account.address, request, on() {}, removeListener() {} };
    const there = (url: string) => ({ chain: 'ethereum' as const, wallet, options: { url } });
    expect(told(await auth.signInWithWeb3(there(`${SITE}/auth`))).user?.app_metadata.provider).toBe('web3');
    expect((await auth.signInWithWeb3(there('https://evil.example/'))).error).toMatchObject({ status: 400 });

    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const address = base58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url'));
    const solana = {
      publicKey: { toBase58: () => address } as never,
      signMessage: async (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)),
    };
    const { user } = told(
      await auth.signInWithWeb3({ chain: 'solana', wallet: solana, options: { url: `${SITE}/auth` } }),
    );
    expect(user?.identities).toMatchObject([{ id: `web3:solana:${address}` }]);
  });

  it('come by the identity provider of a company', async () => {
    const domain = await companyDomain();
    const nameId = randomBytes(6).toString('hex');
    stage.directory.person = { nameId, email: `${nameId}@${domain}` };
    const auth = await stage.client({ flowType: 'pkce' });
    expectError(await auth.signInWithSSO({ domain: 'nobody.example' }), 'sso_provider_not_found');
    const { url } = told(
      await auth.signInWithSSO({ domain, options: { redirectTo: BACK, skipBrowserRedirect: true } }),
    );
    const { code } = await walk(url);
    const { user } = told(await auth.exchangeCodeForSession(code));
    expect(user.app_metadata.provider).toMatch(/^sso:/);
  });

  /** A domain whose people the identity provider knows. */
  async function companyDomain(): Promise<string> {
    const domain = 'company.example';
    await call(stage.post, 'post', '/admin/sso/providers', await clientKey('service_role'))
      .send({ type: 'saml', metadata_xml: stage.directory.metadata, domains: [domain] })
      .expect(201);
    return domain;
  }
}
