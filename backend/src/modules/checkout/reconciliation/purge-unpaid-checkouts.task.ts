import { Injectable } from '@nestjs/common';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { CloseCheckout } from '../close-checkout.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { UnpaidCheckoutsRepository } from './unpaid-checkouts.repository.js';

const DAY_SECONDS = 86_400;
const BATCH_SIZE = 200;
const MAX_BATCHES = 5;
const CONCURRENCY = 5;

/** Closes unpaid checkouts and deletes their password hash after a day, and deletes the buyer's data after thirty. */
@Injectable()
export class PurgeUnpaidCheckouts extends ScheduledTask {
  override readonly id = 'purge-unpaid-checkouts';
  override readonly everySeconds = 600;

  constructor(
    private readonly checkouts: UnpaidCheckoutsRepository,
    private readonly closeCheckout: CloseCheckout,
    private readonly isolatedRows: IsolatedRows,
  ) {
    super();
  }

  override async run(): Promise<void> {
    await this.checkouts.deletePasswordHashesOlderThan(DAY_SECONDS);
    await this.checkouts.deleteBuyersOfUnpaidOlderThan(30 * DAY_SECONDS);
    let claimed: CheckoutEntity[];
    let batches = 0;
    do {
      claimed = await this.checkouts.claimForClosing(DAY_SECONDS, BATCH_SIZE);
      await this.closeAll(claimed);
    } while (claimed.length === BATCH_SIZE && ++batches < MAX_BATCHES);
  }

  private closeAll(checkouts: CheckoutEntity[]): Promise<void> {
    return this.isolatedRows.run(checkouts, {
      task: this.id,
      getId: ({ id }) => id,
      work: (checkout) => this.closeCheckout.close(checkout),
      onFailure: ({ id }, reason) => this.checkouts.countCloseFailure(id, reason),
      concurrency: CONCURRENCY,
    });
  }
}
