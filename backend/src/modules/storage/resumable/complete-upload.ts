import { Injectable } from '@nestjs/common';
import { Settings } from '../../../platform/config/settings.js';
import { StorageError, UploadExpiredError } from '../core/storage-errors.js';
import type { ObjectVersion } from '../core/version-keys.js';
import { CommitVersion } from '../objects/commit-version.js';
import { DiscardVersions } from '../objects/discard-versions.js';
import { ObjectsRepository } from '../objects/objects.repository.js';
import { assertAcceptable, getFileSizeLimit } from '../objects/store-object.js';
import type { AuthorizedUpload } from './authorize-upload.js';
import { FinishUploadFile, toObjectVersion } from './finish-upload-file.js';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';
import { UploadLeases } from './upload-leases.js';

/** Turns an upload whose bytes have all arrived into an object. If the process dies, the next request tries again. */
@Injectable()
export class CompleteUpload {
  constructor(
    private readonly uploads: ResumableUploadsRepository,
    private readonly leases: UploadLeases,
    private readonly objects: ObjectsRepository,
    private readonly commitVersion: CommitVersion,
    private readonly discardVersions: DiscardVersions,
    private readonly finishUploadFile: FinishUploadFile,
    private readonly settings: Settings,
  ) {}

  /** Undefined if bytes are missing. If the process that received the last ones died, the upload is completed now. */
  async sizeIfComplete(authorized: AuthorizedUpload): Promise<number | undefined> {
    const { upload } = authorized;
    if (upload.completedAt !== null) return upload.size ?? undefined;
    return (await this.finishUploadFile.hasAllBytes(upload)) ? this.complete(authorized) : undefined;
  }

  /** Returns the size. Throws what committing a version does, and {@link UploadExpiredError}; the upload can't be resumed then. */
  complete(authorized: AuthorizedUpload): Promise<number> {
    const { id } = authorized.upload;
    return this.leases.hold(id, async () => {
      const upload = await this.uploads.find(id);
      if (!upload) throw new UploadExpiredError();
      return upload.completedAt === null ? this.store({ ...authorized, upload }) : upload.size!;
    });
  }

  private async store({ upload, bucket, policy }: AuthorizedUpload): Promise<number> {
    const { id, ownerId, upsert } = upload;
    const version = toObjectVersion(upload);
    try {
      const { size, etag } = await this.finishUploadFile.finish(upload);
      const { mimeType, cacheControl, contentEncoding, robots, userMetadata } = upload;
      const attributes = { size, etag, mimeType, cacheControl, contentEncoding, robots, userMetadata };
      if (!(await this.isCommitted(id))) {
        await this.assertAcceptable(version, () =>
          assertAcceptable(bucket, mimeType, size, getFileSizeLimit(bucket, this.settings)),
        );
        await this.commitVersion.commit({ version, attributes, ownerId, policy, upsert });
      }
      await this.uploads.complete(id, size);
      return size;
    } catch (error) {
      if (error instanceof StorageError) await this.uploads.delete(id);
      throw error;
    }
  }

  private async isCommitted(version: string): Promise<boolean> {
    return (await this.objects.versionsInUse([version])).size > 0;
  }

  /** The bucket may have changed since the upload began. */
  private async assertAcceptable(version: ObjectVersion, check: () => void): Promise<void> {
    try {
      check();
    } catch (error) {
      await this.discardVersions.discardAfterFailure(version);
      throw error;
    }
  }
}
