import { callAuth, createConfirmedUser, signIn, uniqueEmail, type TestUser } from '../support/auth.js';
import { signClientKey } from '../support/service-key.js';
import { startTestProduct } from '../support/test-product.js';
import { useFixture } from '../support/fixtures.js';

interface Entry {
  id: string;
  payload: { actor_id: string; actor_username: string; action: string; log_type: string; traits: object };
  created_at: string;
  ip_address: string;
}

describe('the audit log API', () => {
  const product = useFixture(startTestProduct);
  let key: string;
  let ada: TestUser;
  let bob: TestUser;
  beforeAll(async () => {
    key = await signClientKey('service_role');
    ada = await createConfirmedUser(product, `ada_${uniqueEmail()}`);
    bob = await createConfirmedUser(product, `bob_${uniqueEmail()}`);
    await signIn(product, ada).expect(200);
    await signIn(product, { ...bob, password: 'a wrong one' }).expect(400);
  });

  const readLog = async (query = '') => {
    const { body, headers } = await callAuth(product, 'get', `/admin/audit${query}`, key).expect(200);
    return {
      entries: body as Entry[],
      total: Number(headers['x-total-count']),
      link: headers.link as string,
    };
  };
  const actions = (entries: Entry[]): string[] => entries.map(({ payload }) => payload.action);

  it('lists events newest first, with actor and IP address', async () => {
    const { entries, total } = await readLog();
    expect(total).toBe(entries.length);
    expect(actions(entries).slice(0, 2)).toEqual(['password.rejected', 'session.created']);
    const [rejected, opened] = entries;
    expect(rejected!.payload).toMatchObject({
      actor_id: '',
      actor_username: '',
      log_type: 'password',
      traits: { subject_type: 'user', subject_id: bob.id, request_id: expect.any(String) },
    });
    expect(opened).toMatchObject({
      payload: { actor_id: ada.id, actor_username: ada.email, log_type: 'session' },
      ip_address: expect.stringMatching(/127\.0\.0\.1$/),
      created_at: expect.stringMatching(/Z$/),
    });
    const times = entries.map(({ created_at }) => created_at);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(JSON.stringify(entries)).not.toContain('a wrong one');
  });

  it('filters by actor, action and subject', async () => {
    const all = await readLog();
    const of = async (query: string) => (await readLog(`?query=${encodeURIComponent(query)}`)).entries;
    const adas = all.entries.filter(({ payload }) => payload.actor_id === ada.id);
    expect(adas.length).toBeGreaterThan(1);
    expect(await of(`author:${ada.email.toUpperCase()}`)).toEqual(adas);
    expect(await of(`author:${ada.id}`)).toEqual(adas);
    expect(await of('author:ada_')).toEqual(adas);
    // Underscore and percent match literally.
    expect(await of('author:ad__')).toEqual([]);
    expect(await of('author:%')).toEqual([]);
    expect(actions(await of('action:Rejected'))).toEqual(['password.rejected']);
    expect(actions(await of('type:session'))).toEqual([
      'session.created',
      'session.created',
      'session.created',
    ]);
    expect(await of('action:nothing')).toEqual([]);
  });

  it('returns pages', async () => {
    const { entries, total } = await readLog();
    const first = await readLog('?page=1&per_page=2&query=');
    expect(first.entries).toEqual(entries.slice(0, 2));
    expect(first.total).toBe(total);
    expect(first.link).toContain('</api/auth/v1/admin/audit?page=2&per_page=2>; rel="next"');
    const second = await readLog('?page=2&per_page=2');
    expect(second.entries).toEqual(entries.slice(2, 4));
    const some = await readLog('?per_page=1&query=type:session');
    expect(some.total).toBe(3);
    expect(some.link).toBe(
      '</api/auth/v1/admin/audit?page=2&per_page=1&query=type%3Asession>; rel="next", ' +
        '</api/auth/v1/admin/audit?page=3&per_page=1&query=type%3Asession>; rel="last"',
    );
  });

  it.each(['?page=-1', '?per_page=0', '?query=nonsense', '?query=password:x', '?query=author:%00'])(
    'rejects %s',
    async (query) => {
      const { body } = await callAuth(product, 'get', `/admin/audit${query}`, key).expect(400);
      expect(body.code).toBe('validation_failed');
    },
  );
});
