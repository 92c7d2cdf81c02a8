import { SystemClock } from '../../../platform/clock.js';
import type { Settings } from '../../../platform/config/settings.js';
import { SignedUrls } from './signed-urls.js';

const OBJECT = { bucketId: 'files', name: 'a.txt' };
const [BEFORE, AFTER] = ['the first secret of this server', 'the second secret of this server'];
const toVerify = { transformed: false };

const withSecrets = (...signingSecrets: string[]) => {
  const settings = { storage: { signingSecrets }, auth: { sharedSecret: 'shared' } } as unknown as Settings;
  return new SignedUrls(settings, new SystemClock());
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
