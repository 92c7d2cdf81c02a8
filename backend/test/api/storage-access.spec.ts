import type { StorageClient } from '@supabase/storage-js';
import { SignJWT } from 'jose';
import type { KeyObject } from 'node:crypto';
import { derivedKey } from '../../src/platform/security/derived-key.js';
import { createBucket, unwrap, getError, startStorageFixture, storageClient } from '../support/storage.js';
import { useShared } from '../support/fixtures.js';

const CALLERS = ['service', 'anonymous', 'owner', 'other', 'support', 'admin'] as const;
type CallerName = (typeof CALLERS)[number];

describe('access to objects', () => {
  const fixture = useShared(startStorageFixture);
  let clients: Record<CallerName, StorageClient>;
  let ids: { owner: string; other: string };
  beforeAll(async () => {
    const [owner, other, support, admin] = await Promise.all([
      fixture.signIn(),
      fixture.signIn(),
      fixture.signIn({ role: 'support' }),
      fixture.signIn({ role: 'admin' }),
    ]);
    const { service, anonymous } = fixture;
    clients = {
      service,
      anonymous,
      owner: owner.client,
      other: other.client,
      support: support.client,
      admin: admin.client,
    };
    ids = { owner: owner.user.id, other: other.user.id };
  });

  /** Who each grantee of a rule includes, for an object that `owner` has uploaded below a folder of their own. */
  const INCLUDED: Record<string, CallerName[]> = {
    none: ['service'],
    owner: ['service', 'owner'],
    own_prefix: ['service', 'owner'],
    support: ['service', 'support', 'admin'],
    admin: ['service', 'admin'],
    authenticated: ['service', 'owner', 'other', 'support', 'admin'],
    public: [...CALLERS],
  };

  /** A bucket whose rules grant everything to one grantee, with an object of `owner`. */
  async function prepare(grantee: string) {
    const grantees = grantee === 'none' ? [] : [grantee];
    const setUp = await createBucket(fixture, { public: false }, { write: ['authenticated'] });
    const name = `${ids.owner}/file.txt`;
    unwrap(await clients.owner.from(setUp).upload(name, 'content'));
    const body = JSON.stringify({ read: grantees, list: grantees, write: grantees, remove: grantees });
    const headers = { Authorization: `Bearer ${fixture.serviceKey}`, 'Content-Type': 'application/json' };
    const response = await fixture.call(`/bucket/${setUp}/rules`, { method: 'PUT', headers, body });
    expect(response.status).toBe(200);
    return { bucket: setUp, name };
  }

  describe.each(Object.keys(INCLUDED))('granted to: %s', (grantee) => {
    it.each(CALLERS)('%s', async (caller) => {
      const allowed = INCLUDED[grantee]!.includes(caller);
      const { bucket, name } = await prepare(grantee);
      const files = clients[caller].from(bucket);
      const outcomes = {
        download: (await files.download(name)).error === null,
        info: (await files.info(name)).error === null,
        sign: (await files.createSignedUrl(name, 60)).error === null,
        signMany: (await files.createSignedUrls([name], 60)).data?.[0]?.error === null,
        list: (await files.list(ids.owner)).data?.length === 1,
        listPages: (await files.listV2({})).data?.objects.length === 1,
        signUpload: (await files.createSignedUploadUrl(name, { upsert: true })).error === null,
        replace: (await files.update(name, 'content')).error === null,
        copy: (await files.copy(name, `${ids.owner}/copy.txt`)).error === null,
        move: (await files.move(name, `${ids.owner}/moved.txt`)).error === null,
      };
      const names = [name, `${ids.owner}/moved.txt`, `${ids.owner}/copy.txt`];
      const removed = (await files.remove(names)).data?.length;
      // A copy belongs to the caller, and so does an object that they replaced.
      expect({ ...outcomes, removed: removed === 2 }).toEqual(
        Object.fromEntries([...Object.keys(outcomes), 'removed'].map((action) => [action, allowed])),
      );
    });
  });

  it('is granted by name to the folder of a user, and nothing beside it', async () => {
    const grantees = ['own_prefix'];
    const bucket = await createBucket(
      fixture,
      { public: false },
      { read: grantees, list: grantees, write: grantees, remove: grantees },
    );
    const files = clients.owner.from(bucket);
    unwrap(await files.upload(ids.owner, 'the object itself'));
    unwrap(await files.upload(`${ids.owner}/below`, 'below'));
    for (const name of [`${ids.owner}x`, `${ids.other}/a`, `x/${ids.owner}`, 'a'])
      expect(getError(await files.upload(name, 'x'))).toMatchObject({
        statusCode: '403',
        code: 'AccessDenied',
      });
    expect(getError(await files.move(`${ids.owner}/below`, `${ids.other}/stolen`)).code).toBe('AccessDenied');
    expect(getError(await files.copy(`${ids.owner}/below`, 'outside')).code).toBe('AccessDenied');
    await clients.service.from(bucket).upload(`${ids.other}/theirs`, 'secret');
    expect(getError(await files.copy(`${ids.other}/theirs`, `${ids.owner}/mine`)).code).toBe('NoSuchKey');
    expect(unwrap(await files.listV2({})).objects.map(({ name }) => name)).toEqual([
      ids.owner,
      `${ids.owner}/below`,
    ]);
    expect(unwrap(await files.list()).map(({ name }) => name)).toEqual([ids.owner, ids.owner]);
  });

  it('does not let others replace or take over objects of an owner', async () => {
    const bucket = await createBucket(
      fixture,
      { public: false },
      { write: ['owner'], read: ['authenticated'] },
    );
    unwrap(await clients.owner.from(bucket).upload('mine', 'original'));
    expect(getError(await clients.other.from(bucket).upload('mine', 'x', { upsert: true })).code).toBe(
      'AccessDenied',
    );
    expect(getError(await clients.other.from(bucket).update('mine', 'x')).code).toBe('AccessDenied');
    expect(getError(await clients.other.from(bucket).move('mine', 'theirs')).code).toBe('AccessDenied');
    expect(await unwrap(await clients.service.from(bucket).download('mine')).text()).toBe('original');
  });

  it('names the missing rule of a denied write', async () => {
    const bucket = await createBucket(fixture);
    const response = await fixture.call(`/object/${bucket}/a`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await getToken(clients.owner)}` },
      body: 'x',
    });
    expect(await response.json()).toEqual({
      statusCode: '403',
      error: 'Unauthorized',
      code: 'AccessDenied',
      message: 'new row violates row-level security policy',
      details: { rule: `write in bucket ${bucket}` },
    });
  });

  it('that is denied can’t be told from what does not exist', async () => {
    const bucket = await createBucket(
      fixture,
      { public: false },
      { read: ['owner'], list: ['owner'], write: ['owner'] },
    );
    const hidden = await createBucket(fixture);
    unwrap(await clients.owner.from(bucket).upload('exists', 'x'));
    unwrap(await clients.service.from(hidden).upload('exists', 'x'));
    const { other, anonymous } = clients;
    expect(getError(await other.from(bucket).download('exists'))).toEqual(
      getError(await other.from(bucket).download('missing')),
    );
    for (const call of [
      (name: string) => anonymous.from(name).download('exists'),
      (name: string) => other.from(name).info('exists'),
      (name: string) => other.from(name).list(),
      (name: string) => other.from(name).listV2({}),
      (name: string) => other.from(name).createSignedUrl('exists', 60),
      (name: string) => other.from(name).createSignedUrls(['exists'], 60),
    ])
      expect(getError(await call(hidden))).toEqual(getError(await call('no-such-bucket')));
    const [denied, missing] = unwrap(await other.from(bucket).createSignedUrls(['exists', 'missing'], 60));
    expect([denied!.error, denied!.signedUrl]).toEqual([missing!.error, missing!.signedUrl]);
    expect(unwrap(await other.from(bucket).remove(['exists']))).toEqual([]);
  });

  it('needs a valid token', async () => {
    const { bucket, name } = await prepare('none');
    const cases: [Record<string, string>, string][] = [
      [{}, 'Invalid Compact JWS'],
      [{ Authorization: 'Bearer nonsense' }, 'invalid JWT'],
      [{ Authorization: `Bearer ${fixture.serviceKey}x` }, 'invalid JWT'],
    ];
    for (const [headers, message] of cases) {
      for (const path of [`/object/authenticated/${bucket}/${name}`, '/bucket']) {
        const response = await fixture.call(path, { headers });
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
    }
    expect(
      (await fixture.call(`/object/${bucket}/${name}`, { headers: { apikey: fixture.serviceKey } })).status,
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
      for (const name of ['a é.txt', 'b.txt']) unwrap(await clients.service.from(bucket).upload(name, name));
    });
    const files = () => clients.service.from(bucket);
    const getErrorCode = async (url: string, init?: RequestInit) =>
      ((await (await fetch(url, init)).json()) as { code: string }).code;

    it('needs no token and lasts until it expires', async () => {
      const { signedUrl } = unwrap(await files().createSignedUrl('a é.txt', 100, { download: 'b c.txt' }));
      const response = await fetch(signedUrl);
      expect(await response.text()).toBe('a é.txt');
      expect(response.headers.get('content-disposition')).toContain("filename*=UTF-8''b%20c.txt");
      const head = await fetch(signedUrl, { method: 'HEAD' });
      expect([head.status, await head.text()]).toEqual([200, '']);
      fixture.clock.advance(101);
      expect(await getErrorCode(signedUrl)).toBe('ExpiredToken');
    });

    it('can be created for many objects at once', async () => {
      const urls = unwrap(await files().createSignedUrls(['a é.txt', 'missing', 'b.txt'], 60));
      expect(urls.map(({ path, error }) => [path, error])).toEqual([
        ['a é.txt', null],
        ['missing', 'Either the object does not exist or you do not have access to it'],
        ['b.txt', null],
      ]);
      expect(await (await fetch(urls[2]!.signedUrl!)).text()).toBe('b.txt');
    });

    it('is opened by no other kind of token, and its token opens nothing else', async () => {
      const { signedUrl } = unwrap(await files().createSignedUrl('b.txt', 60));
      expect(await getErrorCode(`${signedUrl}x`)).toBe('InvalidJWT');
      const url = (path: string) =>
        `${fixture.url}/api/storage/v1/${path}/${bucket}/b.txt?token=${fixture.serviceKey}`;
      expect(await getErrorCode(url('object/sign'))).toBe('InvalidJWT');
      const put = { method: 'PUT', body: 'x' };
      expect(await getErrorCode(url('object/upload/sign'), put)).toBe('InvalidJWT');
      const asSession = storageClient(fixture, new URL(signedUrl).searchParams.get('token')!);
      expect(getError(await asSession.from(bucket).download('b.txt')).code).toBe('AccessDenied');
    });

    it('rejects tokens signed with the key of sessions, without expiry, or with no signature', async () => {
      const claims = { url: `${bucket}/b.txt`, scope: 'download' };
      const secret = fixture.settings.auth.sharedSecret;
      const sign = (key: KeyObject | Uint8Array, expires = true) => {
        const jwt = new SignJWT(claims).setProtectedHeader({ alg: 'HS256' });
        return (expires ? jwt.setExpirationTime(4_000_000_000) : jwt).sign(key);
      };
      const key = derivedKey(secret, 'storage URLs');
      const url = (token: string) =>
        `${fixture.url}/api/storage/v1/object/sign/${bucket}/b.txt?token=${token}`;
      expect((await fetch(url(await sign(key)))).status).toBe(200);
      const unsigned = [{ alg: 'none' }, { ...claims, exp: 4_000_000_000 }]
        .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
        .join('.');
      for (const token of [
        await sign(new TextEncoder().encode(secret)),
        await sign(key, false),
        `${unsigned}.`,
      ])
        expect(await getErrorCode(url(token))).toBe('InvalidJWT');
    });

    it('makes the creator of an upload URL the owner', async () => {
      const own = await createBucket(fixture, { public: false }, { write: ['owner'], read: ['owner'] });
      const { token } = unwrap(await clients.owner.from(own).createSignedUploadUrl('mine.txt'));
      unwrap(await clients.anonymous.from(own).uploadToSignedUrl('mine.txt', token, 'x'));
      expect((await clients.owner.from(own).download('mine.txt')).error).toBeNull();
      expect(getError(await clients.other.from(own).download('mine.txt')).code).toBe('NoSuchKey');
    });

    it('uploads once, or repeatedly with upsert, whatever the request says', async () => {
      const once = unwrap(await files().createSignedUploadUrl('once.txt'));
      const upload = (path: string, token: string, body: string | Blob) =>
        clients.anonymous
          .from(bucket)
          .uploadToSignedUrl(path, token, body, { upsert: true, contentType: 'text/plain' });
      expect(unwrap(await upload('once.txt', once.token, 'one'))).toEqual({
        path: 'once.txt',
        fullPath: `${bucket}/once.txt`,
      });
      expect(getError(await upload('once.txt', once.token, 'two'))).toMatchObject({
        statusCode: '409',
        message: 'The resource already exists',
      });
      const often = unwrap(await files().createSignedUploadUrl('often.txt', { upsert: true }));
      unwrap(await upload('often.txt', often.token, 'one'));
      unwrap(await upload('often.txt', often.token, new Blob(['two'])));
      expect(await unwrap(await files().download('often.txt')).text()).toBe('two');
      fixture.clock.advance(fixture.settings.storage.uploadUrlSeconds + 1);
      expect(getError(await upload('often.txt', often.token, 'late')).code).toBe('ExpiredToken');
      expect(getError(await files().createSignedUploadUrl('once.txt')).code).toBe('ResourceAlreadyExists');
    });
  });

  it('of staff needs MFA where it is required', async () => {
    const strict = await startStorageFixture({ ADMIN_REQUIRE_MFA: 'on' });
    const bucket = await createBucket(strict, { public: false }, { read: ['admin'] });
    unwrap(await strict.service.from(bucket).upload('a', 'a'));
    const { client } = await strict.signIn({ role: 'admin' });
    expect(getError(await client.from(bucket).download('a')).code).toBe('NoSuchBucket');
    expect(unwrap(await client.listBuckets())).toEqual([]);
    await strict.stop();
  });
});

function getToken(client: StorageClient): string {
  return (client as unknown as { headers: Record<string, string> }).headers.authorization!.replace(
    'Bearer ',
    '',
  );
}
