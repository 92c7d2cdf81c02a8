import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Logger } from '../../../platform/logging/logger.js';
import { EffectHandler, type Delivery } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { Users } from '../../auth/index.js';
import { getConfirmedEmail } from '../confirmed-email.js';
import { dataExportReady, dataExportRequested } from '../events.js';
import { DataExportsRepository } from './data-exports.repository.js';
import { ExportArchive } from './export-archive.js';
import { ExportFiles } from './export-files.js';

const RETENTION_SECONDS = 7 * 86_400;
const MAX_ATTEMPTS = 8;

type Outcome = { sizeBytes: number } | 'failed' | 'obsolete';

/** Builds the archive of an export. A killed worker leaves only an incomplete file, which the next attempt replaces. */
@Injectable()
export class BuildDataExport extends EffectHandler<{ exportId: string }, Outcome> {
  override readonly id = 'build-data-export';
  override readonly event = dataExportRequested;

  constructor(
    private readonly dataExports: DataExportsRepository,
    private readonly users: Users,
    private readonly archive: ExportArchive,
    private readonly files: ExportFiles,
    private readonly outbox: Outbox,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {
    super();
  }

  override async perform({ exportId }: { exportId: string }, { attempt }: Delivery): Promise<Outcome> {
    const requested = await this.dataExports.find(exportId);
    const user = requested && (await this.users.findById(requested.userId));
    if (!user) return 'obsolete';
    const person = { userId: user.id, email: getConfirmedEmail(user), until: this.clock.now() };
    try {
      const sizeBytes = await this.files.write(exportId, this.archive.build(person));
      if (await this.dataExports.find(exportId)) return { sizeBytes };
      // Erased in the meantime.
      await this.files.delete(exportId);
      return 'obsolete';
    } catch (error) {
      if (attempt < MAX_ATTEMPTS) throw error;
      this.logger.error('data export failed', { exportId, error });
      return 'failed';
    }
  }

  override async record(outcome: Outcome, { exportId }: { exportId: string }): Promise<void> {
    const requested = outcome === 'obsolete' ? null : await this.dataExports.lock(exportId);
    if (!requested) return;
    requested.finishedAt = this.clock.now();
    requested.expiresAt = this.clock.in(RETENTION_SECONDS);
    if (outcome === 'failed') {
      requested.status = 'failed';
      return;
    }
    const { sizeBytes } = outcome as { sizeBytes: number };
    Object.assign(requested, { status: 'ready', sizeBytes });
    const { userId, expiresAt } = requested;
    await this.outbox.emit(dataExportReady, { exportId, userId, expiresAt: expiresAt.toISOString() });
  }
}
