import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';

type Finding = 'unused_file' | 'unknown_file' | 'missing_file' | 'interrupted_write';

/** Counts and logs what the file audit finds. */
@Injectable()
export class FileAuditFindings {
  private readonly findings: Counter<'kind'>;

  constructor(
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.findings = metrics.counter(
      'storage_sweep_findings_total',
      'Differences between files and objects. Missing files are lost data.',
      ['kind'],
    );
  }

  report(kind: Finding, count: number, fields: object = {}): void {
    if (count === 0) return;
    this.findings.inc({ kind }, count);
    this.logger.warn('file audit finding', { kind, count, ...fields });
  }
}
