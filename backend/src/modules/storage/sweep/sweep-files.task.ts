import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Clock } from '../../../platform/clock.js';
import { Database } from '../../../platform/database/database.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { StorageBackend } from '../backends/storage-backend.port.js';
import { parseVersionKey, versionKey } from '../core/version-keys.js';
import { PendingDeletionsRepository } from '../deletion/pending-deletions.repository.js';
import { ObjectsRepository } from '../objects/objects.repository.js';

/** Changes that are younger may still be in progress. */
const GRACE_SECONDS = 86_400;
const BATCH_SIZE = 500;

type Finding = 'unused_file' | 'unknown_file' | 'missing_file' | 'interrupted_write';

/**
 * Compares files and objects, in both directions. Files that no object uses are deleted: a process died before it could say so. Objects
 * whose file is missing, and files with names that we never give, are only reported.
 */
@Injectable()
export class SweepFiles extends ScheduledTask {
  override readonly id = 'sweep-files';
  override readonly everySeconds = 21_600;
  private readonly findings: Counter<'kind'>;

  constructor(
    private readonly backend: StorageBackend,
    private readonly objects: ObjectsRepository,
    private readonly deletions: PendingDeletionsRepository,
    private readonly database: Database,
    private readonly logger: Logger,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    super();
    this.findings = metrics.counter(
      'storage_sweep_findings_total',
      'Differences between files and objects. Missing files are lost data.',
      ['kind'],
    );
  }

  override async run(): Promise<void> {
    const before = this.clock.in(-GRACE_SECONDS);
    this.report('interrupted_write', await this.backend.purgeInterruptedWrites(before));
    await this.sweepFiles(before);
    await this.sweepObjects(before);
  }

  private async sweepFiles(before: Date): Promise<void> {
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
    this.report('unknown_file', keys.length - known.length);
    const used = await this.objects.keysInUse(known.map((key) => parseVersionKey(key)!.version));
    const unused = known.filter((key) => !used.has(key));
    if (unused.length > 0) await this.database.transaction(() => this.deletions.add(unused));
    this.report('unused_file', unused.length);
  }

  private async sweepObjects(before: Date): Promise<void> {
    for (let last: string | undefined; ;) {
      const objects = await this.objects.findAfter(last, BATCH_SIZE);
      for (const object of objects) {
        if (object.updatedAt >= before || (await this.backend.has(versionKey(object)))) continue;
        const current = await this.objects.find(object.bucketId, object.name);
        if (current?.version === object.version) this.report('missing_file', 1, { object: object.id });
      }
      if (objects.length < BATCH_SIZE) return;
      last = objects.at(-1)!.id;
    }
  }

  private report(kind: Finding, count: number, fields: object = {}): void {
    if (count === 0) return;
    this.findings.inc({ kind }, count);
    this.logger.warn('storage sweep finding', { kind, count, ...fields });
  }
}
