import { Injectable } from '@nestjs/common';
import { FileMissingError, StorageBackend } from '../backends/storage-backend.port.js';
import { ResumableFiles } from '../backends/resumable-files.js';
import { Checksum } from '../core/checksum.js';
import { UploadExpiredError } from '../core/storage-errors.js';
import { versionKey, type ObjectVersion } from '../core/version-keys.js';
import { PendingDeletionsRepository } from '../deletion/pending-deletions.repository.js';
import type { ResumableUpload } from './resumable-uploads.repository.js';

const noBytes = async function* (): AsyncIterable<Uint8Array> {};

/** Turns the received bytes of an upload into a file, which no object uses yet. */
@Injectable()
export class FinishUploadFile {
  constructor(
    private readonly backend: StorageBackend,
    private readonly files: ResumableFiles,
    private readonly deletions: PendingDeletionsRepository,
  ) {}

  async hasAllBytes(upload: ResumableUpload): Promise<boolean> {
    const key = toVersionKey(upload);
    try {
      const { offset, size } = await this.files.store.getUpload(this.files.toId(key));
      return offset === size;
    } catch (error) {
      // What the store throws for unknown uploads.
      if (![404, 410].includes((error as { status_code?: number }).status_code ?? 0)) throw error;
      return this.backend.has(key);
    }
  }

  /**
   * Puts the bytes in place and reads them, because no single request has received all of them. Repeated calls have the same result.
   * Throws {@link UploadExpiredError} if they were deleted.
   */
  async finish(upload: ResumableUpload): Promise<{ size: number; etag: string }> {
    const key = toVersionKey(upload);
    if (await this.deletions.has(key)) throw new UploadExpiredError();
    try {
      await this.files.finish(key);
      // The request that starts an empty upload is not followed by one with bytes.
      const isEmpty = upload.size === 0;
      if (isEmpty && !(await this.backend.has(key))) await this.backend.write(key, noBytes());
      const checksum = new Checksum();
      for await (const chunk of (await this.backend.read(key)) as AsyncIterable<Uint8Array>)
        checksum.update(chunk);
      const { size, etag } = checksum;
      return { size, etag };
    } catch (error) {
      if (error instanceof FileMissingError) throw new UploadExpiredError();
      throw error;
    }
  }
}

export function toObjectVersion({ bucketId, name, id }: ResumableUpload): ObjectVersion {
  return { bucketId, name, version: id };
}

export function toVersionKey(upload: ResumableUpload): string {
  return versionKey(toObjectVersion(upload));
}
