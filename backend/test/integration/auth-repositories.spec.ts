import { randomBytes, randomUUID } from 'node:crypto';
import { FactorsRepository } from '../../src/modules/auth/factors/factors.repository.js';
import { OneTimeTokensRepository } from '../../src/modules/auth/one-time-tokens/one-time-tokens.repository.js';
import { USER_SORTS, UsersRepository } from '../../src/modules/auth/users/persistence/users.repository.js';
import { createPaidUser, uniqueEmail } from '../support/auth.js';
import { startTestProduct } from '../support/test-product.js';
import { useShared } from '../support/fixtures.js';

describe('the repositories of the auth module', () => {
  const product = useShared(startTestProduct);

  const repository = <T>(type: new (...args: never[]) => T): T => product.api.get(type);
  const newUserId = async (): Promise<string> => (await createPaidUser(product, null)).id;
  const newCredential = (counter: number) => ({
    credentialId: randomBytes(16),
    publicKey: randomBytes(8),
    counter,
    transports: ['usb', 'a "b", {c}'],
    aaguid: randomUUID(),
  });

  async function insertFactor(userId: string): Promise<string> {
    const id = randomUUID();
    await repository(FactorsRepository).insert({
      id,
      userId,
      factorType: 'webauthn',
      friendlyName: id,
      status: 'unverified',
      secret: null,
      phone: null,
      createdAt: product.clock.now(),
    });
    return id;
  }

  it('record a signature of a second factor only if its counter increases, or if the device has no counter', async () => {
    const factors = repository(FactorsRepository);
    const [counting, other] = [await insertFactor(await newUserId()), await insertFactor(await newUserId())];
    const credential = newCredential(5);
    expect(await factors.addCredential(counting, credential)).toBe(true);
    expect(await factors.addCredential(other, credential)).toBe(false);
    expect(await factors.addCredential(other, newCredential(0))).toBe(true);
    const record = (counter: number) => factors.recordSignature(counting, counter);
    expect([await record(5), await record(0), await record(6), await record(6)]).toEqual([
      false,
      false,
      true,
      false,
    ]);
    expect([await factors.recordSignature(other, 0), await factors.recordSignature(other, 0)]).toEqual([
      true,
      true,
    ]);
    expect(await factors.findCredential(counting)).toMatchObject({ ...credential, counter: 6 });
  });

  it('find the credentials of all factors of a user, and no others', async () => {
    const factors = repository(FactorsRepository);
    const [userId, otherId] = [await newUserId(), await newUserId()];
    const ids = [await insertFactor(userId), await insertFactor(userId)];
    for (const id of [...ids, await insertFactor(otherId)]) await factors.addCredential(id, newCredential(0));
    const found = await factors.findCredentialsByUser(userId);
    expect(found.map(({ factorId }) => factorId).sort()).toEqual(ids.sort());
  });

  it('find the three users who most recently requested a change to an address', async () => {
    const tokens = repository(OneTimeTokensRepository);
    const recipient = uniqueEmail();
    const userIds = await Promise.all(Array.from({ length: 4 }, newUserId));
    const request = (userId: string, seconds: number, purpose = 'email_change') =>
      tokens.insert({
        tokenHash: randomBytes(32),
        userId,
        purpose,
        recipient,
        flowId: null,
        codeHash: null,
        createdAt: product.clock.in(seconds),
        expiresAt: product.clock.in(60),
      });
    for (const [index, userId] of userIds.entries()) await request(userId, index);
    await request(userIds[1]!, 10);
    await request(userIds[0]!, 20, 'recovery');
    expect(await tokens.findUsersChangingTo(recipient)).toEqual([userIds[1], userIds[3], userIds[2]]);
    expect(await tokens.findUsersChangingTo(recipient, 'phone_change')).toEqual([]);
  });

  it('list users in every order, and find the emails of those that exist', async () => {
    const users = repository(UsersRepository);
    const domain = `${randomUUID()}.example`;
    const insert = async (name: string | null, seconds: number): Promise<string> => {
      const id = randomUUID();
      const email = name && `${name}_${domain}`;
      await product.database.query({
        text: `insert into users (id, origin, email, email_normalized, full_name, created_at, updated_at)
               values ($1, 'admin', $2, $2, $3, $4, $5)`,
        values: [id, email, domain, product.clock.in(seconds), product.clock.in(-seconds)],
      });
      return id;
    };
    const [b, a, none] = [await insert('b', 1), await insert('a', 2), await insert(null, 3)];
    const deleted = await insert('c', 4);
    await product.database.query({
      text: 'update users set deleted_at = now() where id = $1',
      values: [deleted],
    });
    const expected: Record<(typeof USER_SORTS)[number], string[]> = {
      'created_at desc': [none, a, b],
      'created_at asc': [b, a, none],
      'updated_at desc': [b, a, none],
      'updated_at asc': [none, a, b],
      'email desc': [b, a, none],
      'email asc': [a, b, none],
    };
    for (const sort of USER_SORTS) {
      const { users: found } = await users.list({ filter: domain.toUpperCase(), sort, limit: 9, offset: 0 });
      expect([sort, found.map(({ id }) => id)]).toEqual([sort, expected[sort]]);
    }
    const page = await users.list({ filter: domain, sort: 'email asc', limit: 1, offset: 1 });
    expect([page.users.map(({ id }) => id), page.total]).toEqual([[b], 3]);
    const escaped = await users.list({ filter: `a_${domain}`, sort: 'email asc', limit: 9, offset: 0 });
    expect(escaped.total).toBe(1);
    const wildcard = await users.list({
      filter: `_${domain.slice(1)}`,
      sort: 'email asc',
      limit: 9,
      offset: 0,
    });
    expect(wildcard.total).toBe(0);
    expect(await users.findEmails([a, none, deleted])).toEqual(new Map([[a, `a_${domain}`]]));
  });

  it('replace a password hash only if it has not changed', async () => {
    const users = repository(UsersRepository);
    const { id } = await createPaidUser(product);
    const hash = async () => (await users.findById(id))?.passwordHash;
    const before = await hash();
    await users.replaceHash(id, 'another', 'new');
    expect(await hash()).toBe(before);
    await users.replaceHash(id, before!, 'new');
    expect(await hash()).toBe('new');
  });
});
