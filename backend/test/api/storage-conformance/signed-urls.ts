import { unwrap } from '../../support/storage.js';
import { expectErrors, type ErrorCase } from './errors.js';
import type { StorageConformanceFixture } from './storage-conformance-fixture.js';

const TEXT = { contentType: 'text/plain' };
const MANY = Array.from({ length: 1001 }, String);

/** Uploads to a new URL, which the caller may change the use of. */
const upload =
  (body: string, contentType = 'text/plain', path = 'signed.txt') =>
  async ({ service, limited }: StorageConformanceFixture) => {
    const files = service.from(limited);
    const { token } = unwrap(await files.createSignedUploadUrl('signed.txt', { upsert: true }));
    return files.uploadToSignedUrl(path, token, body, { contentType });
  };

const ERRORS: ErrorCase[] = [
  ['createSignedUrl: missing', ({ files }) => files.createSignedUrl('no-such', 60), 'NoSuchKey'],
  [
    'createSignedUrl: bucket is missing',
    ({ service }) => service.from('no-such').createSignedUrl('a', 60),
    'NoSuchBucket',
  ],
  [
    'createSignedUrl: not allowed',
    ({ user, hidden }) => user.from(hidden).createSignedUrl('secret.txt', 60),
    'NoSuchBucket',
  ],
  [
    'createSignedUrl: expires at once',
    ({ files }) => files.createSignedUrl('source.txt', 0),
    'InvalidParameter',
  ],
  [
    'createSignedUrl: bad quality',
    ({ files }) => files.createSignedUrl('source.txt', 60, { transform: { quality: 1 } }),
    'InvalidParameter',
  ],
  [
    'createSignedUrls: bucket is missing',
    ({ service }) => service.from('no-such').createSignedUrls(['a'], 60),
    'NoSuchBucket',
  ],
  [
    'createSignedUrls: expires at once',
    ({ files }) => files.createSignedUrls(['source.txt'], 0),
    'InvalidParameter',
  ],
  ['createSignedUrls: too many', ({ files }) => files.createSignedUrls(MANY, 60), 'InvalidParameter'],
  [
    'createSignedUploadUrl: exists',
    ({ files }) => files.createSignedUploadUrl('taken.txt'),
    'ResourceAlreadyExists',
  ],
  ['createSignedUploadUrl: bad name', ({ files }) => files.createSignedUploadUrl('a~'), 'InvalidKey'],
  [
    'createSignedUploadUrl: bucket is missing',
    ({ service }) => service.from('no-such').createSignedUploadUrl('a'),
    'NoSuchBucket',
  ],
  [
    'createSignedUploadUrl: not allowed',
    ({ anonymous, bucket }) => anonymous.from(bucket).createSignedUploadUrl('a'),
    'AccessDenied',
  ],
  ['uploadToSignedUrl: no token', ({ files }) => files.uploadToSignedUrl('a', '', 'x'), 'InvalidJWT'],
  ['uploadToSignedUrl: of another object', upload('x', 'text/plain', 'other.txt'), 'InvalidSignature'],
  ['uploadToSignedUrl: too large', upload('x'.repeat(11)), 'EntityTooLarge'],
  ['uploadToSignedUrl: of another type', upload('x', 'image/png'), 'InvalidMimeType'],
  ['uploadToSignedUrl: malformed content type', upload('x', 'text/'), 'InvalidMimeType'],
  [
    'uploadToSignedUrl: twice',
    async ({ files }) => {
      const { token } = unwrap(await files.createSignedUploadUrl('once.txt'));
      unwrap(await files.uploadToSignedUrl('once.txt', token, 'x', TEXT));
      return files.uploadToSignedUrl('once.txt', token, 'x', TEXT);
    },
    'ResourceAlreadyExists',
  ],
  [
    'uploadToSignedUrl: expired',
    async ({ files, product }) => {
      const { token } = unwrap(await files.createSignedUploadUrl('late.txt'));
      product.clock.advance(product.settings.storage.uploadUrlSeconds + 1);
      return files.uploadToSignedUrl('late.txt', token, 'x', TEXT);
    },
    'ExpiredToken',
  ],
];

export function signedUrls(fixture: StorageConformanceFixture): void {
  it('download one or many objects', async () => {
    const { files } = fixture;
    const { signedUrl } = unwrap(await files.createSignedUrl('source.txt', 60, { download: true }));
    const [first, missing] = unwrap(await files.createSignedUrls(['source.txt', 'no-such'], 60));
    for (const url of [signedUrl, first!.signedUrl!])
      expect(await (await fetch(url)).text()).toBe('content of source.txt');
    expect(missing).toMatchObject({ path: 'no-such', signedUrl: null, error: expect.any(String) });
  });

  it('upload an object', async () => {
    const { files, anonymous, bucket } = fixture;
    const { token, path } = unwrap(await files.createSignedUploadUrl('by-url.txt'));
    expect(unwrap(await anonymous.from(bucket).uploadToSignedUrl(path, token, 'uploaded', TEXT))).toEqual({
      path: 'by-url.txt',
      fullPath: `${bucket}/by-url.txt`,
    });
    expect(await unwrap(await files.download('by-url.txt')).text()).toBe('uploaded');
  });

  expectErrors(fixture, ERRORS);
}
