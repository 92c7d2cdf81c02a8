import pg from 'pg';
import { PurgeExpiredRows } from '../../src/modules/auth/maintenance/purge-expired-rows.js';
import {
  listAuditActions,
  callAuth,
  createConfirmedUser,
  createLinkToken,
  refresh,
  signIn,
  type TestUser,
} from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

interface Tokens {
  access_token: string;
  refresh_token: string;
}

describe('a session and its refresh tokens', () => {
  const product = useShared(startTestProduct);
  let user: TestUser;
  beforeAll(async () => {
    user = await createConfirmedUser(product);
  });

  const open = async (): Promise<Tokens> => (await signIn(product, user).expect(200)).body;
  const next = async (token: string): Promise<string> =>
    (await refresh(product, token).expect(200)).body.refresh_token;
  const isOpen = async ({ access_token }: Tokens) =>
    (await callAuth(product, 'get', '/user', access_token)).status === 200;

  it('return the current token again to its direct parent, however late', async () => {
    const session = await open();
    const second = await next(session.refresh_token);
    product.clock.advance(3000);
    expect(await next(session.refresh_token)).toBe(second);
    expect(await next(session.refresh_token)).toBe(second);
  });

  it('tolerate an older token for ten seconds, then end the session for everyone, but no other session', async () => {
    const [session, other] = [await open(), await open()];
    const second = await next(session.refresh_token);
    const third = await next(second);
    expect(new Set([session.refresh_token, second, third]).size).toBe(3);
    expect(await next(session.refresh_token)).toBe(third);
    product.clock.advance(11);
    const reuse = await refresh(product, session.refresh_token).expect(400);
    expect(reuse.body).toEqual({
      code: 'refresh_token_already_used',
      message: 'Invalid Refresh Token: Already Used',
    });
    expect(await isOpen(session)).toBe(false);
    for (const token of [second, third])
      expect((await refresh(product, token).expect(400)).body.code).toBe('refresh_token_not_found');
    expect(await listAuditActions(product, user.id)).toContain('session.revoked_for_reuse');
    expect(await isOpen(other)).toBe(true);
    await next(other.refresh_token);
  });

  it('give the same new token to twenty tabs that refresh simultaneously', async () => {
    const session = await open();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => refresh(product, session.refresh_token)),
    );
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200));
    expect(new Set(responses.map(({ body }) => body.refresh_token)).size).toBe(1);
    await next(responses[0]!.body.refresh_token);
  });

  it('cannot be read from the database', async () => {
    const session = await open();
    const second = await next(session.refresh_token);
    const rows = await product.database.query({
      text: 'select refresh_tokens::text, sessions::text from refresh_tokens, sessions where user_id = $1',
      values: [user.id],
    });
    for (const token of [session.refresh_token, second]) {
      expect(JSON.stringify(rows)).not.toContain(token);
      expect(JSON.stringify(rows)).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    }
  });

  it('return a retryable 503 when another request holds the session for too long', async () => {
    const session = await open();
    const client = new pg.Client({ connectionString: product.settings.databaseUrl });
    await client.connect();
    try {
      await client.query('begin');
      await client.query('select 1 from sessions for update');
      const response = await refresh(product, session.refresh_token);
      expect(response.status).toBe(503);
      expect(Number(response.get('Retry-After'))).toBeGreaterThan(0);
    } finally {
      await client.end();
    }
    await next(session.refresh_token);
  });

  it('expire thirty days after sign-in, refreshed or not', async () => {
    const session = await open();
    product.clock.advance(29 * 86_400);
    const second = await next(session.refresh_token);
    product.clock.advance(86_401);
    expect((await refresh(product, second).expect(400)).body.code).toBe('session_expired');
  });

  it('are rejected while the user is banned, and work again afterwards', async () => {
    const session = await open();
    const ban = (until: Date | null) =>
      product.database.query({
        text: 'update users set banned_until = $1 where id = $2',
        values: [until, user.id],
      });
    await ban(product.clock.in(60));
    expect((await refresh(product, session.refresh_token).expect(400)).body.code).toBe('user_banned');
    await ban(null);
    await next(session.refresh_token);
  });

  it('record device and IP address of each use, and the number of tokens', async () => {
    const { body } = await signIn(product, user).set('User-Agent', 'first device');
    await refresh(product, body.refresh_token).set('User-Agent', 'second device').expect(200);
    const rows = await product.database.query({
      text: 'select user_agent, ip, refresh_counter, aal from sessions where user_id = $1 order by id desc limit 1',
      values: [user.id],
    });
    expect(rows).toEqual([
      {
        user_agent: 'second device',
        ip: expect.stringContaining('127.0.0.1'),
        refresh_counter: 1,
        aal: 'aal1',
      },
    ]);
  });

  it.each([
    ['global', [403, 403, 403]],
    ['local', [403, 200, 200]],
    ['others', [200, 403, 403]],
  ])('end the sessions of scope %s on sign-out', async (scope, statuses) => {
    const sessions = [await open(), await open(), await open()];
    await callAuth(product, 'post', `/logout?scope=${scope}`, sessions[0]!.access_token).expect(204);
    const seen = await Promise.all(
      sessions.map(({ access_token }) => callAuth(product, 'get', '/user', access_token)),
    );
    expect(seen.map(({ status }) => status)).toEqual(statuses);
  });

  it('are deleted a day after they end, and one-time links a day after they expire', async () => {
    const rows = async (table: 'one_time_tokens' | 'sessions') =>
      product.database.query({ text: `select 1 from ${table} where user_id = $1`, values: [user.id] });
    const { access_token } = await open();
    await createLinkToken(product, user.id, 'recovery', user.email);
    const purge = () => product.api.get(PurgeExpiredRows).deleteBefore(product.clock.in(-86_400));
    await purge();
    expect((await callAuth(product, 'get', '/user', access_token)).status).toBe(200);
    expect(await rows('one_time_tokens')).toHaveLength(1);
    product.clock.advance(32 * 86_400);
    await purge();
    expect([await rows('sessions'), await rows('one_time_tokens')]).toEqual([[], []]);
  });

  it('are rejected after a sign-out with a known scope, and so is an access token in place of a refresh token', async () => {
    const { access_token, refresh_token } = await open();
    await refresh(product, access_token).expect(400);
    const unknown = await callAuth(product, 'post', '/logout?scope=galaxy', access_token).expect(400);
    expect(unknown.body.code).toBe('validation_failed');
    await callAuth(product, 'post', '/logout', access_token).expect(204);
    expect((await refresh(product, refresh_token).expect(400)).body.code).toBe('refresh_token_not_found');
  });
});
