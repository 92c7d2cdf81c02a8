import { Injectable } from '@nestjs/common';
import { EffectHandler } from '../../../platform/outbox/event-handler.js';
import {
  hostedCheckoutClosed,
  HostedCheckoutsPort,
  paymentChanged,
  PaymentIntentsPort,
} from '../../billing/index.js';
import { CheckoutsRepository } from '../persistence/checkouts.repository.js';

/** Closes the checkout of a payment that was canceled at the provider. A payment in progress stays open. */
@Injectable()
export class CloseCanceledCheckout extends EffectHandler<{ paymentIntentId: string }, boolean> {
  override readonly id = 'close-canceled-checkout';
  override readonly event = paymentChanged;

  constructor(
    private readonly paymentIntents: PaymentIntentsPort,
    private readonly checkouts: CheckoutsRepository,
  ) {
    super();
  }

  override async perform({ paymentIntentId }: { paymentIntentId: string }): Promise<boolean> {
    const checkout = await this.checkouts.findByIntent(paymentIntentId);
    if (checkout?.status !== 'open') return false;
    return (await this.paymentIntents.find(paymentIntentId))?.status === 'canceled';
  }

  override async record(canceled: boolean, { paymentIntentId }: { paymentIntentId: string }): Promise<void> {
    const checkout = canceled && (await this.checkouts.findByIntent(paymentIntentId));
    if (checkout) await this.checkouts.cancel(checkout);
  }
}

/** Closes a checkout whose hosted page expired, or whose delayed payment failed. It can't be paid again. */
@Injectable()
export class CloseUnpaidHostedCheckout extends EffectHandler<{ providerSessionId: string }, boolean> {
  override readonly id = 'close-expired-checkout';
  override readonly event = hostedCheckoutClosed;

  constructor(
    private readonly hostedCheckouts: HostedCheckoutsPort,
    private readonly checkouts: CheckoutsRepository,
  ) {
    super();
  }

  override async perform({ providerSessionId }: { providerSessionId: string }): Promise<boolean> {
    const session = await this.hostedCheckouts.find(providerSessionId);
    return session !== undefined && !session.paid && session.url === null;
  }

  override async record(
    isUnpaid: boolean,
    { providerSessionId }: { providerSessionId: string },
  ): Promise<void> {
    const checkout = isUnpaid && (await this.checkouts.findByHostedSession(providerSessionId));
    if (checkout) await this.checkouts.cancel(checkout);
  }
}
