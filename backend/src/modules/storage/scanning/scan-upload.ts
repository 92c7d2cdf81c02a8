import { Injectable } from '@nestjs/common';
import type { Counter } from 'prom-client';
import { Audit } from '../../../platform/audit/audit.js';
import { Database } from '../../../platform/database/database.js';
import { ServiceUnavailableError } from '../../../platform/domain-error.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { StorageBackend } from '../backends/storage-backend.port.js';
import { MalwareFoundError } from '../core/storage-errors.js';
import { versionKey, type ObjectVersion } from '../core/version-keys.js';
import { VirusScanner } from './virus-scanner.port.js';

/** The configured scanner, if any. */
export class ConfiguredScanner {
  constructor(readonly scanner: VirusScanner | undefined) {}
}

/** Scans stored bytes before anyone can read them. Without a scanner, everything passes; if the scanner is unavailable, uploads fail. */
@Injectable()
export class ScanUpload {
  private readonly scans: Counter<'outcome'>;

  constructor(
    private readonly scanner: ConfiguredScanner,
    private readonly backend: StorageBackend,
    private readonly database: Database,
    private readonly audit: Audit,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.scans = metrics.counter('storage_virus_scans_total', 'Scanned uploads, by outcome.', ['outcome']);
  }

  /** Throws {@link MalwareFoundError}, or `service_unavailable` if the scanner can't tell. */
  async assertClean(version: ObjectVersion, ownerId: string | null): Promise<void> {
    const { scanner } = this.scanner;
    if (!scanner) return;
    const found = await this.scan(scanner, version);
    this.scans.inc({ outcome: found ? 'infected' : 'clean' });
    if (!found) return;
    const { bucketId, name } = version;
    await this.database.transaction(() =>
      this.audit.record({
        actorId: ownerId,
        action: 'storage.malware_rejected',
        subject: { type: 'bucket', id: bucketId },
        details: { name, found },
      }),
    );
    throw new MalwareFoundError();
  }

  private async scan(scanner: VirusScanner, version: ObjectVersion): Promise<string | undefined> {
    try {
      return await scanner.scan(await this.backend.read(versionKey(version)));
    } catch (error) {
      this.scans.inc({ outcome: 'error' });
      this.logger.error('virus scan failed', { error });
      throw new ServiceUnavailableError(
        "We couldn't scan the file for viruses. Please try again in a moment.",
        error,
      );
    }
  }
}
