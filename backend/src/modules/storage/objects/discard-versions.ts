import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Logger } from '../../../platform/logging/logger.js';
import { versionKey, type ObjectVersion, type StoredVersion } from '../core/version-keys.js';
import { PendingDeletionsRepository } from '../deletion/pending-deletions.repository.js';
import { ImageVariantsRepository } from '../images/image-variants.repository.js';

/** Queues the deletion of bytes whose version was not, or is no longer, an object's. */
@Injectable()
export class DiscardVersions {
  constructor(
    private readonly deletions: PendingDeletionsRepository,
    private readonly variants: ImageVariantsRepository,
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** In the transaction that stops using the versions. Includes the images transformed from them. */
  async discard(versions: readonly ObjectVersion[]): Promise<void> {
    await this.discardFiles([...versions, ...(await this.takeVariants(versions))]);
  }

  /** Only the images transformed from these versions. */
  async discardVariants(versions: readonly ObjectVersion[]): Promise<void> {
    await this.discardFiles(await this.takeVariants(versions));
  }

  /** In the transaction that stops using the files. */
  async discardFiles(files: readonly StoredVersion[]): Promise<void> {
    await this.deletions.add(files.map(versionKey));
  }

  /** After a failure. If the database is unavailable too, the file audit finds the bytes later. */
  async discardAfterFailure(file: StoredVersion): Promise<void> {
    try {
      await this.database.transaction(() => this.discardFiles([file]));
    } catch (error) {
      this.logger.warn('discarding unused file failed', { version: file.version, error });
    }
  }

  private async takeVariants(versions: readonly ObjectVersion[]): Promise<StoredVersion[]> {
    if (versions.length === 0) return [];
    const byVersion = new Map(versions.map((version) => [version.version, version]));
    const variants = await this.variants.deleteByVersions([...byVersion.keys()]);
    return variants.map(({ id, version }) => {
      const { bucketId, name } = byVersion.get(version)!;
      return { bucketId, name, version, variantId: id };
    });
  }
}
