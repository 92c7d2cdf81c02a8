import type { GoTrueClient } from '@supabase/auth-js';
import { decodeJwt } from 'jose';
import { auditOf, confirmedPerson, refresh, type Person } from '../support/auth.js';
import {
  pageClient,
  signedIn,
  SITE,
  newExternalPerson,
  startOAuthFixture,
  type OAuthFixture,
} from '../support/oauth.js';
import { appCode, userWithMfa, signedInClient } from '../support/factors.js';
import { adminClient } from '../support/service-key.js';
import { TestBrowser } from '../support/test-browser.js';

const SESSION_SECONDS = 3600;

describe('the session that links an external account', () => {
  let elsewhere: OAuthFixture;
  beforeAll(async () => {
    elsewhere = await startOAuthFixture({ AUTH_SESSION_SECONDS: String(SESSION_SECONDS) });
  });
  afterAll(() => elsewhere?.stop());

  const onThePage = async (person: Pick<Person, 'email' | 'password'>, flow: 'implicit' | 'pkce') => {
    const browser = new TestBrowser(elsewhere.product);
    const client = pageClient(elsewhere.product, flow, async (input, init) => {
      const response = await fetch(input, init);
      browser.keep(new URL(SITE), response);
      return response;
    });
    expect((await client.signInWithPassword(person)).error).toBeNull();
    return { browser, client };
  };
  /** Someone who has shown MFA on a page of the site. */
  const provenOnThePage = async (flow: 'implicit' | 'pkce') => {
    const { product } = elsewhere;
    const { person, factorId, secret } = await userWithMfa(product);
    const page = await onThePage(person, flow);
    const code = appCode(product, secret);
    expect((await page.client.mfa.challengeAndVerify({ factorId, code })).error).toBeNull();
    product.clock.advance(30);
    const { data } = await page.client.getSession();
    return { ...page, person, factorId, before: data.session! };
  };
  const beginning = async (client: GoTrueClient, sub: string): Promise<string> => {
    const options = { redirectTo: `${SITE}/account`, queryParams: { login_hint: sub } };
    const { data, error } = await client.linkIdentity({ provider: 'keycloak', options });
    if (error) throw error;
    return data.url!;
  };
  const sessionsOf = async (person: Person): Promise<number> => {
    const text = 'select count(*)::int as count from sessions where user_id = $1';
    const [row] = await elsewhere.product.database.query<{ count: number }>({ text, values: [person.id] });
    return row!.count;
  };
  const whatGoesOn = (accessToken: string) => {
    const { sub, session_id, aal, amr } = decodeJwt(accessToken);
    return { sub, session_id, aal, methods: (amr as { method: string }[]).map(({ method }) => method) };
  };

  it('goes on at its level in the fragment of the page that comes back, with a refresh token of its own', async () => {
    const { browser, client, person, before } = await provenOnThePage('implicit');
    const count = await sessionsOf(person);
    const end = await browser.walk(await beginning(client, newExternalPerson(elsewhere).sub));
    const fields = new URLSearchParams(end.hash.slice(1));
    const token = fields.get('access_token')!;
    expect(whatGoesOn(token)).toEqual(whatGoesOn(before.access_token));
    expect(whatGoesOn(token)).toMatchObject({ aal: 'aal2', methods: ['totp', 'password'] });
    expect(fields.get('provider_token')).toMatch(/^\S{20,}$/);
    expect(await sessionsOf(person)).toBe(count);
    const session = { access_token: token, refresh_token: fields.get('refresh_token')! };
    expect((await client.setSession(session)).error).toBeNull();
    expect((await client.refreshSession()).error).toBeNull();
    expect((await client.getUserIdentities()).data!.identities).toHaveLength(2);
    const spent = await refresh(elsewhere.product, before.refresh_token).expect(400);
    expect(spent.body.code).toBe('refresh_token_not_found');
    expect(await auditOf(elsewhere.product, person.id)).toContain('identity.linked');
  });

  it('goes on at its level with the code of a client that asked with a challenge; until then nothing is spent', async () => {
    const { browser, client, person, before } = await provenOnThePage('pkce');
    const count = await sessionsOf(person);
    const end = await browser.walk(await beginning(client, newExternalPerson(elsewhere).sub));
    expect(end.hash).toBe('');
    expect((await refresh(elsewhere.product, before.refresh_token).expect(200)).body.user.id).toBe(person.id);
    const { data, error } = await client.exchangeCodeForSession(end.searchParams.get('code')!);
    expect(error).toBeNull();
    expect(whatGoesOn(data.session!.access_token)).toEqual(whatGoesOn(before.access_token));
    expect(data.session!.provider_token).toMatch(/^\S{20,}$/);
    expect(await sessionsOf(person)).toBe(count);
    expect((await client.refreshSession()).error).toBeNull();
  });

  it('goes on at its level after an ID token', async () => {
    const { client, person, before } = await provenOnThePage('implicit');
    const count = await sessionsOf(person);
    const token = await elsewhere.issuer.idToken({ sub: newExternalPerson(elsewhere).sub });
    const { data, error } = await client.linkIdentity({ provider: 'keycloak', token });
    expect(error).toBeNull();
    expect(whatGoesOn(data.session!.access_token)).toEqual(whatGoesOn(before.access_token));
    expect(await sessionsOf(person)).toBe(count);
    expect((await client.refreshSession()).error).toBeNull();
  });

  it('is not lifted by linking, whichever way it ends', async () => {
    for (const flow of ['implicit', 'pkce'] as const) {
      const { browser, client, person, factorId } = await provenOnThePage(flow);
      const address = await beginning(client, newExternalPerson(elsewhere).sub);
      const admin = await adminClient(elsewhere.product);
      expect((await admin.mfa.deleteFactor({ userId: person.id, id: factorId })).error).toBeNull();
      const end = await browser.walk(address);
      const fields = new URLSearchParams(end.hash.slice(1));
      const code = end.searchParams.get('code');
      const token = code
        ? (await client.exchangeCodeForSession(code)).data.session!.access_token
        : fields.get('access_token')!;
      expect(whatGoesOn(token)).toMatchObject({ aal: 'aal1', methods: ['password'] });
    }
  });

  it('links nothing when it has lost its MFA meanwhile, and another factor guards the account', async () => {
    const { product } = elsewhere;
    const { browser, client, person } = await provenOnThePage('implicit');
    const { data } = await client.mfa.enroll({ factorType: 'totp', friendlyName: 'tablet' });
    const { id, totp } = data!;
    const shown = await client.mfa.challengeAndVerify({ factorId: id, code: appCode(product, totp.secret) });
    expect(shown.error).toBeNull();
    const { sub } = newExternalPerson(elsewhere);
    const address = await beginning(client, sub);
    const admin = await adminClient(product);
    expect((await admin.mfa.deleteFactor({ userId: person.id, id })).error).toBeNull();
    const end = await browser.walk(address);
    expect(end.searchParams.get('error_code')).toBe('insufficient_aal');
    expect(end.hash).not.toContain('access_token');
    expect((await signedIn(elsewhere, sub)).user.id).not.toBe(person.id);
  });

  it('takes the code with it when it ends, and no other session of the account comes in its place', async () => {
    const { browser, client, person } = await provenOnThePage('pkce');
    const end = await browser.walk(await beginning(client, newExternalPerson(elsewhere).sub));
    const other = await signedInClient(elsewhere.product, person);
    expect((await other.signOut({ scope: 'others' })).error).toBeNull();
    const { error } = await client.exchangeCodeForSession(end.searchParams.get('code')!);
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' });
    expect(await sessionsOf(person)).toBe(1);
  });

  it('links nothing any more once its time is over', async () => {
    const { product } = elsewhere;
    const person = await confirmedPerson(product);
    const { browser, client } = await onThePage(person, 'implicit');
    product.clock.advance(SESSION_SECONDS - 200);
    const { sub } = newExternalPerson(elsewhere);
    const address = await beginning(client, sub);
    product.clock.advance(250);
    const end = await browser.walk(address);
    expect(end.searchParams.get('error_code')).toBe('bad_oauth_state');
    expect((await signedIn(elsewhere, sub)).user.id).not.toBe(person.id);
  });
});
