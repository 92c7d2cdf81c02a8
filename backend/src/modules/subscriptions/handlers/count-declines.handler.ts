import { Injectable } from '@nestjs/common';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { EventHandler } from '../../../platform/outbox/event-handler.js';
import { Outbox } from '../../../platform/outbox/outbox.js';
import { paymentDeclined } from '../../billing/index.js';
import { MOST_DECLINES } from '../domain/checkout.js';
import { checkoutOverDeclined } from '../domain/events.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** Counts refused cards: a checkout that has had too many is closed, for somebody is trying out stolen ones. */
@Injectable()
export class CountDeclines extends EventHandler<{ paymentIntentId: string }> {
  override readonly id = 'count-declined-charges';
  override readonly event = paymentDeclined;
  private readonly declined;

  constructor(
    private readonly checkouts: CheckoutsRepository,
    private readonly outbox: Outbox,
    metrics: Metrics,
  ) {
    super();
    this.declined = metrics.counter('checkout_declines_total', 'Cards refused at checkout.');
  }

  override async handle({ paymentIntentId }: { paymentIntentId: string }): Promise<void> {
    const checkout = await this.checkouts.findByIntent(paymentIntentId);
    if (!checkout) return;
    this.declined.inc();
    const declines = await this.checkouts.countDecline(checkout.id);
    if (declines === MOST_DECLINES) await this.outbox.emit(checkoutOverDeclined, { checkoutId: checkout.id });
  }
}
