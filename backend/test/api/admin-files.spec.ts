import type {
  FileBucket,
  FileDetail,
  FileLink,
  FileList,
  ItemList,
} from '@subscription-site/shared/contracts';
import { photo } from '../support/images.js';
import { createBucket, unwrap, getError, startStorageFixture } from '../support/storage.js';
import { callApi } from '../support/call-api.js';
import { useShared } from '../support/fixtures.js';
import type { SignedInUser } from '../support/users.js';

describe('files in the console', () => {
  const fixture = useShared(startStorageFixture);
  let admin: SignedInUser;
  let bucket: string;
  beforeAll(async () => {
    admin = (await fixture.signIn({ role: 'admin' })).user;
    bucket = await createBucket(fixture, { public: false, fileSizeLimit: '1mb' });
    const content = { 'a.txt': 'a', 'folder/b.txt': 'b', 'folder/sub/c.txt': 'c', 'é & ü.txt': 'd' };
    for (const [name, body] of Object.entries(content))
      unwrap(await fixture.service.from(bucket).upload(name, body, { contentType: 'text/plain' }));
  });

  const call = (path: string, body?: object) =>
    callApi<unknown>(fixture, admin.headers, body ? 'POST' : 'GET', `admin/v1/buckets${path}`, body);
  const audited = async () => {
    const rows = await fixture.database.query<{ action: string; actor_id: string; details: object }>({
      text: `select action, actor_id, details from audit_entries
             where subject_type = 'bucket' and subject_id = $1 order by id desc limit 1`,
      values: [bucket],
    });
    return rows[0];
  };

  it('are listed by bucket and folder, searched, and paged', async () => {
    const buckets = (await call(`?search=${bucket.slice(7, 15)}`)).body as ItemList<FileBucket>;
    expect(buckets.items).toMatchObject([
      { id: bucket, public: false, fileSizeLimit: 1_000_000, emptying: false },
    ]);
    const list = async (query: string) => (await call(`/${bucket}/files?${query}`)).body as FileList;
    const names = async (query: string) => (await list(query)).items.map(({ name }) => name);
    expect(await names('')).toEqual(['a.txt', 'folder/', 'é & ü.txt']);
    expect(await names('folder=folder')).toEqual(['folder/b.txt', 'folder/sub/']);
    expect(await names('folder=/folder/sub/')).toEqual(['folder/sub/c.txt']);
    expect(await names('search=A')).toEqual(['a.txt']);
    const [first] = (await list('limit=1')).items;
    expect(first).toMatchObject({ name: 'a.txt', size: 1, type: 'text/plain' });
    const paged: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`limit=1${cursor && `&cursor=${cursor}`}`);
      paged.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    }
    expect(paged).toEqual(['a.txt', 'folder/', 'é & ü.txt']);
    expect((await call('/no-such-bucket/files')).status).toBe(404);
    for (const cursor of ['AAAA', 'zzz', 'YS50eHR', 'YS50eHQ=', ''])
      expect(await call(`/${bucket}/files?cursor=${cursor}`)).toMatchObject({
        status: 422,
        body: { details: { fields: [{ field: 'cursor' }] } },
      });
  });

  it('are described with their owner', async () => {
    const { user, client } = await fixture.signIn();
    const face = await photo(4, 4, 'png');
    unwrap(
      await client
        .from('avatars')
        .upload(user.id, face, { contentType: 'image/png', metadata: { by: 'Ada' } }),
    );
    const found = await call(`/avatars/file?name=${user.id}`);
    expect(found.body as FileDetail).toMatchObject({
      bucket: 'avatars',
      name: user.id,
      size: face.length,
      type: 'image/png',
      ownerId: user.id,
      ownerEmail: user.email,
      metadata: { by: 'Ada' },
    });
    expect((await call(`/${bucket}/file?name=missing`)).status).toBe(404);
    expect((await call(`/${bucket}/file`)).status).toBe(422);
  });

  it('are shared by a signed link, which is recorded', async () => {
    const before = fixture.clock.now().getTime();
    const { body } = await call(`/${bucket}/links`, { name: 'é & ü.txt', expiresInSeconds: 60 });
    const { url, expiresAt } = body as FileLink;
    const signedAt = Date.parse(expiresAt) - 60_000;
    expect(signedAt).toBeGreaterThanOrEqual(before);
    expect(signedAt).toBeLessThanOrEqual(fixture.clock.now().getTime());
    expect(await (await fetch(fixture.url + url)).text()).toBe('d');
    expect(await audited()).toMatchObject({
      action: 'storage.link_created',
      actor_id: admin.id,
      details: { name: 'é & ü.txt', seconds: 60 },
    });
    for (const expiresInSeconds of [0, 1e9, 'x'])
      expect((await call(`/${bucket}/links`, { name: 'a.txt', expiresInSeconds })).status).toBe(422);
  });

  it('are previewed, which is recorded', async () => {
    unwrap(await fixture.service.from(bucket).upload('large.jpg', await photo(900, 300)));
    const { url } = (await call(`/${bucket}/previews`, { name: 'large.jpg' })).body as FileLink;
    const response = await fetch(fixture.url + url);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(response.headers.get('x-transformations')).toContain('width:800');
    expect(await audited()).toMatchObject({
      action: 'storage.object_viewed',
      details: { name: 'large.jpg' },
    });
  });

  it('are deleted for a reason, which is recorded', async () => {
    unwrap(await fixture.service.from(bucket).upload('bad.txt', 'bad'));
    expect((await call(`/${bucket}/deletions`, { name: 'bad.txt', reason: '  ' })).status).toBe(422);
    expect((await call(`/${bucket}/deletions`, { name: 'bad.txt', reason: ' Spam ' })).status).toBe(204);
    expect(getError(await fixture.service.from(bucket).download('bad.txt')).code).toBe('NoSuchKey');
    expect(await audited()).toMatchObject({
      action: 'storage.object_deleted',
      actor_id: admin.id,
      details: { name: 'bad.txt', reason: 'Spam' },
    });
    expect((await call(`/${bucket}/deletions`, { name: 'bad.txt', reason: 'again' })).status).toBe(404);
  });
});
