import { MAX_DECLINES } from '@subscription-site/shared/declines';
import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { DeclinesRepository, paymentDeclined } from '../../billing/index.js';
import { checkoutDeclineLimitReached } from '../domain/events.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** Counts declined charges by checkout and IP address. A checkout with too many is closed. */
@Injectable()
export class CountDeclinedCharges extends EventHandler<{ paymentIntentId: string }> {
  override readonly id = 'count-declined-charges';
  override readonly event = paymentDeclined;
  private readonly declined;

  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly declines: DeclinesRepository,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    super();
    this.declined = metrics.counter('checkout_declines_total', 'Charges declined at checkout.');
  }

  override async handle({ paymentIntentId }: { paymentIntentId: string }): Promise<void> {
    const checkout = await this.checkouts.findByIntent(paymentIntentId);
    if (!checkout) return;
    // Locks the checkout before the insert's foreign key check does; otherwise, concurrent declines would deadlock.
    const declines = await this.checkouts.countDecline(checkout.id);
    if (checkout.ipHash) this.declines.add({ checkoutId: checkout.id }, checkout.ipHash);
    this.declined.inc();
    if (declines === MAX_DECLINES)
      await this.outbox.emit(checkoutDeclineLimitReached, { checkoutId: checkout.id });
  }
}
