import { PASSWORD, uniqueEmail } from '../../support/auth.js';
import { startTestProduct } from '../../support/test-product.js';
import { useShared } from '../../support/fixtures.js';
import {
  expectError,
  createSupabaseClient,
  expectData,
  type ConformanceFixture,
} from './conformance-fixture.js';
import { uniquePhone } from './external-users.js';

/** Token verification with public keys. */
export function asymmetricKeys(fixture: ConformanceFixture): void {
  it('verify claims with one fetch of the key set, without requesting the user', async () => {
    const user = await fixture.newUser();
    const calls: string[] = [];
    const auth = await fixture.client({ calls });
    expectData(await auth.signInWithPassword(user));
    calls.length = 0;
    for (let times = 0; times < 3; times++) {
      expect(expectData(await auth.getClaims()).claims).toMatchObject({
        iss: 'http://localhost:3000/api/auth/v1',
        sub: user.id,
        aud: 'authenticated',
        role: 'authenticated',
        email: user.email,
        phone: '',
        aal: 'aal1',
        amr: [{ method: 'password', timestamp: expect.any(Number) }],
        is_anonymous: false,
      });
    }
    expect(calls).toEqual(['GET /api/auth/v1/.well-known/jwks.json']);
    const { session } = expectData(await auth.getSession());
    const [head, claims, signature] = session!.access_token.split('.');
    const forged = `${head}.${claims}.${signature!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`;
    expect((await auth.getClaims(forged)).error).toMatchObject({ code: 'invalid_jwt' });
  });
}

/** An installation with auto-confirm, a shared secret and a captcha. */
export function autoConfirm(fixture: ConformanceFixture): void {
  const product = useShared(startTestProduct, { AUTH_JWT_KEYS: '', AUTH_AUTOCONFIRM: 'on' });

  it('signs up with a session, changes emails immediately, and sends no email', async () => {
    const auth = await fixture.client({ product });
    const email = uniqueEmail();
    const { session, user } = expectData(await auth.signUp({ email, password: PASSWORD }));
    expect(session?.access_token).toEqual(expect.any(String));
    expect(user?.email_confirmed_at).toBeDefined();
    expectError(
      await (await fixture.client({ product })).signUp({ email, password: PASSWORD }),
      'user_already_exists',
    );
    expect(expectData(await auth.refreshSession()).session?.user.email).toBe(email);
    expect((await auth.signOut()).error).toBeNull();
    expectData(await auth.signInWithPassword({ email, password: PASSWORD }));
  });

  it('verifies claims by requesting the user, because there is no public key', async () => {
    const calls: string[] = [];
    const auth = await fixture.client({ product, calls });
    const { user } = expectData(await auth.signUp({ email: uniqueEmail(), password: PASSWORD }));
    calls.length = 0;
    expect(expectData(await auth.getClaims()).claims.sub).toBe(user!.id);
    expect(calls).toEqual(['GET /api/auth/v1/user']);
  });

  it('rejects anonymous and phone sign-in', async () => {
    const auth = await fixture.client({ product });
    expectError(await auth.signInAnonymously(), 'anonymous_provider_disabled');
    const phone = uniquePhone();
    expectError(await auth.signUp({ phone, password: PASSWORD }), 'phone_provider_disabled');
    expectError(await auth.signInWithPassword({ phone, password: PASSWORD }), 'phone_provider_disabled');
    expectError(await auth.signInWithOtp({ phone }), 'phone_provider_disabled');
    expectError(await auth.signInWithSSO({ domain: 'company.example' }), 'saml_provider_disabled');
    expectData(await auth.signUp({ email: uniqueEmail(), password: PASSWORD }));
    expectError(await auth.mfa.enroll({ factorType: 'phone', phone }), 'mfa_phone_enroll_not_enabled');
    const key = await auth.mfa.webauthn.enroll({ friendlyName: 'key' });
    expectError(key, 'mfa_webauthn_enroll_not_enabled');
  });
}

/** An installation with sign-ups disabled. */
export function signUpsDisabled(fixture: ConformanceFixture): void {
  const product = useShared(startTestProduct, { AUTH_SIGNUP_ENABLED: 'off', AUTH_ANONYMOUS_ENABLED: 'on' });

  it('reject new users by every method, and sign in users created by the operator', async () => {
    const auth = await fixture.client({ product });
    expectError(await auth.signUp({ email: uniqueEmail(), password: PASSWORD }), 'signup_disabled');
    expectError(await auth.signInAnonymously(), 'signup_disabled');
    expectError(await auth.signInWithOtp({ email: uniqueEmail() }), 'signup_disabled');
    const email = uniqueEmail();
    const { admin } = (await createSupabaseClient(product, 'service_role')).auth;
    expectData(await admin.createUser({ email, password: PASSWORD, email_confirm: true }));
    expect(expectData(await auth.signInWithPassword({ email, password: PASSWORD })).user.email).toBe(email);
    expect(expectData(await auth.getClaims()).claims.email).toBe(email);
  });
}

/** The part of the library beyond auth. */
export function functions(fixture: ConformanceFixture): void {
  it('are invoked by name, with or without a session', async () => {
    const client = await createSupabaseClient(fixture.product, 'anon');
    const config = await client.functions.invoke('get-stripe-config', { body: {} });
    expect(expectData(config)).toMatchObject({ publishableKey: expect.any(String) });
    const anonymous = await client.functions.invoke('check-subscription', { body: {} });
    expect(anonymous.error).toMatchObject({ name: 'FunctionsHttpError', context: { status: 401 } });
    const { email, password } = await fixture.newUser();
    expectData(await client.auth.signInWithPassword({ email, password }));
    const own = await client.functions.invoke('check-subscription', { body: {} });
    expect(expectData(own)).toHaveProperty('subscription_tier');
  });
}
