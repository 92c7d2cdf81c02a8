import { Injectable } from '@nestjs/common';
import { StorageBackend } from '../backends/storage-backend.port.js';
import { versionKey } from '../core/version-keys.js';
import { ObjectsRepository, type StoredObject } from '../objects/objects.repository.js';
import { FileAuditFindings } from './file-audit-findings.js';

const BATCH_SIZE = 500;
/** Checks at a time. With S3, they mostly wait for the network. */
const CONCURRENCY = 20;

/** Reports objects whose file is missing. */
@Injectable()
export class ReportMissingFiles {
  constructor(
    private readonly backend: StorageBackend,
    private readonly objects: ObjectsRepository,
    private readonly findings: FileAuditFindings,
  ) {}

  /** Objects updated before this time. */
  async run(before: Date): Promise<void> {
    for (let last: string | undefined; ;) {
      const objects = await this.objects.findAfter(last, BATCH_SIZE);
      const candidates = objects.filter(({ updatedAt }) => updatedAt < before);
      for (let start = 0; start < candidates.length; start += CONCURRENCY)
        await Promise.all(candidates.slice(start, start + CONCURRENCY).map((object) => this.check(object)));
      if (objects.length < BATCH_SIZE) return;
      last = objects.at(-1)!.id;
    }
  }

  private async check(object: StoredObject): Promise<void> {
    if (await this.backend.has(versionKey(object))) return;
    const current = await this.objects.find(object.bucketId, object.name);
    if (current?.version === object.version) this.findings.report('missing_file', 1, { object: object.id });
  }
}
