import { Injectable } from '@nestjs/common';
import { PaymentProvider } from '../billing/index.js';
import type { CheckoutEntity } from './persistence/checkout.entity.js';
import { CheckoutsRepository } from './persistence/checkouts.repository.js';

/** Closes unpaid checkouts. A payment in progress is never stopped; it is provisioned instead. */
@Injectable()
export class CloseCheckout {
  constructor(
    private readonly provider: PaymentProvider,
    private readonly checkouts: CheckoutsRepository,
  ) {}

  /** False if the checkout is being paid. */
  async close(checkout: CheckoutEntity): Promise<boolean> {
    let current: CheckoutEntity | null = checkout;
    while (current?.status === 'open') {
      if (await this.isTooLateToCancel(current)) return false;
      if (await this.checkouts.cancel(current)) return true;
      current = await this.checkouts.findById(checkout.id);
    }
    return true;
  }

  /** Cancels the intent and expires the session. True if a payment is already in progress or complete. */
  private async isTooLateToCancel({ paymentIntentId, hostedSessionId }: CheckoutEntity): Promise<boolean> {
    if (paymentIntentId && !(await this.provider.cancelIntent(paymentIntentId))) {
      const intent = await this.provider.findIntent(paymentIntentId);
      if (intent && intent.status !== 'canceled') return true;
    }
    if (hostedSessionId && !(await this.provider.expireHostedCheckout(hostedSessionId))) {
      const session = await this.provider.findHostedCheckout(hostedSessionId);
      if (session?.paid) return true;
    }
    return false;
  }
}
