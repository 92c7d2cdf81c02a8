import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Logger } from '../../../platform/logging/logger.js';
import { versionKey, type ObjectVersion } from '../core/version-keys.js';
import { PendingDeletionsRepository } from '../deletion/pending-deletions.repository.js';

/** Queues the deletion of bytes whose version was not, or is no longer, an object's. */
@Injectable()
export class DiscardVersions {
  constructor(
    private readonly deletions: PendingDeletionsRepository,
    private readonly database: Database,
    private readonly logger: Logger,
  ) {}

  /** In the transaction that stops using the versions. */
  async discard(versions: readonly ObjectVersion[]): Promise<void> {
    await this.deletions.add(versions.map(versionKey));
  }

  /** After a failure. If the database is unavailable too, the sweep finds the bytes later. */
  async discardAfterFailure(version: ObjectVersion): Promise<void> {
    try {
      await this.database.transaction(() => this.discard([version]));
    } catch (error) {
      this.logger.warn('discarding unused file failed', { version: version.version, error });
    }
  }
}
