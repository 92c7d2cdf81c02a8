import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { AccessPolicy, getUserId, type StorageCaller } from '../buckets/access-policy.js';
import { BucketAccess } from '../buckets/bucket-access.js';
import { NO_RULES } from '../buckets/bucket-rules.js';
import type { Bucket } from '../buckets/buckets.repository.js';
import { UploadExpiredError, UploadNotFoundError } from '../core/storage-errors.js';
import { CommitVersion } from '../objects/commit-version.js';
import { ObjectsRepository } from '../objects/objects.repository.js';
import { SignedUrls, type SignedObject } from '../signing/signed-urls.js';
import { ResumableUploadsRepository, type ResumableUpload } from './resumable-uploads.repository.js';

/** Who uploads: a caller with a token, or the holder of a signature for one object. */
export type Uploader = { caller: StorageCaller; upsert: boolean } | { signature: string };

/** What an uploader may do in a bucket. */
export interface UploadRights {
  bucket: Bucket;
  policy: AccessPolicy;
  ownerId: string | null;
  upsert: boolean;
}

export interface AuthorizedUpload extends UploadRights {
  upload: ResumableUpload;
}

/** Decides for each request whether it may write to an upload. */
@Injectable()
export class AuthorizeUpload {
  constructor(
    private readonly uploads: ResumableUploadsRepository,
    private readonly objects: ObjectsRepository,
    private readonly access: BucketAccess,
    private readonly commitVersion: CommitVersion,
    private readonly signedUrls: SignedUrls,
    private readonly clock: RealClock,
  ) {}

  /** Throws what verifying the signature or {@link CommitVersion.assertWritable} throws. */
  async create(target: SignedObject, uploader: Uploader): Promise<UploadRights> {
    const rights = await this.getRights(target, uploader);
    await this.commitVersion.assertWritable(target, rights);
    return rights;
  }

  /** Throws {@link UploadNotFoundError} also for uploads of others, and {@link UploadExpiredError}. */
  async resume(id: string, uploader: Uploader): Promise<AuthorizedUpload> {
    const upload = await this.uploads.find(id);
    if (!upload) throw new UploadNotFoundError();
    const rights = await this.getRights(upload, uploader);
    if (upload.ownerId !== rights.ownerId) throw new UploadNotFoundError();
    if (upload.expiresAt <= this.clock.now()) throw new UploadExpiredError();
    const authorized = { ...rights, upsert: upload.upsert, upload };
    if (!(await this.isCommitted(upload))) await this.commitVersion.assertWritable(upload, authorized);
    return authorized;
  }

  private async isCommitted({ id, completedAt }: ResumableUpload): Promise<boolean> {
    return completedAt !== null || (await this.objects.versionsInUse([id])).size > 0;
  }

  private async getRights({ bucketId, name }: SignedObject, uploader: Uploader): Promise<UploadRights> {
    if ('signature' in uploader) {
      const { owner, upsert } = await this.signedUrls.verifyUpload(uploader.signature, { bucketId, name });
      const { bucket } = await this.access.open(bucketId, { kind: 'service' });
      return { bucket, policy: new AccessPolicy({ kind: 'service' }, NO_RULES), ownerId: owner, upsert };
    }
    const { caller, upsert } = uploader;
    const { bucket, policy } = await this.access.open(bucketId, caller);
    return { bucket, policy, ownerId: getUserId(caller), upsert };
  }
}
