import { Injectable } from '@nestjs/common';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { CloseCheckout } from '../application/close-checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

const DAY_SECONDS = 86_400;
const BATCH = 100;

/** Nothing is kept for ever: an unpaid checkout loses intent and password hash after a day, and its buyer after thirty. */
@Injectable()
export class ForgetUnpaidCheckouts extends ScheduledTask {
  override readonly id = 'purge-unpaid-checkouts';
  override readonly everySeconds = 600;

  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly closeCheckout: CloseCheckout,
  ) {
    super();
  }

  override async run(): Promise<void> {
    for (const checkout of await this.checkouts.findOpenOlderThan(DAY_SECONDS, BATCH)) {
      await this.closeCheckout.close(checkout);
    }
    await this.checkouts.forgetBuyersOfUnpaidOlderThan(30 * DAY_SECONDS);
  }
}
