import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database.js';
import { Logger } from '../../../platform/logging/logger.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { ScheduledTask } from '../../../platform/scheduler/scheduled-task.js';
import { hostedCheckoutCompleted, PaymentProvider, paymentSucceeded } from '../../billing/index.js';
import type { Checkout } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

const BATCH = 50;

/** Finds payments whose notice never came: asks the provider about open checkouts, at growing intervals. */
@Injectable()
export class ReconcilePayments extends ScheduledTask {
  override readonly id = 'reconcile-payments';
  override readonly everySeconds = 60;

  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
    private readonly database: Database,
    private readonly outbox: Outbox,
    private readonly logger: Logger,
  ) {
    super();
  }

  override async run(): Promise<void> {
    for (const checkout of await this.checkouts.takeForCheck(BATCH)) await this.check(checkout);
  }

  private async check(checkout: Checkout): Promise<void> {
    if (checkout.paymentIntentId) {
      const intent = await this.provider.findIntent(checkout.paymentIntentId);
      if (intent?.status === 'succeeded') await this.found(checkout, () => this.emitPaid(intent.id));
    } else if (checkout.hostedSessionId) {
      const session = await this.provider.findHostedCheckout(checkout.hostedSessionId);
      if (session?.paid) await this.found(checkout, () => this.emitCompleted(session.id));
    }
  }

  private async found(checkout: Checkout, emit: () => Promise<string>): Promise<void> {
    this.logger.warn('a payment without its notice was found', { checkoutId: checkout.id });
    await this.database.transaction(emit);
  }

  private emitPaid(paymentIntentId: string): Promise<string> {
    return this.outbox.emit(paymentSucceeded, { paymentIntentId });
  }

  private emitCompleted(providerSessionId: string): Promise<string> {
    return this.outbox.emit(hostedCheckoutCompleted, { providerSessionId });
  }
}
