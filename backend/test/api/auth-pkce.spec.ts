import { GoTrueClient } from '@supabase/auth-js';
import { createHash, randomBytes } from 'node:crypto';
import {
  banUser,
  listAuditActions,
  callAuth,
  createConfirmedUser,
  listEvents,
  PASSWORD,
  uniqueEmail,
} from '../support/auth.js';
import { OneTimeLinks, type LinkPurpose } from '../../src/modules/auth/index.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const RETURN_URL = 'http://localhost:3000/back?sb_flow_id=7';

describe('email links with PKCE', () => {
  const product = useShared(startTestProduct);

  /** The client library as a web server or native app configures it. */
  const pkceClient = (): GoTrueClient => {
    const stored = new Map<string, string>();
    return new GoTrueClient({
      url: `${product.url}/api/auth/v1`,
      storageKey: randomBytes(6).toString('hex'),
      flowType: 'pkce',
      autoRefreshToken: false,
      persistSession: true,
      detectSessionInUrl: false,
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
    });
  };

  /** The link in the email for the user's latest event. */
  const linkFor = async (userId: string, purpose: LinkPurpose, address: string): Promise<URL> => {
    const { payload } = (await listEvents(product, userId)).at(-1)!;
    const { redirectTo, flowId } = payload as { redirectTo: string | null; flowId?: string };
    const links = product.api.get(OneTimeLinks);
    return new URL((await links.mint({ userId, purpose, address, redirectTo, flowId })).url);
  };

  /** Follows the confirmation button of the page behind the email link; returns where the browser ends. */
  const confirm = async (link: URL): Promise<URL> => {
    const response = await callAuth(product, 'get', `/verify${link.search}`).expect(303);
    return new URL(response.get('Location')!);
  };

  const challenge = () => {
    const code_verifier = randomBytes(32).toString('base64url');
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url');
    return { code_verifier, params: { code_challenge, code_challenge_method: 'S256' } };
  };
  const exchange = (auth_code: string, code_verifier: string) =>
    callAuth(product, 'post', '/token?grant_type=pkce').send({ auth_code, code_verifier });
  const codeFor = async (challengeParams: object) => {
    const { id, email } = await createConfirmedUser(product);
    await callAuth(product, 'post', '/recover')
      .send({ email, ...challengeParams })
      .expect(200, {});
    return {
      id,
      email,
      code: (await confirm(await linkFor(id, 'recovery', email))).searchParams.get('code')!,
    };
  };

  it('return the code to the requested page after sign-up, and the client exchanges it for a session', async () => {
    const client = pkceClient();
    const email = uniqueEmail();
    const options = { emailRedirectTo: RETURN_URL };
    const { data } = await client.signUp({ email, password: PASSWORD, options });
    const link = await linkFor(data.user!.id, 'signup', email);
    expect(link.searchParams.get('token')).toMatch(/^pkce_/);

    const end = await confirm(link);

    expect(end.href).toMatch(/^http:\/\/localhost:3000\/back\?sb_flow_id=7&code=[\w-]+$/);
    const exchanged = await client.exchangeCodeForSession(end.searchParams.get('code')!);
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.session?.user.email_confirmed_at).toBeDefined();
    const { data: claims } = await client.getClaims();
    expect(claims?.claims.amr).toEqual([{ method: 'email/signup', timestamp: expect.any(Number) }]);
    expect(await listAuditActions(product, data.user!.id)).toEqual(
      expect.arrayContaining(['user.email_confirmed', 'session.created']),
    );
  });

  it('keep the fragment of the requested page, which may be a client-side route, and work once', async () => {
    const { id, email } = await createConfirmedUser(product);
    const client = pkceClient();
    const route = 'http://localhost:3000/?theme=dark#/account?tab=security';
    await client.resetPasswordForEmail(email, { redirectTo: route });
    const link = await linkFor(id, 'recovery', email);

    const end = await confirm(link);

    expect(end.href).toMatch(/^http:\/\/localhost:3000\/\?theme=dark&code=[\w-]+#\/account\?tab=security$/);
    expect((await client.exchangeCodeForSession(end.searchParams.get('code')!)).error).toBeNull();
    const usedAgain = await confirm(link);
    expect(usedAgain.hash).toContain('error_code=otp_expired');
    // Where PKCE clients read it.
    expect(Object.fromEntries(usedAgain.searchParams)).toEqual({
      theme: 'dark',
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
  });

  it('tell the client after a recovery that a new password is needed', async () => {
    const { id, email } = await createConfirmedUser(product);
    const client = pkceClient();
    const events: string[] = [];
    client.onAuthStateChange((event) => void events.push(event));
    await client.resetPasswordForEmail(email, { redirectTo: RETURN_URL });
    const end = await confirm(await linkFor(id, 'recovery', email));
    expect((await client.exchangeCodeForSession(end.searchParams.get('code')!)).error).toBeNull();
    expect(events).toContain('PASSWORD_RECOVERY');
    expect((await client.updateUser({ password: 'a second password' })).error).toBeNull();
  });

  it('carry the challenge of the latest request when resent', async () => {
    const email = uniqueEmail();
    const { body } = await callAuth(product, 'post', '/signup').send({ email, password: PASSWORD });
    const { params: challengeParams, code_verifier } = challenge();
    await callAuth(product, 'post', '/resend')
      .send({ type: 'signup', email, ...challengeParams })
      .expect(200, {});
    const end = await confirm(await linkFor(body.id, 'signup', email));
    const { body: session } = await exchange(end.searchParams.get('code')!, code_verifier).expect(200);
    expect(session.user.id).toBe(body.id);
  });

  it('are worthless without the verifier, and still work once for the client afterwards', async () => {
    const { params: challengeParams, code_verifier } = challenge();
    const { code } = await codeFor(challengeParams);
    for (const guess of [challengeParams.code_challenge, 'x'.repeat(43), `${code_verifier} `]) {
      expect((await exchange(code, guess).expect(400)).body.code).toBe('bad_code_verifier');
    }
    const responses = await Promise.all(Array.from({ length: 8 }, () => exchange(code, code_verifier)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(responses.map(({ body }) => body.code))).toEqual(
      new Set([undefined, 'flow_state_not_found']),
    );
  });

  it('accept a plain challenge from clients that cannot hash it', async () => {
    const code_verifier = 'plain-'.repeat(9);
    const { code, id } = await codeFor({ code_challenge: code_verifier, code_challenge_method: 'plain' });
    expect((await exchange(code, code_verifier).expect(200)).body.user.id).toBe(id);
  });

  it('lose their code after five minutes, by a ban, and by a new password', async () => {
    const late = challenge();
    const { code } = await codeFor(late.params);
    product.clock.advance(301);
    expect((await exchange(code, late.code_verifier).expect(422)).body.code).toBe('flow_state_expired');

    const banned = challenge();
    const bannedUser = await codeFor(banned.params);
    await banUser(product, bannedUser.id);
    expect((await exchange(bannedUser.code, banned.code_verifier).expect(400)).body.code).toBe('user_banned');

    const changed = challenge();
    const user = await codeFor(changed.params);
    const { body } = await callAuth(product, 'post', '/token?grant_type=password').send({
      email: user.email,
      password: PASSWORD,
    });
    await callAuth(product, 'put', '/user', body.access_token).send({ password: 'a new one' }).expect(200);
    expect((await exchange(user.code, changed.code_verifier).expect(404)).body.code).toBe(
      'flow_state_not_found',
    );
  });

  it('store codes as hashes only, and open a session immediately when the token is verified directly', async () => {
    const { params: challengeParams, code_verifier } = challenge();
    const { code } = await codeFor(challengeParams);
    const stored = await product.database.query({ text: 'select flow_states::text as row from flow_states' });
    expect(JSON.stringify(stored)).not.toContain(code);
    await exchange(code, code_verifier).expect(200);
    const { id, email } = await createConfirmedUser(product);
    await callAuth(product, 'post', '/recover').send({ email, ...challengeParams });
    const token_hash = (await linkFor(id, 'recovery', email)).searchParams.get('token');
    await callAuth(product, 'post', '/verify').send({ type: 'recovery', token_hash }).expect(200);
  });

  it('reject an exchange without a code or verifier', async () => {
    for (const body of [{ code_verifier: 'x' }, { auth_code: 'x' }]) {
      const response = await callAuth(product, 'post', '/token?grant_type=pkce').send(body).expect(400);
      expect(response.body.code).toBe('validation_failed');
    }
  });

  it.each([
    ['a challenge without a method', { code_challenge: 'x'.repeat(43) }],
    ['a short challenge', { code_challenge: 'x', code_challenge_method: 's256' }],
    ['an unknown method', { code_challenge: 'x'.repeat(43), code_challenge_method: 's512' }],
  ])('reject a request with %s', async (_, challengeParams) => {
    for (const path of ['/recover', '/signup', '/resend']) {
      const body = { email: uniqueEmail(), password: PASSWORD, type: 'signup', ...challengeParams };
      expect((await callAuth(product, 'post', path).send(body).expect(400)).body.code).toBe(
        'validation_failed',
      );
    }
  });
});
