import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { StorageBackend } from '../backends/storage-backend.port.js';
import { SYSTEM_FOLDER, parseVersionKey } from '../core/version-keys.js';
import { PendingDeletionsRepository } from '../deletion/pending-deletions.repository.js';
import { ImageVariantsRepository } from '../images/image-variants.repository.js';
import { ObjectsRepository } from '../objects/objects.repository.js';
import { FileAuditFindings } from './file-audit-findings.js';

const BATCH_SIZE = 500;

/**
 * Queues the deletion of files that no object uses, because a process died before it could do so. Files whose names we never generate
 * are only reported.
 */
@Injectable()
export class DiscardUnusedFiles {
  constructor(
    private readonly backend: StorageBackend,
    private readonly objects: ObjectsRepository,
    private readonly variants: ImageVariantsRepository,
    private readonly deletions: PendingDeletionsRepository,
    private readonly database: Database,
    private readonly findings: FileAuditFindings,
  ) {}

  /** Files created before this time. */
  async run(before: Date): Promise<void> {
    let keys: string[] = [];
    for await (const { key, createdAt } of this.backend.list()) {
      if (createdAt >= before) continue;
      keys.push(key);
      if (keys.length < BATCH_SIZE) continue;
      await this.discardUnused(keys);
      keys = [];
    }
    await this.discardUnused(keys);
  }

  private async discardUnused(keys: readonly string[]): Promise<void> {
    const known = keys.filter((key) => parseVersionKey(key) !== undefined);
    const internal = keys.filter((key) => !known.includes(key) && key.startsWith(SYSTEM_FOLDER));
    this.findings.report('unknown_file', keys.length - known.length - internal.length);
    const unused = await this.unusedAmong(known);
    if (unused.length > 0) await this.database.transaction(() => this.deletions.add(unused));
    this.findings.report('unused_file', unused.length);
  }

  /**
   * Decides by IDs, which are unique to a file, rather than by names: file systems that ignore case or normalize Unicode list names in
   * another spelling than that of the object.
   */
  private async unusedAmong(keys: readonly string[]): Promise<string[]> {
    const files = keys.map((key) => ({ key, ...parseVersionKey(key)! }));
    const versions = await this.objects.versionsInUse(files.map(({ version }) => version));
    const variants = await this.variants.existing(files.flatMap(({ variantId }) => variantId ?? []));
    return files
      .filter(({ version, variantId }) =>
        variantId === undefined ? !versions.has(version) : !variants.has(variantId),
      )
      .map(({ key }) => key);
  }
}
