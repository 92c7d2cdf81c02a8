import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { ConcurrencyLimiter } from '../../../platform/concurrency-limiter.js';
import { Settings } from '../../../platform/config/settings.js';
import { StorageBackend } from '../backends/storage-backend.port.js';
import { InvalidPictureError, StorageError } from '../core/storage-errors.js';
import { versionKey, type ObjectVersion } from '../core/version-keys.js';
import { ImageProcessor } from '../images/image-processor.port.js';

/** The site and the console show their files to other people. Their size is limited by the bucket. */
const PICTURE_BUCKETS: readonly string[] = ['avatars', 'story-pictures'];
const MAX_WAIT_MS = 10_000;
/** Small, because the result is not used. */
const PREVIEW = {
  width: 16,
  height: undefined,
  resize: 'contain',
  quality: undefined,
  format: 'origin',
} as const;

/** Decodes pictures before anyone can read them. Files in other buckets may be anything that their bucket allows. */
@Injectable()
export class VerifyPicture {
  private readonly limiter: ConcurrencyLimiter;

  constructor(
    private readonly backend: StorageBackend,
    private readonly processor: ImageProcessor,
    { storage }: Settings,
  ) {
    const rejection = 'Too many pictures are being uploaded. Please try again in a moment.';
    this.limiter = new ConcurrencyLimiter(storage.imageConcurrency, MAX_WAIT_MS, rejection);
  }

  /** Throws {@link InvalidPictureError} unless the file is a complete image of its declared type. */
  async assertIntact(version: ObjectVersion, mimeType: string): Promise<void> {
    if (!PICTURE_BUCKETS.includes(version.bucketId)) return;
    const actual = await this.limiter.run(() => this.detectType(version));
    if (actual !== mimeType) throw new InvalidPictureError();
  }

  private async detectType(version: ObjectVersion): Promise<string> {
    const bytes = await buffer(await this.backend.read(versionKey(version)));
    try {
      return (await this.processor.transform(bytes, PREVIEW)).mimeType;
    } catch (error) {
      throw error instanceof StorageError ? new InvalidPictureError(error) : error;
    }
  }
}
