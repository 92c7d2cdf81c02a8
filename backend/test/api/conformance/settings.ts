import { PASSWORD, someEmail } from '../../support/auth.js';
import { startTestProduct, type TestProduct } from '../../support/test-product.js';
import { expectError, supabase, told, type Stage } from './stage.js';
import { somePhone } from './without-email.js';

/** The keys that sign tokens, as clients see them. */
export function asymmetricKeys(stage: Stage): void {
  it('let a client read its claims by one fetch of the key set, without asking for the user', async () => {
    const person = await stage.newUser();
    const calls: string[] = [];
    const auth = await stage.client({ calls });
    told(await auth.signInWithPassword(person));
    calls.length = 0;
    for (let times = 0; times < 3; times++) {
      expect(told(await auth.getClaims()).claims).toMatchObject({ sub: person.id, role: 'authenticated' });
    }
    expect(calls).toEqual(['GET /api/auth/v1/.well-known/jwks.json']);
    const { session } = told(await auth.getSession());
    const [head, claims, signature] = session!.access_token.split('.');
    const forged = `${head}.${claims}.${signature!.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`;
    expect((await auth.getClaims(forged)).error).toMatchObject({ code: 'invalid_jwt' });
  });
}

/** An installation that confirms at once, signs with a shared secret, and wants to know who comes. */
export function confirmedAtOnce(stage: Stage): void {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct({ AUTH_JWT_KEYS: '', AUTH_AUTOCONFIRM: 'on' })));
  afterAll(() => product?.stop());

  it('gives a session to who signs up, changes addresses at once, and asks for no email', async () => {
    const auth = await stage.client({ product });
    const email = someEmail();
    const { session, user } = told(await auth.signUp({ email, password: PASSWORD }));
    expect(session?.access_token).toEqual(expect.any(String));
    expect(user?.email_confirmed_at).toBeDefined();
    expectError(
      await (await stage.client({ product })).signUp({ email, password: PASSWORD }),
      'user_already_exists',
    );
    expect(told(await auth.refreshSession()).session?.user.email).toBe(email);
    expect((await auth.signOut()).error).toBeNull();
    told(await auth.signInWithPassword({ email, password: PASSWORD }));
  });

  it('lets a client read its claims by asking for the user: no one else can check them', async () => {
    const calls: string[] = [];
    const auth = await stage.client({ product, calls });
    const { user } = told(await auth.signUp({ email: someEmail(), password: PASSWORD }));
    calls.length = 0;
    expect(told(await auth.getClaims()).claims.sub).toBe(user!.id);
    expect(calls).toEqual(['GET /api/auth/v1/user']);
  });

  it('has no anonymous visitors and no phones', async () => {
    const auth = await stage.client({ product });
    expectError(await auth.signInAnonymously(), 'anonymous_provider_disabled');
    const phone = somePhone();
    expectError(await auth.signUp({ phone, password: PASSWORD }), 'phone_provider_disabled');
    expectError(await auth.signInWithPassword({ phone, password: PASSWORD }), 'phone_provider_disabled');
    expectError(await auth.signInWithOtp({ phone }), 'phone_provider_disabled');
    expectError(await auth.signInWithSSO({ domain: 'company.example' }), 'saml_provider_disabled');
    told(await auth.signUp({ email: someEmail(), password: PASSWORD }));
    expectError(await auth.mfa.enroll({ factorType: 'phone', phone }), 'mfa_phone_enroll_not_enabled');
    const key = await auth.mfa.webauthn.enroll({ friendlyName: 'key' });
    expectError(key, 'mfa_webauthn_enroll_not_enabled');
  });
}

/** An installation that takes no one new. */
export function closedToNewcomers(stage: Stage): void {
  let product: TestProduct;
  beforeAll(async () => {
    product = await startTestProduct({ AUTH_SIGNUP_ENABLED: 'off', AUTH_ANONYMOUS_ENABLED: 'on' });
  });
  afterAll(() => product?.stop());

  it('rejects everybody new, whatever the way, and lets in whom the operator made', async () => {
    const auth = await stage.client({ product });
    expectError(await auth.signUp({ email: someEmail(), password: PASSWORD }), 'signup_disabled');
    expectError(await auth.signInAnonymously(), 'signup_disabled');
    expectError(await auth.signInWithOtp({ email: someEmail() }), 'signup_disabled');
    const email = someEmail();
    const { admin } = (await supabase(product, 'service_role')).auth;
    told(await admin.createUser({ email, password: PASSWORD, email_confirm: true }));
    expect(told(await auth.signInWithPassword({ email, password: PASSWORD })).user.email).toBe(email);
    expect(told(await auth.getClaims()).claims.email).toBe(email);
  });
}

/** The rest of the whole library, beside accounts. */
export function functions(stage: Stage): void {
  it('answer by name, for everybody or for who is signed in', async () => {
    const client = await supabase(stage.post, 'anon');
    const config = await client.functions.invoke('get-stripe-config', { body: {} });
    expect(told(config)).toMatchObject({ publishableKey: expect.any(String) });
    const nobody = await client.functions.invoke('check-subscription', { body: {} });
    expect(nobody.error).toMatchObject({ name: 'FunctionsHttpError', context: { status: 401 } });
    const { email, password } = await stage.newUser();
    told(await client.auth.signInWithPassword({ email, password }));
    const mine = await client.functions.invoke('check-subscription', { body: {} });
    expect(told(mine)).toHaveProperty('subscription_tier');
  });
}
