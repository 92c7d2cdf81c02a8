import { GoTrueClient } from '@supabase/auth-js';
import { createHash, randomBytes } from 'node:crypto';
import { auditOf, call, confirmedPerson, eventsOf, PASSWORD, someEmail } from '../support/auth.js';
import { OneTimeLinks, type LinkPurpose } from '../../src/modules/auth/index.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';

const BACK = 'http://localhost:3000/back?sb_flow_id=7';

describe('links that end with a code for the client that asked', () => {
  let product: TestProduct;
  beforeAll(async () => (product = await startTestProduct()));
  afterAll(() => product.stop());

  /** The client library as a web server or a native program sets it up. */
  const flowClient = (): GoTrueClient => {
    const kept = new Map<string, string>();
    return new GoTrueClient({
      url: `${product.url}/api/auth/v1`,
      storageKey: randomBytes(6).toString('hex'),
      flowType: 'pkce',
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, value) => void kept.set(key, value),
        removeItem: (key) => void kept.delete(key),
      },
    });
  };

  /** The link that the email of the account's latest event would carry. */
  const linkFor = async (userId: string, purpose: LinkPurpose, address: string): Promise<URL> => {
    const { payload } = (await eventsOf(product, userId)).at(-1)!;
    const { redirectTo, flowId } = payload as { redirectTo: string | null; flowId?: string };
    const links = product.api.get(OneTimeLinks, { strict: false });
    return new URL((await links.mint({ userId, purpose, address, redirectTo, flowId })).url);
  };

  /** What pressing the button of the page does that the email leads to; gives where the browser ends. */
  const press = async (link: URL): Promise<URL> => {
    const response = await call(product, 'get', `/verify${link.search}`).expect(303);
    return new URL(response.get('Location')!);
  };

  const challenge = () => {
    const code_verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    return { code_verifier, asked: { code_challenge, code_challenge_method: 'S256' } };
  };
  const trade = (auth_code: string, code_verifier: string) =>
    call(product, 'post', '/token?grant_type=pkce').send({ auth_code, code_verifier });
  const codeFor = async (asked: object) => {
    const { id, email } = await confirmedPerson(product);
    await call(product, 'post', '/recover')
      .send({ email, ...asked })
      .expect(200, {});
    return { id, email, code: (await press(await linkFor(id, 'recovery', email))).searchParams.get('code')! };
  };

  it('sign up: the code goes to the page that was asked for and gives the client its session', async () => {
    const client = flowClient();
    const email = someEmail();
    const options = { emailRedirectTo: BACK };
    const { data } = await client.signUp({ email, password: PASSWORD, options });
    const link = await linkFor(data.user!.id, 'signup', email);
    expect(link.searchParams.get('token')).toMatch(/^pkce_/);

    const end = await press(link);

    expect(end.href).toMatch(/^http:\/\/localhost:3000\/back\?sb_flow_id=7&code=[\w-]+$/);
    const traded = await client.exchangeCodeForSession(end.searchParams.get('code')!);
    expect(traded.error).toBeNull();
    expect(traded.data.session?.user.email_confirmed_at).toBeDefined();
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toEqual([{ method: 'email/signup', timestamp: expect.any(Number) }]);
    expect(await auditOf(product, data.user!.id)).toEqual(
      expect.arrayContaining(['user.email_confirmed', 'session.created']),
    );
  });

  it('recover: the client knows that a new password is wanted and sets it', async () => {
    const { id, email } = await confirmedPerson(product);
    const client = flowClient();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    await client.resetPasswordForEmail(email, { redirectTo: BACK });
    const end = await press(await linkFor(id, 'recovery', email));
    expect((await client.exchangeCodeForSession(end.searchParams.get('code')!)).error).toBeNull();
    expect(events).toContain('PASSWORD_RECOVERY');
    expect((await client.updateUser({ password: 'chosen anew' })).error).toBeNull();
  });

  it('resend: the link asked for again carries the challenge of the one who asked again', async () => {
    const email = someEmail();
    const { body } = await call(product, 'post', '/signup').send({ email, password: PASSWORD });
    const { asked, code_verifier } = challenge();
    await call(product, 'post', '/resend')
      .send({ type: 'signup', email, ...asked })
      .expect(200, {});
    const end = await press(await linkFor(body.id, 'signup', email));
    const { body: session } = await trade(end.searchParams.get('code')!, code_verifier).expect(200);
    expect(session.user.id).toBe(body.id);
  });

  it('are worth nothing to who has the code alone, and still work for the client afterwards, once', async () => {
    const { asked, code_verifier } = challenge();
    const { code } = await codeFor(asked);
    for (const guess of [asked.code_challenge, 'x'.repeat(43), `${code_verifier} `]) {
      expect((await trade(code, guess).expect(400)).body.code).toBe('bad_code_verifier');
    }
    const responses = await Promise.all(Array.from({ length: 8 }, () => trade(code, code_verifier)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(responses.map(({ body }) => body.code))).toEqual(
      new Set([undefined, 'flow_state_not_found']),
    );
  });

  it('take the challenge as it is where the client can do no more', async () => {
    const code_verifier = 'plain-'.repeat(9);
    const { code, id } = await codeFor({ code_challenge: code_verifier, code_challenge_method: 'plain' });
    expect((await trade(code, code_verifier).expect(200)).body.user.id).toBe(id);
  });

  it('lose their code after five minutes, by a ban, and by a new password', async () => {
    const late = challenge();
    const { code } = await codeFor(late.asked);
    product.clock.advance(301);
    expect((await trade(code, late.code_verifier).expect(422)).body.code).toBe('flow_state_expired');

    const banned = challenge();
    const troublesome = await codeFor(banned.asked);
    await product.database.query({
      text: 'update users set banned_until = $1 where id = $2',
      values: [product.clock.in(60), troublesome.id],
    });
    expect((await trade(troublesome.code, banned.code_verifier).expect(400)).body.code).toBe('user_banned');

    const changed = challenge();
    const person = await codeFor(changed.asked);
    const { body } = await call(product, 'post', '/token?grant_type=password').send({
      email: person.email,
      password: PASSWORD,
    });
    await call(product, 'put', '/user', body.access_token).send({ password: 'a new one' }).expect(200);
    expect((await trade(person.code, changed.code_verifier).expect(404)).body.code).toBe(
      'flow_state_not_found',
    );
  });

  it('tell what is wrong in the query as well, where such a client reads', async () => {
    const { asked } = challenge();
    const { id, email } = await confirmedPerson(product);
    await call(product, 'post', '/recover').send({ email, ...asked });
    const link = await linkFor(id, 'recovery', email);
    await press(link);
    const end = await press(link);
    expect(Object.fromEntries(end.searchParams)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
    expect(end.hash).toContain('error_code=otp_expired');
    expect(end.searchParams.has('code')).toBe(false);
  });

  it('keep codes as hashes only, and open a session at once for who reads the link out to us', async () => {
    const { asked, code_verifier } = challenge();
    const { code } = await codeFor(asked);
    const stored = await product.database.query({ text: 'select flow_states::text as row from flow_states' });
    expect(JSON.stringify(stored)).not.toContain(code);
    await trade(code, code_verifier).expect(200);
    const { id, email } = await confirmedPerson(product);
    await call(product, 'post', '/recover').send({ email, ...asked });
    const token_hash = (await linkFor(id, 'recovery', email)).searchParams.get('token');
    await call(product, 'post', '/verify').send({ type: 'recovery', token_hash }).expect(200);
  });

  it.each([
    ['no code', { code_verifier: 'x' }],
    ['no verifier', { auth_code: 'x' }],
  ])('are rejected with %s', async (_, body) => {
    const response = await call(product, 'post', '/token?grant_type=pkce').send(body).expect(400);
    expect(response.body.code).toBe('validation_failed');
  });

  it.each([
    ['half a pair', { code_challenge: 'x'.repeat(43) }],
    ['a short challenge', { code_challenge: 'x', code_challenge_method: 's256' }],
    ['another method', { code_challenge: 'x'.repeat(43), code_challenge_method: 's512' }],
  ])('are not asked for with %s', async (_, asked) => {
    for (const path of ['/recover', '/signup', '/resend']) {
      const body = { email: someEmail(), password: PASSWORD, type: 'signup', ...asked };
      expect((await call(product, 'post', path).send(body).expect(400)).body.code).toBe('validation_failed');
    }
  });
});
