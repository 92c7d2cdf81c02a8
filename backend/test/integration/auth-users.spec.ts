import { TERMS_VERSION } from '@subscription-site/shared/brand';
import { randomUUID } from 'node:crypto';
import { Users, Passwords, type UserSummary } from '../../src/modules/auth/index.js';
import {
  banUser,
  listAuditActions,
  callAuth,
  createConfirmedUser,
  insertPaidUser,
  createLinkToken,
  createPaidUser,
  PASSWORD,
  refresh,
  signIn,
  uniqueEmail,
} from '../support/auth.js';
import { startTestProduct, type TestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

const STRANGER = { fullName: 'A Stranger', passwordHash: null, termsVersion: null, termsAcceptedAt: null };

describe('users, as other modules use them', () => {
  const product = useShared(startTestProduct);
  let users: Users;
  let passwords: Passwords;
  beforeAll(async () => {
    users = product.api.get(Users);
    passwords = product.api.get(Passwords);
  });

  const signUp = async (email: string, password = PASSWORD): Promise<string> =>
    (await callAuth(product, 'post', '/signup').send({ email, password }).expect(200)).body.id;

  it('creates one account for twenty concurrent payments with one email in different spellings', async () => {
    const email = uniqueEmail();
    const spellings = [email, email.toUpperCase(), ` ${email}`, email.replace('example', 'EXAMPLE')];
    const made = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        product.database.transaction(async () => {
          const address = spellings[index % spellings.length]!;
          return (await users.lockByEmail(address)) ?? (await insertPaidUser(product, address, null));
        }),
      ),
    );
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('keeps an internationalized email as typed and finds it in any spelling', async () => {
    const typed = `Jörg.${randomUUID().slice(0, 8)}@Bücher.example`;
    const { id } = await product.database.transaction(() => insertPaidUser(product, typed, null));
    const found = await users.findByEmail(
      typed.normalize('NFD').toLowerCase().replace('bücher'.normalize('NFD'), 'xn--bcher-kva'),
    );
    expect(found).toMatchObject({ id, email: typed, emailConfirmedAt: null, hasPassword: false, role: null });
  });

  it('lets a payment take over an unconfirmed account: new password, no sessions, no pending links', async () => {
    const email = uniqueEmail();
    const id = await signUp(email, 'the first password');
    const stale = await createLinkToken(product, id, 'signup', email);
    const passwordHash = await passwords.hash('of the buyer', {});
    await product.database.transaction(async () => {
      await users.lockByEmail(email);
      const user = await users.reassignToBuyer(id, {
        email,
        fullName: 'The Buyer',
        passwordHash,
        termsVersion: TERMS_VERSION,
        termsAcceptedAt: product.clock.now(),
      });
      expect(user).toMatchObject({ id, fullName: 'The Buyer', emailConfirmedAt: null, hasPassword: true });
    });
    await callAuth(product, 'post', '/verify').send({ type: 'signup', token_hash: stale }).expect(403);
    await signIn(product, { email, password: 'the first password' }).expect(400);
    await signIn(product, { email, password: 'of the buyer' }).expect(200);
    expect(await listAuditActions(product, id)).toContain('user.reassigned');
  });

  it('removes the passkeys, factors, recovery codes, known devices, links and sessions of the previous owner', async () => {
    const email = uniqueEmail();
    const id = await signUp(email);
    await createLinkToken(product, id, 'signup', email);
    const factorId = randomUUID();
    const sessionId = randomUUID();
    const { database } = product;
    for (const text of [
      `insert into sessions (id, user_id, amr, created_at, updated_at, not_after)
       values ('${sessionId}', '${id}', '[]', now(), now(), now() + interval '1 day')`,
      `insert into passkeys (id, user_id, credential_id, public_key, counter, transports, aaguid, friendly_name, created_at, updated_at)
       values ('${randomUUID()}', '${id}', uuid_send('${randomUUID()}'), '', 0, '{}', '', '', now(), now())`,
      `insert into factors (id, user_id, factor_type, status, phone, created_at, updated_at)
       values ('${factorId}', '${id}', 'phone', 'verified', '15550100199', now(), now())`,
      `insert into recovery_codes (user_id, code_hash, created_at, factor_id) values ('${id}', 'x', now(), '${factorId}')`,
      `insert into known_devices (user_id, name, token_hash, first_seen_at) values ('${id}', 'Chrome', '', now())`,
    ])
      await database.query({ text });
    const tables = ['sessions', 'passkeys', 'factors', 'recovery_codes', 'known_devices', 'one_time_tokens'];
    const filled = async (): Promise<string[]> => {
      const counts = tables.map((table) => `select '${table}' as name from ${table} where user_id = $1`);
      const rows = await database.query<{ name: string }>({ text: counts.join(' union '), values: [id] });
      return rows.map(({ name }) => name).sort();
    };
    expect(await filled()).toEqual([...tables].sort());
    await database.transaction(() => users.reassignToBuyer(id, { ...STRANGER, email }));
    expect(await filled()).toEqual([]);
  });

  it('does not let a payment take over a confirmed account or change it', async () => {
    const user = await createConfirmedUser(product);
    const attempt = product.database.transaction(() =>
      users.reassignToBuyer(user.id, { ...STRANGER, email: user.email }),
    );
    await expect(attempt).rejects.toMatchObject({ code: 'email_exists' });
    await signIn(product, user).expect(200);
  });

  it('leaves no session behind when someone signs in during a takeover', async () => {
    const user = await createPaidUser(product, 'the first password');
    const passwordHash = await passwords.hash('of the buyer', {});
    const takeOver = product.database.transaction(() =>
      users.reassignToBuyer(user.id, { ...STRANGER, email: user.email, passwordHash }),
    );
    const [responses] = await Promise.all([
      Promise.all(Array.from({ length: 6 }, () => signIn(product, user))),
      takeOver,
    ]);
    const opened = responses.filter(({ status }) => status === 200);
    for (const { body } of opened) {
      expect((await callAuth(product, 'get', '/user', body.access_token)).status).toBe(403);
      expect((await refresh(product, body.refresh_token)).status).toBe(400);
    }
    expect((await signIn(product, user)).status).toBe(400);
  });

  it('verifies an owner only by email and password', async () => {
    const user = await createConfirmedUser(product);
    expect(await passwords.verify(user.email, PASSWORD)).toMatchObject({ id: user.id });
    expect(await passwords.verify(user.email, 'wrong')).toBeUndefined();
    expect(await passwords.verify(uniqueEmail(), PASSWORD)).toBeUndefined();
    expect(await passwords.verify((await createPaidUser(product, null)).email, '')).toBeUndefined();
    await banUser(product, user.id);
    expect(await passwords.verify(user.email, PASSWORD)).toBeUndefined();
  });

  it('computes one hash for a known email and for an unknown one', async () => {
    const user = await createConfirmedUser(product);
    const withoutPassword = await createPaidUser(product, null);
    const hashesDuring = async (act: () => PromiseLike<unknown>): Promise<number> => {
      const before = await hashesComputed(product);
      await act();
      return (await hashesComputed(product)) - before;
    };
    expect(await hashesDuring(() => signIn(product, user))).toBe(1);
    expect(await hashesDuring(() => signIn(product, { ...user, password: 'wrong' }))).toBe(1);
    expect(await hashesDuring(() => signIn(product, { email: uniqueEmail(), password: 'wrong' }))).toBe(1);
    expect(
      await hashesDuring(() => signIn(product, { email: withoutPassword.email, password: 'wrong' })),
    ).toBe(1);
    expect(await hashesDuring(() => signIn(product, { ...user, password: 'x'.repeat(100) }))).toBe(1);
  });

  describe('with a staff role', () => {
    const makeStaff = async (role: 'support' | 'admin' | null, id: string): Promise<UserSummary> =>
      users.setRole(id, role, null);

    it('cannot be created from an unconfirmed account', async () => {
      const user = await createPaidUser(product);
      await expect(makeStaff('admin', user.id)).rejects.toMatchObject({ code: 'forbidden' });
      await expect(makeStaff('admin', randomUUID())).rejects.toMatchObject({ code: 'not_found' });
    });
  });
});

async function hashesComputed(product: TestProduct): Promise<number> {
  const { Metrics } = await import('../../src/platform/metrics/metrics.js');
  const metric = await product.api.get(Metrics).registry.getSingleMetric('password_hashes_total')!.get();
  return metric.values[0]?.value ?? 0;
}
