import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { RealClock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';
import { RESUMABLE_UPLOAD_SECONDS } from '../backends/resumable-files.js';
import { assertObjectName } from '../core/object-names.js';
import { UploadNotFoundError } from '../core/storage-errors.js';
import { CommitVersion } from '../objects/commit-version.js';
import type { ObjectAttributes } from '../objects/objects.repository.js';
import { assertAcceptable, getFileSizeLimit } from '../objects/store-object.js';
import type { SignedObject } from '../signing/signed-urls.js';
import { AuthorizeUpload, type AuthorizedUpload, type Uploader } from './authorize-upload.js';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';

export interface UploadPlan {
  target: SignedObject;
  /** Null if the client doesn't know it yet. */
  size: number | null;
  attributes: Omit<ObjectAttributes, 'size' | 'etag'>;
}

/** Starts a resumable upload. */
@Injectable()
export class CreateUpload {
  constructor(
    private readonly authorizeUpload: AuthorizeUpload,
    private readonly uploads: ResumableUploadsRepository,
    private readonly commitVersion: CommitVersion,
    private readonly settings: Settings,
    private readonly clock: RealClock,
  ) {}

  /** Rejects what a single-request upload would be rejected for, as far as it is known at this point. */
  async create({ target, size, attributes }: UploadPlan, uploader: Uploader): Promise<AuthorizedUpload> {
    assertObjectName(target.name);
    const rights = await this.authorizeUpload.create(target, uploader);
    const { bucket, ownerId, upsert } = rights;
    const limit = getFileSizeLimit(bucket, this.settings);
    assertAcceptable(bucket, attributes.mimeType, size ?? 0, limit);
    const unfinished = ownerId === null ? 0 : await this.uploads.sumSizesByOwner(ownerId, limit);
    await this.commitVersion.assertWithinQuota(ownerId, unfinished + (upsert ? 0 : (size ?? 0)));
    const id = randomUUID();
    const expiresAt = this.clock.in(RESUMABLE_UPLOAD_SECONDS);
    await this.uploads.insert({ id, ...target, ownerId, upsert, size, ...attributes, expiresAt });
    const upload = await this.uploads.find(id);
    if (!upload) throw new UploadNotFoundError();
    return { ...rights, upload };
  }
}
