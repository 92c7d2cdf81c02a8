import { photo, pngBomb } from '../support/images.js';
import { createBucket, unwrap, getError, startStorageFixture } from '../support/storage.js';
import { useShared } from '../support/fixtures.js';

describe('profile pictures', () => {
  const fixture = useShared(startStorageFixture);

  const REJECTED = {
    statusCode: '415',
    message: expect.stringMatching(/doesn't match its type\. Upload a JPEG, PNG, or WebP picture/),
  };
  // What the processor rejects is proved by `sharp-image-processor.spec`.
  const cases: [kind: string, type: string, bytes: () => Buffer | Promise<Buffer>][] = [
    ['text', 'image/png', () => Buffer.from('a face')],
    ['a PNG with the type of a JPEG', 'image/jpeg', () => photo(60, 40, 'png')],
    ['a GIF with the type of a PNG', 'image/png', () => photo(60, 40, 'gif')],
    ['a truncated JPEG', 'image/jpeg', async () => (await photo(300, 300)).subarray(0, 5000)],
    ['a PNG that claims to be huge', 'image/png', () => pngBomb(100_000, 100_000, 1)],
  ];

  it('reject what is not a complete picture of its type, and keep the current one', async () => {
    const { user, client } = await fixture.signIn();
    const avatars = client.from('avatars');
    const current = await photo(64, 64, 'webp');
    unwrap(await avatars.upload(user.id, current, { contentType: 'image/webp' }));
    for (const [kind, contentType, bytes] of cases) {
      const replaced = await avatars.upload(user.id, await bytes(), { contentType, upsert: true });
      expect({ kind, ...getError(replaced) }).toMatchObject({ kind, ...REJECTED });
    }
    const kept = unwrap(await avatars.download(user.id));
    expect(Buffer.from(await kept.arrayBuffer())).toEqual(current);
  });

  it('can be shared with signed URLs, of the file and of a smaller picture', async () => {
    const { user, client } = await fixture.signIn();
    const avatars = client.from('avatars');
    unwrap(await avatars.upload(user.id, await photo(64, 64), { contentType: 'image/jpeg' }));
    const transform = { width: 16, height: 16 };
    const signed = unwrap(await avatars.createSignedUrls([user.id, 'missing'], 60));
    expect(signed.map(({ error }) => error === null)).toEqual([true, false]);
    for (const url of [
      unwrap(await avatars.createSignedUrl(user.id, 60)).signedUrl,
      unwrap(await avatars.createSignedUrl(user.id, 60, { transform })).signedUrl,
      signed[0]!.signedUrl!,
    ])
      expect((await fetch(url)).status).toBe(200);
    expect(getError(await avatars.createSignedUrl('missing', 60))).toMatchObject({ statusCode: '404' });
  });

  it('are listed by staff, replaced by no one else, and removed by administrators', async () => {
    const owner = await fixture.signIn();
    const { id } = owner.user;
    const picture = await photo(64, 64);
    unwrap(await owner.client.from('avatars').upload(id, picture, { contentType: 'image/jpeg' }));
    for (const [role, mayList, mayRemove] of [
      [undefined, false, false],
      ['support', true, false],
      ['admin', true, true],
    ] as const) {
      const avatars = (await fixture.signIn(role && { role })).client.from('avatars');
      const replaced = await avatars.upload(id, picture, { contentType: 'image/jpeg', upsert: true });
      expect(getError(replaced).code).toBe('AccessDenied');
      expect(unwrap(await avatars.list('', { search: id }))).toHaveLength(mayList ? 1 : 0);
      expect(unwrap(await avatars.remove([id]))).toHaveLength(mayRemove ? 1 : 0);
    }
  });

  it('are checked when they are moved or copied from another bucket', async () => {
    const { user, client } = await fixture.signIn();
    const bucket = await createBucket(
      fixture,
      { public: false },
      { write: ['owner'], read: ['owner'], remove: ['owner'] },
    );
    const files = client.from(bucket);
    const destinationBucket = 'avatars';
    unwrap(await files.upload('text', 'a face', { contentType: 'image/png' }));
    expect(getError(await files.move('text', user.id, { destinationBucket }))).toMatchObject(REJECTED);
    expect(getError(await files.copy('text', user.id, { destinationBucket }))).toMatchObject(REJECTED);
    unwrap(await files.upload('photo', await photo(64, 64, 'png'), { contentType: 'image/png' }));
    unwrap(await files.move('photo', user.id, { destinationBucket }));
  });
});
