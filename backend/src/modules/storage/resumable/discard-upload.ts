import { Injectable } from '@nestjs/common';
import { ResumableFiles } from '../backends/resumable-files.js';
import { UploadNotFoundError } from '../core/storage-errors.js';
import { toVersionKey } from './finish-upload-file.js';
import { ResumableUploadsRepository } from './resumable-uploads.repository.js';
import { UploadLeases } from './upload-leases.js';

/** Ends an upload and deletes the bytes received so far. The object of a completed upload stays. */
@Injectable()
export class DiscardUpload {
  constructor(
    private readonly uploads: ResumableUploadsRepository,
    private readonly leases: UploadLeases,
    private readonly files: ResumableFiles,
  ) {}

  /** Throws {@link UploadNotFoundError}. */
  discard(id: string): Promise<void> {
    return this.leases.hold(id, async () => {
      const upload = await this.uploads.find(id);
      if (!upload) throw new UploadNotFoundError();
      if (upload.completedAt === null) await this.files.discard(toVersionKey(upload));
      await this.uploads.delete(id);
    });
  }
}
