import {
  listBucketAuditActions,
  createBucket,
  unwrap,
  startStorageFixture,
  type StorageFixture,
} from '../support/storage.js';
import { useShared } from '../support/fixtures.js';

const ISO_MILLISECONDS = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe('buckets, through the client library', () => {
  const fixture = useShared(startStorageFixture);

  it('are created and retrieved in exactly this shape', async () => {
    const { service } = fixture;
    const created = await service.createBucket('photos', {
      public: true,
      fileSizeLimit: '20mb',
      allowedMimeTypes: ['image/*', 'application/pdf'],
    });
    expect(created).toEqual({ data: { name: 'photos' }, error: null });
    expect(unwrap(await service.getBucket('photos'))).toEqual({
      id: 'photos',
      name: 'photos',
      owner: '',
      public: true,
      file_size_limit: 20_000_000,
      allowed_mime_types: ['image/*', 'application/pdf'],
      created_at: expect.stringMatching(ISO_MILLISECONDS),
      updated_at: expect.stringMatching(ISO_MILLISECONDS),
    });
    expect(unwrap(await service.getBucket(await createBucket(fixture)))).toMatchObject({
      public: false,
      file_size_limit: null,
      allowed_mime_types: null,
    });
  });

  it('are listed with search, order and pages', async () => {
    const { service } = fixture;
    for (const name of ['list-c', 'list-a', 'list-b', 'list_d'])
      await service.createBucket(name, { public: false });
    const names = async (options: Parameters<typeof service.listBuckets>[0]) =>
      unwrap(await service.listBuckets(options)).map(({ name }) => name);
    expect(await names({ search: 'LIST-' })).toEqual(['list-a', 'list-b', 'list-c']);
    expect(await names({ search: 'list_' })).toEqual(['list_d']);
    expect(await names({ search: 'list-', sortColumn: 'name', sortOrder: 'desc' })).toEqual([
      'list-c',
      'list-b',
      'list-a',
    ]);
    expect(await names({ search: 'list-', sortColumn: 'created_at' })).toEqual([
      'list-c',
      'list-a',
      'list-b',
    ]);
    expect(await names({ search: 'list-', limit: 1, offset: 1 })).toEqual(['list-b']);
    const [bucket] = unwrap(await service.listBuckets({ search: 'list-a' }));
    expect(bucket).toMatchObject({ id: 'list-a', type: 'STANDARD' });
  });

  it('keep absent options and clear those that are null when updated', async () => {
    const { service } = fixture;
    const name = await createBucket(fixture, {
      public: false,
      fileSizeLimit: 1000,
      allowedMimeTypes: ['image/png'],
    });
    expect(unwrap(await service.updateBucket(name, { public: true }))).toEqual({
      message: 'Successfully updated',
    });
    const updated = unwrap(await service.getBucket(name));
    expect(updated).toMatchObject({ public: true, file_size_limit: 1000, allowed_mime_types: ['image/png'] });
    await service.updateBucket(name, { public: true, fileSizeLimit: null, allowedMimeTypes: null });
    const cleared = unwrap(await service.getBucket(name));
    expect(cleared).toMatchObject({ file_size_limit: null, allowed_mime_types: null });
    expect(Date.parse(cleared.updated_at)).toBeGreaterThanOrEqual(Date.parse(cleared.created_at));
  });

  it('belong to the administrator who creates them', async () => {
    const { client: admin, user } = await fixture.signIn({ role: 'admin' });
    const name = 'of-an-admin';
    expect(unwrap(await admin.createBucket(name, { public: false }))).toEqual({ name });
    expect(unwrap(await admin.getBucket(name)).owner).toBe(user.id);
  });

  describe('rules', () => {
    const RULES = { read: ['public'], list: [], write: ['owner'], remove: ['admin'] };
    const headers = (token: string) => ({
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
    });
    const replace = (bucket: string, token: string, rules: unknown) =>
      fixture.call(`/bucket/${bucket}/rules`, {
        method: 'PUT',
        headers: headers(token),
        body: JSON.stringify(rules),
      });
    const read = (bucket: string, token: string) =>
      fixture.call(`/bucket/${bucket}/rules`, { headers: headers(token) });
    const getAccessToken = ({ user }: Awaited<ReturnType<StorageFixture['signIn']>>) =>
      user.headers.Authorization!.replace('Bearer ', '');
    const readError = async (response: Response) => [
      response.status,
      ((await response.json()) as { code: string }).code,
    ];

    it('are read and replaced by the service key and administrators, and audited', async () => {
      const name = await createBucket(fixture);
      const admin = await fixture.signIn({ role: 'admin' });
      for (const response of [
        await replace(name, getAccessToken(admin), RULES),
        await read(name, getAccessToken(admin)),
        await read(name, fixture.serviceKey),
      ])
        expect([response.status, await response.json()]).toEqual([200, RULES]);
      const none = { read: [], list: [], write: [], remove: [] };
      expect((await replace(name, fixture.serviceKey, none)).status).toBe(200);
      const entries = await fixture.database.query({
        text: `select actor_id, details from audit_entries
               where subject_id = $1 and action = 'storage.bucket_rules_changed' order by id`,
        values: [name],
      });
      expect(entries).toEqual([
        { actor_id: admin.user.id, details: { before: none, after: RULES } },
        { actor_id: null, details: { before: RULES, after: none, by: 'service key' } },
      ]);
    });

    it('are left unchanged by a request that is incomplete or has an unknown grantee', async () => {
      const name = await createBucket(fixture, { public: false }, RULES);
      const { remove: _, ...incomplete } = RULES;
      for (const [rules, code] of [
        [{ ...RULES, list: ['everyone'] }, 'InvalidParameter'],
        [{ ...RULES, list: 'public' }, 'InvalidParameter'],
        [{ ...RULES, list: [null] }, 'InvalidParameter'],
        [{ ...RULES, list: null }, 'MissingParameter'],
        [incomplete, 'MissingParameter'],
      ] as const)
        expect(await readError(await replace(name, fixture.serviceKey, rules))).toEqual([400, code]);
      expect(await (await read(name, fixture.serviceKey)).json()).toEqual(RULES);
      expect(await readError(await replace('no-such', fixture.serviceKey, RULES))).toEqual([
        400,
        'NoSuchBucket',
      ]);
    });
  });

  it('leave an audit entry for every change', async () => {
    const name = await createBucket(fixture, { public: false }, { read: ['public'] });
    await fixture.service.updateBucket(name, { public: true });
    await fixture.service.emptyBucket(name);
    await fixture.service.deleteBucket(name);
    expect(await listBucketAuditActions(fixture, name)).toEqual([
      'storage.bucket_created',
      'storage.bucket_rules_changed',
      'storage.bucket_updated',
      'storage.bucket_emptied',
      'storage.bucket_deleted',
    ]);
  });
});
