import { Injectable } from '@nestjs/common';
import { StorageBackend } from '../backends/storage-backend.port.js';
import { versionKey } from '../core/version-keys.js';
import { ObjectsRepository } from '../objects/objects.repository.js';
import { FileAuditFindings } from './file-audit-findings.js';

const BATCH_SIZE = 500;

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
      for (const object of objects) {
        if (object.updatedAt >= before || (await this.backend.has(versionKey(object)))) continue;
        const current = await this.objects.find(object.bucketId, object.name);
        if (current?.version === object.version)
          this.findings.report('missing_file', 1, { object: object.id });
      }
      if (objects.length < BATCH_SIZE) return;
      last = objects.at(-1)!.id;
    }
  }
}
