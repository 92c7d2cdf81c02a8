import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { RowPurger } from '../../../platform/scheduler/row-purger.repository.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { SubscriptionQuoteEntity } from './subscription-quote.entity.js';

/** Long enough for the payment of a confirmed quote to be decided, and for questions about it. Invoices document what was paid. */
const RETENTION_SECONDS = 90 * 86_400;
const BATCH_SIZE = 1000;

/** Deletes quotes of plan changes that expired long ago. */
@Injectable()
export class PurgeQuotes extends ScheduledTask {
  override readonly id = 'purge-quotes';
  override readonly everySeconds = 3600;

  constructor(
    private readonly rowPurger: RowPurger,
    private readonly clock: Clock,
  ) {
    super();
  }

  override run(): Promise<void> {
    const before = this.clock.in(-RETENTION_SECONDS);
    return this.rowPurger.purge(SubscriptionQuoteEntity, 'expiresAt', before, BATCH_SIZE);
  }
}
