import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { Settings } from '../../../platform/config/settings.js';

/** How long invoices are kept (`INVOICE_RETENTION_YEARS`). */
@Injectable()
export class InvoiceRetention {
  constructor(
    private readonly settings: Settings,
    private readonly clock: Clock,
  ) {}

  /** Invoices issued before this moment are deleted and never stored again. */
  start(): Date {
    const start = this.clock.now();
    start.setUTCFullYear(start.getUTCFullYear() - this.settings.invoiceRetentionYears);
    return start;
  }
}
