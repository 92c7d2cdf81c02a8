import { Injectable } from '@nestjs/common';
import { RealClock } from '../../../platform/clock.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { StorageBackend } from '../backends/storage-backend.port.js';
import { DiscardUnusedFiles } from './discard-unused-files.js';
import { ReportMissingFiles } from './report-missing-files.js';
import { FileAuditFindings } from './file-audit-findings.js';

/** Changes that are younger may still be in progress. */
const GRACE_SECONDS = 86_400;

/** Compares files and objects, in both directions. */
@Injectable()
export class AuditFiles extends ScheduledTask {
  override readonly id = 'sweep-files';
  override readonly everySeconds = 21_600;

  constructor(
    private readonly backend: StorageBackend,
    private readonly discardUnusedFiles: DiscardUnusedFiles,
    private readonly reportMissingFiles: ReportMissingFiles,
    private readonly findings: FileAuditFindings,
    private readonly clock: RealClock,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const before = this.clock.in(-GRACE_SECONDS);
    this.findings.report('interrupted_write', await this.backend.purgeInterruptedWrites(before));
    await this.discardUnusedFiles.run(before);
    await this.reportMissingFiles.run(before);
  }
}
