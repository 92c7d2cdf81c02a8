import { Injectable } from '@nestjs/common';
import { FileMissingError, StorageBackend } from '../backends/storage-backend.port.js';
import { versionKey, type ObjectVersion } from '../core/version-keys.js';
import { DiscardVersions } from './discard-versions.js';

/** Copies the bytes of one version to another. */
@Injectable()
export class CopyBytes {
  constructor(
    private readonly backend: StorageBackend,
    private readonly discardVersions: DiscardVersions,
  ) {}

  /** False if the source's bytes no longer exist. */
  async copy(source: ObjectVersion, target: ObjectVersion): Promise<boolean> {
    try {
      await this.backend.copy(versionKey(source), versionKey(target));
      return true;
    } catch (error) {
      if (error instanceof FileMissingError) return false;
      await this.discardVersions.discardAfterFailure(target);
      throw error;
    }
  }
}
