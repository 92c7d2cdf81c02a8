import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { IsolatedRows } from '../../../platform/scheduler/isolated-rows.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import {
  hostedCheckoutCompleted,
  HostedCheckoutsPort,
  PaymentIntentsPort,
  paymentSucceeded,
} from '../../billing/index.js';
import type { CheckoutEntity } from '../persistence/checkout.entity.js';
import { UnpaidCheckoutsRepository } from './unpaid-checkouts.repository.js';

/** Bounds the share of the provider's rate limit, however many checkouts are open. */
const BATCH_SIZE = 100;
const CONCURRENCY = 5;

/**
 * Checks every open checkout with the provider, at growing intervals. A safety net that depends on neither webhooks nor the provider's
 * event list.
 */
@Injectable()
export class ReconcilePayments extends ScheduledTask {
  override readonly id = 'reconcile-payments';
  override readonly everySeconds = 30;

  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly hostedCheckouts: HostedCheckoutsPort,
    private readonly checkouts: UnpaidCheckoutsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly isolatedRows: IsolatedRows,
    private readonly logger: Logger,
  ) {
    super();
  }

  override async run(): Promise<void> {
    await this.isolatedRows.run(await this.checkouts.claimForCheck(BATCH_SIZE), {
      task: this.id,
      getId: ({ id }) => id,
      work: async (checkout) => {
        await this.check(checkout);
        await this.checkouts.clearCheckFailures(checkout.id);
      },
      onFailure: ({ id }, reason) => this.checkouts.countCheckFailure(id, reason),
      concurrency: CONCURRENCY,
    });
  }

  private async check(checkout: CheckoutEntity): Promise<void> {
    if (checkout.paymentIntentId) {
      const intent = await this.paymentIntents.find(checkout.paymentIntentId);
      if (intent?.status === 'succeeded') await this.emitMissed(checkout, () => this.emitPaid(intent.id));
    } else if (checkout.hostedSessionId) {
      const session = await this.hostedCheckouts.find(checkout.hostedSessionId);
      if (session?.paid) await this.emitMissed(checkout, () => this.emitCompleted(session.id));
    }
  }

  private async emitMissed(checkout: CheckoutEntity, emit: () => Promise<string>): Promise<void> {
    this.logger.warn('paid checkout found without webhook event', { checkoutId: checkout.id });
    await this.database.transaction(emit);
  }

  private emitPaid(paymentIntentId: string): Promise<string> {
    return this.outbox.emit(paymentSucceeded, { paymentIntentId });
  }

  private emitCompleted(providerSessionId: string): Promise<string> {
    return this.outbox.emit(hostedCheckoutCompleted, { providerSessionId });
  }
}
