import { TERMS_VERSION } from '@subscription-site/shared/brand';
import type { GoTrueAdminApi } from '@supabase/auth-js';
import { hash as argon2 } from '@node-rs/argon2';
import { hash as bcrypt } from 'bcryptjs';
import { randomUUID } from 'node:crypto';
import {
  listAuditActions,
  authClient,
  callAuth,
  createConfirmedUser,
  listEvents,
  createEmailTokens,
  createPaidUser,
  PASSWORD,
  signIn,
  uniqueEmail,
} from '../support/auth.js';
import { eventually } from '../support/eventually.js';
import { listOperations, readDocument } from '../support/openapi.js';
import { adminClient, signClientKey } from '../support/service-key.js';
import { startEmailDelivery } from '../support/email-fixture.js';
import { useShared } from '../support/fixtures.js';
import { startTestProduct } from '../support/test-product.js';

describe('admin users API', () => {
  const product = useShared(startTestProduct);
  let admin: GoTrueAdminApi;
  let key: string;
  beforeAll(async () => {
    admin = await adminClient(product);
    key = await signClientKey('service_role');
  });

  const created = async (input: object) => {
    const { data, error } = await admin.createUser({ email: uniqueEmail(), ...input });
    expect(error).toBeNull();
    return data.user!;
  };
  const getPasswordHash = async (id: string) => {
    const [row] = await product.database.query<{ hash: string }>({
      text: 'select password_hash as hash from users where id = $1',
      values: [id],
    });
    return row!.hash;
  };

  it('rejects every call without the service key: no token, a user token, an anonymous key, a forged key', async () => {
    const user = await signIn(product, await createConfirmedUser(product));
    const operations = listOperations(await readDocument(product.url)).filter(({ path }) =>
      /^\/api\/auth\/v1\/(admin\/|invite)/.test(path),
    );
    expect(operations.length).toBeGreaterThan(20);
    const callers: [string | undefined, number, string][] = [
      [undefined, 401, 'no_authorization'],
      [user.body.access_token, 403, 'not_admin'],
      [await signClientKey('anon'), 403, 'not_admin'],
      [await signClientKey('service_role', { exp: 1 }), 403, 'bad_jwt'],
      [await signClientKey('service_role', {}, new TextEncoder().encode('x'.repeat(32))), 403, 'bad_jwt'],
      [await signClientKey('service_role', { sub: user.body.user.id }), 403, 'bad_jwt'],
    ];
    for (const [token, status, code] of callers) {
      const response = await callAuth(product, 'get', '/admin/users', token);
      expect([response.status, response.body.code]).toEqual([status, code]);
    }
    for (const { id, method, path } of operations) {
      const response = await fetch(product.url + path.replaceAll(/\{\w+\}/g, randomUUID()), {
        method,
        headers: { Authorization: `Bearer ${user.body.access_token}` },
      });
      expect([id, response.status]).toEqual([id, 403]);
    }
  });

  it('creates a user with every attribute that the caller sets, and the user can sign in', async () => {
    const id = randomUUID();
    const user = await created({
      id,
      password: PASSWORD,
      email_confirm: true,
      user_metadata: { full_name: 'Ada Lovelace' },
      app_metadata: { team: 'engines' },
      role: 'editor',
    });
    expect(user).toMatchObject({
      id,
      role: 'editor',
      user_metadata: { full_name: 'Ada Lovelace', email_verified: true },
      app_metadata: { provider: 'email', providers: ['email'], team: 'engines' },
    });
    await signIn(product, { email: user.email!, password: PASSWORD }).expect(200);
    expect(await listAuditActions(product, id)).toEqual(expect.arrayContaining(['user.created']));
    const repeated = await admin.createUser({ id, email: uniqueEmail() });
    expect(repeated.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    const conflict = await admin.createUser({ email: user.email!.toUpperCase() });
    expect(conflict.error).toMatchObject({ status: 422, code: 'email_exists' });
  });

  it('leaves the email unconfirmed unless requested, and keeps the password when the email is confirmed later', async () => {
    const user = await created({ password: PASSWORD });
    expect(user.email_confirmed_at).toBeUndefined();
    expect(await listEvents(product, user.id)).toEqual([]);
    const early = await signIn(product, { email: user.email!, password: PASSWORD }).expect(400);
    expect(early.body.code).toBe('email_not_confirmed');
    const { token_hash } = await createEmailTokens(product, user.id, 'signup', user.email!);
    await callAuth(product, 'post', '/verify').send({ type: 'signup', token_hash }).expect(200);
    await signIn(product, { email: user.email!, password: PASSWORD }).expect(200);
  });

  it.each([
    ['bcrypt', () => bcrypt('of another system', 6)],
    ['argon2id', () => argon2('of another system', { algorithm: 2, memoryCost: 8192, timeCost: 1 })],
  ])('accepts a %s password hash, which is rehashed at the first sign-in', async (_, make) => {
    const password_hash = await make();
    const user = await created({ password_hash, email_confirm: true });
    const wrong = await signIn(product, { email: user.email!, password: 'a guess' }).expect(400);
    expect(wrong.body.code).toBe('invalid_credentials');
    expect(await getPasswordHash(user.id)).toBe(password_hash);
    await signIn(product, { email: user.email!, password: 'of another system' }).expect(200);
    const renewed = await getPasswordHash(user.id);
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=1024,t=2,p=1\$/);
    await signIn(product, { email: user.email!, password: 'of another system' }).expect(200);
    expect(await getPasswordHash(user.id)).toBe(renewed);
  });

  it('rejects a new user with invalid attributes', async () => {
    const email = uniqueEmail();
    for (const body of [
      {},
      { phone: '0170' },
      { email, password: 'short' },
      { email, password_hash: '5f4dcc3b5aa765d61d8327deb882cf99' },
      { email, password: PASSWORD, password_hash: `$2b$10$${'x'.repeat(53)}` },
      { email, role: 'service_role' },
      { email, ban_duration: 'forever' },
      { email, id: '7' },
    ]) {
      const { error } = await admin.createUser(body as Parameters<typeof admin.createUser>[0]);
      expect({ body, error }).toMatchObject({
        body,
        error: { code: expect.stringMatching(/^(validation_failed|weak_password)$/) },
      });
    }
  });

  it('creates a user with a phone number, then changes the number and adds an email', async () => {
    const digits = `1555${Date.now() % 10 ** 7}`.padEnd(11, '0');
    const { data } = await admin.createUser({ phone: `+${digits}`, password: PASSWORD });
    const { id } = data.user!;
    expect(data.user).toMatchObject({
      phone: digits,
      email: '',
      app_metadata: { provider: 'phone', providers: ['phone'] },
      identities: [{ provider: 'phone' }],
    });
    expect(data.user?.phone_confirmed_at).toBeUndefined();
    const repeated = await admin.createUser({ phone: digits });
    expect(repeated.error).toMatchObject({ status: 422, code: 'phone_exists' });
    const other = `${digits.slice(0, -1)}${(Number(digits.at(-1)) + 1) % 10}`;
    const moved = await admin.updateUserById(id, { phone: other, phone_confirm: true });
    expect(moved.data.user).toMatchObject({ phone: other, phone_confirmed_at: expect.any(String) });
    expect((await admin.createUser({ phone: digits })).error).toBeNull();
    expect((await admin.updateUserById(id, { phone: digits })).error).toMatchObject({ code: 'phone_exists' });
    const email = uniqueEmail();
    expect((await admin.updateUserById(id, { email, email_confirm: true })).data.user).toMatchObject({
      email,
      phone: other,
      identities: [{ provider: 'phone' }, { provider: 'email', email }],
    });
    await signIn(product, { email, password: PASSWORD }).expect(200);
  });

  it('lists users newest first, in pages, with the total count and page links', async () => {
    const mark = randomUUID().slice(0, 8);
    const made: string[] = [];
    for (let index = 0; index < 5; index++) {
      product.clock.advance(1);
      made.unshift((await created({ email: `${mark}-${index}@example.com` })).id);
    }
    const list = (query: string) => callAuth(product, 'get', `/admin/users?filter=${mark}&${query}`, key);
    const first = await list('page=1&per_page=2').expect(200);
    expect(first.body.users.map(({ id }: { id: string }) => id)).toEqual(made.slice(0, 2));
    expect(first.get('X-Total-Count')).toBe('5');
    expect(first.get('Link')).toBe(
      '</api/auth/v1/admin/users?page=2&per_page=2>; rel="next", </api/auth/v1/admin/users?page=3&per_page=2>; rel="last"',
    );
    expect((await list('page=3&per_page=2')).body.users).toHaveLength(1);
    expect((await list('page=&per_page=')).body.users).toHaveLength(5);
    const ordered = await list('sort=email%20asc');
    expect(ordered.body.users[0].email).toBe(`${mark}-0@example.com`);
    const { data } = await admin.listUsers({ page: 1, perPage: 2 });
    expect(data).toMatchObject({ aud: 'authenticated', nextPage: 2, total: expect.any(Number) });
    expect(data.users[0]?.identities).toHaveLength(1);
  });

  it('rejects invalid pages, orders and filters of the list', async () => {
    for (const query of ['page=-1', 'page=x', 'per_page=100000', 'sort=password_hash', 'filter=%00']) {
      const { body } = await callAuth(product, 'get', `/admin/users?${query}`, key).expect(400);
      expect([query, body.code]).toEqual([query, 'validation_failed']);
    }
  });

  it('changes an email immediately; a new password revokes every session and notifies the owner', async () => {
    const user = await createConfirmedUser(product);
    const session = (await signIn(product, user)).body;
    const email = uniqueEmail();
    const changed = await admin.updateUserById(user.id, {
      email,
      password: 'set by the operator',
      user_metadata: { theme: 'dark', email_verified: null },
      app_metadata: { role: 'support' },
    });
    expect(changed.error).toBeNull();
    expect(changed.data.user).toMatchObject({
      email,
      user_metadata: { theme: 'dark' },
      app_metadata: { provider: 'email', role: 'support' },
      identities: [expect.objectContaining({ email })],
    });
    await callAuth(product, 'get', '/user', session.access_token).expect(403);
    await signIn(product, { email, password: 'set by the operator' }).expect(200);
    await signIn(product, user).expect(400);
    expect(await listEvents(product, user.id)).toContainEqual({
      topic: 'user.password_changed',
      payload: { userId: user.id },
    });
    const other = await createConfirmedUser(product);
    expect((await admin.updateUserById(user.id, { email: other.email })).error).toMatchObject({
      code: 'email_exists',
    });
    expect((await admin.updateUserById(randomUUID(), {})).error).toMatchObject({ code: 'user_not_found' });
  });

  it('bans a user immediately, until the ban is lifted', async () => {
    const user = await createConfirmedUser(product);
    const session = (await signIn(product, user)).body;
    const banned = await admin.updateUserById(user.id, { ban_duration: '24h' });
    expect(banned.data.user?.banned_until).toBeDefined();
    expect((await callAuth(product, 'get', '/user', session.access_token)).body.code).toBe('user_banned');
    await admin.updateUserById(user.id, { ban_duration: 'none' });
    await callAuth(product, 'get', '/user', session.access_token).expect(200);
    expect(await listAuditActions(product, user.id)).toEqual(
      expect.arrayContaining(['user.banned', 'user.unbanned']),
    );
  });

  it.each([false, true])(
    'deletes a user (soft: %s): no credential works and the address is free again',
    async (soft) => {
      const user = await createConfirmedUser(product);
      const session = (await signIn(product, user)).body;
      const { token_hash } = await createEmailTokens(product, user.id, 'recovery', user.email);
      expect((await admin.deleteUser(user.id, soft)).error).toBeNull();
      expect((await callAuth(product, 'get', '/user', session.access_token)).body.code).toBe(
        'user_not_found',
      );
      await signIn(product, user).expect(400);
      await callAuth(product, 'post', '/verify').send({ type: 'recovery', token_hash }).expect(403);
      const left = await admin.getUserById(user.id);
      const repeated = await admin.deleteUser(user.id, soft);
      // A soft-deleted row can still be read and deleted again; a deleted row is not found.
      const codes = [left.error?.code, repeated.error?.code];
      expect(codes).toEqual(soft ? [undefined, undefined] : ['user_not_found', 'user_not_found']);
      expect(left.data.user?.deleted_at !== undefined).toBe(soft);
      const rows = await product.database.query<{ row: string }>({
        text: `select users::text || coalesce((select string_agg(i::text, '') from identities i where user_id = $1), '') as row
             from users where id = $1`,
        values: [user.id],
      });
      expect(rows).toHaveLength(soft ? 1 : 0);
      expect(JSON.stringify(rows)).not.toContain(user.email);
      expect(await listAuditActions(product, user.id)).toContain('user.deleted');
      expect((await created({ email: user.email })).id).not.toBe(user.id);
    },
  );

  it('deletes a soft-deleted user permanently on request', async () => {
    const user = await createConfirmedUser(product);
    expect((await admin.deleteUser(user.id, true)).error).toBeNull();
    const eventCount = (await listEvents(product, user.id)).length;
    expect((await admin.deleteUser(user.id)).error).toBeNull();
    const rows = await product.database.query({
      text: 'select 1 from users where id = $1',
      values: [user.id],
    });
    expect(rows).toEqual([]);
    expect(
      (await listAuditActions(product, user.id)).filter((action) => action === 'user.deleted'),
    ).toHaveLength(2);
    // The owner was notified by the first deletion.
    expect(await listEvents(product, user.id)).toHaveLength(eventCount);
    expect((await admin.deleteUser(user.id)).error).toMatchObject({ status: 404, code: 'user_not_found' });
  });

  describe('generated links', () => {
    const follow = async (link: string) => {
      const { search } = new URL(link);
      const response = await callAuth(product, 'get', `/verify${search}`).expect(303);
      return new URL(response.get('Location')!);
    };

    it('create a sign-up link with a code that does the same, for new accounts only, and send no email', async () => {
      const email = uniqueEmail();
      const { data, error } = await admin.generateLink({ type: 'signup', email, password: PASSWORD });
      expect(error).toBeNull();
      expect(data.properties).toMatchObject({
        verification_type: 'signup',
        redirect_to: 'http://localhost:3000',
        email_otp: expect.stringMatching(/^\d{6}$/),
      });
      expect(await listEvents(product, data.user!.id)).toEqual([]);
      const used = await authClient(product).verifyOtp({
        type: 'signup',
        email,
        token: data.properties!.email_otp,
      });
      expect(used.error).toBeNull();
      await signIn(product, { email, password: PASSWORD }).expect(200);
      for (const { email: existing } of [data.user!, await createPaidUser(product)]) {
        const conflict = await admin.generateLink({ type: 'signup', email: existing!, password: PASSWORD });
        expect(conflict.error).toMatchObject({ code: 'email_exists' });
      }
    });

    it('create links to sign in (known or unknown address), to recover an account, and to accept an invitation', async () => {
      const { email } = await createConfirmedUser(product);
      const redirectTo = 'http://localhost:3000/account';
      for (const type of ['magiclink', 'recovery'] as const) {
        const { data } = await admin.generateLink({ type, email, options: { redirectTo } });
        expect((await follow(data.properties!.action_link)).href).toMatch(
          new RegExp(`^${redirectTo}#access_token=.+&type=${type}$`),
        );
      }
      const unknown = await admin.generateLink({ type: 'magiclink', email: uniqueEmail() });
      expect(unknown.data.properties?.verification_type).toBe('signup');
      expect((await follow(unknown.data.properties!.action_link)).hash).toContain('access_token');
      const unknownEmail = await admin.generateLink({ type: 'recovery', email: uniqueEmail() });
      expect(unknownEmail.error).toMatchObject({ status: 404, code: 'user_not_found' });
      const invited = await admin.generateLink({ type: 'invite', email: uniqueEmail() });
      expect(invited.data.user?.invited_at).toBeDefined();
      expect((await follow(invited.data.properties!.action_link)).hash).toContain('type=invite');
    });

    const createChangeLinks = async (email: string, newEmail: string) => {
      const create = async (type: 'email_change_current' | 'email_change_new') =>
        (await admin.generateLink({ type, email, newEmail })).data.properties!.action_link;
      return [await create('email_change_current'), await create('email_change_new')] as const;
    };

    it('create links that confirm an email change from both addresses', async () => {
      const user = await createConfirmedUser(product);
      const newEmail = uniqueEmail();
      const [current, fresh] = await createChangeLinks(user.email, newEmail);
      expect((await follow(current)).hash).toContain('message=');
      expect((await follow(fresh)).hash).toContain('access_token');
      await signIn(product, { email: newEmail, password: user.password }).expect(200);
    });

    it('change an unconfirmed email, and revoke sessions and credentials from before', async () => {
      const user = await createPaidUser(product);
      const payer = (await signIn(product, user).expect(200)).body;
      const newEmail = uniqueEmail();
      const [current, fresh] = await createChangeLinks(user.email, newEmail);
      expect((await follow(fresh)).hash).toContain('message=');
      const { hash } = await follow(current);
      const token = new URLSearchParams(hash.slice(1)).get('access_token')!;
      const { body } = await callAuth(product, 'get', '/user', token).expect(200);
      expect(body).toMatchObject({ email: newEmail, email_confirmed_at: expect.any(String) });
      await callAuth(product, 'get', '/user', payer.access_token).expect(403);
      await signIn(product, { email: newEmail, password: user.password }).expect(400);
    });

    it('change the email of a user whom the operator created, who keeps the password', async () => {
      const email = uniqueEmail();
      const newEmail = uniqueEmail();
      await admin.createUser({ email, password: PASSWORD });
      for (const link of await createChangeLinks(email, newEmail)) await follow(link);
      const { body } = await signIn(product, { email: newEmail, password: PASSWORD }).expect(200);
      expect(body.user.email).toBe(newEmail);
    });

    it('are rejected without a type, password or new email', async () => {
      for (const body of [
        { email: 'a@example.com' },
        { type: 'signup', email: 'a@example.com' },
        { type: 'email_change_new', email: 'unknown@example.com' },
        { type: 'email_change_new', email: 'a@example.com', new_email: 'x' },
      ]) {
        const response = await callAuth(product, 'post', '/admin/generate_link', key).send(body).expect(400);
        expect(response.body.code).toBe('validation_failed');
      }
    });
  });
});

