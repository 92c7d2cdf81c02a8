import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/clock.js';
import { EffectHandler, RetryLater, type Delivery } from '../../../platform/outbox/event-handler.js';
import { PaymentIntentsPort, paymentSucceeded } from '../../billing/index.js';
import { buyerFromBilling } from '../buyers/buyer.js';
import { isPaidByOther } from '../buyers/prepared-identity.js';
import { ProvisionCheckout } from './provision-checkout.js';
import { WAIT_FOR_PAGE_SECONDS } from '../domain/checkout.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/**
 * Provisions a paid checkout, even if the browser closed right after the charge. A checkout that was never prepared waits a minute for
 * the page's call, then is provisioned from the payment's billing details.
 */
@Injectable()
export class ProvisionPaidCheckout extends EffectHandler<{ paymentIntentId: string }, void> {
  override readonly id = 'provision-paid-checkout';
  override readonly event = paymentSucceeded;

  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly checkouts: CheckoutsRepository,
    private readonly provisionCheckout: ProvisionCheckout,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async perform(
    { paymentIntentId }: { paymentIntentId: string },
    { createdAt }: Delivery,
  ): Promise<void> {
    const checkout = await this.checkouts.findByIntent(paymentIntentId);
    if (!checkout || checkout.status === 'provisioned') return;
    const intent = await this.paymentIntents.find(paymentIntentId);
    if (intent?.status !== 'succeeded') return;
    const isPrepared = checkout.preparedAt !== null && !isPaidByOther(checkout, intent);
    const waitUntil = new Date(createdAt.getTime() + WAIT_FOR_PAGE_SECONDS * 1000);
    if (!isPrepared && this.clock.now() < waitUntil) {
      throw new RetryLater(
        waitUntil,
        'Checkout was not prepared by the payer; waiting for the page to call.',
      );
    }
    await this.provisionCheckout.provision(checkout.id, intent, buyerFromBilling(intent));
  }

  override async record(): Promise<void> {}
}
