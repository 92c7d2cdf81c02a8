import { SignJWT } from 'jose';
import type { KeyObject } from 'node:crypto';
import type { RealClock } from '../../../platform/clock.js';
import type { Settings } from '../../../platform/config/settings.js';
import { derivedKey } from '../../../platform/security/derived-key.js';
import { SignedUrls } from './signed-urls.js';

const OBJECT = { bucketId: 'files', name: 'a.txt' };
const [BEFORE, AFTER] = ['the first secret of this server', 'the second secret of this server'];
const toVerify = { transformed: false };
const NOW = 1_800_000_000;

const withSecrets = (...signingSecrets: string[]) => {
  const settings = { storage: { signingSecrets }, auth: { sharedSecret: 'shared' } } as unknown as Settings;
  return new SignedUrls(settings, { now: () => new Date(NOW * 1000) } as RealClock);
};

describe('signing secrets', () => {
  it('are rotated: tokens are signed with the first one, and valid with any', async () => {
    const issuedBefore = await withSecrets(BEFORE).signDownload(OBJECT, 60);
    const rotating = withSecrets(AFTER, BEFORE);
    await rotating.verifyDownload(issuedBefore, OBJECT, toVerify);
    const issuedAfter = await rotating.signDownload(OBJECT, 60);
    await withSecrets(AFTER).verifyDownload(issuedAfter, OBJECT, toVerify);
    await expect(withSecrets(AFTER).verifyDownload(issuedBefore, OBJECT, toVerify)).rejects.toMatchObject({
      code: 'InvalidJWT',
    });
  });

  it('replace the shared one', async () => {
    const token = await withSecrets().signDownload(OBJECT, 60);
    await withSecrets('shared').verifyDownload(token, OBJECT, toVerify);
    await expect(withSecrets(AFTER).verifyDownload(token, OBJECT, toVerify)).rejects.toMatchObject({
      code: 'InvalidJWT',
    });
  });
});

describe('the token of a signed URL', () => {
  const urls = withSecrets(BEFORE);
  const key = derivedKey(BEFORE, 'storage URLs');
  const CLAIMS = { url: 'files/a.txt', scope: 'download' };
  const UPLOAD = { owner: null, upsert: false };
  const sign = (signingKey: KeyObject | Uint8Array, expiresAt?: number) => {
    const jwt = new SignJWT(CLAIMS).setProtectedHeader({ alg: 'HS256' });
    return (expiresAt === undefined ? jwt : jwt.setExpirationTime(expiresAt)).sign(signingKey);
  };
  const uses = {
    download: (token: string, object = OBJECT) => urls.verifyDownload(token, object, toVerify),
    image: (token: string, object = OBJECT) => urls.verifyDownload(token, object, { transformed: true }),
    upload: (token: string, object = OBJECT) => urls.verifyUpload(token, object),
  };
  const tokens = {
    download: () => urls.signDownload(OBJECT, 60),
    image: () => urls.signDownload(OBJECT, 60, 'width:10'),
    upload: () => urls.signUpload(OBJECT, UPLOAD, 60),
  };

  it.each(Object.entries(uses))('is valid for one object and one kind of use: %s', async (use, verify) => {
    for (const [kind, create] of Object.entries(tokens)) {
      const outcome = await verify(await create()).then(
        () => use,
        ({ code }: { code: string }) => code,
      );
      expect(outcome).toBe(kind === use ? use : 'InvalidSignature');
    }
    const token = await tokens[use as keyof typeof tokens]();
    for (const object of [
      { ...OBJECT, bucketId: 'others' },
      { ...OBJECT, name: 'b.txt' },
      { bucketId: 'files/a.txt', name: '' },
    ])
      await expect(verify(token, object)).rejects.toMatchObject({ code: 'InvalidSignature' });
  });

  it('says what it grants, and until when', async () => {
    const { transformations, expiresAt } = await uses.image(await tokens.image());
    expect(transformations).toBe('width:10');
    expect(expiresAt).toEqual(new Date((NOW + 60) * 1000));
    const claims = { owner: 'user', upsert: true };
    expect(await uses.upload(await urls.signUpload(OBJECT, claims, 60))).toEqual(claims);
  });

  it.each(['', 'a.b.c', 'undefined'])('is rejected if it is malformed: %j', async (token) => {
    await expect(uses.download(token)).rejects.toMatchObject({ code: 'InvalidJWT' });
  });

  it('is rejected once it has expired', async () => {
    await expect(uses.download(await sign(key, NOW))).rejects.toMatchObject({
      code: 'ExpiredToken',
    });
  });

  it('is rejected if it was signed with the session key, never expires, or has no signature', async () => {
    await uses.download(await sign(key, NOW + 1));
    const unsigned = [{ alg: 'none' }, { ...CLAIMS, exp: NOW + 1 }]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.');
    for (const token of [
      await sign(new TextEncoder().encode(BEFORE), NOW + 1),
      await sign(key),
      `${unsigned}.`,
    ])
      await expect(uses.download(token)).rejects.toMatchObject({ code: 'InvalidJWT' });
  });
});