describe('invitations', () => {
  const product = useShared(startEmailDelivery);

  it('are emailed, work once, and are rejected for a confirmed address', async () => {
    const admin = await adminClient(product);
    const email = uniqueEmail();
    const data = { full_name: 'Ada Lovelace' };
    const invited = await admin.inviteUserByEmail(email, { data });
    expect(invited.error).toBeNull();
    expect(invited.data.user).toMatchObject({ user_metadata: data, invited_at: expect.any(String) });
    const invitation = await eventually(async () => {
      const [first] = await product.emailsTo(email);
      expect(first).toBeDefined();
      return product.openEmail(first!);
    });
    expect(invitation.subject).toBe('You’re invited to the product');
    const link = new URL(invitation.links.find((each) => each.includes('/auth/confirm'))!);
    const token_hash = link.searchParams.get('token')!;
    const client = authClient(product);
    const accepted = await client.verifyOtp({ type: 'invite', token_hash });
    expect(accepted.data.user?.email_confirmed_at).toBeDefined();
    const [consent] = await product.database.query<{ version: string; at: Date }>({
      text: 'select terms_version as version, terms_accepted_at as at from users where id = $1',
      values: [invited.data.user!.id],
    });
    expect(consent).toEqual({ version: TERMS_VERSION, at: expect.any(Date) });
    expect((await client.updateUser({ password: PASSWORD })).error).toBeNull();
    await signIn(product, { email, password: PASSWORD }).expect(200);
    expect((await client.verifyOtp({ type: 'invite', token_hash })).error).toMatchObject({
      code: 'otp_expired',
    });
    expect((await admin.inviteUserByEmail(email)).error).toMatchObject({ status: 422, code: 'email_exists' });
    expect(await listAuditActions(product, invited.data.user!.id)).toContain('user.invited');
  });
});
