import { Injectable } from '@nestjs/common';
import type { ObjectVersion } from '../core/version-keys.js';
import { ScanUpload } from './scan-upload.js';
import { VerifyPicture } from './verify-picture.js';

/** Checks stored bytes before anyone can read them. */
@Injectable()
export class CheckContent {
  constructor(
    private readonly scanUpload: ScanUpload,
    private readonly verifyPicture: VerifyPicture,
  ) {}

  /** Throws `MalwareFoundError`, `InvalidPictureError`, or `service_unavailable`. */
  async assertAcceptable(
    version: ObjectVersion,
    { ownerId, mimeType }: { ownerId: string | null; mimeType: string },
  ): Promise<void> {
    await this.scanUpload.assertClean(version, ownerId);
    await this.assertIntact(version, mimeType);
  }

  /** For bytes that were scanned already. Throws `InvalidPictureError`. */
  assertIntact(version: ObjectVersion, mimeType: string): Promise<void> {
    return this.verifyPicture.assertIntact(version, mimeType);
  }
}
