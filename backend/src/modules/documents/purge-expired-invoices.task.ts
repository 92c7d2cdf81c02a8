import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { ScheduledTask } from '../../platform/scheduler/scheduled-task.js';
import { InvoiceRetention, InvoicesRepository } from '../billing/index.js';
import { InternalFiles } from '../storage/index.js';
import { InvoiceDocumentsRepository } from './invoice-documents.repository.js';
import { DOCUMENTS_BUCKET, toFileName } from './read-document.js';

const BATCH_SIZE = 100;

/** Deletes invoices and their documents once the retention period has ended. */
@Injectable()
export class PurgeExpiredInvoices extends ScheduledTask {
  override readonly id = 'purge-expired-invoices';
  override readonly everySeconds = 86_400;

  constructor(
    private readonly invoices: InvoicesRepository,
    private readonly documents: InvoiceDocumentsRepository,
    private readonly files: InternalFiles,
    private readonly retention: InvoiceRetention,
    private readonly database: Database,
  ) {
    super();
  }

  override async run(): Promise<void> {
    const before = this.retention.start();
    while ((await this.purgeBatch(before)) === BATCH_SIZE);
  }

  private purgeBatch(before: Date): Promise<number> {
    return this.database.transaction(async () => {
      const expired = await this.invoices.findIssuedBefore(before, BATCH_SIZE);
      const documents = await this.documents.findByInvoices(expired);
      await this.files.delete(DOCUMENTS_BUCKET, documents.map(toFileName));
      await this.documents.delete(documents.map(({ id }) => id));
      await this.invoices.delete(expired);
      return expired.length;
    });
  }
}
