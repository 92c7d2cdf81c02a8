import { createSupabaseClient, expectData, type ConformanceFixture } from './conformance-fixture.js';

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
