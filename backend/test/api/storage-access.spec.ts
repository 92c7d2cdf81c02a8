import { Users } from '../../src/modules/auth/index.js';
import { createUserWithMfa, getAccessToken } from '../support/factors.js';
import { useShared } from '../support/fixtures.js';
import {
  createBucket,
  RESTRICTED,
  unwrap,
  getError,
  startStorageFixture,
  storageClient,
} from '../support/storage.js';
import type { StorageFixture } from '../support/storage.js';

/** What the rules grant is proved by `access-policy.spec`, and which ones a route needs by `storage-matrix.spec`. */
describe('access to objects', () => {
  const fixture = useShared(startStorageFixture, RESTRICTED);
  type SignedIn = Awaited<ReturnType<StorageFixture['signIn']>>;
  let owner: SignedIn;
  let other: SignedIn;
  beforeAll(async () => {
    [owner, other] = await Promise.all([fixture.signIn(), fixture.signIn()]);
  });

  it('follows the rules of the bucket, those for staff once they have completed MFA', async () => {
    const rules = { read: ['support'], list: ['authenticated'], write: ['public'], remove: ['admin'] };
    const bucket = await createBucket(fixture, { public: false }, rules);
    unwrap(await fixture.anonymous.from(bucket).upload('a', 'a'));
    expect(getError(await fixture.anonymous.from(bucket).list()).code).toBe('NoSuchBucket');
    const { client: withoutMfa } = await fixture.signIn({ role: 'admin' });
    for (const { client } of [other, { client: withoutMfa }]) {
      expect(unwrap(await client.from(bucket).list())).toHaveLength(1);
      expect(getError(await client.from(bucket).download('a')).code).toBe('NoSuchBucket');
      expect(unwrap(await client.from(bucket).remove(['a']))).toEqual([]);
      expect(unwrap(await client.listBuckets())).toEqual([]);
    }
    const { user, client: session } = await createUserWithMfa(fixture);
    const staff = storageClient(fixture, await getAccessToken(session));
    await fixture.api.get(Users).setRole(user.id, 'support', null);
    expect(await unwrap(await staff.from(bucket).download('a')).text()).toBe('a');
    expect(unwrap(await staff.from(bucket).remove(['a']))).toEqual([]);
    await fixture.api.get(Users).setRole(user.id, 'admin', null);
    expect(unwrap(await staff.from(bucket).remove(['a']))).toHaveLength(1);
    expect(unwrap(await staff.listBuckets())).not.toEqual([]);
  });

  it('is granted to owners of files in a public bucket without a rule, also to sign and copy them', async () => {
    const bucket = await createBucket(fixture, { public: true }, { write: ['owner'] });
    const files = owner.client.from(bucket);
    unwrap(await files.upload('mine', 'mine'));
    unwrap(await files.createSignedUrl('mine', 60));
    unwrap(await files.copy('mine', 'copy'));
    expect(getError(await other.client.from(bucket).createSignedUrl('mine', 60)).code).toBe('NoSuchKey');
  });

  it('is granted by name to the folder of a user, and nothing beside it', async () => {
    const [ownerId, otherId] = [owner.user.id, other.user.id];
    const grantees = ['own_prefix'];
    const bucket = await createBucket(
      fixture,
      { public: false },
      { read: grantees, list: grantees, write: grantees, remove: grantees },
    );
    const files = owner.client.from(bucket);
    unwrap(await files.upload(ownerId, 'the object itself'));
    unwrap(await files.upload(`${ownerId}/below`, 'below'));
    expect(getError(await files.upload(`${ownerId}x`, 'x'))).toMatchObject({
      statusCode: '403',
      code: 'AccessDenied',
    });
    expect(getError(await files.move(`${ownerId}/below`, `${otherId}/stolen`)).code).toBe('AccessDenied');
    expect(getError(await files.copy(`${ownerId}/below`, 'outside')).code).toBe('AccessDenied');
    const theirs = [`${otherId}/theirs`, `${ownerId}x`];
    for (const name of theirs) unwrap(await fixture.service.from(bucket).upload(name, 'secret'));
    expect(getError(await files.copy(`${otherId}/theirs`, `${ownerId}/mine`)).code).toBe('NoSuchKey');
    expect(unwrap(await files.listV2({})).objects.map(({ name }) => name)).toEqual([
      ownerId,
      `${ownerId}/below`,
    ]);
    expect(unwrap(await files.list()).map(({ name }) => name)).toEqual([ownerId, ownerId]);
    expect(unwrap(await files.remove([...theirs, ownerId])).map(({ name }) => name)).toEqual([ownerId]);
  });

  it('names the missing rule of a denied write, which changes nothing', async () => {
    const bucket = await createBucket(fixture, { public: false }, { write: ['owner'] });
    unwrap(await owner.client.from(bucket).upload('mine', 'original'));
    const response = await fixture.call(`/object/${bucket}/mine`, {
      method: 'POST',
      headers: { Authorization: other.user.headers.Authorization!, 'x-upsert': 'true' },
      body: 'x',
    });
    expect(await response.json()).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      code: 'AccessDenied',
      message: 'new row violates row-level security policy',
      details: { rule: `write in bucket ${bucket}` },
    });
    expect(await unwrap(await fixture.service.from(bucket).download('mine')).text()).toBe('original');
  });

  it('that is denied to a whole bucket can’t be told from what does not exist', async () => {
    const hidden = await createBucket(fixture);
    unwrap(await fixture.service.from(hidden).upload('exists', 'x'));
    const { client } = other;
    for (const call of [
      (name: string) => fixture.anonymous.from(name).download('exists'),
      (name: string) => client.from(name).info('exists'),
      (name: string) => client.from(name).list(),
      (name: string) => client.from(name).listV2({}),
      (name: string) => client.from(name).createSignedUrl('exists', 60),
      (name: string) => client.from(name).createSignedUrls(['exists'], 60),
    ])
      expect(getError(await call(hidden))).toEqual(getError(await call('no-such-bucket')));
  });

  it('needs a valid token', async () => {
    const bucket = await createBucket(fixture);
    const cases: [Record<string, string>, string][] = [
      [{}, 'Invalid Compact JWS'],
      [{ Authorization: 'Bearer nonsense' }, 'invalid JWT'],
      [{ Authorization: `Bearer ${fixture.serviceKey}x` }, 'invalid JWT'],
    ];
    for (const [headers, message] of cases) {
      const response = await fixture.call(`/bucket/${bucket}`, { headers });
      expect([response.status, await response.json()]).toMatchObject([
        400,
        {
          statusCode: '403',
          error: 'Unauthorized',
          code: 'AccessDenied',
          message: expect.stringContaining(message),
        },
      ]);
    }
    expect(
      (await fixture.call(`/bucket/${bucket}`, { headers: { apikey: fixture.serviceKey } })).status,
    ).toBe(200);
  });

  it('ends with the session', async () => {
    const { user, client } = await fixture.signIn();
    const bucket = await createBucket(fixture, { public: false }, { write: ['authenticated'] });
    unwrap(await client.from(bucket).upload('before', 'x'));
    await fetch(`${fixture.url}/api/auth/v1/logout`, { method: 'POST', headers: user.headers });
    expect(getError(await client.from(bucket).upload('after', 'x'))).toMatchObject({
      statusCode: '403',
      code: 'AccessDenied',
      message: expect.stringContaining('Session'),
    });
  });

  describe('by signed URL', () => {
    let bucket: string;
    beforeAll(async () => {
      bucket = await createBucket(fixture);
      unwrap(await files().upload('a é.txt', 'content'));
    });
    const files = () => fixture.service.from(bucket);
    const getErrorCode = async (url: string) => ((await (await fetch(url)).json()) as { code: string }).code;

    it('needs no token and lasts until it expires', async () => {
      const { signedUrl } = unwrap(await files().createSignedUrl('a é.txt', 100, { download: 'b c.txt' }));
      const response = await fetch(signedUrl);
      expect(await response.text()).toBe('content');
      expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''b%20c.txt");
      fixture.clock.advance(101);
      expect(await getErrorCode(signedUrl)).toBe('ExpiredToken');
    });

    it('is opened by no other kind of token, and its token opens nothing else', async () => {
      const { signedUrl } = unwrap(await files().createSignedUrl('a é.txt', 60));
      const url = new URL(signedUrl);
      const asSession = storageClient(fixture, url.searchParams.get('token')!);
      expect(getError(await asSession.from(bucket).download('a é.txt')).code).toBe('AccessDenied');
      url.searchParams.set('token', fixture.serviceKey);
      expect(await getErrorCode(url.href)).toBe('InvalidJWT');
    });

    it('makes the creator of an upload URL the owner', async () => {
      const own = await createBucket(fixture, { public: false }, { write: ['owner'], read: ['owner'] });
      const { token } = unwrap(await owner.client.from(own).createSignedUploadUrl('mine.txt'));
      unwrap(await fixture.anonymous.from(own).uploadToSignedUrl('mine.txt', token, 'x'));
      expect((await owner.client.from(own).download('mine.txt')).error).toBeNull();
      expect(getError(await other.client.from(own).download('mine.txt')).code).toBe('NoSuchKey');
    });

    it('uploads once, or repeatedly with upsert, whatever the request says', async () => {
      const once = unwrap(await files().createSignedUploadUrl('once.txt'));
      const upload = (path: string, token: string, body: string | Blob) =>
        fixture.anonymous.from(bucket).uploadToSignedUrl(path, token, body, { upsert: true });
      unwrap(await upload('once.txt', once.token, 'one'));
      expect(getError(await upload('once.txt', once.token, 'two')).code).toBe('ResourceAlreadyExists');
      const often = unwrap(await files().createSignedUploadUrl('often.txt', { upsert: true }));
      unwrap(await upload('often.txt', often.token, 'one'));
      unwrap(await upload('often.txt', often.token, new Blob(['two'])));
      expect(await unwrap(await files().download('often.txt')).text()).toBe('two');
    });
  });
});
